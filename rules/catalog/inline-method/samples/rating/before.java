package couriers;

class Courier {
    private int lateDeliveries;
    private int deliveries;

    int bonus(int base) {
        int rate = overFive() ? 1 : 3;
        return base * rate + deliveries;
    }

    private boolean overFive() {
        return lateDeliveries > 5;
    }
}
