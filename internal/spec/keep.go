package spec

import "encoding/json"

// KeepSteps puts into a configuration that a form has edited (ParseForm) the
// steps beneath the old one, which forms do not show. A row keeps the steps of
// the old row with its "id", or, where rows have none, of the same place.
func KeepSteps(fields []Field, edited, old json.RawMessage) json.RawMessage {
	var now, was map[string]json.RawMessage
	if json.Unmarshal(edited, &now) != nil || json.Unmarshal(old, &was) != nil || now == nil {
		return edited
	}
	for _, f := range fields {
		switch f.Type {
		case Steps:
			if was[f.Name] != nil {
				now[f.Name] = was[f.Name]
			}
		case Rows:
			if now[f.Name] != nil && was[f.Name] != nil {
				now[f.Name] = f.keepRows(now[f.Name], was[f.Name])
			}
		}
	}
	return encoded(now, edited)
}

func (f Field) keepRows(edited, old json.RawMessage) json.RawMessage {
	var now, was []json.RawMessage
	if json.Unmarshal(edited, &now) != nil || json.Unmarshal(old, &was) != nil {
		return edited
	}
	byID := map[string]json.RawMessage{}
	for _, row := range was {
		byID[rowID(row)] = row
	}
	for i, row := range now {
		source, found := byID[rowID(row)]
		if rowID(row) == "" {
			if found = i < len(was); found {
				source = was[i]
			}
		}
		if found {
			now[i] = KeepSteps(f.Fields, row, source)
		}
	}
	return encoded(now, edited)
}

func rowID(row json.RawMessage) string {
	var head struct{ ID string }
	if json.Unmarshal(row, &head) != nil {
		return ""
	}
	return head.ID
}

func encoded(v any, otherwise json.RawMessage) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return otherwise
	}
	return raw
}
