package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func median(all []result, of func(result) float64) float64 {
	values := make([]float64, len(all))
	for i, r := range all {
		values[i] = of(r)
	}
	return middle(values)
}

func middle(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

func rate(r result) float64 { return r.perSecond }

func cpuMicros(r result) float64 { return float64(r.cpu.Nanoseconds()) / 1000 }

func extreme(all []result, pick func([]result, func(a, b result) int) result) float64 {
	if len(all) == 0 {
		return 0
	}
	return pick(all, func(a, b result) int { return cmp.Compare(a.perSecond, b.perSecond) }).perSecond
}

// printRatio divides round by round, because what disturbs a round disturbs
// both, and prints the median. By CPU is how much more the other works for a
// row, which a machine that is not quiet changes least.
func (m *measuring) printRatio(w io.Writer, ours, other string, want float64) {
	a, b := m.results[ours], m.results[other]
	if len(a) == 0 || len(b) == 0 {
		return
	}
	var each []float64
	for i := range min(len(a), len(b)) {
		each = append(each, a[i].perSecond/b[i].perSecond)
	}
	promise := ""
	if want > 0 {
		promise = fmt.Sprintf("(wanted: %.3g)", want)
	}
	byCPU := "–"
	if own := median(a, cpuMicros); own > 0 {
		byCPU = fmt.Sprintf("%.2f", median(b, cpuMicros)/own)
	}
	fmt.Fprintf(w, "%s : %s\t%.2f\t%.2f – %.2f\t%s\t%s\n", ours, other, middle(slices.Clone(each)), slices.Min(each), slices.Max(each), byCPU, promise)
}

// cpuTime is what this process and the processes of PostgreSQL below it have
// used so far; 0 where /proc is missing.
func cpuTime() time.Duration {
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return 0
	}
	total := time.Duration(own.Utime.Nano() + own.Stime.Nano())
	self := strconv.Itoa(os.Getpid())
	stats := processes()
	for pid, s := range stats {
		switch {
		case s.parent == self && s.name == "(postgres)": // the postmaster, and its children that have ended
			total += s.own + s.ended
		case stats[s.parent].parent == self && stats[s.parent].name == "(postgres)" && pid != self:
			total += s.own
		}
	}
	return total
}

// process is a line of /proc/…/stat.
type process struct {
	name, parent string
	own, ended   time.Duration // ended: of children that were waited for
}

func processes() map[string]process {
	all := map[string]process{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		end := strings.LastIndexByte(string(text), ')')
		begin := strings.IndexByte(string(text), '(')
		fields := strings.Fields(string(text[end+1:]))
		if begin < 0 || len(fields) < 15 {
			continue
		}
		all[filepath.Base(filepath.Dir(file))] = process{
			name: string(text[begin : end+1]), parent: fields[1],
			own: ticks(fields[11]) + ticks(fields[12]), ended: ticks(fields[13]) + ticks(fields[14]),
		}
	}
	return all
}

// ticks are hundredths of a second on Linux.
func ticks(s string) time.Duration {
	n, _ := strconv.ParseInt(s, 10, 64)
	return time.Duration(n) * 10 * time.Millisecond
}
