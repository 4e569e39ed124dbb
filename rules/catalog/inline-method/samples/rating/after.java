package couriers;

class Courier {
    private int lateDeliveries;
    private int deliveries;

    int allowance(int base) {
        int rate = lateDeliveries > 5 ? 1 : 3;
        return base * rate + deliveries;
    }
}
