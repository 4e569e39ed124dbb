// More shapes for the comparison with javac; Sample.java says what is left out, and so are constructors of enums and of
// inner classes, which have hidden parameters, initializers of fields, which javac puts into the
// constructors, and the arrays that calls with variable arity imply.

import java.util.ArrayList;
import java.util.List;

enum Level {
    LOW,
    HIGH;

    int weight;

    Level above(Level other, int by) {
        return weight > other.weight + by ? other : this == LOW ? HIGH : null;
    }
}

interface Shape {
    int SIDES = 4;
    String LABEL = "shape" + SIDES;

    int area();

    default int doubled(int times) {
        int a = area();
        return a * times + SIDES;
    }

    static Shape of(int a, int b) {
        Shape s = new Box<String>(a, b);
        return s;
    }
}

class Box<T> implements Shape {
    int w, h;
    byte small;
    char letter;
    short mid;
    boolean on;
    T content;
    List<T> all;

    Box(int w, int h) {
        this.w = w;
        this.h = h;
    }

    public int area() {
        return w * h;
    }

    Box<T> self() {
        return this;
    }

    void narrow(byte b, char c, short s, boolean p, long l, double d) {
        b++;
        c += 1;
        s -= b;
        p &= on;
        p |= this.on;
        small++;
        letter += 2;
        l >>= 3;
        d /= 2;
        d++;
        l = l << b;
        w = (int) d;
        mid = (short) w;
        letter = (char) (c + 1);
    }

    int labels(int[][] grid, int limit) {
        int found = -1;
        outer:
        for (int i = 1; i < grid.length; i++) {
            for (int j = 1; ; j++) {
                if (grid[i][j] > limit) {
                    found = i;
                    break outer;
                }
                if (j == limit) continue outer;
            }
        }
        int k = limit;
        do {
            if (k == 7) continue;
            k--;
        } while (k > limit || found < k);
        for (; ; ) {
            if (k > 1) return k;
            ++k;
        }
    }

    int choose(int a, int b, boolean p, boolean q) {
        int x = p ? a : q ? b : 9;
        int y = (a > b ? a : b) - (p && q ? 1 : 2);
        while (!(p || q) && x != y) {
            x = x > y ? x - y : y - x;
        }
        if (p == q) {
            int t = x;
            x = y;
            y = t;
        } else if (p != on) {
            long t = y;
            w = (int) t;
        } else {
            int t = y;
            h = t;
        }
        return x;
    }

    int caught(Object o, List<T> list) {
        int n = 1;
        try {
            n = list.size();
            try {
                Object inner = o;
                o = inner.toString();
            } catch (ClassCastException | IllegalStateException e) {
                n = e.hashCode();
            }
        } catch (RuntimeException e) {
            Object message = e;
            o = message;
        }
        Object last = o;
        return last == null ? n : 2;
    }

    static long wideSlots(long a, double b, int c, long d) {
        long e = a + d;
        double f = b * c;
        int g = c;
        for (long i = a; i < d; i++) {
            e = e - i;
        }
        return e + g + (long) f;
    }

    void varargs(Object... os) {
        varargs(os);
        Object first = os[1];
        first = new Object[][] {os, {first}};
    }

    Object objects(Box<T> other) {
        other.self().w = self().h;
        other.content = content;
        this.all = new ArrayList<T>();
        Box<T>[] boxes = new Box[3];
        boxes[1] = other;
        boxes[2].w++;
        boxes[w].h += boxes[1].w;
        Level level = Level.HIGH;
        w = level.weight + Shape.SIDES;
        String s = LABEL;
        return new Nested(w);
    }

    static class Nested {
        int kept;

        Nested(int kept) {
            this.kept = kept;
        }
    }
}
