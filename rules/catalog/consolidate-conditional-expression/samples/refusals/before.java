package lending;

class Membership {
    private int age;
    private int loans;
    private boolean staff;

    int fee(int months) {
        if (age < 18) {
            return 0;
        }
        if (loans > 200) {
            return 0;
        }
        if (staff) {
            return 0;
        }
        return months * 2 + loans / 10;
    }
}
