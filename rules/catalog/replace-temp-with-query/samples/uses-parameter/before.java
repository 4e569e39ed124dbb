package shop;

class Line {
    private int pieces;
    private int each;

    double price(int rebate) {
        int goods = pieces * each - rebate * each;
        if (goods > 1000) {
            return goods * 0.9;
        }
        return goods * 0.98;
    }
}
