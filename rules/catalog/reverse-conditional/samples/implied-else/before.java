package weather;

import java.io.File;

class Export {
    private File target;
    private String name;

    String folder() {
        if (target != null) {
            return target.getAbsolutePath();
        }
        return null;
    }
}
