package lending;

class Membership {
    private int age;
    private int loans;
    private int years;

    int fee(int months) {
        if (age < 18) {
            return 0;
        }
        if (years >= 40) {
            return 0;
        }
        return months * 2 + loans / 10;
    }
}
