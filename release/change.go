package release

import (
	"refract/finding"
	"refract/source"
)

// Element is what a change is about, in one of the releases.
type Element struct {
	Kind      Kind   `json:"-"`
	KindName  string `json:"kind"`                // package, class, method, field
	Name      string `json:"name"`                // fully qualified
	Signature string `json:"signature,omitempty"` // of a method: "(int,String) void"; of a field: its type
	Public    bool   `json:"public"`
	id        EntityID
}

// Agreement is what one detector says of a change.
type Agreement struct {
	Detector string `json:"detector"` // api, mapping or vectors
	Evidence string `json:"evidence"` // in words
}

// Change is one entry of the merged log: a refactoring, who found it, and how sure that makes us.
type Change struct {
	finding.Refactoring
	Old        Element       `json:"old"`
	New        Element       `json:"new"`
	Detectors  []Agreement   `json:"detectors"`
	Confidence finding.Ratio `json:"confidence"`
	// Consequences are changes that follow from this one: the classes of a renamed package, the overriding methods of
	// a renamed method, the types of variables whose class was renamed. They are folded under it in reports.
	Consequences []Change `json:"consequences,omitempty"`
}

// The names of the detectors.
const (
	APIDetector     = "api"
	MappingDetector = "mapping"
	VectorDetector  = "vectors"
)

// Detector order in reports.
var detectorRank = map[string]int{APIDetector: 0, MappingDetector: 1, VectorDetector: 2}

// Confidences. A detector alone is as sure as its precision over the corpora has been; two that agree are independent
// enough to leave little doubt. Source: docs/evaluation-compare.md.
const (
	confidenceAgreed  = 0.99
	confidenceMapping = 0.92
	confidenceVectors = 0.9
	// The API detector alone is as sure as its evidence; see apiConfidence.
	confidenceAPIMost  = 0.9
	confidenceAPILeast = 0.5
)

// apiConfidence grows with the similarity of the text and of the references.
func apiConfidence(e Entry) finding.Ratio {
	s := e.Similarity
	if e.References >= 0 {
		s = (s + e.References) / 2
	}
	return finding.Ratio(confidenceAPILeast + (confidenceAPIMost-confidenceAPILeast)*min(max(s, 0), 1))
}

// place identifies a declaration of one side.
type place struct {
	path string
	span source.Span
}

// changeKey says when two detectors mean the same: one type, one declaration before, one after.
type changeKey struct {
	typ      string
	old, new place
}

func keyOf(r finding.Refactoring) changeKey {
	k := changeKey{typ: r.Type}
	if len(r.Left) > 0 {
		k.old = place{r.Left[0].Path, r.Left[0].Span}
	}
	if len(r.Right) > 0 {
		k.new = place{r.Right[0].Path, r.Right[0].Span}
	}
	return k
}
