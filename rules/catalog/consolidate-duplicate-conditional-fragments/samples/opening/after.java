package weather;

class Page {
    String footer(StringBuilder out, boolean wide, String station) {
        out.append(station);
        if (wide) {
            out.append("==========");
        } else {
            out.append("=====".trim());
        }
        return out.toString();
    }
}
