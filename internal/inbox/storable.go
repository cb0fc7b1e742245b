package inbox

import "strings"

// storable makes a text that PostgreSQL can keep: valid UTF-8 without NUL.
func storable(s string) string {
	if strings.IndexByte(s, 0) < 0 {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\uFFFD"), "\uFFFD")
}
