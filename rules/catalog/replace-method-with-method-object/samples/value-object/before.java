package shop;

class Shop {
    private long last;

    long total(long price, int pieces, int rebate) {
        long goods = price * pieces;
        long discount = goods * rebate / 100;
        long net = goods - discount;
        if (net > 1000) {
            net = net - 50;
            discount = discount + 50;
        }
        last = net + discount * 2;
        return last;
    }
}
