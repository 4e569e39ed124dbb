package main

// paperTable is one of the paper's Tables 4 to 6. The rows are the counts of opportunities per version as the text of
// the paper has them, in its order; where the text has lost empty cells, the numbers cannot be told from those between
// versions, and the row is marked with a tilde.
type paperTable struct {
	number         int
	project, title string
	versions       []string
	rows           map[string]string // by rule; "" is the subtotal
}

var paper = []paperTable{
	{4, "jmeter", "JMeter", []string{"v0-1.7.3", "v1-1.8", "v2-1.8.1", "v3-1.9.RC2", "v4-1.9", "v5-1.9.1"}, map[string]string{
		"extract-method": "~ 11 1 15 1 1 7", "inline-method": "20 16 15 48 56 60", "introduce-explaining-variable": "13 17 20 42 44 46",
		"inline-temp": "7 9 10 21 20 19", "replace-assignment-with-initialization": "~ 4 1 1 1 1 1", "encapsulate-downcast": "~ 34 37 38 10 10 10",
		"reverse-conditional": "~ 1 1 1", "replace-magic-number-with-symbolic-constant": "~ 1 5 5 6 6 6", "self-encapsulate-field": "~ 17 17 18 17 18 18",
		"replace-parameter-with-method": "~ 10 10 10", "": "107 109 113 162 173 178"}},
	{5, "ant", "Ant", []string{"v0-1.1", "v1-1.2", "v2-1.3", "v3-1.4", "v4-1.4.1", "v5-1.5"}, map[string]string{
		"extract-method": "~ 18 31 23 23 78 106", "inline-method": "~ 18 31 29 29 53 80", "introduce-explaining-variable": "~ 1 21 17 17 52 53",
		"inline-temp": "~ 2 6 9 9 14 21", "replace-assignment-with-initialization": "~ 3 3 3 4 4", "encapsulate-downcast": "~ 10 4 4",
		"reverse-conditional": "~ 3 5 10 10 14 15", "replace-magic-number-with-symbolic-constant": "~ 1 3 11 17 179 195",
		"self-encapsulate-field": "~ 28 47 55 55 137 128", "introduce-parameter-object": "~ 1 1 1 7 8", "split-temporary-variable": "~ 1 1 1",
		"": "71 166 168 167 539 611"}},
	{6, "xml-security", "XML-Security", []string{"v0-1.0.4", "v1-1.0.5D2", "v2-1.0.71", "v3-1.0.8"}, map[string]string{
		"extract-method": "4 3 3 3", "inline-method": "24 6 6 6", "introduce-explaining-variable": "41 41 36 43", "inline-temp": "12 12 12 10",
		"reverse-conditional": "1 1 1 1", "replace-magic-number-with-symbolic-constant": "~ 4 4 4", "self-encapsulate-field": "14 8 4 4",
		"introduce-parameter-object": "2 2 2 2", "": "98 77 72 71"}},
}
