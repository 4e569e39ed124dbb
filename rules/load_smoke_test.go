package rules_test

import (
	"testing"

	"refract/rules"
)

func TestCatalogueLoads(t *testing.T) {
	s, err := rules.Load(rules.Options{})
	if err != nil {
		t.Error(err)
	}
	t.Log(s.IDs(), s.Hash())
}
