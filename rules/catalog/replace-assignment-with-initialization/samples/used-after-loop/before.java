package weather;

class Month {
    private double[] rain;

    int firstDry(double limit, int none) {
        int day;
        for (day = 0; day < rain.length; day++) {
            if (rain[day] < limit) {
                break;
            }
        }
        return day;
    }
}
