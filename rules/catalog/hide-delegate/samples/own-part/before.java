package lending;

class Reader {
    private Branch branch;
    private String name;

    Branch getBranch() { return branch; }

    String phoneOfBranch() { return branch.phone(); }

    String footer(StringBuilder out) {
        out.append(name.trim());
        out.append(getBranch().phone());
        return out.toString();
    }
}

class Branch {
    private String number;
    private String area;

    String phone() { return area + number; }
}
