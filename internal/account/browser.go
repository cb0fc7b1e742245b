package account

import (
	"encoding/base64"
	"strings"

	"botyard/internal/secret"
)

// MarkBrowser makes the mark that a browser keeps once user has signed in: an
// id of its own, signed together with the account. It opens nothing.
func (s *Service) MarkBrowser(before Visitor, user User) string {
	id := s.browserOf(before.Browser, user.Email)
	if id == "" {
		id = secret.RandomToken()
	}
	return id + "." + encode(s.keys.Sign("browser", browserData(id, user.Email)))
}

// browserOf is the id of a browser that signed in to this account before, else "".
func (s *Service) browserOf(mark, email string) string {
	id, signature, _ := strings.Cut(mark, ".")
	sum, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || !s.keys.Verify("browser", browserData(id, email), sum) {
		return ""
	}
	return id
}

func browserData(id, email string) []byte { return []byte(id + " " + email) }

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
