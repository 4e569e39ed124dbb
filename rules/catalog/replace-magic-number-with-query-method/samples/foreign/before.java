package lending;

class Desk {
    int yearly(int readers, int discount) {
        int full = readers * 24;
        return full - discount * readers / 100;
    }
}

class Fees {
    int perReader() {
        return 24;
    }
}
