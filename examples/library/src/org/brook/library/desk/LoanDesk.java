package org.brook.library.desk;

import java.util.ArrayList;
import java.util.List;

import org.brook.library.model.Copy;
import org.brook.library.model.Loan;
import org.brook.library.model.Reader;

/** Lends, reserves and takes back. */
public class LoanDesk {
    private static final int LOAN_DAYS = 28;

    private final List<Loan> loans = new ArrayList<>();
    private final List<String> journal = new ArrayList<>();
    private final int limit;

    public LoanDesk(int limit) {
        this.limit = limit;
    }

    public boolean lend(Copy copy, Reader reader, int today) {
        if (reader.getOpenLoans() < limit && reader.getFines() == 0 && !reader.isLocked()) {
            journal.add(reader.getName());
            journal.add(copy.getBarcode());
            loans.add(new Loan(copy, reader, today + LOAN_DAYS));
            return true;
        }
        return false;
    }

    public boolean reserve(Copy copy, Reader reader, int today) {
        if (inGoodStanding(reader)) {
            journal.add(reader.getName());
            journal.add(copy.getBarcode());
            loans.add(new Loan(copy, reader, today + LOAN_DAYS));
            return true;
        }
        return false;
    }

    private boolean inGoodStanding(Reader reader) {
        return reader.getOpenLoans() < limit && reader.getFines() == 0 && !reader.isLocked();
    }

    /** Takes a copy back; a late one costs. */
    public int takeBack(Loan loan, int today) {
        int price;
        if (today > loan.getDueDay()) {
            price = (today - loan.getDueDay()) * 2;
            loans.remove(loan);
            journal.add(loan.getCopy().getBarcode());
        } else {
            price = 0;
            loans.remove(loan);
            journal.add(loan.getCopy().getBarcode());
        }
        return price;
    }

    /** Takes a reserved copy back to the shelf. */
    public int cancel(Loan loan, int today) {
        int price;
        if (today > loan.getDueDay()) {
            price = (today - loan.getDueDay()) * 3;
        } else {
            price = 1;
        }
        loans.remove(loan);
        journal.add(loan.getCopy().getBarcode());
        return price;
    }

    public List<String> getJournal() {
        return journal;
    }
}
