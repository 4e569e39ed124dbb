package weather;

class Counter {
    static final int START = 0;

    int count(int[] values, int limit) {
        int n = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] > limit) {
                n++;
            }
        }
        return n;
    }
}
