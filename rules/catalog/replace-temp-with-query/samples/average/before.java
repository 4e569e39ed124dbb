package weather;

class Year {
    private double rain;
    private int days;

    boolean dry(double factor) {
        double mean = rain / days;
        return mean * factor < 0.5;
    }

    double mean() {
        return rain / days;
    }
}
