package weather;

class Formulas {
    double dewPoint(double celsius, double humidity) {
        double low = Math.log(humidity / 100);
        return 243.1 * (low + 17.6 * celsius / (243.1 + celsius)) / (17.6 - low);
    }
}
