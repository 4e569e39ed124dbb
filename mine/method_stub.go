package mine

func (d *Diff) paramRenames(p *MethodPair) map[string]string { return nil }

// A FieldReplacement says that references to one attribute became references to another in matched statements.
type FieldReplacement struct {
	Before, After *Attribute
	Count         int
	Consistent    bool // no reference of Before became anything else, and none of After was anything else
}

func (d *Diff) fieldReplacements() []FieldReplacement { return nil }

type variables struct{}
