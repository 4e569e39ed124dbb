package mine

import (
	"refract/finding"
	"refract/java"
)

// This file reports annotations that moved between a class and its methods: one that the class lost and methods of it
// got, or that its methods lost and the class got.

// annotationMove is one of them.
type annotationMove struct {
	text         string
	from, to     string // the elements
	fromAt, toAt annotationPlace
	left, right  func(description string) finding.Location
}

// annotationPlace identifies an annotation.
type annotationPlace struct {
	file *java.File
	node java.NodeID
}

// annotationMemo holds the moves once they are known.
type annotationMemo struct {
	known bool
	moves []annotationMove
	moved map[annotationPlace]bool
}

func (d *Diff) annotationMoves() *annotationMemo {
	m := &d.annotations
	if m.known {
		return m
	}
	m.known, m.moved = true, map[annotationPlace]bool{}
	for _, p := range d.Pairs {
		if p.Kind == AnonymousPair || p.Before.Decl.Modifiers < 0 && p.After.Decl.Modifiers < 0 {
			continue
		}
		lost, got := unequalAnnotations(annotationsOf(p.Before.File, p.Before.Decl.Modifiers), annotationsOf(p.After.File, p.After.Decl.Modifiers))
		if len(lost)+len(got) == 0 {
			continue
		}
		for _, q := range p.Methods {
			less, more := unequalAnnotations(annotationsOf(q.Before.Class.File, q.Before.Decl.Modifiers), annotationsOf(q.After.Class.File, q.After.Decl.Modifiers))
			m.add(lost, more, func(a, b annotation) annotationMove {
				return annotationMove{a.text, p.Before.Name, q.After.Text(), annotationPlace{p.Before.File, a.node},
					annotationPlace{q.After.Class.File, b.node}, p.Before.Location, q.After.Location}
			})
			m.add(less, got, func(a, b annotation) annotationMove {
				return annotationMove{a.text, q.Before.Text(), p.After.Name, annotationPlace{q.Before.Class.File, a.node},
					annotationPlace{p.After.File, b.node}, q.Before.Location, p.After.Location}
			})
		}
	}
	return m
}

func (m *annotationMemo) add(from, to []annotation, move func(a, b annotation) annotationMove) {
	for _, a := range from {
		for _, b := range to {
			if a.text == b.text {
				x := move(a, b)
				m.moves = append(m.moves, x)
				m.moved[x.fromAt], m.moved[x.toAt] = true, true
			}
		}
	}
}

func movedAnnotations(d *Diff, report func(finding.Refactoring)) {
	for _, x := range d.annotationMoves().moves {
		report(one("Move Annotation", x.text+" from "+x.from+" to "+x.to,
			at(nodeLocation(x.fromAt.file, x.fromAt.node, annotationElement, "original annotation", x.text), x.left("original element")),
			at(nodeLocation(x.toAt.file, x.toAt.node, annotationElement, "moved annotation", x.text), x.right("element with moved annotation"))))
	}
}

// unmoved drops the annotations that moved.
func (m *annotationMemo) unmoved(f *java.File, list []annotation) []annotation {
	if len(m.moved) == 0 {
		return list
	}
	var rest []annotation
	for _, a := range list {
		if !m.moved[annotationPlace{f, a.node}] {
			rest = append(rest, a)
		}
	}
	return rest
}
