package weather;

class Range {
    private int low;
    private int high;

    int distance(Range other, int unit) {
        int gap = other.low - high;
        return gap > 0 ? gap / unit : 0;
    }

    int getLow() { return low; }
}
