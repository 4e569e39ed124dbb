package mapping

// MapInOrder maps two trees of source in order, with the Comparer of versions.
func MapInOrder(src, dst *Tree, o Options) []Link {
	var in InOrder
	return in.Map(nil, &src.Outline, &dst.Outline, newMapping(src, dst, o).cmp)
}
