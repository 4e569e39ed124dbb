package weather;

import java.io.File;

class Export {
    private File target;
    private String name;

    String key() {
        if (name == null) {
            return null;
        }
        return name.toLowerCase();
    }
}
