package lending;

import java.util.Set;

class Shelf {
    private Set<String> overdue;
    private Set<String> reserved;

    boolean isReserved(Copy copy) {
        return reserved.contains(copy.barcode());
    }
}

interface Copy {
    String barcode();
}
