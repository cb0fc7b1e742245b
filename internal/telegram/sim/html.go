package sim

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf16"

	"botyard/internal/telegram"
)

// htmlTags are the tags of parse mode HTML, by the entity that they make.
var htmlTags = map[string]string{
	"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
	"s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
	"a": "text_link", "tg-spoiler": "spoiler", "span": "spoiler", "blockquote": "blockquote",
}

// htmlParser reads parse mode HTML.
type htmlParser struct {
	text     strings.Builder
	units    int // of UTF-16 written so far
	open     []openTag
	entities []telegram.Entity
}

type openTag struct {
	name  string
	entry int // in entities
}

func parseHTML(s string) (string, []telegram.Entity, error) {
	var p htmlParser
	for i := 0; i < len(s); {
		if s[i] != '<' {
			n := strings.IndexByte(s[i:]+"<", '<')
			p.write(html.UnescapeString(s[i : i+n]))
			i += n
			continue
		}
		end := strings.IndexByte(s[i:], '>')
		if end < 0 {
			return "", nil, badHTML("Unclosed start tag at byte offset %d", i)
		}
		if err := p.tag(s[i+1:i+end], i); err != nil {
			return "", nil, err
		}
		i += end + 1
	}
	if len(p.open) > 0 {
		return "", nil, badHTML("Can't find end tag corresponding to start tag %q", p.open[len(p.open)-1].name)
	}
	return p.text.String(), p.entities, nil
}

func badHTML(format string, args ...any) error {
	return badRequest("can't parse entities: " + fmt.Sprintf(format, args...))
}

func (p *htmlParser) write(s string) {
	p.text.WriteString(s)
	p.units += len(utf16.Encode([]rune(s)))
}

func (p *htmlParser) tag(inner string, at int) error {
	if name, ok := strings.CutPrefix(inner, "/"); ok {
		return p.close(strings.ToLower(strings.TrimSpace(name)), at)
	}
	name, attributes, _ := strings.Cut(inner, " ")
	name = strings.ToLower(name)
	kind, ok := htmlTags[name]
	if !ok {
		return badHTML("Unsupported start tag %q at byte offset %d", name, at)
	}
	e := telegram.Entity{Type: kind, Offset: p.units}
	if name == "a" {
		e.URL = attribute(attributes, "href")
	}
	p.open = append(p.open, openTag{name, len(p.entities)})
	p.entities = append(p.entities, e)
	return nil
}

func (p *htmlParser) close(name string, at int) error {
	if len(p.open) == 0 {
		return badHTML("Unexpected end tag at byte offset %d", at)
	}
	top := p.open[len(p.open)-1]
	if name != "" && name != top.name {
		return badHTML("Unmatched end tag at byte offset %d, expected \"</%s>\", found \"</%s>\"", at, top.name, name)
	}
	p.open = p.open[:len(p.open)-1]
	p.entities[top.entry].Length = p.units - p.entities[top.entry].Offset
	return nil
}

func attribute(attributes, name string) string {
	_, rest, _ := strings.Cut(attributes, name+"=")
	if len(rest) < 2 || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	value, _, _ := strings.Cut(rest[1:], rest[:1])
	return html.UnescapeString(value)
}
