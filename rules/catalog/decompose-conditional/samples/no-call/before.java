package garden;

class Watering {
    private int start;
    private int end;
    private int rate;

    int charge(int day, int litres, boolean dry) {
        int charge = litres * rate;
        if (day < start || day > end) {
            charge = charge / 2;
        }
        return charge;
    }
}
