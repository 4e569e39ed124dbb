package lending;

class Reader {
    private Branch branch;

    Branch getBranch() { return branch; }

    String streetOfBranch() { return branch.street(); }
}

class Branch {
    private String number;
    private String area;

    String phone() { return area + number; }

    String street() { return number + area; }
}

class Letter {
    String footer(StringBuilder out, Reader reader, String name) {
        out.append(name.trim());
        out.append(reader.getBranch().phone());
        return out.toString();
    }
}
