package shop;

import java.io.Closeable;

abstract class Thing {
    int mass;

    Thing(int mass) {
        this.mass = mass;
    }

    Closeable open(Closeable c) {
        return c;
    }
}

class Tools {
    static void show(Object o) {
        show(o.toString());
    }

    static void show(String s) {
        System.out.println(s);
    }

    static void show(int i) {
        show((long) i);
    }

    static void show(long l) {
        show("" + l);
    }

    static void show(char c, Object... rest) {
        for (Object r : rest) {
            show(r);
        }
        show(c + "" + rest.length);
    }
}
