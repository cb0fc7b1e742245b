// Package failure holds the pages of requests that could not be served.
package failure

import "strconv"

// Page is one such page. Its words are those of the status: 403, 404, 405,
// 413, 421, 429 or 503, else those of 400 or 500; Full has its own.
type Page struct {
	// Status is the HTTP status.
	Status int
	// Full tells that what was to be added found no room.
	Full bool
	// RetryAfter, in seconds, is told with 429 and 503 when it is not 0.
	RetryAfter int
	// Request is an id that the log holds too, shown with 500; "" for none.
	Request string
	// Visitor hides the way into the cabinet.
	Visitor bool
	// On is where the button leads; without an address there is none.
	On Way
}

// Way is a button: where it leads, and the key of its words.
type Way struct{ URL, Key string }

// Code is the status as it stands in the catalogue's keys.
func (p Page) Code() string {
	if p.Full {
		return "full"
	}
	switch p.Status {
	case 403, 404, 405, 413, 421, 429, 503:
		return strconv.Itoa(p.Status)
	}
	if p.Status < 500 {
		return "400"
	}
	return "500"
}
