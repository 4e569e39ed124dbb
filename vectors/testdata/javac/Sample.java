// Compiled by the test with javac and compared instruction by instruction. Left out on purpose, since the operation
// family differs there by design (see the package comment): boxing, casts that erasure implies, concatenation,
// finally, synchronized, comparisons used as values, comparisons of an int with 0, string switches, lambdas, assert,
// null on the left of a comparison, members of enclosing instances.

import java.util.Iterator;
import java.util.List;
import java.util.Vector;

abstract class Base {
    protected int inherited;
    static int shared = 7;

    Base(int inherited) {
        this.inherited = inherited;
    }

    abstract int size();

    int twice(int x) {
        return x * 2;
    }

    static int plus(int a, int b) {
        return a + b;
    }
}

class Sample extends Base {
    static final int LIMIT = 10;
    static final String NAME = "na" + "me";
    static final double RATIO = 1 / 4.0;
    static final long BIG = LIMIT * 1000L;
    static int counter;
    static final Object LOCK = new Object();

    int field;
    long wide;
    int[] numbers;
    Sample next;
    String text;

    Sample() {
        super(3);
    }

    Sample(int a) {
        this();
        field = a;
    }

    Sample(long w, int a) {
        super(a);
        this.wide = w;
        this.numbers = new int[LIMIT];
    }

    int size() {
        return numbers.length;
    }

    int locals(int a, long b, int c, double d, Object e) {
        int x = a;
        long y = b;
        x = c;
        y = y + b;
        d = d * 2.0;
        {
            int inner = x;
            x = inner;
        }
        int reused = x;
        e = null;
        return reused + c;
    }

    static int staticLocals(int a, int b, long c, int d, int e) {
        int f = a - b;
        f = d / e;
        c = c % 3L;
        return f;
    }

    void increments(int i, long l) {
        i++;
        --i;
        i += 5;
        i -= LIMIT;
        i += field;
        i *= 3;
        l++;
        l += 2;
        field++;
        this.field += 4;
        counter--;
        numbers[i]++;
        numbers[field] += i;
        next.field -= 1;
        i += 100000;
    }

    int fields() {
        int a = field + this.field;
        this.next.field = a;
        next.next.field = inherited;
        super.inherited = a;
        counter = Sample.counter + shared + Base.shared;
        return next.numbers.length;
    }

    void constants(double d, long l, float f) {
        int a = LIMIT;
        int b = LIMIT + 5 * 2;
        String s = NAME;
        String t = "x" + LIMIT + NAME;
        double e = RATIO;
        long big = BIG;
        d = 1;
        l = 3;
        f = 2;
        d = d + 1;
        l = l * LIMIT;
        char c = 'c';
        byte by = (byte) 200;
        boolean yes = true;
        boolean no = LIMIT > 20;
        Object o = null;
        Class k = String.class;
        int neg = -1;
        int inv = ~LIMIT;
        long sh = l << 3;
        if (l > 5) {
            s = t;
        }
    }

    double widened(int a) {
        double[] ds = {1, 2, LIMIT};
        float[][] fs = {{1, 2f}, {}};
        byte[] bs = {1, 'a'};
        ds[1] = 5;
        ds[a] += 3;
        wide = 'c';
        char c = 65;
        short s = LIMIT;
        if (a > 3) {
            return LIMIT;
        }
        if (a > 'x') {
            return (1);
        }
        return -2;
    }

    long widened(long a) {
        a += 1;
        a = a << LIMIT;
        if (a == 'x' || a < -1) {
            return 'c';
        }
        return a - 1;
    }

    int conditions(int a, int b, Object o, boolean p, double d) {
        if (a < b) a = b;
        if (a >= b && b != 3) b = a;
        if (!(a == b || p)) a = 7;
        if (o == null) a = 1; else a = 2;
        if (!p) b = 4;
        if (o != null && !(o instanceof String)) b = 8;
        if (d > 2) b = 9;
        while (a <= b) a = twice(a);
        do {
            b = b + a;
        } while (b < 100 || p);
        for (int i = 1, j = 2; i < j; i++) {
            if (i == 5) continue;
            if (p) break;
            b = i;
        }
        while (true) {
            if (p) return a > b ? a : b;
            a = size();
        }
    }

    int arithmetic(int a, int b, long l) {
        int x = a & b | a ^ b;
        int y = a << b >> 2 >>> 1;
        int z = -a % b;
        x |= y;
        x ^= z;
        x <<= 1;
        x >>>= b;
        l &= 5L;
        l <<= 2;
        return (int) l;
    }

    void arrays(int[] a, Object[] os, int[][] grid) {
        int n = a.length;
        a[1] = a[2];
        grid[n][1] = grid[1].length;
        int[] made = {1, 2, 3};
        int[] sized = new int[n];
        int[][] two = new int[2][n];
        int[][] open = new int[n][];
        Object[] objects = new Object[] {this, os};
        int[][] nested = {{1}, {}};
        a[n] = made[sized[1]];
        made[1] |= 4;
    }

    Object calls(Sample other, List list) {
        twice(1);
        this.twice(size());
        super.twice(field);
        other.twice(plus(1, 2));
        Base.plus(3, 4);
        Sample.plus(counter, 6);
        list.add(other);
        System.out.println(list.size());
        Vector v = new Vector(5);
        Sample s = new Sample(4);
        new Sample().next.calls(null, new Vector());
        return other.next.next;
    }

    String casts(Object o, List list, long l) {
        String a = (String) o;
        Sample s = (Sample) list.get(1);
        int i = (int) l;
        ((Sample) o).field = 4;
        if (o instanceof Sample) {
            return ((Sample) o).text;
        }
        return (String) (list.get(i));
    }

    int eachArray(int[] values) {
        int sum = 1;
        for (int v : values) {
            int w = v;
            sum += w;
        }
        int after = sum;
        return after;
    }

    int eachList(List list) {
        int n = 1;
        for (Object o : list) {
            if (o == this) n++;
        }
        for (Iterator i = list.iterator(); i.hasNext();) {
            Object o = i.next();
            if (o != this) n++;
        }
        return n;
    }

    void thrown(int a) throws Exception {
        try {
            if (a > 3) throw new Exception(text);
            size();
        } catch (RuntimeException e) {
            text = e.getMessage();
        } catch (Exception e) {
            throw e;
        }
        int last = a;
        field = last;
    }

    int switched(int a) {
        switch (a) {
            case 1:
                return 11;
            case LIMIT:
                a = 5;
                break;
            default:
                a = 6;
        }
        int b = switch (a) {
            case 1, 2 -> 7;
            case 3 -> {
                int c = a;
                yield c;
            }
            default -> 9;
        };
        return b;
    }

    Object patterns(Object o) {
        if (o instanceof String s) {
            return s;
        }
        return o;
    }

    Object patterns(Object o, boolean p) {
        if (o instanceof Sample t && t.field > 3 || p) {
            return next;
        }
        return o;
    }

    void nothing() {
    }

    void early(boolean p) {
        if (p) {
            return;
        }
        field = 1;
    }

    class Inner {
        int own;

        int outer() {
            return own + plus(own, this.own);
        }
    }
}
