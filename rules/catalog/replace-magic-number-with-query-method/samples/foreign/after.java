package lending;

class Clock {
    int yearly(int readers, int discount) {
        int full = readers * hours();
        return full - discount * readers / 100;
    }

    private int hours() {
        return 24;
    }
}
