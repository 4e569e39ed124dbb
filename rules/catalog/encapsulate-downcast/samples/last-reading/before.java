package weather;

import java.util.Vector;

class Store {
    private Vector readings;

    Object last() {
        return readings.lastElement();
    }
}

class Report {
    private Store store;

    String line(StringBuilder out) {
        Reading reading = (Reading) store.last();
        out.append(reading.station());
        out.append(reading.value());
        return out.toString();
    }
}

interface Reading {
    String station();
    double value();
}
