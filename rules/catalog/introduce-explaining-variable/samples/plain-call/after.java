package lending;

import java.util.Set;

class Shelf {
    private Set<String> overdue;

    boolean isOverdue(Copy copy) {
        String code = copy.barcode();
        return overdue.contains(code);
    }
}

interface Copy { String barcode(); }
