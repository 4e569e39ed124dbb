package org.brook.library.model;

/** One physical copy of a title. */
public class Copy {
    private final Title title;
    private final String barcode;
    private int timesLent;

    public Copy(Title title, String barcode) {
        this.title = title;
        this.barcode = barcode;
    }

    public Title getTitle() {
        return title;
    }

    public String getBarcode() {
        return barcode;
    }

    public int getTimesLent() {
        return timesLent;
    }

    public void countLoan() {
        timesLent++;
    }
}
