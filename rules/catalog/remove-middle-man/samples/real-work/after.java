package lending;

class Desk {
    private Register register;

    Register getRegister() { return register; }
}

class Register {
    private String[] names;

    String name(int id) { return names[id]; }
}

class Client {
    String card(StringBuilder out, Desk desk, int id) {
        out.append(desk.getRegister().name(id - 1));
        out.append(" has a card");
        return out.toString().trim();
    }
}
