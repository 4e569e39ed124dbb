package weather;

import java.util.List;

class Store {
    private List<String> rows;
    private int dropped;

    void store(String line, int limit) {
        if (line != null) {
            if (rows.size() < limit) {
                String row = line.trim();
                rows.add(row);
                dropped = 0;
            }
        }
    }
}
