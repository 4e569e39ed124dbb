package garden;

class Garden {
    private int soil;

    int score(int sun, int rain, int frost) {
        int growth = sun * rain + soil;
        int damage = frost * 3 - soil;
        int risk = growth * frost + 100;
        if (growth - damage > 100) {
            risk = risk - 20;
        }
        int result = risk * 7;
        return result - 2 * growth;
    }
}
