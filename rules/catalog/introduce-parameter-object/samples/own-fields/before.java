package garden;

class Garden {
    private String[][] beds;

    boolean plant(String name, int row, int column) {
        if (beds[row][column] != null) {
            return false;
        }
        beds[row][column] = name;
        return true;
    }
}
