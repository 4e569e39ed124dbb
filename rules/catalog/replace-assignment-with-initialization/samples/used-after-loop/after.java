package weather;

class Month {
    private double[] rain;

    int firstDry(double limit, int none) {
        for (int day = 0; day < rain.length; day++) {
            if (rain[day] < limit) {
                break;
            }
        }
        return none;
    }
}
