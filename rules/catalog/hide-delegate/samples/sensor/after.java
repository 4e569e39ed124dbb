package weather;

class Station {
    private Sensor sensor;

    Sensor sensor() { return sensor; }

    double valueAt(int hour) { return sensor().at(hour); }
}

class Sensor {
    private double[] values;
    private double drift;

    double at(int hour) { return values[hour] - drift; }
}

class Report {
    private double sum;

    void add(Station station, int hour, double weight) {
        double value = station.valueAt(hour);
        sum += value * weight;
    }
}
