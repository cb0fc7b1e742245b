package flow

import (
	"maps"
	"slices"
	"unicode/utf8"
)

// Person is what is known of a visitor. Advance never changes what it gets.
type Person struct {
	// ID is the visitor's in Telegram.
	ID int64
	User
	// Source is where they first came from.
	Source string
	// Data by the ids of fields; values are as Field.Type says, and are
	// coerced when they are read. An empty value is none.
	Data map[string]string
	// Tags, sorted.
	Tags []string
}

// Data are values by the ids of fields, as they are stored.
type Data map[string]string

// Bounds of what is kept of one person.
const (
	// MaxValue is the most bytes of a field.
	MaxValue = 4 << 10
	// MaxData is the most bytes of all fields together.
	MaxData = 64 << 10
	// MaxTags is the most tags of a person, MaxTag the most characters of one.
	MaxTags = 100
	MaxTag  = 64
)

// Tagged tells whether the person has a tag.
func (p Person) Tagged(tag string) bool {
	_, found := slices.BinarySearch(p.Tags, tag)
	return found
}

// set gives a field a value, "" takes it away. False: the data would be too much.
func (t *turn) set(field, value string) bool {
	value = cut(plainText(value), MaxValue)
	if field == "" || t.person.Data[field] == value {
		return true
	}
	if value != "" && t.person.size()+len(field)+len(value)-len(t.person.Data[field]) > MaxData {
		t.report("data_full")
		return false
	}
	if !t.ownData {
		t.person.Data, t.ownData = maps.Clone(t.person.Data), true
	}
	if t.person.Data == nil {
		t.person.Data = map[string]string{}
	}
	t.person.Data[field] = value
	if value == "" {
		delete(t.person.Data, field)
	}
	t.changed = true
	return true
}

func (p Person) size() int {
	n := 0
	for field, value := range p.Data {
		n += len(field) + len(value)
	}
	return n
}

// tag adds a tag or takes it away.
func (t *turn) tag(tag string, add bool) {
	i, found := slices.BinarySearch(t.person.Tags, tag)
	switch {
	case tag == "" || found == add || utf8.RuneCountInString(tag) > MaxTag:
		return
	case add && len(t.person.Tags) >= MaxTags:
		t.report("tags_full")
		return
	}
	tags := slices.Clone(t.person.Tags)
	if add {
		tags = slices.Insert(tags, i, tag)
	} else {
		tags = slices.Delete(tags, i, i+1)
	}
	t.person.Tags, t.changed = tags, true
}
