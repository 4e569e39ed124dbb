package mapping

// This file chooses among the candidates of two lists of statements in order, and remembers what statements are worth.

// chain returns what the best chain of lv.list is worth: candidates no two of which cross or share a statement. The
// candidates are sorted by their places in src and dst.
func (lv *level) chain(src, dst []StmtID) int32 {
	n, m := len(src), len(dst)
	w := m + 1
	if cap(lv.best) < (n+1)*w {
		lv.best = make([]int32, (n+1)*w)
	}
	best := lv.best[:(n+1)*w] // best[i*w+j]: of src[i:] with dst[j:]
	clear(best[n*w:])
	k := len(lv.list) - 1
	for i := n - 1; i >= 0; i-- {
		best[i*w+m] = 0
		for j := m - 1; j >= 0; j-- {
			x := max(best[(i+1)*w+j], best[i*w+j+1])
			if k >= 0 && lv.list[k].src == src[i] && lv.list[k].dst == dst[j] {
				x = max(x, lv.list[k].gain+best[(i+1)*w+j+1])
				k--
			}
			best[i*w+j] = x
		}
	}
	return best[0]
}

// chosen returns the candidates of the chain that chain found, which become the list. Among chains of equal worth the
// earliest pairs win.
func (lv *level) chosen(src, dst []StmtID) []candidate {
	n, m := len(src), len(dst)
	w := m + 1
	out, k := lv.list[:0], 0
	for i, j := 0, 0; i < n && j < m; {
		for k < len(lv.list) && (lv.list[k].src < src[i] || lv.list[k].src == src[i] && lv.list[k].dst < dst[j]) {
			k++
		}
		here := lv.best[i*w+j]
		switch {
		case k < len(lv.list) && lv.list[k].src == src[i] && lv.list[k].dst == dst[j] && here == lv.list[k].gain+lv.best[(i+1)*w+j+1]:
			out = append(out, lv.list[k])
			i, j = i+1, j+1
		case here == lv.best[(i+1)*w+j]:
			i++
		default:
			j++
		}
	}
	lv.list = out
	return out
}

// verdicts remembers the verdicts of every two statements.
type verdicts struct {
	cols  int
	dense []verdict
	// many takes the place of dense where that would be large.
	many map[[2]StmtID]verdict
}

// maxDense is the number of pairs up to which all have a place: 4 MB.
const maxDense = 1 << 18

func (t *verdicts) reset(rows, cols int) {
	t.cols, t.many = cols, nil
	if rows*cols > maxDense {
		t.dense, t.many = t.dense[:0], map[[2]StmtID]verdict{}
		return
	}
	if cap(t.dense) < rows*cols {
		t.dense = make([]verdict, rows*cols, max(rows*cols, 2*cap(t.dense)))
		return
	}
	t.dense = t.dense[:rows*cols]
	clear(t.dense)
}

func (t *verdicts) at(a, b StmtID) verdict {
	if t.many != nil {
		return t.many[[2]StmtID{a, b}]
	}
	return t.dense[int(a)*t.cols+int(b)]
}

func (t *verdicts) set(a, b StmtID, v verdict) {
	if t.many != nil {
		t.many[[2]StmtID{a, b}] = v
		return
	}
	t.dense[int(a)*t.cols+int(b)] = v
}
