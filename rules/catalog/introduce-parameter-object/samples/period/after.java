package weather;

class Log {
    private int[] days;
    private double[] rain;
    private double[] sunshine;

    double sunshine(Period period, double unit) {
        double sum = 0;
        for (int i = 0; i < days.length; i++) {
            if (days[i] >= period.getFrom() && days[i] < period.getTo()) {
                sum += sunshine[i] * unit;
            }
        }
        return sum;
    }
}

class Period {
    private final int from;
    private final int to;

    Period(int from, int to) {
        this.from = from;
        this.to = to;
    }

    int getFrom() { return from; }

    int getTo() { return to; }
}
