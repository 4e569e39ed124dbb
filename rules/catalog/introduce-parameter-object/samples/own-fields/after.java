package garden;

class Garden {
    private String[][] beds;
    private int row;
    private int column;

    boolean plant(String name) {
        if (beds[row][column] != null) {
            return false;
        }
        beds[row][column] = name;
        return true;
    }
}
