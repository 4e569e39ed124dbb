package lending;

import java.util.Hashtable;

class Card {
    private Hashtable entries = new Hashtable();

    Object get(String key) {
        return entries.get(key);
    }

    String getString(String key) {
        return (String) get(key);
    }
}

class Form {
    private Card card;

    String title(StringBuilder out) {
        String value = card.getString("title");
        out.append(value.trim());
        return out.toString();
    }
}
