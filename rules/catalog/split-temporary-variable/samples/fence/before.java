package garden;

import java.io.PrintStream;

class Bed {
    private double width;
    private double depth;

    void printFence(PrintStream out) {
        double value = 2 * (width + depth);
        out.println(value);
        value = width * depth;
        out.println(value);
    }
}
