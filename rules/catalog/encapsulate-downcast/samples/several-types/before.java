package lending;

import java.util.Hashtable;

class Card {
    private Hashtable entries = new Hashtable();

    Object get(String key) {
        return entries.get(key);
    }
}

class Form {
    private Card card;

    String author(StringBuilder out) {
        String value = (String) card.get("author");
        out.append(value.trim());
        return out.toString();
    }

    int year() {
        return ((Integer) card.get("year")).intValue();
    }
}
