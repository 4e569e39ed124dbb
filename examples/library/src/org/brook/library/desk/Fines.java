package org.brook.library.desk;

import org.brook.library.model.Loan;

/** What lateness and loss cost, in cents. */
public class Fines {
    static final int FREE_DAYS = 14;
    static final int HIGHEST = 2500;

    private final int rate;

    public Fines(int rate) {
        this.rate = rate;
    }

    /** The fine for a book. */
    public int forBook(Loan loan, int today) {
        int late = today - loan.getDueDay() - FREE_DAYS;
        if (late <= 0) {
            return 0;
        }
        return late * rate + loan.getRenewals() * 10;
    }

    /** The fine for a record, which is lent like a book. */
    public int forRecord(Loan loan, int today) {
        int late = today - loan.getDueDay() - 14;
        if (late <= 0) {
            return 0;
        }
        return late * rate + loan.getRenewals() * 25;
    }

    /** The price of a lost copy. */
    public int forLoss(int price, int age, int copies) {
        int worth = (price - age * rate) * copies + HIGHEST / 10;
        return Math.min(HIGHEST, worth);
    }

    /** The price of a damaged copy. */
    public int forDamage(int price, int stains, int copies) {
        return Math.min(HIGHEST, (price - stains * rate) * copies + HIGHEST / 20);
    }
}
