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
	var members [][]*finding.Opportunity // by group: an opportunity is too large to be moved about
	for i := range all {
		o := &all[i]
		if float64(o.Confidence) < minConfidence {
			continue
		}
		key := o.Target.Kind + " " + o.Target.Name
		i, found := at[key]
		if !found {
			i = len(groups)
			at[key] = i
			groups, members = append(groups, finding.Group{Rule: o.Rule, Type: o.Type, Target: o.Target}), append(members, nil)
		}
		members[i] = append(members[i], o)
	}
	for i := range groups {
		finish(&groups[i], members[i])
	}
	sortGroups(groups)
	return groups
}

// finish gives g its members, in their order, and sums up what they gain.
func finish(g *finding.Group, members []*finding.Opportunity) {
	slices.SortStableFunc(members, func(x, y *finding.Opportunity) int {
		return cmp.Or(-cmp.Compare(score(x), score(y)), comparePlaces(&x.Place, &y.Place))
	})
	g.Members = make([]finding.Opportunity, len(members))
	for i, m := range members {
		g.Members[i] = *m
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
			comparePlaces(&x.Members[0].Place, &y.Members[0].Place))
	})
}

func comparePlaces(x, y *finding.Location) int {
	return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.StartLine, y.StartLine), cmp.Compare(x.StartColumn, y.StartColumn))
}
