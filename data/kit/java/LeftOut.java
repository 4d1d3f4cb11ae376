/** Thrown by an engine for what it does not have: it is counted, and never taken for agreement. */
public final class LeftOut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LeftOut(String why) {
        super(why);
    }
}
