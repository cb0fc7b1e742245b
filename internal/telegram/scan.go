package telegram

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads plain JSON from valid UTF-8. Each method tells whether it
// could; what it cannot read need not be wrong.
type scanner struct {
	raw []byte
	at  int
}

// field reads the value of a key.
type field func(key []byte, seen *fields) bool

// fields are those of an object that were read, as bits.
type fields uint8

// first tells whether a field comes for the first time.
func (f *fields) first(n int) bool {
	bit := fields(1) << n
	again := *f&bit != 0
	*f |= bit
	return !again
}

func (s *scanner) space() {
	for s.at < len(s.raw) {
		switch s.raw[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// takes reads one character, after space.
func (s *scanner) takes(c byte) bool {
	s.space()
	if s.at < len(s.raw) && s.raw[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *scanner) ended() bool {
	s.space()
	return s.at == len(s.raw)
}

func (s *scanner) object(read field) bool {
	if !s.takes('{') {
		return false
	}
	var seen fields
	for {
		key, plain := s.quoted()
		if !plain || !s.takes(':') || !read(key, &seen) {
			return false
		}
		if s.takes('}') {
			return true
		}
		if !s.takes(',') {
			return false
		}
	}
}

// list reads an array, each element of it by read.
func (s *scanner) list(read func() bool) bool {
	if !s.takes('[') {
		return false
	}
	if s.takes(']') {
		return true
	}
	for read() {
		if s.takes(']') {
			return true
		}
		if !s.takes(',') {
			return false
		}
	}
	return false
}

// quoted reads a string and tells whether it stands for itself.
func (s *scanner) quoted() (content []byte, plain bool) {
	if !s.takes('"') {
		return nil, false
	}
	begin := s.at
	plain = true
	for ; s.at < len(s.raw); s.at++ {
		switch c := s.raw[s.at]; {
		case c == '"':
			s.at++
			return s.raw[begin : s.at-1], plain
		case c == '\\':
			plain = false
			s.at++
		case c < ' ':
			return nil, false
		}
	}
	return nil, false
}

func (s *scanner) text(to *string) bool {
	content, plain := s.quoted()
	if plain {
		*to = string(content)
		return true
	}
	unescaped, ok := unescape(content)
	*to = string(unescaped)
	return ok && content != nil
}

func (s *scanner) boolean(to *bool) bool {
	s.space()
	switch rest := s.raw[s.at:]; {
	case bytes.HasPrefix(rest, []byte("true")):
		*to = true
		s.at += len("true")
	case bytes.HasPrefix(rest, []byte("false")):
		*to = false
		s.at += len("false")
	default:
		return false
	}
	return true
}

// integer reads a number without fraction and exponent.
func (s *scanner) integer(to *int64) bool {
	s.space()
	begin := s.at
	for s.at < len(s.raw) && (s.raw[s.at] == '-' || '0' <= s.raw[s.at] && s.raw[s.at] <= '9') {
		s.at++
	}
	digits := bytes.TrimPrefix(s.raw[begin:s.at], []byte("-"))
	if len(digits) > 1 && digits[0] == '0' {
		return false
	}
	n, err := strconv.ParseInt(string(s.raw[begin:s.at]), 10, 64)
	*to = n
	return err == nil
}

// number is integer for an int.
func (s *scanner) number(to *int) bool {
	var n int64
	ok := s.integer(&n)
	*to = int(n)
	return ok && int64(*to) == n
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape resolves the escapes of a string.
func unescape(content []byte) (out []byte, ok bool) {
	out = make([]byte, 0, len(content))
	for i := 0; i < len(content); i++ {
		switch {
		case content[i] != '\\':
			out = append(out, content[i])
		case content[i+1] == 'u':
			r, length := unicodeEscape(content[i:])
			if length == 0 {
				return nil, false
			}
			out = utf8.AppendRune(out, r)
			i += length - 1
		default:
			c, known := escapes[content[i+1]]
			if !known {
				return nil, false
			}
			out = append(out, c)
			i++
		}
	}
	return out, true
}

// unicodeEscape reads an escape that begins with \u, or two that are one
// character. What is none comes out as U+FFFD, and so does NUL, which
// PostgreSQL does not keep.
func unicodeEscape(s []byte) (r rune, length int) {
	first := hexRune(s)
	switch {
	case first < 0:
		return 0, 0
	case first == 0:
		return unicode.ReplacementChar, 6
	case !utf16.IsSurrogate(first):
		return first, 6
	}
	if pair := utf16.DecodeRune(first, hexRune(s[6:])); pair != unicode.ReplacementChar {
		return pair, 12
	}
	return unicode.ReplacementChar, 6
}

// hexRune is the number of an escape at the beginning of s; -1: there is none.
func hexRune(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(s[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
