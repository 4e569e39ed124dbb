package lending;

class Title {
    private String name;
    private String author;

    String shortForm(int width) {
        StringBuilder out = new StringBuilder();
        out.append(name.substring(0, width));
        out.append(", ").append(author);
        return out.toString();
    }

    String getName() {
        return name;
    }
}
