package weather;

import java.io.PrintStream;

class Table {
    void printRow(PrintStream out, String label, double[] values) {
        out.print(label);
        double mean = mean(values);
        out.print('\t');
        out.println(mean);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        return sum / values.length;
    }
}
