package shop;

interface Prices {
    int BASE = 10;
    long FAR = BASE * 1_000_000_000L;
    double RATE = 1 / 4.0 + BASE;
    String UNIT = "EUR" + ' ' + BASE;

    int of(Item item);

    default int twice(Item item) {
        return of(item) * 2;
    }

    static Prices flat(int price) {
        return new Flat(price);
    }
}

class Flat implements Prices {
    static final float HALF = .5f;
    static final char SIGN = 'x';
    static final boolean LOUD = Prices.BASE > 5 && !false;
    static final byte SMALL = (byte) (127 + 1);
    static final String TEXT = Prices.UNIT + LOUD + SMALL + SIGN + FAR;
    static final String BLOCK = """
            two
              lines\
             joined
            """;
    private final int price;

    Flat(int price) {
        this.price = price;
    }

    public int of(Item item) {
        return item == null ? 0 : price;
    }
}
