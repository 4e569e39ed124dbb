package lending;

class Renewals {
    boolean mayRenew(Loan loan, int limit) {
        if (loan != null && loan.copy().title().waiting() * 2 < limit) {
            return true;
        }
        return false;
    }
}

interface Loan { Copy copy(); }

interface Copy { Title title(); }

interface Title { int waiting(); }
