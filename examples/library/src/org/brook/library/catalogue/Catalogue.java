package org.brook.library.catalogue;

import java.util.Map;
import java.util.Set;

import org.brook.library.model.Copy;
import org.brook.library.model.Title;

/** Finds titles and knows the state of copies. */
public class Catalogue {
    private final Map<String, Title> titles;
    private final Set<String> lost;
    private final Set<String> reserved;

    public Catalogue(Map<String, Title> titles, Set<String> lost, Set<String> reserved) {
        this.titles = titles;
        this.lost = lost;
        this.reserved = reserved;
    }

    public boolean isLost(Copy copy, int since) {
        String barcode = copy.getBarcode();
        return lost.contains(barcode) && since > 30;
    }

    public boolean isReserved(Copy copy, int since) {
        return reserved.contains(copy.getBarcode()) && since > 2;
    }

    /** One line for the reader. */
    public String describe(String isbn, StringBuilder out) {
        Title title = titles.get(isbn);
        if (title != null) {
            out.append(title.getName());
            out.append(" (").append(title.getYear()).append(')');
        } else {
            out.append("not in this library");
        }
        return out.toString();
    }

    /** One line for the librarian. */
    public String shelfMark(String isbn, StringBuilder out) {
        Title title = titles.get(isbn);
        if (title == null) {
            out.append("unknown");
        } else {
            out.append(title.getName());
            out.append(" [").append(title.getYear()).append(']');
        }
        return out.toString();
    }
}
