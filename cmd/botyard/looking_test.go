package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
)

//go:embed testdata/look.js
var looking string

// looks checks the screen and leaves a picture of it.
func (p *person) looks(name string) {
	p.t.Helper()
	p.shoot(name)
	wrong, err := chromedp.Run(p.tab.ctx, called[[]string](looking, p.look.language, p.look.width))
	if err != nil {
		p.t.Fatalf("look at %s: %v", name, err)
	}
	for _, w := range wrong {
		p.t.Errorf("%s, %s: %s", name, p.look, w)
	}
	p.clean(name)
}

// shoot leaves a picture of the whole page in the folder BOTYARD_SHOTS.
func (p *person) shoot(name string) {
	p.t.Helper()
	folder := os.Getenv("BOTYARD_SHOTS")
	if folder == "" {
		return
	}
	height, err := chromedp.Run(p.tab.ctx, chromedp.Evaluate[int64]("document.documentElement.scrollHeight"))
	if err != nil {
		p.t.Fatalf("measure %s: %v", name, err)
	}
	p.view(height)
	picture, err := chromedp.Run(p.tab.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatalf("shoot %s: %v", name, err)
	}
	p.view(p.look.height())
	p.shots++
	file := filepath.Join(folder, fmt.Sprintf("%s-%02d-%s.png", p.look, p.shots, name))
	if err := os.WriteFile(file, picture, 0o600); err != nil {
		p.t.Fatal(err)
	}
}
