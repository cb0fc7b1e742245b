package handlers

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"botyard/internal/secret"
)

// sealClaims writes what somebody may do into a text that only we can have
// made, for one purpose.
func sealClaims(keys *secret.Keyring, purpose string, claims any) string {
	raw, err := json.Marshal(claims)
	if err != nil {
		panic(err) // claims are structs of numbers
	}
	encoding := base64.RawURLEncoding
	return encoding.EncodeToString(raw) + "." + encoding.EncodeToString(keys.Sign(purpose, raw))
}

// openClaims reads back what sealClaims made for the same purpose; false for
// anything else.
func openClaims(keys *secret.Keyring, purpose, text string, claims any) bool {
	left, right, _ := strings.Cut(text, ".")
	raw, err1 := base64.RawURLEncoding.DecodeString(left)
	signature, err2 := base64.RawURLEncoding.DecodeString(right)
	return err1 == nil && err2 == nil && keys.Verify(purpose, raw, signature) && json.Unmarshal(raw, claims) == nil
}
