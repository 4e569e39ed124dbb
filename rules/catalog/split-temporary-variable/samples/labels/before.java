package lending;

class Labels {
    String address(StringBuilder out, Reader reader) {
        String part = reader.name();
        out.append(part.trim());
        out.append('/');
        part = reader.town();
        out.append(part.toUpperCase());
        return out.toString();
    }
}

interface Reader {
    String name();
    String town();
}
