package release

// Options are the tunables of the API detector. The zero value of a field means its default.
type Options struct {
	// Window is W, the tokens of one shingle. Default 2, as in the paper's Fig. 3.
	Window int
	// MinShingles and TokensPerShingle give S, "proportional to the length" (§4.1): MinShingles plus one for every
	// TokensPerShingle tokens. Defaults 10 and 4.
	MinShingles, TokensPerShingle int
	// MethodThreshold, ClassThreshold and PackageThreshold are the average overlaps from which a pair is a candidate.
	// Default 0.5: at 0.7 Struts loses a quarter of its renames, below 0.5 nothing true is added.
	MethodThreshold, ClassThreshold, PackageThreshold float64
	// ReferenceThreshold is T, the similarity of references σ that makes a candidate a refactoring. Default 0.5.
	ReferenceThreshold float64
	// TextThreshold replaces T for entities that nothing in either release refers to, where σ says nothing: their
	// text must agree to this much. Default 0.8.
	TextThreshold float64
	// Tests counts references from test code, as the paper did. By default they are left out.
	Tests bool
	// PublicAPI limits the log to entities that users of the component can see.
	PublicAPI bool
}

// WithDefaults returns o with the defaults filled in.
func (o Options) WithDefaults() Options {
	set := func(v *float64, d float64) {
		if *v == 0 {
			*v = d
		}
	}
	if o.Window == 0 {
		o.Window = 2
	}
	if o.MinShingles == 0 {
		o.MinShingles = 10
	}
	if o.TokensPerShingle == 0 {
		o.TokensPerShingle = 4
	}
	set(&o.MethodThreshold, 0.5)
	set(&o.ClassThreshold, 0.5)
	set(&o.PackageThreshold, 0.5)
	set(&o.ReferenceThreshold, 0.5)
	set(&o.TextThreshold, 0.8)
	return o
}

// size is S for a text of that many tokens.
func (o Options) size(tokens int) int { return o.MinShingles + tokens/o.TokensPerShingle }
