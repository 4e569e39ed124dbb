package couriers;

class Courier {
    protected int lateDeliveries;
    protected int deliveries;

    int bonus(int base) {
        int rate = lateDeliveries > 5 ? 1 : 3;
        return base * rate + deliveries;
    }
}
