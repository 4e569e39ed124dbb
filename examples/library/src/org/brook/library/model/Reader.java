package org.brook.library.model;

/** A person with a library card. */
public class Reader {
    private final String name;
    private final Branch branch;
    private int openLoans;
    private int fines;
    private boolean locked;

    public Reader(String name, Branch branch) {
        this.name = name;
        this.branch = branch;
    }

    public String getName() {
        return name;
    }

    public Branch getBranch() {
        return branch;
    }

    /** The telephone number of the branch that issued the card. */
    public String branchPhone() {
        return branch.phone();
    }

    public int getOpenLoans() {
        return openLoans;
    }

    public int getFines() {
        return fines;
    }

    public boolean isLocked() {
        return locked;
    }

    public void changeLoans(int by) {
        openLoans += by;
    }

    public void changeFines(int by) {
        fines += by;
        locked = fines > 50;
    }
}
