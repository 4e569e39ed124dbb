package org.brook.library.desk;

/** What a card costs and allows. */
public class Membership {
    private final int age;
    private final int years;
    private final boolean staff;

    public Membership(int age, int years, boolean staff) {
        this.age = age;
        this.years = years;
        this.staff = staff;
    }

    public int yearlyFee(int base) {
        if (age < 18) {
            return 0;
        }
        if (years > 40) {
            return 0;
        }
        if (staff) {
            return 0;
        }
        return base * 12 - years;
    }

    public int deposit(int base) {
        if (age < 18 || years > 40 || staff) {
            return 0;
        }
        return base * 3 - years;
    }

    public int loanLimit(int base) {
        int limit;
        if (staff) {
            limit = base * 4;
        } else {
            if (age < 12) {
                limit = base / 2;
            } else {
                limit = base + years;
            }
        }
        return limit;
    }

    public int renewalLimit(int base) {
        if (staff) {
            return base * 2;
        }
        if (age < 14) {
            return base / 3;
        }
        return base + years;
    }
}
