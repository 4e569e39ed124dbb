package lending;

class Membership {
    private int age;
    private int loans;
    private int years;

    int fee(int months) {
        if (isFree()) {
            return 0;
        }
        return months * 2 + loans / 10;
    }

    private boolean isFree() {
        return age < 18 || years >= 40;
    }
}
