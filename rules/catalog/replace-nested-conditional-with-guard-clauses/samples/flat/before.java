package lending;

class Deposits {
    private boolean staff;
    private boolean child;

    int deposit(int copies, int price) {
        int result = copies * price / 3;
        if (staff) {
            result = copies;
        }
        if (child) {
            result = copies * 2;
        }
        return result;
    }
}
