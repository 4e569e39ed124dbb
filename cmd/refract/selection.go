package main

import (
	"errors"
	"io"

	"github.com/spf13/pflag"

	"refract/rules"
)

// ruleSelection is the rules that a command runs: those of ruleFlags, and of them the ones asked for.
type ruleSelection struct {
	ruleFlags
	types []string
}

func (o *ruleSelection) addFlags(f *pflag.FlagSet) {
	f.StringSliceVar(&o.types, "type", nil, "run only the rules with these ids (several, or separated by commas)")
	o.ruleFlags.addFlags(f)
}

// loadRules loads and selects the rules. Faults are printed; they are an error unless --keep-going is given.
func (o *ruleSelection) loadRules(stderr io.Writer) (*rules.Set, error) {
	set, err := o.loadToRun(stderr)
	if err != nil || len(o.types) == 0 {
		return set, err
	}
	sub, unknown := set.Select(o.types...)
	if len(unknown) > 0 {
		_, err := ruleByID(set, unknown[0])
		return nil, err
	}
	if len(sub.Rules) == 0 {
		return nil, errors.New("no rule to run")
	}
	return sub, nil
}
