package handlers

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"botyard/views/door"
)

// notWords are fields that are no writing of the person's, or open doors.
var notWords = map[string]bool{"token": true, "password": true, "old": true, "value": true, "revision": true, "next": true}

// fewWords is the least of runes that one would rather not write again.
const fewWords = 20

var errNothingTyped = errors.New("nothing was typed")

// typedPage is the login with what was sent in a form when the session had
// ended, for the person to copy. A browser with scripts puts it back by itself
// (keep.js). What another site sends is not shown.
func (s *server) typedPage(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodPost || isFragment(r) || http.NewCrossOriginProtection().Check(r) != nil {
		return errNothingTyped
	}
	typed := typedIn(r)
	if typed == "" {
		return errNothingTyped
	}
	next := screenOf(r)
	return s.render(w, r, http.StatusUnauthorized, door.LoginPage(door.Login{Typed: typed, Next: next, Closed: s.SignUp != SignUpOpen}))
}

// isWriting tells words from keys and addresses.
func isWriting(text string) bool {
	return utf8.RuneCountInString(text) >= fewWords && len(strings.Fields(text)) > 1
}

// typedIn joins the writing in a form.
func typedIn(r *http.Request) string {
	if r.ParseForm() != nil {
		return ""
	}
	var names, texts []string
	for name := range r.PostForm {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, text := range r.PostForm[name] {
			if text = strings.TrimSpace(text); !notWords[name] && isWriting(text) {
				texts = append(texts, text)
			}
		}
	}
	return strings.Join(texts, "\n\n")
}
