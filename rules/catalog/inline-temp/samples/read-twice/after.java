package weather;

import java.util.Iterator;
import java.util.List;

class Pairing {
    void fill(Iterator<String> names, List<String> left, List<String> right, String rest) {
        left.add(names.next());
        right.add(rest);
    }
}
