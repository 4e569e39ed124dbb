package lending;

class Reader {
    private Branch branch;
    private String name;

    Branch getBranch() { return branch; }

    String getName() { return name; }

    String phoneOfBranch() { return branch.phone(); }
}

class Branch {
    private String number;
    private String area;

    String phone() { return area + number; }
}

class Letter {
    String header(StringBuilder out, Reader reader) {
        out.append(reader.getName().trim());
        out.append(reader.phoneOfBranch());
        return out.toString();
    }
}
