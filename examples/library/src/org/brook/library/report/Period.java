package org.brook.library.report;

/** Days from the first to the last, both included. */
public class Period {
    private final int first;
    private final int last;

    public Period(int first, int last) {
        this.first = first;
        this.last = last;
    }

    public int getFirst() {
        return first;
    }

    public int getLast() {
        return last;
    }
}
