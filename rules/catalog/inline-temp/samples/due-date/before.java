package lending;

import java.util.Set;

class Shelf {
    private Set<String> overdue;
    private Set<String> reserved;

    boolean isOverdue(Copy copy) {
        String code = copy.barcode();
        return overdue.contains(code);
    }
}

interface Copy {
    String barcode();
}
