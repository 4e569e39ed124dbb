package weather;

class Month {
    private double[] rain;

    int countDry(double limit) {
        int days = 0;
        int i;
        for (i = 0; i < rain.length; i++) {
            if (rain[i] < limit) {
                days++;
            }
        }
        return days;
    }
}
