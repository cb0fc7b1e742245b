package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// writer makes TypeScript types of Go structs by their JSON.
type writer struct {
	// known are the types by their names.
	known map[string]string
}

func (w *writer) text() string {
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(w.known)) {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(w.known[name])
	}
	return b.String()
}

// named writes the type of a struct under a name; kind, when there is
// one, tells it from others.
func (w *writer) named(v any, name, kind string) {
	w.structure(reflect.TypeOf(v), name, kind)
}

func (w *writer) structure(t reflect.Type, name, kind string) {
	if _, done := w.known[name]; done {
		return
	}
	w.known[name] = ""
	var b strings.Builder
	extends := ""
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			extends = w.typeOf(f.Type) + " & "
			continue
		}
		b.WriteString(w.member(f))
	}
	if kind != "" {
		kind = fmt.Sprintf("  kind: %q;\n", kind)
	}
	w.known[name] = "export type " + name + " = " + extends + "{\n" + kind + b.String() + "};\n"
}

func (w *writer) member(f reflect.StructField) string {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if !isName(name) {
		name = strconv.Quote(name)
	}
	mark := ""
	if options == "omitempty" {
		mark = "?"
	}
	typ := f.Tag.Get("ts")
	if typ == "" {
		typ = w.typeOf(f.Type)
	}
	return "  " + name + mark + ": " + typ + ";\n"
}

// isName tells whether a member's name needs no quotes.
func isName(s string) bool { return !strings.ContainsAny(s, "-0123456789") }

func (w *writer) typeOf(t reflect.Type) string {
	if t.String() == "richtext.Text" {
		return "Rich"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.typeOf(t.Elem())
	case reflect.Slice:
		return w.typeOf(t.Elem()) + "[]"
	case reflect.Map:
		return "Record<string, " + w.typeOf(t.Elem()) + ">"
	case reflect.Struct:
		return w.reference(t)
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64:
		return "number"
	}
	return "string"
}

// reference writes the type of a struct and gives its name; a block is
// whatever its kind is.
func (w *writer) reference(t reflect.Type) string {
	name := strings.TrimPrefix(t.Name(), "drawn")
	name = strings.TrimPrefix(name, "runtime")
	name = strings.ToUpper(name[:1]) + name[1:]
	if name == "Block" {
		return "Block"
	}
	w.structure(t, name, "")
	return name
}
