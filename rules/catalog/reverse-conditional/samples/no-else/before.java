package garden;

class Nursery {
    private int base;

    int price(int month, int pieces) {
        int price = pieces > 9 ? base : base + 1;
        if (month != 6) {
            price = base * pieces / 2;
        }
        return price;
    }
}
