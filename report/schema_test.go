package report_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"refract/report"
	"refract/scan"
)

// TestScanJSONFollowsItsSchema: the schema allows no property that it does not name, so a new field fails here until it
// is documented.
func TestScanJSONFollowsItsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../docs/scan.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/scan.json")
	if err != nil {
		t.Fatal(err)
	}
	var empty bytes.Buffer
	if err := report.ScanJSON(&empty, &scan.Result{Roots: []string{}, Rules: []scan.RuleSummary{}, Stages: []scan.Stage{}}, tool); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"golden": golden, "empty": empty.Bytes()} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
