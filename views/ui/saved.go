package ui

import "time"

// Saved is the quiet state of something that is saved as it is typed.
type Saved struct {
	// At is when it was saved last, zero when not since the screen was opened.
	At time.Time
}
