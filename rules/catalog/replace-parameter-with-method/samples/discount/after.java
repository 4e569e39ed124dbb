package shop;

class Order {
    private int pieces;
    private int price;
    private int points;

    int total() {
        int goods = pieces * price;
        return reduced(goods) + 5;
    }

    private int reduced(int goods) {
        if (level() > 2) {
            return goods * 9 / 10;
        }
        return goods * 19 / 20;
    }

    private int level() {
        return points / 100;
    }
}
