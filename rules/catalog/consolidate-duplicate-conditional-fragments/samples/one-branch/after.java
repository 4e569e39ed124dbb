package lending;

import java.util.List;

class Returns {
    private int rate;

    int finish(List<String> log, int daysLate, String reader) {
        int fine = 0;
        if (daysLate > 30) {
            fine = daysLate * rate;
        } else if (daysLate > 0) {
            fine = rate;
        } else {
            log.clear();
        }
        log.add(reader);
        return fine;
    }
}
