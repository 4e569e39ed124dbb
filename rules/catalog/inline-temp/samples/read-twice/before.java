package weather;

import java.util.Iterator;
import java.util.List;

class Pairing {
    void fill(Iterator<String> names, List<String> left, List<String> right, String rest) {
        String name = names.next();
        left.add(name);
        right.add(name);
    }
}
