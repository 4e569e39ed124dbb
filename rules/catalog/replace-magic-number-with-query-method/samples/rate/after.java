package lending;

class Fees {
    int yearly(int readers, int discount) {
        int full = readers * perReader();
        return full - discount * readers / 100;
    }

    int perReader() {
        return 24;
    }
}
