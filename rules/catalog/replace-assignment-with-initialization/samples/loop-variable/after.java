package weather;

class Month {
    private double[] rain;

    int countBelow(double limit) {
        int days = 0;
        for (int i = 0; i < rain.length; i++) {
            if (rain[i] < limit) {
                days++;
            }
        }
        return days;
    }
}
