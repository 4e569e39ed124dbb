package org.brook.library.report;

import java.io.PrintStream;

/** Figures for the yearly report. */
public class Statistics {
    private final int[] loansPerDay;
    private int visits;
    private int openDays;

    public Statistics(int[] loansPerDay, int visits, int openDays) {
        this.loansPerDay = loansPerDay;
        this.visits = visits;
        this.openDays = openDays;
    }

    public int quietDays(int least) {
        int days = 0;
        int i;
        for (i = 0; i < loansPerDay.length; i++) {
            if (loansPerDay[i] < least) {
                days++;
            }
        }
        return days;
    }

    public int slowDays(int most) {
        int days = 0;
        for (int i = 0; i < loansPerDay.length; i++) {
            if (loansPerDay[i] < most) {
                days++;
            }
        }
        return days;
    }

    private int visitsPerDay() {
        return visits / openDays;
    }

    /** How many chairs the reading room should have. */
    public int chairs(int spare) {
        if (visitsPerDay() < 20) {
            return 20 + spare;
        }
        return visitsPerDay() / 2 + spare;
    }

    /** How many coat hooks the entrance should have. */
    public int hooks(int spare) {
        int perDay = visits / openDays;
        if (perDay < 30) {
            return 30 + spare;
        }
        return perDay / 3 + spare;
    }

    public void printVisits(PrintStream out, int holidays) {
        int value = visits / (openDays - holidays);
        out.println("visits a day");
        out.println(value);
        value = visits * 7 / openDays;
        out.println("visits a week");
        out.println(value);
    }

    public void printRooms(PrintStream out, int holidays) {
        int perDay = visits / (openDays - holidays);
        out.println("guests a day");
        out.println(perDay);
        int perMonth = visits * 30 / openDays;
        out.println("guests a month");
        out.println(perMonth);
    }
}
