package miniapp

import (
	"botyard/internal/spec"
)

// Config is what every block kind's configuration can do.
type Config interface {
	spec.Checker
	// drawn is the block as the runtime gets it: its look and words, addresses
	// instead of targets and keys (runtime/kinds.ts).
	drawn(d *drawing) any
}

// Linker is a Config that leads somewhere.
type Linker interface {
	// Links lists where the block leads, paths beginning with path.
	Links(path string) []Reference
}

// Pictured is a Config that shows uploaded media.
type Pictured interface {
	// Pictures lists the media that the block shows, paths beginning with path.
	Pictures(path string) []Reference
}

// Selling is a Config that names categories or products of the catalogue.
type Selling interface {
	// Goods lists the categories and products that the block names, paths
	// beginning with path.
	Goods(path string) (categories, products []Reference)
}

// Worded is a Config with words that can describe its page.
type Worded interface {
	// Words is the plain text of the block.
	Words() string
}

// Reference is a value that names something outside its block.
type Reference struct {
	// Path is the value's place, a JSON Pointer.
	Path string
	// Value is a target ("page:menu", a URL), the key of a medium, or an id.
	Value string
	// InText tells that it is a link of a passage: nothing to choose there.
	InText bool
}

// Kinds are the block kinds; each registers itself in a file of its own.
var Kinds spec.Registry[Config]

// Block is one block of a page.
type Block spec.Item[Config]

// MarshalJSON writes the block as {"id":…,"kind":…} and its configuration.
func (b Block) MarshalJSON() ([]byte, error) {
	return spec.EncodeItem(spec.Item[Config](b))
}

// UnmarshalJSON reads a stored block, as strictly as a new one.
func (b *Block) UnmarshalJSON(data []byte) error {
	item, problems := Kinds.Decode(data, "")
	if len(problems) > 0 {
		return &DecodeError{problems[0]}
	}
	*b = Block(item)
	return nil
}

// DecodeError tells that a stored block is not one that this program knows.
type DecodeError struct{ spec.Problem }

// Error names the place and the code, never the value.
func (e *DecodeError) Error() string { return "block" + e.Path + ": " + e.Code }
