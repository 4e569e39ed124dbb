package weather;

class Formulas {
    double heatIndex(double celsius, double humidity) {
        double steam;
        double excess;
        steam = humidity / 100 * Math.exp(celsius / 16);
        excess = steam - 10;
        return celsius + excess * 5 / 9;
    }
}
