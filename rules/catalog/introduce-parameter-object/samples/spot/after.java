package garden;

class Garden {
    private String[][] beds;

    boolean plant(String name, Spot spot) {
        if (beds[spot.row][spot.column] != null) {
            return false;
        }
        beds[spot.row][spot.column] = name;
        return true;
    }
}

class Spot {
    final int row;
    final int column;

    Spot(int row, int column) {
        this.row = row;
        this.column = column;
    }
}
