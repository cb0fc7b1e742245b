package sim

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"botyard/internal/telegram"
)

// formatted is a text with its entities, given as such or by a parse mode,
// within Telegram's bounds. Empty stays empty.
func (c *call) formatted(field, entitiesField string, limit int) (string, []telegram.Entity, error) {
	text := c.params.text(field)
	var entities []telegram.Entity
	var err error
	switch mode := strings.ToLower(c.params.text("parse_mode")); mode {
	case "":
		err = c.params.object(entitiesField, &entities)
	case "html":
		text, entities, err = parseHTML(text)
	default:
		err = badRequest("unsupported parse_mode")
	}
	if err != nil {
		return "", nil, err
	}
	return checkedText(text, entities, limit)
}

// checkedText is a text with its entities as Telegram keeps it.
func checkedText(text string, entities []telegram.Entity, limit int) (string, []telegram.Entity, error) {
	if err := checkEntities(text, entities); err != nil {
		return "", nil, err
	}
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	if utf8.RuneCountInString(text) > limit {
		return "", nil, badRequest(map[int]string{maxText: "message is too long", maxCaption: "message caption is too long"}[limit])
	}
	return text, clip(text, entities), nil
}

// checkEntities holds offsets and lengths against the text in UTF-16.
func checkEntities(text string, entities []telegram.Entity) error {
	units := utf16.Encode([]rune(text))
	for _, e := range entities {
		end := e.Offset + e.Length
		switch {
		case e.Type == "":
			return badRequest("can't parse entities: Can't find field \"type\"")
		case e.Offset < 0 || e.Length < 0 || end < e.Offset:
			return badRequest("can't parse entities: Receive an entity with incorrect offset or length")
		case end > len(units):
			return badRequest(fmt.Sprintf("entity beginning at UTF-16 offset %d ends after the end of the text at UTF-16 offset %d", e.Offset, len(units)))
		case splits(units, e.Offset):
			return badRequest(fmt.Sprintf("entity begins in a middle of a UTF-16 symbol at UTF-16 offset %d", e.Offset))
		case splits(units, end):
			return badRequest(fmt.Sprintf("entity ends in a middle of a UTF-16 symbol at UTF-16 offset %d", end))
		}
	}
	return nil
}

// splits tells whether a cut before units[at] goes through a surrogate pair.
func splits(units []uint16, at int) bool {
	return at > 0 && at < len(units) && utf16.IsSurrogate(rune(units[at-1])) && units[at] >= 0xDC00 && units[at] <= 0xDFFF
}

// clip cuts entities where the text's end was trimmed.
func clip(text string, entities []telegram.Entity) []telegram.Entity {
	size := len(utf16.Encode([]rune(text)))
	out := slices.Clone(entities)
	for i := range out {
		out[i].Length = min(out[i].Length, size-out[i].Offset)
	}
	return slices.DeleteFunc(out, func(e telegram.Entity) bool { return e.Length <= 0 })
}
