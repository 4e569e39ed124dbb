package garden;

class Watering {
    private int start;
    private int end;
    private int rate;

    int charge(int day, int litres) {
        int charge;
        if (outOfSeason(day)) {
            charge = litres * rate;
        } else {
            charge = litres * rate / 2;
        }
        return charge;
    }

    private boolean outOfSeason(int day) {
        return day < start || day > end;
    }
}
