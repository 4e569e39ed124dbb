package weather;

import java.io.PrintStream;

class Table {
    void printRow(PrintStream out, String label, double[] values) {
        out.print(label);
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        double mean = sum / values.length;
        out.print('\t');
        out.println(mean);
    }
}
