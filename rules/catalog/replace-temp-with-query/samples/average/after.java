package weather;

class Year {
    private double rain;
    private int days;

    boolean wet(double factor) {
        return mean() * factor < 7.5;
    }

    double mean() {
        return rain / days;
    }
}
