package weather;

class Drop {
    static final double GRAVITY = 9.81;

    double fallTime(double height, double drag) {
        double time = Math.sqrt(2 * height / GRAVITY);
        return time + drag * time;
    }
}
