package lending;

class Desk {
    private Register register;
    private int open;

    Register getRegister() { return register; }

    String name(int id) { return register.name(id); }

    boolean isOpen(int hour) { return hour >= open && hour < open + 8; }

    int minutesLeft(int minute) { return (open + 8) * 60 - minute; }
}

class Register {
    private String[] names;

    String name(int id) { return names[id]; }
}

class Client {
    String card(StringBuilder out, Desk desk, int id) {
        out.append(desk.getRegister().name(id));
        out.append(" has a card");
        return out.toString().trim();
    }
}
