package shop;

class Shop {
    long total(long price, int pieces, int rebate, boolean abroad) {
        long goods = price * pieces;
        long discount = goods * rebate / 100;
        long freight = pieces * 30;
        if (abroad) {
            freight = freight + goods / 50;
            discount = discount / 2;
        }
        long net = goods - discount + freight;
        long tax = net * 19 / 100;
        return net + tax - discount / 10;
    }
}
