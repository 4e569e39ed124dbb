package lending;

class Title {
    private String name;
    private String author;

    String longForm(int width) {
        StringBuilder out = new StringBuilder();
        out.append(getName().substring(0, width));
        out.append(", by ").append(author);
        return out.toString();
    }

    String getName() {
        return name;
    }
}
