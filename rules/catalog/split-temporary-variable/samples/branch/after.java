package garden;

import java.io.PrintStream;

class Bed {
    private double width;
    private double depth;

    void printFence(PrintStream out, boolean round) {
        double value = 2 * (width + depth);
        out.println(value);
        if (round) {
            double area = width * depth;
            out.println(area);
        }
        out.println(value);
    }
}
