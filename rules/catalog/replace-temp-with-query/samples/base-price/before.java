package shop;

class Line {
    private int pieces;
    private int each;

    double price() {
        int goods = pieces * each;
        if (goods > 1000) {
            return goods * 0.9;
        }
        return goods * 0.98;
    }
}
