package letters;

class Letters {
    private final Branch branch = new Branch();

    String reminder(Reader reader, Loan loan) {
        StringBuilder text = new StringBuilder();
        text.append(branch.name()).append('\n');
        text.append(branch.street()).append('\n');
        text.append(branch.phone()).append('\n');
        text.append("Dear ").append(reader.name());
        text.append(loan.title()).append(loan.dueDate());
        return text.toString();
    }
}

class Branch {
    String name() { return "Riverside"; }
    String street() { return "Mill Lane 4"; }
    String phone() { return "555 0101"; }
}

interface Reader { String name(); }

interface Loan { String title(); String dueDate(); }
