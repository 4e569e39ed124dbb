package weather;

class Gauge {
    private int level;
    private int limit;

    int overflow(int[] rain) {
        int over = 0;
        for (int i = 0; i < rain.length; i++) {
            level = level + rain[i];
            if (level > limit) {
                over++;
            }
        }
        return over;
    }
}
