package main

import (
	"context"
	"testing"
	"time"

	"botyard/internal/lang"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// TestJourney goes the way of an owner in a browser, from nothing to a bot
// that answers and a page that opens, in both languages, small and wide, light
// and dark. With BOTYARD_SHOTS set to a folder it leaves a picture of every
// screen there.
func TestJourney(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	for _, l := range []look{{"ru", "light", 360}, {"ru", "dark", 1280}, {"en", "dark", 360}, {"en", "light", 1280}} {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			newJourney(t, browser, l).fromNothingToTheEnd()
		})
	}
}

// journey is one owner's way through a service of their own.
type journey struct {
	*rig
	*person
	own  own
	bot  sim.Bot
	anna *sim.User // who writes to the bot
	last int64     // the message of the bot's that she read last
}

func newJourney(t *testing.T, browser context.Context, l look) *journey {
	r := newRig(t)
	return &journey{
		rig: r, person: newPerson(t, browser, l), own: owns[l.language],
		anna: r.sim.User(telegram.User{FirstName: "Anna", LanguageCode: l.language}),
	}
}

func (j *journey) fromNothingToTheEnd() {
	for _, stage := range []struct {
		name string
		walk func()
	}{
		{"sign up", j.signsUp}, {"a project", j.makesProject}, {"the bot's words", j.writesAnswers},
		{"a page", j.buildsPage}, {"connecting", j.connectsBot}, {"the bot answers", j.botAnswers},
		{"publishing", j.publishes}, {"an earlier version", j.bringsBack}, {"what clients open", j.clientsOpen},
		{"disconnecting", j.disconnects}, {"signing out and in", j.signsOutAndIn}, {"too many attempts", j.triesTooOften},
	} {
		started := time.Now()
		stage.walk()
		j.rig.t.Logf("%s: %s took %s", j.look, stage.name, time.Since(started).Round(time.Millisecond))
	}
}

func (j *journey) signsUp() {
	j.opens(j.url)
	if j.look.language == "ru" {
		j.follows("Русский")
	}
	j.looks("login")
	j.follows("door.to_sign_up")
	j.sees("door.signup_heading")
	j.looks("signup")
	j.fills("door.email", j.own.email)
	j.fills("door.password", "short")
	j.follows("door.sign_up")
	j.reads(lang.N(j.ctx, "form.mend", 1))
	j.looks("signup-mistake")
	j.fills("door.password", password)
	j.follows("door.sign_up")
}

func (j *journey) makesProject() {
	j.sees("projects.first")
	j.looks("first-day")
	j.follows("projects.create")
	j.sees("projects.name_required")
	j.looks("project-mistake")
	j.fills("projects.name", j.own.name)
	j.follows("projects.create")
	j.reads(j.own.name)
	j.looks("home-new")
}

// goes follows the bars to a section.
func (j *journey) goes(section string) {
	switch {
	case section != "nav.releases" && section != "nav.settings":
		j.follows(section, "nav.sections")
	case j.look.phone():
		j.follows("nav.more", "nav.sections")
		j.follows(section)
	default:
		j.presses("nav.more", "nav.sections")
		j.follows(section, "nav.sections")
	}
}

func (j *journey) disconnects() {
	j.goes("nav.bot")
	j.follows("bot.disconnect")
	j.sees("toast.disconnected")
	j.sees("bot.state.none")
	j.looks("disconnected")
	if hook, err := j.sim.Webhook(j.bot.ID); err != nil || hook.URL != "" {
		j.rig.t.Errorf("Webhook after disconnecting = %q, %v, want none", hook.URL, err)
	}
}
