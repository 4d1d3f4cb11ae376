import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What handles stand for, through melding, leaving and copying.
 *
 * <p>A handle is given to bearers: the cards (as your engine has them) that represent an object, or
 * the object itself where no card does (a token, a copy of a spell, an ability). It follows its
 * bearers: {@code locate} says which object a bearer is now, or is a part of. Two cards that have
 * been melded are one object then, and the handle of either stands for it; a melded permanent that
 * has left is two objects, and its handle stands for both.
 */
public final class Handles {
    private final UnaryOperator<Object> locate;
    private final Map<String, List<Object>> bearers = new LinkedHashMap<>();

    public Handles(UnaryOperator<Object> locate) {
        this.locate = locate;
    }

    public void give(String handle, List<?> given) {
        bearers.put(handle, new ArrayList<>(given));
    }

    /** The objects that a handle stands for now: none, one, or two cards of a melded permanent. */
    public List<Object> objects(String handle) {
        Set<Object> found = new LinkedHashSet<>();
        for (Object bearer : bearers.getOrDefault(handle, List.of())) {
            Object now = locate.apply(bearer);
            if (now != null) {
                found.add(now);
            }
        }
        return new ArrayList<>(found);
    }

    /** The one object that a handle stands for. */
    public Object object(String handle) {
        List<Object> found = objects(handle);
        if (found.size() != 1) {
            throw new LeftOut("handle " + handle + " stands for " + found.size() + " objects");
        }
        return found.get(0);
    }

    /** What a vector calls an object: the first handle for it alone, or {@code otherwise}. */
    public String called(Object object, String otherwise) {
        for (String handle : bearers.keySet()) {
            if (objects(handle).equals(List.of(object))) {
                return handle;
            }
        }
        return otherwise;
    }
}
