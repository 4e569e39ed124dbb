package lending;

import java.util.Properties;

class Settings {
    static final String LIMIT_KEY = "loan.limit";

    int maximum(Properties properties, int factor) {
        String value = properties.getProperty("loan.limit", "10");
        return Integer.parseInt(value) * factor;
    }
}
