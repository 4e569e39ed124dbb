package shop;

import static shop.Prices.flat;
import static shop.Tools.*;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class Item extends Thing implements Comparable<Item> {
    enum Kind {
        FOOD, TOOL(3) {
            int weight() {
                return super.weight() + 1;
            }
        };

        private final int weight;

        Kind() {
            this(1);
        }

        Kind(int weight) {
            this.weight = weight;
        }

        int weight() {
            return weight;
        }
    }

    record Size(int width, long height) {
        Size {
            int checked = Math.abs(width);
            check(checked);
        }

        static void check(int value) {
            String text = "" + value;
            show(text);
        }
    }

    class Part {
        long id;
        int count;

        Part(long id, int count) {
            double d = id;
            this.id = (long) d;
            this.count = count;
        }

        int total() {
            int own = count;
            return own + weigh() + Item.this.weigh(own);
        }
    }

    private Kind kind;
    final List<Part> parts = new ArrayList<>();

    Item(Kind kind) {
        super(kind.weight());
        this.kind = kind;
    }

    int weigh() {
        return weigh(1);
    }

    int weigh(int n) {
        return weigh(n, 1L);
    }

    int weigh(int n, long factor) {
        int sum = 0;
        for (int i = 0, j = n; i < j; i++) {
            long step = i * factor;
            sum += step;
        }
        for (Part p : parts) {
            sum += p.total();
        }
        int[] some = {1, 2, 3};
        for (int s : some) {
            sum += s;
        }
        return sum + weigh((Object) "x") + weigh("x") + weigh('c');
    }

    int weigh(Object o) {
        if (o instanceof Item other) {
            int mine = other.weigh();
            return mine;
        }
        if (!(o instanceof String text)) {
            return 0;
        }
        int length = text.length();
        boolean same = o instanceof Long big && big > length;
        int more = length;
        for (int i = 0; o instanceof Integer number && i < number; i++) {
            more += number;
        }
        return same ? more : length;
    }

    int weigh(String s) {
        switch (s) {
            case "a":
                int one = 1;
                return one;
            default:
                long two = 2;
                return (int) two;
        }
    }

    int weigh(int... all) {
        int count = all.length;
        synchronized (this) {
            int inner = count;
            count += inner;
        }
        int after = count;
        return after;
    }

    void read(Closeable source) throws IOException {
        try (Closeable first = source; Closeable second = open(first)) {
            int used = weigh(1, 2, 3);
            show(used);
        } catch (RuntimeException e) {
            String message = e.getMessage();
            show(message);
        } catch (Error e) {
            show(e.toString());
        }
        int last = flat(1).of(this) + kind.weight() + Kind.values().length + Kind.valueOf("FOOD").weight();
        show(last);
    }

    @Override
    Closeable open(Closeable c) {
        Closeable same = super.open(c);
        return pick(same, c);
    }

    <T extends Closeable> T pick(T a, T b) {
        T chosen = a == null ? b : a;
        return chosen;
    }

    int byKind(Size size) {
        int result = switch (kind) {
            case FOOD -> weigh(size.width());
            case TOOL -> {
                int big = (int) size.height();
                yield weigh(big, size.height());
            }
        };
        do {
            int next = result - 1;
            result = next;
        } while (result > 0);
        label:
        while (true) {
            char c = 'c';
            show(c);
            break label;
        }
        var inferred = new Size(1, 2);
        Part part = this.new Part(1, 2);
        return inferred.width() + part.total() + new Item(Kind.TOOL).new Part(3, 4).total();
    }

    public int compareTo(Item other) {
        return weigh() - other.weigh();
    }
}
