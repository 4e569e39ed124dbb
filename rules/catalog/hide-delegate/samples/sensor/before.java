package weather;

class Station {
    private Sensor sensor;

    Sensor sensor() { return sensor; }
}

class Sensor {
    private double[] values;
    private double drift;

    double at(int hour) { return values[hour] - drift; }
}

class Report {
    private double sum;

    void add(Station station, int hour, double weight) {
        double value = station.sensor().at(hour);
        sum += value * weight;
    }
}
