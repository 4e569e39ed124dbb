package garden;

class Nursery {
    private int base;

    int price(int month, int pieces) {
        int price;
        if (month == 6) {
            price = base * pieces / 2;
        } else {
            price = base * pieces + 5;
        }
        return price;
    }
}
