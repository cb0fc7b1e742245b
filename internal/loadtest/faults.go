package loadtest

import (
	"maps"
	"slices"
	"strings"

	"botyard/internal/telegram/sim"
)

// faultsByName are what -faults takes. The odd intervals keep faults of
// different kinds from always hitting the same calls.
var faultsByName = map[string][]sim.Fault{
	"429": {{Method: "sendMessage", Kind: sim.FaultStatus, Code: 429, RetryAfter: 1, Every: 53, Times: -1}},
	"5xx": {
		{Method: "sendMessage", Kind: sim.FaultHTML, Code: 502, Every: 47, Times: -1},
		{Method: "sendMessage", Kind: sim.FaultStatus, Code: 500, Every: 61, Times: -1},
	},
	"drop": {
		{Method: "sendMessage", Kind: sim.FaultDrop, Every: 43, Times: -1},
		{Method: "sendMessage", Kind: sim.FaultAcceptDrop, Every: 59, Times: -1},
	},
	"repeat": {{Method: sim.MethodDelivery, Kind: sim.FaultRepeat, Every: 11, Times: -1}},
}

func faultNames() string { return strings.Join(slices.Sorted(maps.Keys(faultsByName)), ", ") }

// ambiguous tells whether the caller cannot know if a call was executed: its
// answer was spoilt on purpose, and was no 429.
func ambiguous(e *sim.Entry) bool { return e.Fault != "" && e.Code != 429 }
