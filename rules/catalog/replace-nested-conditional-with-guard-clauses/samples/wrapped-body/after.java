package weather;

import java.util.List;

class Store {
    private List<String> rows;
    private int dropped;

    void store(String line, int limit) {
        if (line == null) {
            return;
        }
        if (rows.size() >= limit) {
            return;
        }
        String row = line.trim();
        rows.add(row);
        dropped = 0;
    }
}
