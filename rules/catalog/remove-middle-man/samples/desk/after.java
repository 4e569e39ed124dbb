package lending;

class Desk {
    private Register register;

    Register getRegister() { return register; }

    String name(int id) { return register.name(id); }

    String town(int id) { return register.town(id); }

    int loans(int id) { return register.loans(id); }
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
    String letter(StringBuilder out, Desk desk, int id) {
        out.append(desk.getRegister().name(id));
        out.append(" has a letter");
        return out.toString().trim();
    }
}
