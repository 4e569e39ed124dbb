package mine

import (
	"context"
	"slices"
	"sync"

	"refract/java/parse"
)

// This file shares work among workers. Each takes one thing at a time: a file of the earliest input that has one
// nobody has taken, or else a new input to begin. So the workers parse one input together, which makes it ready soon and
// holds few syntax trees at a time, and none waits: while one compares the sides of an input, which is one worker's work, the
// others go on with the next.

// pool is the inputs that are not done, each in one of the lists or in the hands of workers.
type pool struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting []*job // nobody has begun them
	open    []*job // with files that nobody has taken, in the order of the inputs
	begun   int    // in number, and not done
	closed  bool   // no input is to come
	stopped bool   // nothing more is to be begun
}

func newPool() *pool {
	p := &pool{}
	p.changed.L = &p.mu
	return p
}

// put adds an input.
func (p *pool) put(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(p.waiting, j)
	p.changed.Signal()
}

// close says that no input is to come.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.changed.Broadcast()
}

// stop makes the workers end after what they have in hand.
func (p *pool) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	p.changed.Broadcast()
}

// take waits for something to do: files of a job, or with nil a job to begin. The job is nil when all is done.
func (p *pool) take() (*job, *filePair) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		switch {
		case p.stopped:
			return nil, nil
		case len(p.open) > 0:
			j := p.open[0]
			f := &j.pairs[j.taken]
			if j.taken++; j.taken == len(j.pairs) {
				p.open = p.open[1:]
			}
			return j, f
		case len(p.waiting) > 0:
			j := p.waiting[0]
			p.waiting = p.waiting[1:]
			p.begun++
			return j, nil
		case p.closed && p.begun == 0:
			return nil, nil
		}
		p.changed.Wait()
	}
}

// offer lets the workers take the files of j.
func (p *pool) offer(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, _ := slices.BinarySearchFunc(p.open, j, func(a, b *job) int { return a.number - b.number })
	p.open = slices.Insert(p.open, at, j)
	j.left = len(j.pairs)
	p.changed.Broadcast()
}

// parsed counts files of j as parsed and reports whether they were the last.
func (p *pool) parsed(j *job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	j.left--
	return j.left == 0
}

// done ends j.
func (p *pool) done(j *job) {
	j.end()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun--
	p.changed.Broadcast()
}

// work does what is to be done until all is.
func (p *pool) work(ctx context.Context) {
	parser := parse.New()
	defer parser.Close()
	for {
		j, f := p.take()
		switch {
		case j == nil:
			return
		case f == nil:
			if j.begin(ctx); len(j.pairs) > 0 {
				p.offer(j)
				continue
			}
		default:
			j.parse(parser, f)
			if !p.parsed(j) {
				continue
			}
		}
		j.detect()
		p.done(j)
	}
}
