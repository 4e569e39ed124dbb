package shop;

class Line {
    private int pieces;
    private int each;

    int raise() {
        int goods = pieces * each;
        pieces = pieces + 10;
        return goods - each;
    }
}
