import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON without a library: objects are maps, arrays lists, numbers Long or Double. */
public final class Json {
    /** null in JSON, which is an answer, and not none. */
    public static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "null";
        }
    };

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    public static Object parse(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        reader.space();
        if (reader.at != text.length()) {
            throw reader.wrong();
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    public static Map<String, Object> table(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    public static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> table) {
            String sign = "{";
            for (Map.Entry<?, ?> entry : table.entrySet()) {
                out.append(sign);
                quote(entry.getKey().toString(), out);
                out.append(": ");
                write(entry.getValue(), out);
                sign = ", ";
            }
            out.append(table.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            String sign = "[";
            for (Object one : list) {
                out.append(sign);
                write(one, out);
                sign = ", ";
            }
            out.append(sign.equals("[") ? "[]" : "]");
        } else if (value instanceof String string) {
            quote(string, out);
        } else {
            out.append(value == null ? "null" : value.toString());
        }
    }

    private static void quote(String string, StringBuilder out) {
        out.append('"');
        for (char c : string.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + at);
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean take(String word) {
        space();
        boolean there = text.startsWith(word, at);
        at += there ? word.length() : 0;
        return there;
    }

    private void need(String word) {
        if (!take(word)) {
            throw wrong();
        }
    }

    private Object value() {
        if (take("{")) {
            Map<String, Object> table = new LinkedHashMap<>();
            while (!take("}")) {
                if (!table.isEmpty()) {
                    need(",");
                }
                need("\"");
                String name = string();
                need(":");
                table.put(name, value());
            }
            return table;
        }
        if (take("[")) {
            List<Object> list = new ArrayList<>();
            while (!take("]")) {
                if (!list.isEmpty()) {
                    need(",");
                }
                list.add(value());
            }
            return list;
        }
        if (take("\"")) {
            return string();
        }
        if (take("true")) {
            return true;
        }
        if (take("false")) {
            return false;
        }
        if (take("null")) {
            return NULL;
        }
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(from, at);
        if (number.isEmpty()) {
            throw wrong();
        }
        return number.matches("-?\\d+") ? (Object) Long.valueOf(number) : Double.valueOf(number);
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        while (true) {
            char c = text.charAt(at++);
            if (c == '"') {
                return out.toString();
            }
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = text.charAt(at++);
            switch (escaped) {
                case 'n' -> out.append('\n');
                case 't' -> out.append('\t');
                case 'r' -> out.append('\r');
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'u' -> {
                    out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                }
                default -> out.append(escaped);
            }
        }
    }
}
