package lending;

import java.util.Set;

class Shelf {
    private Set<String> overdue;

    boolean isOverdue(Copy copy) {
        return overdue.contains(copy.barcode());
    }
}

interface Copy { String barcode(); }
