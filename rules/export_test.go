package rules

// FieldNames opens the loader's table of fields to the test that compares it with the schema.
var FieldNames = fieldNames

// NeedsMachine reports whether the check is run by the machine of the expression library.
func (c *Check) NeedsMachine() bool { return c.program != nil }
