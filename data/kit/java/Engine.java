import java.util.Map;

/**
 * What an adapter must be able to do. JSON objects are maps, arrays lists, numbers Long or Double,
 * and null is {@link Json#NULL}. Throw {@link LeftOut}, with a reason, for what is not there.
 */
public interface Engine {
    /** engine, version, date; texts: "full" or "none" of each card (GUIDE.md, Results). */
    Map<String, Object> about();

    /** Build the start of a line ({@code setup}, {@code facts}) and give each object its handle. */
    Object begin(Map<String, Object> line, Handles handles);

    /** Do a step: "done" or "refused". A step with an {@code id} names what it makes. */
    String act(Object state, Map<String, Object> step, Handles handles);

    /** Try a step that must ask for a choice: argument, player and options of what it asks for. */
    Map<String, Object> asks(Object state, Map<String, Object> step, Handles handles);

    /** Answer a check: a value of the type that GUIDE.md has for its {@code ask}. */
    Object ask(Object state, Map<String, Object> check, Handles handles);

    /** The object that a bearer is now, or is a part of; null where it is nowhere. */
    Object where(Object state, Object bearer);

    /** What there is, in the form of a line's {@code snapshot}; null for none. */
    Map<String, Object> snapshot(Object state, Handles handles);
}
