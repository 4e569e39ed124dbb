package lending;

class Deposits {
    private boolean staff;
    private boolean child;

    int deposit(int copies, int price) {
        if (staff) {
            return copies;
        }
        if (child) {
            return copies * 2;
        }
        return copies * price / 3;
    }
}
