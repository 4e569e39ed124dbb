package garden;

import java.io.PrintStream;

class Bed {
    private double width;
    private double depth;

    void printFence(PrintStream out, boolean round) {
        double value = 2 * (width + depth);
        out.println(value);
        if (round) {
            value = width * depth;
            out.println(value);
        }
        out.println(value);
    }
}
