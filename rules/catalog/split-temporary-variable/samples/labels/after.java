package lending;

class Labels {
    String shelfMark(StringBuilder out, Reader reader) {
        String author = reader.name();
        out.append(author.trim());
        out.append('-');
        String subject = reader.town();
        out.append(subject.toUpperCase());
        return out.toString();
    }
}

interface Reader {
    String name();
    String town();
}
