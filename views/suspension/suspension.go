// Package suspension holds what is shown instead of a suspended account's
// cabinet, a suspended project's screens, and their public pages.
package suspension

import "time"

// Owner is the screen of who owns it.
type Owner struct {
	// Project is the project's name, "" when the whole account is suspended.
	Project string
	// Reason is as support wrote it.
	Reason string
	Since  time.Time
}
