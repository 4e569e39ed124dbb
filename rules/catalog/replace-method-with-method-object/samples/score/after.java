package garden;

class Garden {
    int soil;

    int score(int sun, int rain, int frost) {
        return new Score(this, sun, rain, frost).compute();
    }
}

class Score {
    private final Garden garden;
    private final int sun;
    private final int rain;
    private final int frost;
    private int growth;
    private int damage;
    private int risk;
    private int result;

    Score(Garden garden, int sun, int rain, int frost) {
        this.garden = garden;
        this.sun = sun;
        this.rain = rain;
        this.frost = frost;
    }

    int compute() {
        growth = sun * rain + garden.soil;
        damage = frost * 3 - garden.soil;
        risk = growth * frost + 100;
        if (growth - damage > 100) {
            risk = risk - 20;
        }
        result = risk * 7;
        return result - 2 * growth;
    }
}
