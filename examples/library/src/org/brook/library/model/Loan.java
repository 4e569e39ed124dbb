package org.brook.library.model;

/** A copy in a reader's hands. Days are counted from the library's opening. */
public class Loan {
    private final Copy copy;
    private final Reader reader;
    private final int dueDay;
    private int renewals;

    public Loan(Copy copy, Reader reader, int dueDay) {
        this.copy = copy;
        this.reader = reader;
        this.dueDay = dueDay;
    }

    public Copy getCopy() {
        return copy;
    }

    public Reader getReader() {
        return reader;
    }

    public int getDueDay() {
        return dueDay;
    }

    public int getRenewals() {
        return renewals;
    }

    public void renew() {
        renewals++;
    }
}
