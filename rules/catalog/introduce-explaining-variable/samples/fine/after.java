package lending;

class Fines {
    private int freeDays;
    private int rate;

    int fine(int daysLate, int copies, int limit) {
        int full = (daysLate - freeDays) * rate * copies + 2 * copies;
        return Math.min(limit, full);
    }
}
