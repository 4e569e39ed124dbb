package lending;

class Membership {
    private int age;
    private int loans;

    int fee(int months) {
        if (age < 18 || loans > 200) {
            return 0;
        }
        return months * 2 + loans / 10;
    }
}
