package weather;

class Pump {
    private boolean ready;
    private int level;

    boolean start(int litres) {
        if (!ready) {
            return false;
        }
        level = level - litres;
        return true;
    }
}
