package scan

import (
	"cmp"
	"slices"

	"refract/finding"
)

// This file groups and ranks. Opportunities of one rule that share a target are one group: seven methods that could
// all call getVector are one thing to do, not seven.
//
//	score(group) = Σ over its members of confidence × gain, gain = statements saved + 1
//
// so that a group with many members, with long ones or with sure ones comes before a group with few, short or
// doubtful ones.

// Rank groups the opportunities of one rule that reach the minimum confidence, the best group first.
func Rank(all []finding.Opportunity, minConfidence float64) []finding.Group {
	at := map[string]int{}
	var groups []finding.Group
	for _, o := range all {
		if float64(o.Confidence) < minConfidence {
			continue
		}
		key := o.Target.Kind + " " + o.Target.Name
		i, found := at[key]
		if !found {
			i = len(groups)
			at[key] = i
			groups = append(groups, finding.Group{Rule: o.Rule, Type: o.Type, Target: o.Target})
		}
		groups[i].Members = append(groups[i].Members, o)
	}
	for i := range groups {
		finish(&groups[i])
	}
	sortGroups(groups)
	return groups
}

// finish orders the members of g and sums up what they gain.
func finish(g *finding.Group) {
	slices.SortStableFunc(g.Members, func(x, y finding.Opportunity) int {
		return cmp.Or(-cmp.Compare(score(&x), score(&y)), comparePlaces(x.Place, y.Place))
	})
	for i := range g.Members {
		m := &g.Members[i]
		g.Score += finding.Ratio(score(m))
		g.Gain.Statements += m.Gain.Statements
	}
	g.Gain.Duplicates = len(g.Members) + 1
}

func score(o *finding.Opportunity) float64 {
	return float64(o.Confidence) * float64(o.Gain.Statements+1)
}

// sortGroups orders groups of all rules: by score, then by rule and target.
func sortGroups(groups []finding.Group) {
	slices.SortStableFunc(groups, func(x, y finding.Group) int {
		return cmp.Or(-cmp.Compare(x.Score, y.Score), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Target.Name, y.Target.Name),
			comparePlaces(x.Members[0].Place, y.Members[0].Place))
	})
}

func comparePlaces(x, y finding.Location) int {
	return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.StartLine, y.StartLine), cmp.Compare(x.StartColumn, y.StartColumn))
}
