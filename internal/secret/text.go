package secret

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
)

// Redacted stands wherever a secret would have been printed.
const Redacted = "[redacted]"

// Text is a string that nothing prints: fmt, slog, JSON and templates show
// Redacted. Only Reveal tells it. The zero Text is empty.
type Text struct {
	// A pointer, because fmt prints an unexported field of somebody's struct
	// without asking its methods; of a pointer it prints the address.
	value *string
}

// Hide makes a Text of s.
func Hide(s string) Text { return Text{value: &s} }

// Reveal tells the secret, for the place that must use it.
func (t Text) Reveal() string {
	if t.value == nil {
		return ""
	}
	return *t.value
}

// String is Redacted.
func (t Text) String() string { return Redacted }

// Format prints Redacted for every verb.
func (t Text) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, Redacted) }

// LogValue is Redacted.
func (t Text) LogValue() slog.Value { return slog.StringValue(Redacted) }

// MarshalJSON writes Redacted.
func (t Text) MarshalJSON() ([]byte, error) { return json.Marshal(Redacted) }

// MarshalText writes Redacted.
func (t Text) MarshalText() ([]byte, error) { return []byte(Redacted), nil }
