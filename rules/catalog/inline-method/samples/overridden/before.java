package couriers;

class Courier {
    protected int lateDeliveries;
    protected int deliveries;

    int bonus(int base) {
        int rate = isLate() ? 1 : 3;
        return base * rate + deliveries;
    }

    boolean isLate() {
        return lateDeliveries > 5;
    }
}

class NightCourier extends Courier {
    boolean isLate() {
        return lateDeliveries > 9;
    }
}
