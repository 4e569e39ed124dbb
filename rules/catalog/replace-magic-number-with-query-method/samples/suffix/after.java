package weather;

abstract class Writer {
    static final String SUFFIX = ".csv";

    protected String suffix() {
        return SUFFIX;
    }
}

class Export extends Writer {
    String monthFile(String station, int month) {
        StringBuilder name = new StringBuilder(station);
        name.append('_').append(month);
        return name.append(suffix()).toString();
    }
}
