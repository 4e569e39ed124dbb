package shop;

class Line {
    private int pieces;
    private int each;

    int raise() {
        pieces = pieces + 10;
        return goods() - each;
    }

    private int goods() {
        return pieces * each;
    }
}
