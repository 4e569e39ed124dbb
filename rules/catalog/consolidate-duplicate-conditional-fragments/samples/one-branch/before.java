package lending;

import java.util.List;

class Returns {
    private int rate;

    int finish(List<String> log, int daysLate, String reader) {
        int fine = 0;
        if (daysLate > 30) {
            fine = daysLate * rate;
            log.add(reader);
        } else if (daysLate > 0) {
            fine = rate;
            log.add(reader);
        } else {
            log.clear();
        }
        return fine;
    }
}
