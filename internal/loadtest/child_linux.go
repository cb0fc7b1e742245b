package loadtest

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// childAttributes put a child into a group of its own, so that Ctrl-C reaches
// this process alone, and end it when this process is killed.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

// memory is the resident memory of the process now and at its most, in MB
// (10⁶ bytes); zeros when it cannot be read.
func (c *child) memory() (now, most float64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0, 0
	}
	return statusMB(status, "VmRSS:"), statusMB(status, "VmHWM:")
}

// statusMB reads a line such as "VmRSS:   51234 kB" of /proc/…/status.
func statusMB(status []byte, name string) float64 {
	for line := range bytes.Lines(status) {
		fields := bytes.Fields(line)
		if len(fields) == 3 && string(fields[0]) == name {
			kib, _ := strconv.ParseFloat(string(fields[1]), 64)
			return kib * 1024 / 1e6
		}
	}
	return 0
}
