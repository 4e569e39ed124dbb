package weather;

import java.io.PrintStream;

class Dial {
    private double offset;
    private int marks;

    void print(PrintStream out, double value) {
        out.print("value ");
        bar(out, value);
        out.println();
    }

    private void bar(PrintStream out, double value) {
        for (double x = offset; x < value; x += step()) {
            out.print('#');
        }
    }

    private double step() {
        return 100.0 / marks;
    }
}
