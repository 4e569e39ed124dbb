package garden;

import java.io.PrintStream;

class Bed {
    private double width;
    private double depth;

    void printFence(PrintStream out) {
        double border = 2 * (width + depth);
        out.println(border);
        double area = border * width;
        out.println(area - depth);
    }
}
