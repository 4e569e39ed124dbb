package history

// The readers of what git prints, for tests that have no git.
var (
	ReadCommit  = readCommit
	ReadChanges = readChanges
	ReadObject  = readObject
	ErrAnswer   = errAnswer
)
