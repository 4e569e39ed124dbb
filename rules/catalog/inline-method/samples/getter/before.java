package couriers;

class Courier {
    private int deliveries;
    private int lost;

    int bonus(int base, int days) {
        int done = getDeliveries() - lost;
        return base * done / days;
    }

    private int getDeliveries() {
        return deliveries;
    }
}
