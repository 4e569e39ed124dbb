package weather;

class Range {
    private int low;
    private int high;

    public boolean equals(Object other) {
        return other instanceof Range && getLow() == ((Range) other).low && high == ((Range) other).high;
    }

    int getLow() { return low; }
}
