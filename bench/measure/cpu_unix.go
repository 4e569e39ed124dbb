//go:build unix

package measure

import "syscall"

// CPUSeconds is the processor time that this process has used, in user and system mode.
func CPUSeconds() float64 {
	u := usage()
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// SystemSeconds is what of it the system used: to find memory for the process, which may take many times as much on one virtual machine as on another or a moment before,
// and to read and write files.
func SystemSeconds() float64 {
	u := usage()
	return float64(u.Stime.Nano()) / 1e9
}

// usage is what the process has used, nothing where the system does not tell.
func usage() (u syscall.Rusage) {
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return syscall.Rusage{}
	}
	return u
}
