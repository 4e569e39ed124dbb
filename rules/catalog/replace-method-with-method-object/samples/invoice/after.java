package shop;

class Shop {
    long total(long price, int pieces, int rebate, boolean abroad) {
        Total total = new Total(price, pieces, rebate, abroad);
        return total.amount();
    }
}

class Total {
    private final long price;
    private final int pieces;
    private final int rebate;
    private final boolean abroad;
    private long goods;
    private long discount;
    private long freight;
    private long net;
    private long tax;

    Total(long price, int pieces, int rebate, boolean abroad) {
        this.price = price;
        this.pieces = pieces;
        this.rebate = rebate;
        this.abroad = abroad;
    }

    long amount() {
        goods = price * pieces;
        discount = goods * rebate / 100;
        freight = pieces * 30;
        if (abroad) {
            freight = freight + goods / 50;
            discount = discount / 2;
        }
        net = goods - discount + freight;
        tax = net * 19 / 100;
        return net + tax - discount / 10;
    }
}
