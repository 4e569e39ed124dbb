package lending;

import java.util.List;

class Desk {
    private int limit;

    boolean lend(Account account, List<String> log) {
        if (account.loans() < limit && account.fines() == 0 && !account.locked()) {
            log.add(account.name());
            return true;
        }
        return false;
    }

    private boolean inGoodStanding(Account account) {
        return account.loans() < limit && account.fines() == 0 && !account.locked();
    }
}

interface Account {
    int loans();
    int fines();
    boolean locked();
    String name();
}
