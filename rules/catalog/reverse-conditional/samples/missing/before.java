package lending;

import java.util.Map;

class Catalogue {
    private Map<String, String> titles;

    String describe(String code, StringBuilder out) {
        String title = titles.get(code);
        if (title != null) {
            out.append(title.trim());
            out.append(code);
        } else {
            out.append("unknown title");
        }
        return out.toString();
    }
}
