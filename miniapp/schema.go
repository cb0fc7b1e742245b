package miniapp

import (
	"encoding/json"
	"fmt"

	"botyard/internal/spec"
)

// schema is a JSON Schema, or a part of one.
type schema map[string]any

// Schema is the JSON Schema (2020-12) of what can be published: an object with
// pages, catalog and theme. What links, media and products it names must exist
// besides, which Manifest.Check tells.
func Schema() (json.RawMessage, error) {
	raw, err := json.MarshalIndent(schema{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "Pages, catalogue and theme of a project",
		"type":    "object",
		"properties": schema{
			"pages":   schema{"type": "array", "maxItems": MaxPages, "items": pageSchema()},
			"catalog": catalogSchema(),
			"theme":   record(schema{"accent": schema{"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}, "corners": schema{"enum": Corners}, "face": schema{"enum": Faces}}),
		},
		"$defs": schema{"id": idSchema, "media": mediaSchema, "text": textSchema()},
	}, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encode the schema: %w", err)
	}
	return raw, nil
}

var (
	idSchema    = schema{"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"}
	mediaSchema = schema{"type": "string", "pattern": "^[0-9a-f]{32,64}$"}
)

func ref(name string) schema { return schema{"$ref": "#/$defs/" + name} }

func line(max int) schema { return schema{"type": "string", "maxLength": max} }

// record is an object with these members and no others.
func record(members schema, required ...string) schema {
	s := schema{"type": "object", "properties": members, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func pageSchema() schema {
	var kinds []schema
	for _, k := range Kinds.Kinds() {
		kinds = append(kinds, kindSchema(k))
	}
	return record(schema{
		"id": ref("id"), "title": line(titleMax), "foot": schema{"type": "boolean"}, "hidden": schema{"type": "boolean"},
		"blocks": schema{"type": "array", "maxItems": MaxBlocks, "items": schema{"oneOf": kinds}},
	}, "id", "title")
}

func kindSchema(k spec.Kind) schema {
	members, required := fieldSchemas(k.Fields)
	members["id"], members["kind"] = ref("id"), schema{"const": k.Name}
	s := record(members, append([]string{"id", "kind"}, required...)...)
	s["title"], s["description"] = k.Title.EN, k.Hint.EN
	return s
}

func fieldSchemas(fields []spec.Field) (members schema, required []string) {
	members = schema{}
	for _, f := range fields {
		members[f.Name] = fieldSchema(f)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	return members, required
}

func fieldSchema(f spec.Field) schema {
	s := schema{"type": "string"}
	switch f.Type {
	case spec.Rich:
		s = ref("text")
	case spec.Lines, spec.Goods:
		s = schema{"type": "array", "items": schema{"type": "string"}}
		if f.Max > 0 {
			s["items"] = line(f.Max)
		}
	case spec.Choice:
		s = schema{"enum": choiceValues(f)}
	case spec.Image, spec.Film:
		s = ref("media")
	case spec.Moment:
		s["pattern"] = `^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$`
	case spec.Switch:
		s = schema{"type": "boolean"}
	case spec.Rows:
		members, required := fieldSchemas(f.Fields)
		s = schema{"type": "array", "maxItems": f.Most, "minItems": 1, "items": record(members, required...)}
	default:
		if f.Max > 0 {
			s = line(f.Max)
		}
	}
	s["description"] = f.Label.EN
	return s
}

// choiceValues are those of a choice; one that may be left out may be "".
func choiceValues(f spec.Field) (values []string) {
	if !f.Required {
		values = append(values, "")
	}
	for _, o := range f.Options {
		if o.Value != "" {
			values = append(values, o.Value)
		}
	}
	return values
}

// textSchema is richtext.Text without variables.
func textSchema() schema {
	text := ref("text")
	return schema{"oneOf": []schema{{"type": "string"}, {"type": "array", "items": schema{"oneOf": []schema{
		{"type": "string"},
		record(schema{"bold": text}, "bold"),
		record(schema{"italic": text}, "italic"),
		record(schema{"code": schema{"type": "string"}}, "code"),
		record(schema{"link": schema{"type": "string"}, "text": text}, "link", "text"),
	}}}}}
}

func catalogSchema() schema {
	price := schema{"type": "integer", "minimum": 0, "maximum": priceMost, "description": "In minor units"}
	variant := record(schema{"id": ref("id"), "name": line(nameMax), "price": price}, "id", "name", "price")
	product := record(schema{
		"id": ref("id"), "name": line(nameMax), "description": line(descriptionMost), "photo": ref("media"), "category": ref("id"),
		"price": price, "variants": schema{"type": "array", "maxItems": variantsMost, "items": variant},
	}, "id", "name")
	category := record(schema{"id": ref("id"), "name": line(nameMax)}, "id", "name")
	return record(schema{
		"currency":   schema{"type": "string", "pattern": "^[A-Z]{3}$", "description": "ISO 4217"},
		"categories": schema{"type": "array", "maxItems": categoriesMost, "items": category},
		"products":   schema{"type": "array", "maxItems": MaxProducts, "items": product},
	}, "currency")
}
