package weather;

class Range {
    private int low;
    private int high;

    boolean covers(int value, int slack) {
        return value >= getLow() - slack && value <= getHigh() + slack;
    }

    int getLow() { return low; }

    int getHigh() { return high; }
}
