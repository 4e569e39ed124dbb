package lending;

import java.util.List;

class Desk {
    private final List<String> log;

    Desk(List<String> log) {
        this.log = log;
    }

    void charge(String reader, int days) {
        if (days > 0) {
            log.add(reader);
            log.add("fee due");
        }
    }
}
