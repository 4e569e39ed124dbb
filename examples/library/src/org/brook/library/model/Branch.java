package org.brook.library.model;

/** A branch of the library. */
public class Branch {
    private final String name;
    private final String street;
    private final String areaCode;
    private final String number;

    public Branch(String name, String street, String areaCode, String number) {
        this.name = name;
        this.street = street;
        this.areaCode = areaCode;
        this.number = number;
    }

    public String getName() {
        return name;
    }

    public String getStreet() {
        return street;
    }

    public String phone() {
        return areaCode + " / " + number;
    }
}
