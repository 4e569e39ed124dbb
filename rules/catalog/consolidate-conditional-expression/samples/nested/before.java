package lending;

import java.util.List;

class Reminder {
    private int freeDays;

    void remind(List<String> letters, String reader, int daysLate, int sent) {
        if (daysLate > freeDays) {
            if (sent < 3) {
                letters.add(reader);
                letters.add("please return");
            }
        }
    }
}
