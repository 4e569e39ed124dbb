package weather;

class Parser {
    int read(String text, int fallback) {
        int value;
        try {
            value = Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            return fallback;
        }
        return value * 10;
    }
}
