package weather;

class Station {
    private Sensor sensor;

    Sensor sensor() { return sensor; }

    double rain(int hour) { return sensor.rain(hour); }

    double wind(int hour) { return sensor.wind(hour); }

    double sun(int hour) { return sensor.sun(hour); }
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
        double value = station.wind(hour);
        return value * unit + 0.5;
    }
}
