package miniapp

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/dop251/goja"
	"golang.org/x/net/html"
)

const (
	renderTime  = time.Second
	renderBytes = 512 << 10
	renderers   = 2
)

var (
	// ErrNoPage tells that the project has no such page.
	ErrNoPage = errors.New("no such page")
	// ErrPageTooBig tells that a page has more markup than is served.
	ErrPageTooBig = fmt.Errorf("the page has more than %d bytes of markup", renderBytes)
	// ErrPageTooSlow tells that drawing a page took too long.
	ErrPageTooSlow = fmt.Errorf("drawing the page took more than %v", renderTime)
)

//go:embed dom.js
var domSource string

// Renderer draws pages with the runtime's bundle. At most two pages are drawn
// at once; it may be used from any number of goroutines.
type Renderer struct {
	dom, bundle   *goja.Program
	script, style string
	slots         chan struct{}
}

// NewRenderer compiles runtime.js and keeps it with app.css; assets is static's files.
func NewRenderer(assets fs.FS) (*Renderer, error) {
	script, err := fs.ReadFile(assets, "runtime.js")
	if err != nil {
		return nil, fmt.Errorf("load the runtime: %w", err)
	}
	style, err := fs.ReadFile(assets, "app.css")
	if err != nil {
		return nil, fmt.Errorf("load the runtime's style: %w", err)
	}
	bundle, err := goja.Compile("runtime.js", string(script), true)
	if err != nil {
		return nil, fmt.Errorf("compile the runtime: %w", err)
	}
	return &Renderer{
		dom: goja.MustCompile("dom.js", domSource, true), bundle: bundle,
		script: string(script), style: string(style), slots: make(chan struct{}, renderers),
	}, nil
}

// Render draws the markup of one page: what a document's root element holds.
// The errors are ErrNoPage, ErrPageTooBig, ErrPageTooSlow and the context's.
func (r *Renderer) Render(ctx context.Context, m Manifest, o Options) (string, error) {
	page, found := m.Pages.Page(o.Page)
	if !found {
		return "", ErrNoPage
	}
	manifest, err := m.json(o, page, m.drawn(o, page), true)
	if err != nil {
		return "", fmt.Errorf("draw page: %w", err)
	}
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return r.draw(ctx, manifest)
}

func (r *Renderer) draw(ctx context.Context, manifest []byte) (string, error) {
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	ctx, cancel := context.WithTimeoutCause(ctx, renderTime, ErrPageTooSlow)
	defer cancel()
	vm := goja.New()
	stop := context.AfterFunc(ctx, func() { vm.Interrupt(context.Cause(ctx)) })
	defer stop()
	drawn, err := r.call(vm, manifest)
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("draw page: %w", err)
	}
	return markup(drawn)
}

func (r *Renderer) call(vm *goja.Runtime, manifest []byte) ([]element, error) {
	for _, program := range []*goja.Program{r.dom, r.bundle} {
		if _, err := vm.RunProgram(program); err != nil {
			return nil, err
		}
	}
	draw, ok := goja.AssertFunction(vm.Get("draw"))
	if !ok {
		return nil, errors.New("the runtime has no draw")
	}
	parse, _ := goja.AssertFunction(vm.Get("JSON").ToObject(vm).Get("parse"))
	parsed, err := parse(goja.Undefined(), vm.ToValue(string(manifest)))
	if err != nil {
		return nil, err
	}
	nodes, err := draw(goja.Undefined(), parsed)
	if err != nil {
		return nil, err
	}
	return elements(nodes.Export())
}

// markup serialises what was drawn; net/html does the escaping.
func markup(drawn []element) (string, error) {
	var b strings.Builder
	w := &boundedWriter{to: &b, left: renderBytes}
	for _, e := range drawn {
		if err := html.Render(w, e.node()); err != nil {
			return "", fmt.Errorf("serialise page: %w", err)
		}
	}
	return b.String(), nil
}

type boundedWriter struct {
	to   *strings.Builder
	left int
}

func (w *boundedWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, ErrPageTooBig
	}
	return w.to.Write(p)
}
