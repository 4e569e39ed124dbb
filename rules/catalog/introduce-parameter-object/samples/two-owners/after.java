package garden;

class Garden {
    private String[][] beds;

    boolean plant(String name, Line line, Gap gap) {
        if (beds[line.index][gap.index] != null) {
            return false;
        }
        beds[line.index][gap.index] = name;
        return true;
    }
}

class Line {
    int index;
}

class Gap {
    int index;
}
