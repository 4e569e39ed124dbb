package lending;

class Renewals {
    boolean mayRenew(Loan loan, int limit) {
        int queue = loan.copy().title().waiting() * 2;
        if (loan != null && queue < limit) {
            return true;
        }
        return false;
    }
}

interface Loan { Copy copy(); }

interface Copy { Title title(); }

interface Title { int waiting(); }
