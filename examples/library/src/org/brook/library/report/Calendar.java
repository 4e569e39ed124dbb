package org.brook.library.report;

/** Counts what happened between two days. */
public class Calendar {
    private final int[] days;
    private final int[] events;

    public Calendar(int[] days, int[] events) {
        this.days = days;
        this.events = events;
    }

    public int eventsIn(Period period, int kind) {
        int sum = 0;
        for (int i = 0; i < days.length; i++) {
            if (days[i] >= period.getFirst() && days[i] <= period.getLast() && events[i] == kind) {
                sum++;
            }
        }
        return sum;
    }

    public int holidaysIn(int first, int last, int kind) {
        int sum = 0;
        for (int i = 0; i < days.length; i++) {
            if (days[i] >= first && days[i] <= last && events[i] == kind) {
                sum++;
            }
        }
        return sum;
    }
}
