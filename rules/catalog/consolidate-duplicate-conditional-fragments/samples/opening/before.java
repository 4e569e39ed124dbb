package weather;

class Page {
    String header(StringBuilder out, boolean wide, String station) {
        if (wide) {
            out.append(station);
            out.append("----------");
        } else {
            out.append(station);
            out.append("-----".trim());
        }
        return out.toString();
    }
}
