package lending;

abstract class Choice {
    abstract String[] values();

    String value() { return values()[0]; }
}

class Kind extends Choice {
    String[] values() {
        return new String[] {"book", "record"};
    }

    boolean isRecord() {
        return "record".equalsIgnoreCase(value());
    }
}
