package org.brook.library.model;

/** A book as the catalogue knows it; the library may own several copies. */
public class Title {
    private String name;
    private String author;
    private int year;

    public Title(String name, String author, int year) {
        this.name = name;
        this.author = author;
        this.year = year;
    }

    public String getName() {
        return name;
    }

    public String getAuthor() {
        return author;
    }

    public int getYear() {
        return year;
    }

    /** The line of a shelf label. */
    public String labelLine(int width) {
        StringBuilder line = new StringBuilder();
        line.append(getAuthor().toUpperCase());
        line.append(": ");
        line.append(getName(), 0, Math.min(width, getName().length()));
        return line.toString();
    }

    /** The line of a list of titles. */
    public String listLine(int width) {
        StringBuilder line = new StringBuilder();
        line.append(author.toUpperCase());
        line.append(", ");
        line.append(name, 0, Math.min(width, name.length()));
        return line.toString();
    }
}
