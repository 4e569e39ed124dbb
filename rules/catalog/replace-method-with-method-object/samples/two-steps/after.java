package shop;

class Shop {
    long total(long price, int pieces, int rebate) {
        long goods = price * pieces;
        Booking booking = new Booking(goods);
        booking.enter(rebate);
        return booking.net + booking.discount * 2;
    }
}

class Booking {
    private final long goods;
    long discount;
    long net;

    Booking(long goods) {
        this.goods = goods;
    }

    void enter(int rebate) {
        discount = goods * rebate / 100;
        net = goods - discount;
        if (net > 1000) {
            net = net - 50;
            discount = discount + 50;
        }
    }
}
