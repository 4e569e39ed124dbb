package garden;

class Watering {
    private int start;
    private int end;
    private int rate;

    int charge(int day, int litres) {
        int charge;
        if (day < start || day > end) {
            charge = litres * rate;
        } else {
            charge = litres * rate / 2;
        }
        return charge;
    }
}
