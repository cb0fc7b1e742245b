//go:build !linux

package loadtest

import "syscall"

// childAttributes put a child into a group of its own, so that Ctrl-C reaches
// this process alone.
func childAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// memory is not known here.
func (c *child) memory() (now, most float64) { return 0, 0 }
