package lending;

class Cover {
    String text(String key) {
        return key;
    }
}

class Form {
    private Cover cover;

    String author(StringBuilder out) {
        String value = cover.text("author");
        out.append(value.trim());
        return out.toString();
    }
}
