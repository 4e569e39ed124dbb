package mine

import (
	"strings"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file prints statements as {X}: a composite by its header.

// statementText is statement s of t on one line, cut where it would break: "if(a)", "for(x: list)", "return x;".
func statementText(t *mapping.Tree, s mapping.StmtID) string {
	f, st := t.File, &t.Stmts[s]
	n := st.Node
	var text string
	switch st.Kind {
	case mapping.If:
		text = "if(" + allCode(f, f.Unparen(f.Child(n, java.FieldCondition))) + ")"
	case mapping.While:
		text = "while(" + allCode(f, f.Unparen(f.Child(n, java.FieldCondition))) + ")"
	case mapping.ForEach:
		text = "for(" + f.Text(f.Child(n, java.FieldName)) + ": " + allCode(f, f.Child(n, java.FieldValue)) + ")"
	case mapping.For:
		text = "for(" + allCode(f, f.Child(n, java.FieldCondition)) + ")"
	case mapping.Return:
		text = "return " + allCode(f, f.FirstChild(n)) + ";"
	case mapping.Expression:
		text = allCode(f, f.FirstChild(n)) + ";"
	case mapping.Declaration:
		text = declarationText(f, n) + ";"
	case mapping.Try:
		text = "try(" + resourceTexts(f, n) + ")"
	case mapping.Catch:
		p := f.ChildOfKind(n, java.CatchFormalParameter)
		text = "catch(" + f.TypeText(f.ChildOfKind(p, java.CatchType), 0) + " " + f.Text(f.Child(p, java.FieldName)) + ")"
	default:
		text = allCode(f, n)
	}
	return firstLine(text)
}

// firstLine cuts code where it would break.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// declarationText is a declaration of locals, or a resource, without its end: "final int a=f(),b=2".
func declarationText(f *java.File, n java.NodeID) string {
	var b strings.Builder
	if m := f.ChildOfKind(n, java.Modifiers); m >= 0 {
		b.WriteString(f.Text(m) + " ")
	}
	b.WriteString(f.TypeText(f.Child(n, java.FieldType), 0))
	between := " "
	one := func(d java.NodeID) {
		b.WriteString(between + f.Text(f.Child(d, java.FieldName)))
		if v := f.Child(d, java.FieldValue); v >= 0 {
			b.WriteString("=" + allCode(f, v))
		}
		between = ","
	}
	if f.Kind(n) == java.Resource {
		one(n)
		return b.String()
	}
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		if f.Kind(c) == java.VariableDeclarator {
			one(c)
		}
	}
	return b.String()
}

func resourceTexts(f *java.File, n java.NodeID) string {
	var list []string
	for _, r := range resourcesOf(f, n) {
		if f.Child(r, java.FieldName) >= 0 {
			list = append(list, declarationText(f, r))
		} else {
			list = append(list, allCode(f, f.FirstChild(r)))
		}
	}
	return strings.Join(list, "; ")
}

// resourcesOf lists what the try statement n opens.
func resourcesOf(f *java.File, n java.NodeID) []java.NodeID {
	var list []java.NodeID
	spec := f.ChildOfKind(n, java.ResourceSpecification)
	for c := f.FirstChild(spec); c >= 0; c = f.NextSibling(c) {
		if f.Kind(c) == java.Resource {
			list = append(list, c)
		}
	}
	return list
}

var statementElements = map[mapping.Kind]string{
	mapping.If: "IF_STATEMENT", mapping.While: "WHILE_STATEMENT", mapping.For: "FOR_STATEMENT", mapping.ForEach: "ENHANCED_FOR_STATEMENT",
	mapping.Return: "RETURN_STATEMENT", mapping.Expression: "EXPRESSION_STATEMENT", mapping.Declaration: "VARIABLE_DECLARATION_STATEMENT",
	mapping.Try: "TRY_STATEMENT", mapping.Catch: "CATCH_CLAUSE", mapping.Do: "DO_STATEMENT", mapping.Throw: "THROW_STATEMENT",
}

func statementLocation(t *mapping.Tree, s mapping.StmtID, description string) finding.Location {
	return nodeLocation(t.File, t.Stmts[s].Node, statementElements[t.Stmts[s].Kind], description, statementText(t, s))
}
