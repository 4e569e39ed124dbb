package lending;

class Deposits {
    private boolean staff;
    private boolean child;

    int deposit(int copies, int price) {
        int result;
        if (staff) {
            result = copies;
        } else {
            if (child) {
                result = copies * 2;
            } else {
                result = copies * price;
            }
        }
        return result / 3;
    }
}
