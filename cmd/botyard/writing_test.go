package main

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/miniapp"
)

func (j *journey) writesAnswers() {
	j.goes("nav.bot")
	j.sees("bot.none_title")
	j.looks("bot-new")
	j.follows(j.scenario("start"))
	j.follows(j.step("message"))
	j.looks("step-open")
	j.savesByItself(j.step("message"), func() {
		j.fills(j.words(), j.own.greeting, j.step("message"))
		j.presses("write.insert_short", j.step("message"))
		j.presses(j.variable("first_name"), j.step("message"))
		j.typed(j.own.greeting+j.variable("first_name"), j.words(), j.step("message"))
		j.types(j.own.greetingEnd)
	})
	j.presses("write.make_bold", j.step("message"))
	j.types(j.own.bold)
	j.saves(j.step("message"), func() {}) // what was saved while typing may be a part of it
	j.walksByKeyboard("scenario")
	j.addsKeyword()
	j.writesFallback(j.own.fallback)
	j.goes("nav.bot")
	j.looks("bot-written")
	j.walksByKeyboard("bot")
}

func (j *journey) writesFallback(text string) {
	j.goes("nav.bot")
	j.follows(j.scenario("fallback"))
	j.follows(j.step("message"))
	j.saves(j.step("message"), func() { j.fills(j.words(), text, j.step("message")) })
}

// addsKeyword adds an answer to a word, removes its step, takes that back, and
// writes it.
func (j *journey) addsKeyword() {
	j.goes("nav.bot")
	j.follows("scenario.add")
	j.looks("scenario-goals")
	j.follows("goal.answer")
	j.sees("scenario.starts_when")
	j.looks("scenario-new")
	j.follows(j.step("message"))
	j.presses("scenario.remove_step")
	j.sees("toast.step_removed")
	j.looks("step-removed")
	j.presses("toast.undo")
	j.sees("toast.undone")
	j.follows(j.says("when.keyword") + " " + j.says("scenario.nothing_yet"))
	keyword, _ := flow.TriggerKind("keyword")
	title := lang.Words(j.ctx, keyword.Title)
	j.looks("trigger-open")
	j.saves(title, func() {
		j.fills(lang.Words(j.ctx, keyword.Fields[0].Label), j.own.keyword, title)
		j.chooses(lang.Words(j.ctx, keyword.Fields[1].Label), lang.Words(j.ctx, keyword.Fields[1].Options[2].Label), title)
	})
	j.follows(j.step("message"))
	j.saves(j.step("message"), func() { j.fills(j.words(), j.own.price, j.step("message")) })
}

// scenario is what a project's first scenarios are called.
func (j *journey) scenario(which string) string {
	switch {
	case which == "start" && j.look.language == "ru":
		return "Приветствие"
	case which == "start":
		return "Greeting"
	}
	fallback, _ := flow.TriggerKind("fallback")
	return lang.Words(j.ctx, fallback.Title)
}

// step is how a kind of step is called, words its text.
func (j *journey) step(kind string) string {
	k, _ := flow.StepKind(kind)
	return lang.Words(j.ctx, k.Title)
}

func (j *journey) words() string {
	k, _ := flow.StepKind("message")
	return lang.Words(j.ctx, k.Fields[0].Label)
}

// variable is how a variable of texts is called.
func (j *journey) variable(name string) string {
	for _, v := range flow.Variables() {
		if v.Name == name {
			return lang.Words(j.ctx, v.Label)
		}
	}
	return name
}

func (j *journey) buildsPage() {
	j.goes("nav.pages")
	j.looks("pages-new")
	j.follows(j.kind("heading"))
	j.saves(j.kind("heading"), func() { j.fills(j.field("heading", "text"), j.own.heading, j.kind("heading")) })
	j.looks("block-open")
	j.follows("pages.close_block")
	j.follows(j.kind("text"))
	j.saves(j.kind("text"), func() { j.fills(j.field("text", "text"), j.own.text, j.kind("text")) })
	j.addsPage()
	j.addsPicture()
	j.addsButton()
	j.walksByKeyboard("page editor")
	if j.look.phone() {
		j.follows("pages.look")
		j.looks("pages-look")
	}
}

// kind is how a kind of block is called, field one of its fields.
func (j *journey) kind(name string) string {
	k, _ := miniapp.Kinds.Kind(name)
	return lang.Words(j.ctx, k.Title)
}

func (j *journey) field(kind, name string) string {
	k, _ := miniapp.Kinds.Kind(kind)
	for _, f := range k.Fields {
		if f.Name == name {
			return lang.Words(j.ctx, f.Label)
		}
	}
	return "no field " + name
}

func (j *journey) addsPage() {
	j.follows("pages.page")
	j.looks("page-adding")
	j.fills("pages.new_title", j.own.secondPage)
	j.follows("pages.add")
	j.sees("pages.empty")
	j.looks("page-empty")
	j.follows(j.kind("heading"))
	j.saves(j.kind("heading"), func() { j.fills(j.field("heading", "text"), j.own.secondly, j.kind("heading")) })
	j.follows(j.home(), "nav.pages")
}

// home is the title of the page that a project begins with.
func (j *journey) home() string {
	return map[string]string{"ru": "Главная", "en": "Home"}[j.look.language]
}

func (j *journey) addsPicture() {
	j.follows("pages.add_block")
	j.looks("palette")
	j.follows(j.kind("image"))
	j.uploads("pages.choose", j.picture())
	j.shows("pages.picture_now")
	j.saves(j.kind("image"), func() { j.fills(j.field("image", "alt"), j.own.alt, j.kind("image")) })
	j.looks("picture")
}

// picture draws a file to upload: a window with a warm light in it.
func (j *journey) picture() string {
	const width, height = 640, 400
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{uint8(150 + y/8), uint8(110 + y/10), 80, 255}
			if x > 240 && x < 400 && y > 180 && y < 320 {
				c = color.RGBA{246, 238, 226, 255}
			}
			m.Set(x, y, c)
		}
	}
	file := filepath.Join(j.rig.t.TempDir(), "cup.png")
	f, err := os.Create(file)
	if err == nil {
		err = png.Encode(f, m)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		j.rig.t.Fatal(err)
	}
	return file
}

func (j *journey) addsButton() {
	j.follows("pages.add_block")
	j.follows(j.kind("button"))
	j.saves(j.kind("button"), func() {
		j.fills(j.field("button", "label"), j.own.button, j.kind("button"))
		j.chooses(j.field("button", "to"), j.says("pages.to_page", "title", j.own.secondPage), j.kind("button"))
	})
	j.looks("button")
}

// fromTop forgets the place in an address, from which Tab would go on.
const fromTop = `((u) => {
	u.hash = "";
	u.searchParams.delete("focus");
	history.replaceState(null, "", u);
})(new URL(location.href))`

// walksByKeyboard goes through a screen by Tab alone: everything is reached
// once, in the order of the screen, and can be seen while it is held. Once is
// enough: it is the same in the other language and light.
func (j *journey) walksByKeyboard(screen string) {
	if j.look.phone() || j.look.language == "ru" {
		return
	}
	type stop struct {
		Name  string
		Index int
		Wrong []string
	}
	until(j.person, "see all saved", func(holds int) bool { return holds == 0 }, "holds")
	j.do("begin at the top", chromedp.Evaluate[chromedp.Void](fromTop), chromedp.Reload())
	all := until(j.person, "count what Tab is to reach", func(n int) bool { return n > 5 }, "stops")
	for i := range all {
		j.do("press Tab", chromedp.KeyEvent(kb.Tab))
		got := until(j.person, "see where Tab leads", func(stop) bool { return true }, "stop")
		if got.Index != i {
			j.rig.t.Errorf("%s, %s: Tab %d leads to %d %q", screen, j.look, i+1, got.Index, got.Name)
			return
		}
		for _, w := range got.Wrong {
			j.rig.t.Errorf("%s, %s: at %q %s", screen, j.look, got.Name, w)
		}
	}
}
