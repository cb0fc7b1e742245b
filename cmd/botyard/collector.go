package main

import "runtime/debug"

// Settings of Go's collector for a service that lives on short requests.
const (
	collectorPercent = 150
	memoryLimit      = 1 << 30
)

// paceCollector lets memory be collected less often than usual, which costs
// some ten megabytes, until a gigabyte is in use. Go's own variables go before.
func paceCollector(getenv func(string) string) {
	if getenv("GOGC") == "" {
		debug.SetGCPercent(collectorPercent)
	}
	if getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}
