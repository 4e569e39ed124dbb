package lending;

abstract class Choice {
    abstract String[] values();

    String value() { return values()[0]; }
}

class Size extends Choice {
    private static final String LARGE = "large";

    String[] values() {
        return new String[] {"small", LARGE};
    }

    boolean isLarge() {
        return LARGE.equalsIgnoreCase(value());
    }
}
