package weather;

class Station {
    private Sensor sensor;

    Sensor sensor() { return sensor; }
}

class Sensor {
    private double[] rain;
    private double[] wind;
    private double[] sun;

    double rain(int hour) { return rain[hour]; }

    double wind(int hour) { return wind[hour]; }

    double sun(int hour) { return sun[hour]; }
}

class Panel {
    private double unit;

    double show(Station station, int hour) {
        double value = station.sensor().wind(hour);
        return value * unit + 0.5;
    }
}
