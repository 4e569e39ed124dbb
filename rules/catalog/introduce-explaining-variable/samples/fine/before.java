package lending;

class Fines {
    private int freeDays;
    private int rate;

    int fine(int daysLate, int copies, int limit) {
        return Math.min(limit, (daysLate - freeDays) * rate * copies + 2 * copies);
    }
}
