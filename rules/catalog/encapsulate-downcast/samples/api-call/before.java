package weather;

import java.util.Vector;

class Report {
    private Vector readings;
    private Notes notes;

    String line(StringBuilder out) {
        out.append(notes.first());
        String station = (String) readings.lastElement();
        out.append(station.trim());
        return out.toString();
    }
}

interface Notes {
    String first();
}
