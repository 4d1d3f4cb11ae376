import java.util.List;
import java.util.Map;

/**
 * Yours: how your engine builds a start, does a step, answers a question, and shows what there is.
 *
 * <p>Begin with {@code begin} and {@code ask} for level L0 (java Adapter ../vectors.jsonl --level
 * L0), then {@code act}, verb by verb: FREQUENCIES.md says which are worth most.
 */
public final class MyEngine implements Engine {
    @Override
    public Map<String, Object> about() {
        return Map.of("engine", "yours", "version", "0", "date", "", "texts", "full");
    }

    @Override
    public Object begin(Map<String, Object> line, Handles handles) {
        Map<String, Object> setup = Json.table(line.get("setup"));
        if (!Json.list(setup.get("effects")).isEmpty()) {
            throw new LeftOut("effects that no card has");
        }
        if (line.containsKey("card")) {
            throw new LeftOut("cards that do not exist");
        }
        for (Object one : Json.list(setup.get("objects"))) {
            Map<String, Object> object = Json.table(one);
            // build it, then: handles.give((String) object.get("id"), List.of(itsCard));
        }
        throw new LeftOut("begin is not written yet");
    }

    @Override
    public String act(Object state, Map<String, Object> step, Handles handles) {
        switch ((String) step.get("do")) {
            default:
                throw new LeftOut("do " + step.get("do"));
        }
    }

    @Override
    public Map<String, Object> asks(Object state, Map<String, Object> step, Handles handles) {
        throw new LeftOut("whether " + step.get("do") + " asks");
    }

    @Override
    public Object ask(Object state, Map<String, Object> check, Handles handles) {
        switch ((String) check.get("ask")) {
            default:
                throw new LeftOut("ask " + check.get("ask"));
        }
    }

    @Override
    public Object where(Object state, Object bearer) {
        return bearer;
    }

    @Override
    public Map<String, Object> snapshot(Object state, Handles handles) {
        return null;
    }

    /** The handles or names that a vector has for some objects. */
    static List<String> called(List<?> objects, Handles handles) {
        return objects.stream().map(o -> handles.called(o, o.toString())).toList();
    }
}
