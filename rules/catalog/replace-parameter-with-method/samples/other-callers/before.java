package shop;

class Order {
    private int pieces;
    private int price;
    private int points;

    int total() {
        int goods = pieces * price;
        int level = level();
        return reduced(goods, level) + 5;
    }

    int best() {
        return reduced(pieces * price, 9);
    }

    private int reduced(int goods, int level) {
        if (level > 2) {
            return goods * 9 / 10;
        }
        return goods * 19 / 20;
    }

    private int level() {
        return points / 100;
    }
}
