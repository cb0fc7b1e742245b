package flow

import (
	"regexp"
	"strings"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// HTTP asks another service, and keeps what it answers.
type HTTP struct {
	// Method is "GET" or "POST".
	Method string `json:"method"`
	// URL is https or http; variables may stand behind the host.
	URL richtext.Text `json:"url"`
	// Headers and Send are names and values; Send goes into the query of a
	// GET and into the body of a POST, as As says: "json" or "form".
	Headers []Pair `json:"headers,omitempty"`
	Send    []Pair `json:"send,omitempty"`
	As      string `json:"as"`
	// Take puts values of a JSON answer into fields.
	Take []Taken `json:"take,omitempty"`
	// Failed runs when there is no good answer; then the run goes on behind.
	Failed Steps `json:"failed,omitempty"`
}

// Pair is a name and a value.
type Pair struct {
	Name  string        `json:"name"`
	Value richtext.Text `json:"value"`
}

// Taken is a value of an answer that is kept.
type Taken struct {
	// Path to it, names and numbers with points between: "items.0.price".
	Path string `json:"path"`
	// Field keeps it; Title and Type are what the field is.
	Field string    `json:"field"`
	Title string    `json:"title,omitempty"`
	Type  FieldType `json:"type"`
}

const (
	maxPairs = 20
	maxURL   = 2000
)

func init() {
	pair := []spec.Field{
		{Name: "name", Type: spec.Line, Required: true, Max: maxLabel, Label: spec.Words{RU: "Имя", EN: "Name"}},
		{Name: "value", Type: spec.Rich, Max: maxCaption, Label: spec.Words{RU: "Значение", EN: "Value"}},
	}
	steps.Add(spec.Kind{
		Name: "http", Shelf: spec.Experienced, Place: 2,
		Title: spec.Words{RU: "Запрос к сервису", EN: "HTTP request"},
		Hint:  spec.Words{RU: "Спросить другой сервис и запомнить ответ", EN: "Ask another service and remember the answer"},
		Fields: []spec.Field{
			{Name: "method", Type: spec.Choice, Label: spec.Words{RU: "Способ", EN: "Method"}, Options: []spec.Option{
				{Value: "GET", Label: spec.Words{RU: "Получить (GET)", EN: "Get (GET)"}},
				{Value: "POST", Label: spec.Words{RU: "Отправить (POST)", EN: "Send (POST)"}},
			}},
			{Name: "url", Type: spec.Rich, Required: true, Max: maxURL, Label: spec.Words{RU: "Адрес", EN: "Address"}},
			{Name: "headers", Type: spec.Rows, Max: maxPairs, Label: spec.Words{RU: "Заголовки", EN: "Headers"}, Fields: pair},
			{Name: "send", Type: spec.Rows, Max: maxPairs, Label: spec.Words{RU: "Что отправить", EN: "What to send"}, Fields: pair},
			{Name: "as", Type: spec.Choice, Label: spec.Words{RU: "В каком виде", EN: "In which form"}, When: spec.When{Field: "method", Values: []string{"POST"}}, Options: []spec.Option{
				{Value: "json", Label: spec.Words{RU: "Как у программ, понимают почти все", EN: "As programs do, most understand it"}},
				{Value: "form", Label: spec.Words{RU: "Как форма на сайте", EN: "Like a form of a site"}},
			}},
			{Name: "take", Type: spec.Rows, Max: maxPairs, Label: spec.Words{RU: "Что запомнить из ответа", EN: "What to remember of the answer"}, Fields: []spec.Field{
				{Name: "path", Type: spec.Line, Required: true, Max: maxTitle, Label: spec.Words{RU: "Где в ответе", EN: "Where in the answer"}, Hint: spec.Words{RU: "Например items.0.price", EN: "Such as items.0.price"}},
				{Name: "field", Type: spec.Data, Required: true, Label: spec.Words{RU: "Куда записать", EN: "Where to keep it"}},
				{Name: "title", Type: spec.Line, Max: maxTitle, Label: spec.Words{RU: "Как назвать", EN: "What to call it"}},
				{Name: "type", Type: spec.Choice, Label: spec.Words{RU: "Что это", EN: "What it is"}, Options: fieldTypes},
			}},
			{Name: "failed", Type: spec.Steps, Label: spec.Words{RU: "Если не получилось", EN: "If it fails"}},
		},
	}, func() StepConfig { return &HTTP{Method: "GET", As: "json"} })
}

var (
	headerPattern = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$")
	// ownHeaders are set by who makes the call.
	ownHeaders = map[string]bool{
		"host": true, "content-length": true, "content-type": true, "connection": true, "transfer-encoding": true,
		"upgrade": true, "te": true, "trailer": true, "proxy-authorization": true, "cookie": true, "expect": true,
	}
)

// SendableHeader tells whether a request may have a header of this name.
func SendableHeader(name string) bool {
	return headerPattern.MatchString(name) && !ownHeaders[strings.ToLower(name)]
}

// Check wants an address outside and pairs that can be sent.
func (h *HTTP) Check(path string) []spec.Problem {
	problems := spec.CheckChoice(h.Method, spec.Join(path, "method"), "GET", "POST")
	problems = append(problems, spec.CheckChoice(h.As, spec.Join(path, "as"), "json", "form")...)
	problems = append(problems, h.checkURL(spec.Join(path, "url"))...)
	problems = append(problems, checkPairs(h.Headers, spec.Join(path, "headers"), SendableHeader)...)
	problems = append(problems, checkPairs(h.Send, spec.Join(path, "send"), func(string) bool { return true })...)
	here := spec.Join(path, "take")
	problems = append(problems, tooMany(len(h.Take), maxPairs, here)...)
	for i, taken := range h.Take {
		problems = append(problems, spec.CheckText(taken.Path, spec.Join(here, i, "path"), true, maxTitle)...)
		problems = append(problems, checkField(taken.Field, spec.Join(here, i, "field"))...)
		if taken.Type != TypeChoice && answers[taken.Type] == nil {
			problems = append(problems, spec.CheckChoice(string(taken.Type), spec.Join(here, i, "type"))...)
		}
	}
	return problems
}

func checkPairs(pairs []Pair, path string, named func(string) bool) []spec.Problem {
	problems := tooMany(len(pairs), maxPairs, path)
	for i, p := range pairs {
		here := spec.Join(path, i, "name")
		found := spec.CheckText(p.Name, here, true, maxLabel)
		if len(found) == 0 && !named(p.Name) {
			found = []spec.Problem{{Path: here, Code: "bad_header"}}
		}
		problems = append(problems, found...)
		value := spec.Join(path, i, "value")
		problems = append(problems, spec.CheckText(p.Value.Words(asX), value, false, maxCaption)...)
		problems = append(problems, checkMarks(p.Value, value, knownOrSecret)...)
	}
	return problems
}

// checkURL wants the host to stand before the first variable, and outside.
func (h *HTTP) checkURL(path string) []spec.Problem {
	if h.URL.Empty() {
		return []spec.Problem{{Path: path, Code: "required"}}
	}
	problems := append(spec.CheckText(h.URL.Words(asX), path, true, maxURL), checkMarks(h.URL, path, knownOrSecret)...)
	fixed := h.fixedURL()
	if _, rest, found := strings.Cut(fixed, "://"); !found || h.URL.Len() > len([]rune(fixed)) && !strings.ContainsAny(rest, "/?") {
		return append(problems, spec.Problem{Path: path, Code: "bad_url"})
	}
	if code := OutsideURL(fixed); code != "" {
		problems = append(problems, spec.Problem{Path: path, Code: code})
	}
	return problems
}

// fixedURL is the words before the first variable.
func (h *HTTP) fixedURL() string {
	var b strings.Builder
	stop := false
	h.URL.Walk(func(n richtext.Node) {
		stop = stop || n.Kind == richtext.Var
		if !stop {
			b.WriteString(n.Value)
		}
	})
	return strings.TrimSpace(b.String())
}

// Parts are the list for failures, and all that is read and kept.
func (h *HTTP) Parts() Parts {
	p := Parts{Course: Waits, Past: true, Lists: []List{{Path: at("failed"), Steps: h.Failed}}, Texts: texts("url", h.URL)}
	for i, pair := range h.Headers {
		p.Texts = append(p.Texts, Spoken{at("headers", i, "value"), pair.Value})
	}
	for i, pair := range h.Send {
		p.Texts = append(p.Texts, Spoken{at("send", i, "value"), pair.Value})
	}
	for _, taken := range h.Take {
		p.Fills = append(p.Fills, Field{taken.Field, taken.Title, taken.Type})
	}
	return p
}

// Run calls.
func (h *HTTP) Run(t *turn) {
	request := CallHTTP{Method: h.Method, URL: h.url(t), Headers: h.headers(t)}
	if h.Method == "POST" {
		request.Body, request.Type = h.body(t)
	}
	for _, taken := range h.Take[:min(len(h.Take), maxPairs)] {
		request.Take = append(request.Take, taken.Path)
	}
	t.call(func(c Call) Effect {
		request.Call = c
		return request
	})
}

// Resume keeps what was answered, or runs what is for failures.
func (h *HTTP) Resume(t *turn) {
	answer := t.event.Answer
	if !answer.OK {
		t.enter(h.Failed)
		return
	}
	for _, taken := range h.Take {
		if value, found := answer.Values[taken.Path]; found {
			keep := SetData{Type: taken.Type}
			t.set(taken.Field, keep.typed(t, value))
		}
	}
	t.at = t.here.next
}

func (h *HTTP) url(t *turn) Template {
	f := filler{t: t}
	f.text(h.URL, "", func() Writing {
		if strings.Contains(f.written(), "?") {
			return AsQuery
		}
		return AsPath
	})
	if h.Method != "POST" {
		for _, p := range h.Send[:min(len(h.Send), maxPairs)] {
			sign := "&"
			if !strings.Contains(f.written(), "?") {
				sign = "?"
			}
			f.word(sign + AsQuery.write(plainText(p.Name)) + "=")
			f.text(p.Value, AsQuery, func() Writing { return AsQuery })
		}
	}
	return f.out
}

func (h *HTTP) headers(t *turn) []Header {
	var all []Header
	for _, p := range h.Headers[:min(len(h.Headers), maxPairs)] {
		f := filler{t: t}
		f.text(p.Value, AsHeader, func() Writing { return AsHeader })
		all = append(all, Header{AsHeader.write(p.Name), f.out})
	}
	return all
}

func (h *HTTP) body(t *turn) (Template, string) {
	f := filler{t: t}
	pairs := h.Send[:min(len(h.Send), maxPairs)]
	if h.As == "form" {
		for i, p := range pairs {
			if i > 0 {
				f.word("&")
			}
			f.word(AsQuery.write(plainText(p.Name)) + "=")
			f.text(p.Value, AsQuery, func() Writing { return AsQuery })
		}
		return f.out, "application/x-www-form-urlencoded"
	}
	f.word("{")
	for i, p := range pairs {
		if i > 0 {
			f.word(",")
		}
		f.word(`"` + AsJSON.write(plainText(p.Name)) + `":"`)
		f.text(p.Value, AsJSON, func() Writing { return AsJSON })
		f.word(`"`)
	}
	f.word("}")
	return f.out, "application/json"
}
