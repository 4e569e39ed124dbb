package rules

// FieldNames opens the loader's table of fields to the test that compares it with the schema.
var FieldNames = fieldNames
