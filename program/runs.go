package program

import (
	"sync"
	"sync/atomic"
)

// fileRun is how many files a worker takes at a time: enough that the hand-over is nothing, few enough that the workers end together.
const fileRun = 64

// beside calls f while its caller goes on with something else, if there are two workers or more. What it returns waits for f, also when it is called again.
func beside(jobs int, f func()) (wait func()) {
	if jobs < 2 {
		f()
		return func() {}
	}
	var done sync.WaitGroup
	done.Go(f)
	return done.Wait
}

// inRuns calls f for the runs of so many that 0 to n-1 fall into, with jobs workers, and returns once all are done.
func inRuns(jobs, n, run int, f func(from, to int)) {
	workInRuns(jobs, n, run, func() func(from, to int) { return f })
}

// workInRuns is inRuns of what begin returns, which every worker calls once.
func workInRuns(jobs, n, run int, begin func() func(from, to int)) {
	if jobs = min(jobs, (n+run-1)/run); jobs <= 1 {
		begin()(0, n)
		return
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			f := begin()
			for to := int(next.Add(int64(run))); to-run < n; to = int(next.Add(int64(run))) {
				f(to-run, min(to, n))
			}
		})
	}
	workers.Wait()
}
