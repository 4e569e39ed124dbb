package weather;

abstract class Writer {
    static final String SUFFIX = ".csv";

    protected String suffix() {
        return SUFFIX;
    }
}

class Export extends Writer {
    String dayFile(String station, int day) {
        StringBuilder name = new StringBuilder(station);
        name.append('-').append(day);
        return name.append(".csv").toString();
    }
}
