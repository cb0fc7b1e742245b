package handlers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"botyard/views/desk"
)

// plain are the names whose values tell nothing of a person: kinds, positions,
// numbers of messages and moments.
var plain = map[string]bool{
	"update_id": true, "message_id": true, "date": true, "edit_date": true, "type": true, "status": true,
	"offset": true, "length": true, "width": true, "height": true, "duration": true, "file_size": true, "mime_type": true,
}

// masked is an event's content with every value masked that could tell of a
// person; its shape stays, which mostly tells why it failed.
func masked(payload []byte) []desk.Piece {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.UseNumber()
	m := masker{d: d}
	whole := m.value("", 0)
	if _, err := d.Token(); !whole || !errors.Is(err, io.EOF) {
		return []desk.Piece{{Masked: true}} // no JSON, or more than one
	}
	return m.pieces
}

// unmasked is an event's content as it is, indented when it is JSON.
func unmasked(payload []byte) []desk.Piece {
	var b bytes.Buffer
	if json.Indent(&b, payload, "", "  ") != nil {
		b.Reset()
		b.Write(payload)
	}
	return []desk.Piece{{Text: strings.ToValidUTF8(b.String(), "\uFFFD")}}
}

// masker writes JSON again as it reads it.
type masker struct {
	d      *json.Decoder
	pieces []desk.Piece
}

func (m *masker) say(text string) {
	if last := len(m.pieces) - 1; last >= 0 && !m.pieces[last].Masked {
		m.pieces[last].Text += text
		return
	}
	m.pieces = append(m.pieces, desk.Piece{Text: text})
}

// value copies the next value, which has that name; false when it is broken.
func (m *masker) value(name string, depth int) bool {
	token, err := m.d.Token()
	if err != nil {
		return false
	}
	switch t := token.(type) {
	case json.Delim:
		return m.inside(t, depth)
	case nil:
		m.say("null")
	case bool:
		m.say(map[bool]string{true: "true", false: "false"}[t])
	default:
		m.scalar(name, t)
	}
	return true
}

func (m *masker) scalar(name string, value any) {
	if !plain[name] {
		m.pieces = append(m.pieces, desk.Piece{Masked: true})
		return
	}
	raw, _ := json.Marshal(value) // a string or a number that was just read
	m.say(string(raw))
}

// inside copies what is in an object or a list.
func (m *masker) inside(open json.Delim, depth int) bool {
	m.say(open.String())
	first := true
	for m.d.More() {
		if !first {
			m.say(",")
		}
		first = false
		m.say("\n" + strings.Repeat("  ", depth+1))
		name := ""
		if open == '{' {
			key, err := m.d.Token()
			if err != nil {
				return false
			}
			name, _ = key.(string)
			raw, _ := json.Marshal(name) // a string
			m.say(string(raw) + ": ")
		}
		if !m.value(name, depth+1) {
			return false
		}
	}
	end, err := m.d.Token()
	if err != nil {
		return false
	}
	if !first {
		m.say("\n" + strings.Repeat("  ", depth))
	}
	m.say(end.(json.Delim).String())
	return true
}
