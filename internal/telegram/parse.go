package telegram

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// What is wrong with an update that cannot be taken at all.
var (
	// ErrNotJSON: the body is no JSON object.
	ErrNotJSON = errors.New("update is not a JSON object")
	// ErrNoUpdateID: update_id is missing, there twice, or no positive whole
	// number. Its name counts as Telegram writes it only.
	ErrNoUpdateID = errors.New("update has no valid update_id")
)

// ParseUpdate reads one update. It fails with ErrNotJSON or ErrNoUpdateID and
// with nothing else: what is unknown inside stays raw, what has an unexpected
// type is skipped and named in Unreadable.
//
// Strings are made fit for storage: a NUL and a lone surrogate, both legal in
// JSON, come out as U+FFFD, which is as long in UTF-16, so that entities stay
// where they are.
func ParseUpdate(raw []byte) (Update, error) {
	u, usual := parseMessage(raw)
	if !usual {
		var err error
		if u, err = parseAny(raw); err != nil {
			return u, err
		}
	}
	if u.ID <= 0 {
		return Update{}, ErrNoUpdateID
	}
	return u, nil
}

// parseAny reads an update of any kind.
func parseAny(raw []byte) (Update, error) {
	var u Update
	raw = replaceNUL(raw)
	err := json.Unmarshal(raw, &u)
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &mismatch) && mismatch.Field != "":
		u.Unreadable = mismatch.Field
	case err != nil || !isObject(raw):
		return Update{}, ErrNotJSON
	}
	if countKey(raw, "update_id") != 1 {
		return Update{}, ErrNoUpdateID
	}
	if u.Kind() == "" {
		u.OtherKind, u.Other = otherPayload(raw)
	}
	return u, nil
}

// countKey counts the keys of an object that are taken for this one, which
// encoding/json does whatever their case; another case counts twice.
func countKey(raw []byte, name string) (n int) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return 0
	}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return n
		}
		switch k := key.(string); {
		case k == name:
			n++
		case strings.EqualFold(k, name):
			n += 2
		}
	}
	return n
}

// isObject tells an object from null, the one other value that fits a struct.
func isObject(raw []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("{"))
}

// maxKindName bounds the name of an unknown kind that is kept.
const maxKindName = 64

// otherPayload finds the first field beside update_id that is an object.
func otherPayload(raw []byte) (string, json.RawMessage) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return "", nil
	}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return "", nil
		}
		if name := key.(string); len(name) <= maxKindName && bytes.HasPrefix(value, []byte("{")) {
			return strings.ToValidUTF8(name, "\uFFFD"), value
		}
	}
	return "", nil
}

var nulEscape = []byte(`\u0000`)

// replaceNUL turns the escape \u0000 into \ufffd, in a copy; an escaped
// backslash before "u0000" is left alone.
func replaceNUL(raw []byte) []byte {
	if !bytes.Contains(raw, nulEscape) {
		return raw
	}
	out := bytes.Clone(raw)
	for i := 0; i < len(out)-1; i++ {
		if out[i] != '\\' {
			continue
		}
		if bytes.HasPrefix(out[i:], nulEscape) {
			copy(out[i:], `\ufffd`)
		}
		i++
	}
	return out
}
