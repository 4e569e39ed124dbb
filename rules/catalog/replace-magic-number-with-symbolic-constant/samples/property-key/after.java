package lending;

import java.util.Properties;

class Settings {
    static final String LIMIT_KEY = "loan.limit";

    int minimum(Properties properties, int factor) {
        String value = properties.getProperty(LIMIT_KEY, "5");
        return Integer.parseInt(value) * factor;
    }
}
