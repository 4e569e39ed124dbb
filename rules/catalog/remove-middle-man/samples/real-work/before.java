package lending;

class Desk {
    private Register register;

    Register getRegister() { return register; }

    String name(int id) { return register.name(id - 1); }

    String town(int id) { return register.town(id - 1); }

    int loans(int id) { return register.loans(id - 1); }
}

class Register {
    private String[] names;
    private String[] towns;
    private int[] loans;

    String name(int id) { return names[id]; }

    String town(int id) { return towns[id]; }

    int loans(int id) { return loans[id]; }
}

class Client {
    String card(StringBuilder out, Desk desk, int id) {
        out.append(desk.name(id));
        out.append(" has a card");
        return out.toString().trim();
    }
}
