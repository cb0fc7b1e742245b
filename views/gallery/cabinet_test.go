package gallery

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"testing"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/static"
	"botyard/views/bot"
	"botyard/views/page"
	"botyard/views/pages"
	"botyard/views/scenario"
	"botyard/views/ui"
)

// cabinet is the smallest server that the two editors can talk to; it keeps
// what was posted, and can be told to answer badly.
type cabinet struct {
	*httptest.Server
	mu       sync.Mutex
	bot      bot.Page
	scenario scenario.Editor
	editor   pages.Editor
	toast    *page.Toast
	posts    []post
	status   int
	hold     chan struct{}
	revision int
}

type post struct {
	path string
	form url.Values
}

func newCabinet(t *testing.T) *cabinet {
	t.Helper()
	s := samples(lang.EN)
	c := &cabinet{bot: s.botPage(), scenario: s.scenario("t1"), editor: s.editor(), revision: 10}
	mux := http.NewServeMux()
	mux.Handle(static.Prefix, static.Handler())
	mux.HandleFunc("GET /projects/7/bot", c.show(func() templ.Component { return bot.BotPage(c.bot) }))
	mux.HandleFunc("GET "+steps, c.show(func() templ.Component { return scenario.EditorPage(c.scenario) }))
	mux.HandleFunc("GET /projects/7/pages/home", c.showEditor)
	mux.HandleFunc("GET /gallery/frame", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("<!DOCTYPE html><title>frame</title>")) //nolint:errcheck // a test's page
	})
	mux.HandleFunc("POST "+saves, c.saveStep)
	mux.HandleFunc("POST "+steps+"/steps/t2/buttons", c.then(steps, c.addButton))
	mux.HandleFunc("POST "+saves+"/removal", c.then(steps, c.removeStep))
	mux.HandleFunc("POST /projects/7/bot/history", c.then(steps, func(*http.Request) { c.scenario = samples(lang.EN).scenario("t1") }))
	mux.HandleFunc("POST /projects/7/pages/home/blocks/{block}", c.saveBlock)
	mux.HandleFunc("POST /projects/7/pages/home/blocks/{block}/position", c.then("/projects/7/pages/home?block=b2", c.moveBlock))
	mux.HandleFunc("POST /projects/7/pages/home/blocks/{block}/pictures/{field}", c.then("/projects/7/pages/home?block=b3", c.upload))
	c.Server = httptest.NewServer(mux)
	t.Cleanup(c.Close)
	return c
}

func (c *cabinet) context() context.Context {
	ctx := sampleContext(lang.EN, page.LightTheme)
	shell := page.From(ctx)
	shell.Toast, c.toast = c.toast, nil
	return page.With(ctx, shell)
}

func (c *cabinet) show(body func() templ.Component) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		w.Header().Set("Content-Security-Policy", policy)
		body().Render(c.context(), w) //nolint:errcheck // a test's page
	}
}

func (c *cabinet) showEditor(w http.ResponseWriter, r *http.Request) {
	c.show(func() templ.Component {
		for i := range c.editor.Blocks {
			c.editor.Blocks[i].Open = c.editor.Blocks[i].ID == r.URL.Query().Get("block")
		}
		return pages.EditorPage(c.editor)
	})(w, r)
}

// note keeps what was posted, and tells how to answer.
func (c *cabinet) note(r *http.Request) (status int, form url.Values) {
	r.ParseMultipartForm(1 << 20) //nolint:errcheck // a plain form is one too
	c.mu.Lock()
	hold := c.hold
	c.posts = append(c.posts, post{r.URL.Path, r.Form})
	status = c.status
	c.mu.Unlock()
	if hold != nil {
		<-hold
	}
	return status, r.Form
}

// then answers a post with a redirect, after what it does.
func (c *cabinet) then(to string, do func(*http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c.note(r)
		c.mu.Lock()
		do(r)
		c.mu.Unlock()
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

func (c *cabinet) addButton(r *http.Request) {
	menu := &c.scenario.Top.Steps[1]
	menu.Branches = append(menu.Branches, scenario.Branch{Label: r.Form.Get("label"), Pressed: true, Level: scenario.Level{Name: "t2.b9"}})
}

func (c *cabinet) removeStep(*http.Request) {
	c.scenario.Top.Steps = c.scenario.Top.Steps[1:]
	c.toast = &page.Toast{Key: "toast.step_removed", Undo: &page.Undo{Action: "/projects/7/bot/history", Fields: []page.Hidden{{Name: "edit", Value: "5"}}}}
}

func (c *cabinet) moveBlock(*http.Request) {
	b := c.editor.Blocks
	b[0], b[1] = b[1], b[0]
}

func (c *cabinet) upload(*http.Request) {
	c.editor.Blocks[2].Values = map[string]string{"image": "new"}
	c.editor.Blocks[2].Revision = "after-upload"
}

func (c *cabinet) saveStep(w http.ResponseWriter, r *http.Request) {
	status, form := c.note(r)
	f := *c.scenario.Top.Steps[0].Form
	f.Values, f.Saved = map[string]string{"text": form.Get("f.text")}, ui.Saved{At: now}
	c.revision++
	f.Revision = strconv.Itoa(c.revision)
	if r.Header.Get("HX-Request") == "" {
		http.Redirect(w, r, steps, http.StatusSeeOther)
		return
	}
	body := scenario.SaveReply(c.scenario, f)
	switch status {
	case http.StatusConflict:
		f.Conflict = map[string]string{"text": "What the other tab saved"}
		body = scenario.OpenForm(c.scenario, f)
	case http.StatusUnprocessableEntity:
		f.Saved.Failed = true
		f.Mistakes = page.Mistakes{{Field: "text", Key: "problem.required"}}
		body = scenario.SaveReply(c.scenario, f)
	}
	if status != 0 {
		w.WriteHeader(status)
	}
	body.Render(c.context(), w) //nolint:errcheck // a test's page
}

func (c *cabinet) saveBlock(w http.ResponseWriter, r *http.Request) {
	_, form := c.note(r)
	b := c.editor.Blocks[2]
	b.Values, b.Saved, b.Revision = pages.ReadValues(b.Kind, form), ui.Saved{At: now}, "after-save"
	pages.SaveReply(c.editor, b).Render(c.context(), w) //nolint:errcheck // a test's page
}

// answers tells how saves are answered from now on; 0 is well.
func (c *cabinet) answers(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = status
}

// posted are the forms that were posted to a path.
func (c *cabinet) posted(path string) []url.Values {
	c.mu.Lock()
	defer c.mu.Unlock()
	var forms []url.Values
	for _, p := range c.posts {
		if p.path == path {
			forms = append(forms, p.form)
		}
	}
	return forms
}
