package weather;

class Log {
    private int[] days;
    private double[] rain;
    private double[] sunshine;

    double rain(int from, int to, double unit) {
        double sum = 0;
        for (int i = 0; i < days.length; i++) {
            if (days[i] >= from && days[i] < to) {
                sum += rain[i] * unit;
            }
        }
        return sum;
    }
}
