package org.brook.library.letters;

import org.brook.library.model.Branch;
import org.brook.library.model.Loan;
import org.brook.library.model.Reader;

/** Writes what is posted to readers. */
public class Letters {
    private final Branch branch;

    public Letters(Branch branch) {
        this.branch = branch;
    }

    /** A reminder of an overdue copy. */
    public String reminder(Reader reader, Loan loan) {
        StringBuilder text = new StringBuilder();
        text.append(branch.getName()).append('\n');
        text.append(branch.getStreet()).append('\n');
        text.append(branch.phone()).append('\n');
        text.append("Please bring back ").append(loan.getCopy().getBarcode());
        text.append(", ").append(reader.getName());
        return text.toString();
    }

    /** A receipt for a copy that came back. */
    public String receipt(Reader reader, Loan loan) {
        StringBuilder text = new StringBuilder();
        appendHead(text);
        text.append("Thank you for ").append(loan.getCopy().getBarcode());
        text.append(", ").append(reader.getName());
        return text.toString();
    }

    private void appendHead(StringBuilder text) {
        text.append(branch.getName()).append('\n');
        text.append(branch.getStreet()).append('\n');
        text.append(branch.phone()).append('\n');
    }

    /** The last lines of an invitation. */
    public String invitation(StringBuilder text, Reader reader) {
        text.append("Come and see us, ").append(reader.getName());
        text.append("! Call us: ");
        text.append(reader.branchPhone());
        return text.toString();
    }

    /** The last lines of a letter of farewell. */
    public String farewell(StringBuilder text, Reader reader) {
        text.append("We shall miss you, ").append(reader.getName());
        text.append(". Our number is still ");
        text.append(reader.getBranch().phone());
        return text.toString();
    }
}
