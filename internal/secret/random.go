package secret

import (
	"crypto/rand"
	"encoding/base64"
	"strings"
)

// RandomToken makes 256 random bits as 43 characters of A–Z, a–z, 0–9, "-", "_".
func RandomToken() string {
	b := make([]byte, 32)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// passwordLetters are 32 that cannot be taken for one another.
const passwordLetters = "abcdefghijkmnpqrstuvwxyz23456789"

// RandomPassword makes a password of 100 random bits that a person can type:
// four groups of five letters and digits.
func RandomPassword() string {
	b := make([]byte, 20)
	rand.Read(b)
	var out strings.Builder
	for i, c := range b {
		if i > 0 && i%5 == 0 {
			out.WriteByte('-')
		}
		out.WriteByte(passwordLetters[c%32])
	}
	return out.String()
}
