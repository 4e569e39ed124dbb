package weather;

class Formulas {
    double frostPoint(double celsius, double humidity) {
        double low = Math.log(humidity / 100);
        double gamma = low + 22.4 * celsius / (272.6 + celsius);
        return 272.6 * gamma / (22.4 - low);
    }
}
