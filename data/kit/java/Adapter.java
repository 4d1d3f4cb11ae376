import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs vectors on an engine, compares, counts what was left out, and writes the results.
 *
 * <pre>
 * javac *.java
 * java Adapter ../vectors.jsonl [--level L1] [--rule 709.5] [--only ID] [--out results.jsonl]
 *     [--engine MyEngine]
 * </pre>
 *
 * <p>This file is whole; what is yours is MyEngine.java. GUIDE.md says what a line means.
 */
public final class Adapter {
    private static final Set<String> IN_ORDER = Set.of(
            "targets", "symbols", "colors_of_each", "names_of_each", "mana_value_of_each");
    private static final Set<String> COSTS = Set.of("mana_cost", "flashback_cost", "cost", "paid");
    private static final Set<String> ORDERED_PARTS = Set.of("library", "graveyard", "stack");
    private static final List<String> LEVELS = List.of("L0", "L1", "L2", "L3");
    /** The parts of a snapshot that are rows. */
    private static final Set<String> ROWS = Set.of("stack", "battlefield");
    private static final Set<String> ANSWERS = Set.of(
            "level", "result", "refused_by", "checks", "under_other_rules", "snapshot");

    private final Engine engine;
    private final String most;
    private final List<Object> results = new ArrayList<>();
    private final Map<String, Map<String, Integer>> levels = new TreeMap<>();
    private final Map<String, Integer> left = new LinkedHashMap<>();
    private final List<String> differences = new ArrayList<>();
    private int whole;

    private Adapter(Engine engine, String most) {
        this.engine = engine;
        this.most = most;
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("schema", "mtgmeld-results/1");
        first.putAll(engine.about());
        results.add(first);
    }

    // ------------------------------------------------------------ comparing

    /** A mana cost in the one spelling of vectors: X, the generic amounts added, the rest sorted. */
    static String plainCost(String text) {
        List<String> variable = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        int sum = 0;
        int generic = 0;
        Matcher found = Pattern.compile("\\{([^}]*)\\}").matcher(text);
        while (found.find()) {
            String symbol = found.group(1);
            if (symbol.matches("\\d+")) {
                sum += Integer.parseInt(symbol);
                generic++;
            } else {
                (symbol.matches("[XYZ]") ? variable : rest).add(symbol);
            }
        }
        boolean nothing = generic > 0 && variable.isEmpty() && rest.isEmpty();
        variable.sort(null);
        rest.sort(null);
        if (sum > 0 || nothing) {
            variable.add(String.valueOf(sum));
        }
        variable.addAll(rest);
        return variable.stream().map(s -> "{" + s + "}").collect(Collectors.joining());
    }

    /** Whether an answer is the expected one; order matters only where it is asked for. */
    static boolean same(Map<String, Object> check, Object have) {
        Object wanted = check.get("expect");
        if (COSTS.contains(check.get("ask")) && wanted instanceof String a
                && have instanceof String b) {
            return plainCost(a).equals(plainCost(b));
        }
        if (wanted instanceof List<?> a && have instanceof List<?> b) {
            boolean ordered = Boolean.TRUE.equals(check.get("ordered"))
                    || IN_ORDER.contains(check.get("ask"));
            return ordered ? plain(a).equals(plain(b)) : plain(sorted(a)).equals(plain(sorted(b)));
        }
        if (wanted instanceof Map<?, ?> a && have instanceof Map<?, ?> b) {
            Set<Object> names = new HashSet<>(a.keySet());
            names.addAll(b.keySet());
            return names.stream().allMatch(n -> count(a.get(n)) == count(b.get(n)));
        }
        return plain(wanted).equals(plain(have));
    }

    private static long count(Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** Whether a value of a snapshot is the expected one, in all that it has. */
    static boolean exact(String name, Object wanted, Object have, boolean within) {
        boolean ordered = within || IN_ORDER.contains(name) || ORDERED_PARTS.contains(name);
        if (wanted instanceof List<?> first && have instanceof List<?> second) {
            List<?> a = ordered ? first : sorted(first);
            List<?> b = ordered ? second : sorted(second);
            boolean all = a.size() == b.size();
            for (int n = 0; all && n < a.size(); n++) {
                all = exact("", a.get(n), b.get(n), ordered);
            }
            return all;
        }
        if (wanted instanceof Map<?, ?> && have instanceof Map<?, ?>) {
            Map<String, Object> a = said(name, wanted);
            Map<String, Object> b = said(name, have);
            return a.keySet().equals(b.keySet()) && a.keySet().stream()
                    .allMatch(k -> exact(k, a.get(k), b.get(k), ordered));
        }
        return same(asking(name, wanted), have);
    }

    private static Map<String, Object> asking(String name, Object wanted) {
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("ask", name);
        made.put("expect", wanted);
        return made;
    }

    /** A table; of counters, those of which there are some. */
    private static Map<String, Object> said(String name, Object table) {
        Map<String, Object> made = new LinkedHashMap<>(Json.table(table));
        if (name.equals("counters")) {
            made.values().removeIf(v -> v instanceof Number && count(v) == 0);
        }
        return made;
    }

    /** What compares for itself in a part of a snapshot; {@code agrees} is null for what is left out. */
    private record Column(String what, Object wanted, Object have, Boolean agrees) {}

    /**
     * A part of a snapshot, or of rows each value over all rows. {@code object} pairs the rows; a
     * value is left out where no row of the engine's has it.
     */
    private static List<Column> columns(String part, Object wanted, Object have) {
        boolean given = have != null && have != Json.NULL;
        if (!ROWS.contains(part)) {
            return List.of(new Column(part, wanted, have,
                    given ? (Boolean) exact(part, wanted, have, false) : null));
        }
        boolean whole = have instanceof List<?> list && list.stream().allMatch(r -> r instanceof Map);
        List<Map<String, Object>> a = inPairs(part, wanted);
        List<Map<String, Object>> b = whole ? inPairs(part, have) : List.of();
        Set<String> names = new LinkedHashSet<>(Set.of("object"));
        a.forEach(row -> names.addAll(row.keySet()));
        List<Column> made = new ArrayList<>();
        for (String name : names) {
            boolean first = name.equals("object");
            boolean known = given
                    && (first || b.isEmpty() || b.stream().anyMatch(row -> row.containsKey(name)));
            boolean agrees = whole && a.size() == b.size();
            for (int n = 0; agrees && n < a.size(); n++) {
                Map<String, Object> x = a.get(n);
                Map<String, Object> y = b.get(n);
                agrees = x.containsKey(name) == y.containsKey(name)
                        && (!x.containsKey(name) || exact(name, x.get(name), y.get(name), false));
            }
            if (first) {
                agrees = agrees && b.stream().allMatch(
                        row -> row.containsKey(name) && names.containsAll(row.keySet()));
            }
            made.add(new Column(part + ", " + name, values(a, name), whole ? values(b, name) : have,
                    known ? (Boolean) agrees : null));
        }
        return made;
    }

    private static List<Map<String, Object>> inPairs(String part, Object rows) {
        List<?> list = part.equals("stack") ? Json.list(rows) : sorted(Json.list(rows));
        return list.stream().map(Json::table).toList();
    }

    private static List<Object> values(List<Map<String, Object>> rows, String name) {
        return rows.stream().map(row -> row.getOrDefault(name, Json.NULL)).toList();
    }

    /** A value as it compares: whole numbers of any kind alike. */
    private static Object plain(Object value) {
        if (value == null) {
            return Json.NULL;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Adapter::plain).toList();
        }
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }

    private static String key(Object one) {
        return one instanceof Map<?, ?> row ? String.valueOf(row.get("object")) : String.valueOf(one);
    }

    private static List<?> sorted(List<?> list) {
        return list.stream().sorted(Comparator.comparing(Adapter::key)).toList();
    }

    // ------------------------------------------------------------ counting

    private void count(String level, String verdict, String why) {
        levels.computeIfAbsent(level, l -> new LinkedHashMap<>()).merge(verdict, 1, Integer::sum);
        if (verdict.equals("left out")) {
            left.merge(why, 1, Integer::sum);
        }
    }

    private void compare(String where, String level, String what, Object wanted, Object have,
            boolean agrees) {
        count(level, agrees ? "agrees" : "differs", "");
        if (!agrees) {
            differences.add("DIFFERS " + where + ": " + what + "\n  expected " + Json.write(wanted)
                    + ", answered " + Json.write(have));
        }
    }

    private record Got(Object value, String why) {}

    private static Got attempt(Supplier<Object> run) {
        try {
            return new Got(run.get(), null);
        } catch (LeftOut none) {
            return new Got(null, none.getMessage());
        } catch (RuntimeException | StackOverflowError error) {
            return new Got(null, "the engine failed: " + error);
        }
    }

    private static Map<String, Object> without(Map<String, Object> row, Set<String> names) {
        Map<String, Object> made = new LinkedHashMap<>(row);
        made.keySet().removeAll(names);
        return made;
    }

    // ------------------------------------------------------------ playing

    /** Ask all that a part of a line asks, compare, and keep the answers. */
    private Map<String, Object> examine(Object state, Handles handles, Map<String, Object> part,
            String where) {
        String level = (String) part.get("level");
        List<Object> answers = new ArrayList<>();
        for (Object one : Json.list(part.get("checks"))) {
            Map<String, Object> check = Json.table(one);
            String own = levelOf(check, level);
            Map<String, Object> asked = without(check, Set.of("expect", "level"));
            Got got = own.compareTo(most) > 0 ? new Got(null, "level " + own)
                    : attempt(() -> engine.ask(state, asked, handles));
            if (got.why() != null || got.value() == null) {
                String why = Objects.requireNonNullElse(got.why(), "no answer to " + check.get("ask"));
                answers.add(Map.of("left_out", why));
                count(own, "left out", why);
            } else {
                answers.add(Map.of("answer", got.value()));
                String what = Json.write(without(check, Set.of("expect", "note", "level")));
                boolean agrees = same(check, got.value());
                compare(where, own, what, check.get("expect"), got.value(), agrees);
            }
        }
        Object seen = attempt(() -> engine.snapshot(state, handles)).value();
        Map<String, Object> given = seen == null ? Map.of() : Json.table(seen);
        Json.table(part.get("snapshot")).forEach((name, wanted) -> {
            for (Column one : columns(name, wanted, given.get(name))) {
                String what = "snapshot, " + one.what();
                if (one.agrees() == null) {
                    count(level, "left out", "no " + what);
                } else {
                    compare(where, level, what, one.wanted(), one.have(), one.agrees());
                }
            }
        });
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("answers", answers);
        kept.put("snapshot", seen);
        return kept;
    }

    private static String levelOf(Map<String, Object> check, String level) {
        return (String) check.getOrDefault("level", level);
    }

    /** What a part of a line compares, its checks and its snapshot, is left out. */
    private void leaveSeen(Map<String, Object> part, String why) {
        String level = (String) part.get("level");
        Json.list(part.get("checks"))
                .forEach(c -> count(levelOf(Json.table(c), level), "left out", why));
        Json.table(part.get("snapshot")).forEach((k, v) ->
                columns(k, v, null).forEach(c -> count(level, "left out", why)));
    }

    /** The result of a step, and what it asks for, are left out. */
    private void leaveTold(Map<String, Object> part, String why) {
        for (String name : List.of("do", "asks")) {
            if (part.containsKey(name)) {
                count((String) part.get("level"), "left out", why);
            }
        }
    }

    private void stop(Map<String, Object> line, List<Object> parts, String why, int from) {
        List<Object> all = new ArrayList<>(List.of(line.get("start")));
        all.addAll(Json.list(line.get("steps")));
        for (Object one : all.subList(from, all.size())) {
            Map<String, Object> part = Json.table(one);
            leaveTold(part, why);
            leaveSeen(part, why);
        }
        results.add(Map.of("id", line.get("id"), "parts", parts, "stopped", why));
    }

    /** Play one line as far as the engine can, and no further than a level. */
    private void play(Map<String, Object> line) {
        List<Object> parts = new ArrayList<>();
        Map<String, Object> start = Json.table(line.get("start"));
        if (((String) start.get("level")).compareTo(most) > 0) {
            stop(line, parts, "level " + start.get("level"), 0);
            return;
        }
        boolean falsified = line.containsKey("falsified");
        Object[] begun = new Object[1];
        Handles handles = new Handles(bearer -> engine.where(begun[0], bearer));
        Set<String> unseen = Set.of("start", "steps", "level", "falsified");
        Got got = attempt(() -> engine.begin(without(line, unseen), handles));
        if (got.why() != null) {
            stop(line, parts, got.why(), 0);
            return;
        }
        Object state = begun[0] = got.value();
        parts.add(examine(state, handles, start, line.get("id") + ", start"));
        int number = 0;
        for (Object one : Json.list(line.get("steps"))) {
            number++;
            Map<String, Object> step = Json.table(one);
            String level = (String) step.get("level");
            String where = line.get("id") + ", step " + number;
            if (level.compareTo(most) > 0) {
                stop(line, parts, "level " + level, number);
                return;
            }
            Object wanted = step.get("result");
            Map<String, Object> asked = without(step, ANSWERS);
            Map<String, Object> unasked = without(asked, Set.of("asks"));
            Map<String, Object> kept = new LinkedHashMap<>();
            if (step.containsKey("stand_in") && "full".equals(engine.about().get("texts"))) {
                String why = "the step does what " + step.get("stand_in") + " has done";
                kept.put("left_out", why);
                leaveTold(step, why);
            } else {
                got = attempt(() -> step.containsKey("asks")
                        ? engine.asks(state, unasked, handles) : engine.act(state, asked, handles));
                if (got.why() != null) {
                    // what is left out, and was to change something, ends the line
                    if (wanted.equals("done") || falsified) {
                        stop(line, parts, got.why(), number);
                        return;
                    }
                    kept.put("left_out", got.why());
                    leaveTold(step, got.why());
                } else {
                    Object told = got.value() instanceof Map<?, ?> ? "asks" : got.value();
                    String what = "the step (" + step.get("do") + ")";
                    compare(where, level, what, wanted, told, wanted.equals(told));
                    kept.put("result", told);
                    if (got.value() instanceof Map<?, ?> choice) {
                        kept.put("asked", choice);
                        Map<String, Object> expected = Json.table(step.get("asks"));
                        boolean agrees = expected.entrySet().stream().allMatch(
                                e -> same(asking("", e.getValue()), choice.get(e.getKey())));
                        compare(where, level, "what is asked (" + step.get("do") + ")", expected,
                                choice, agrees);
                    }
                    boolean apart = !wanted.equals(told)
                            && (wanted.equals("done") || "done".equals(told));
                    if (apart && !falsified) {
                        String why = "the step went another way";
                        kept.put("answers", List.of());
                        parts.add(kept);
                        leaveSeen(step, why);
                        stop(line, parts, why, number + 1);
                        return;
                    }
                }
            }
            kept.putAll(examine(state, handles, step, where));
            parts.add(kept);
        }
        whole++;
        results.add(Map.of("id", line.get("id"), "parts", parts));
    }

    private void print() {
        System.out.println("level     agrees   differs  left out");
        levels.forEach((level, row) -> System.out.printf("%-6s%10d%10d%10d%n", level,
                row.getOrDefault("agrees", 0), row.getOrDefault("differs", 0),
                row.getOrDefault("left out", 0)));
        System.out.println(whole + " lines ran to their end");
        differences.forEach(System.out::println);
        left.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(e -> System.out.printf("left out %5d: %s%n", e.getValue(), e.getKey()));
    }

    private static void refuse(String why) {
        System.err.println(why);
        System.exit(2);
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "level", "L3", "rule", "", "only", "", "out", "", "engine", "MyEngine"));
        String file = "../vectors.jsonl";
        for (int n = 0; n < args.length; n++) {
            if (!args[n].startsWith("--")) {
                file = args[n];
            } else if (n + 1 == args.length) {
                refuse(args[n] + " needs a value");
            } else if (options.replace(args[n].substring(2), args[++n]) == null) {
                refuse("there is no option " + args[n - 1]);
            }
        }
        String most = options.get("level").toUpperCase(Locale.ROOT);
        if (!LEVELS.contains(most)) {
            refuse("--level is one of " + String.join(", ", LEVELS));
        }
        Engine engine = (Engine) Class.forName(options.get("engine"))
                .getDeclaredConstructor().newInstance();
        Adapter adapter = new Adapter(engine, most);
        for (String text : Files.readAllLines(Path.of(file))) {
            if (text.isBlank()) {
                continue;
            }
            Map<String, Object> line = Json.table(Json.parse(text));
            if (!"mtgmeld-vectors/2".equals(line.get("schema"))) {
                throw new IllegalArgumentException("unknown schema " + line.get("schema"));
            }
            String only = options.get("only");
            boolean named = only.isEmpty() || only.equals(line.get("id"));
            boolean ruled = Json.list(line.get("rules")).stream()
                    .anyMatch(r -> r.toString().startsWith(options.get("rule")));
            if (named && (ruled || options.get("rule").isEmpty())) {
                adapter.play(line);
            }
        }
        adapter.print();
        if (!options.get("out").isEmpty()) {
            Files.write(Path.of(options.get("out")),
                    adapter.results.stream().map(Json::write).toList());
        }
        System.exit(adapter.differences.isEmpty() ? 0 : 1);
    }
}
