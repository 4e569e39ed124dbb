package couriers;

class Courier {
    private int deliveries;
    private int lost;

    int bonus(int base, int days) {
        int done = deliveries - lost;
        return base * done / days;
    }
}
