package lending;

import java.util.List;

class Returns {
    private int rate;

    int finish(List<String> log, int daysLate, String reader) {
        int fine = 0;
        if (daysLate > 0) {
            fine = daysLate * rate;
        } else {
            fine = rate;
        }
        log.add("in time");
        return fine;
    }
}
