package weather;

class Pump {
    private boolean ready;
    private int level;

    boolean start(int litres) {
        if (ready) {
            level = level - litres;
            return true;
        }
        return false;
    }
}
