package weather;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;

class Import {
    int load(BufferedReader in, List<String> rows) throws IOException {
        int count = 0;
        String line = in.readLine();
        while (line != null) {
            String row = line.trim();
            rows.add(row);
            line = in.readLine();
            count++;
        }
        return count;
    }
}
