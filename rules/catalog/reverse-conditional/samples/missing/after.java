package lending;

import java.util.Map;

class Catalogue {
    private Map<String, String> titles;

    String label(String code, StringBuilder out) {
        String title = titles.get(code);
        if (title == null) {
            out.append("no label");
        } else {
            out.append(title.trim());
            out.append(code);
        }
        return out.toString();
    }
}
