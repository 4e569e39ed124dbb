package shop;

class Shop {
    private Account last;

    long total(long price, int pieces, int rebate) {
        last = new Account(price, pieces);
        return last.book(rebate);
    }

    long balance() {
        return last.net;
    }
}

class Account {
    long goods;
    long price;
    long pieces;
    long discount;
    long net;

    Account(long price, int pieces) {
        this.price = price + pieces;
        this.pieces = pieces;
    }

    long book(int rebate) {
        goods = price * pieces;
        discount = goods * rebate / 100;
        net = goods - discount;
        if (net > 1000) {
            net = net - 50;
            discount = discount + 50;
        }
        net = net + discount * 2;
        return net;
    }
}
