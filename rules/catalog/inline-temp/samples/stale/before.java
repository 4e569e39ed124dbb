package weather;

import java.io.PrintStream;
import java.util.List;

class Buffer {
    private List<String> queue;

    void flush(PrintStream out) {
        int size = queue.size();
        queue.clear();
        out.println(size);
    }
}
