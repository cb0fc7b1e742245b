package loadtest

import "testing"

func TestStatusMB(t *testing.T) {
	t.Parallel()
	status := []byte("Name:\tbotyard\nVmHWM:\t   60000 kB\nVmRSS:\t   50000 kB\nThreads:\t9\n")
	for name, want := range map[string]float64{"VmRSS:": 51.2, "VmHWM:": 61.44, "VmSwap:": 0} {
		if got := statusMB(status, name); got != want {
			t.Errorf("statusMB(%s) = %v, want %v", name, got, want)
		}
	}
}
