package garden;

class Watering {
    private int start;
    private int end;
    private int rate;

    int charge(int day, int litres, boolean dry) {
        int charge = litres * rate;
        boolean off = outOfSeason(day);
        if (dry) {
            charge = charge / 2;
        }
        return charge;
    }

    private boolean outOfSeason(int day) {
        return day < start || day > end;
    }
}
