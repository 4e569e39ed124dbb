package garden;

class Nursery {
    private int base;

    int price(int month, int pieces) {
        int price;
        if (isSeason(month)) {
            price = base * pieces + 5;
        } else {
            price = base * pieces / 2;
        }
        return price;
    }

    boolean isSeason(int month) { return month > 3 && month < 10; }
}
