package weather;

import java.io.PrintStream;
import java.util.List;

class Buffer {
    private List<String> queue;

    void flush(PrintStream out) {
        queue.clear();
        out.println(queue.size());
    }
}
