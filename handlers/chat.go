package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/rehearsal"
	"botyard/views/chat"
)

// errNothing tells that a deed could not be done any more: a second tap, or a
// button that is gone. The screen is drawn anew, that is all.
var errNothing = errors.New("nothing happened")

// stage compiles a project's draft to be tried out.
func (s *server) stage(r *http.Request, p scope) (rehearsal.Stage, project.Draft, error) {
	draft, revision, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return rehearsal.Stage{}, draft, err
	}
	zone := p.Card.Location()
	return rehearsal.Stage{
		Release: flow.Compile(draft.Scenarios, flow.Setting{}), Scenarios: draft.Scenarios, Zone: zone, Draft: revision, Bot: "bot",
		Project: func(at time.Time) flow.Project {
			return flow.Project{Lang: p.Language, Card: p.Card.Variables(p.Name, p.Language, at), Closed: !p.Card.Open(at), Team: true}
		},
	}, draft, nil
}

// rehearse changes what the signed-in person tries out; change may leave it as
// it is by errNothing. A person who tries for the first time is greeted.
func (s *server) rehearse(r *http.Request, p scope, change func(t *rehearsal.Talk, stage rehearsal.Stage) error) error {
	stage, _, err := s.stage(r, p)
	if err != nil {
		return err
	}
	return s.Store.InTx(r.Context(), func(q *db.Queries) error {
		talk, err := s.rehearsal(r, q, p, stage)
		if err != nil {
			return err
		}
		if err := change(&talk, stage); err != nil && !errors.Is(err, errNothing) {
			return err
		}
		raw, err := talk.Encode()
		if err != nil {
			return err
		}
		return q.KeepRehearsal(r.Context(), db.KeepRehearsalParams{ProjectID: p.ID, UserID: of(r).person.ID, Talk: raw})
	})
}

// rehearsal is the person's talk, a new one when there is none that can be read.
func (s *server) rehearsal(r *http.Request, q *db.Queries, p scope, stage rehearsal.Stage) (rehearsal.Talk, error) {
	raw, err := q.LockRehearsal(r.Context(), db.LockRehearsalParams{ProjectID: p.ID, UserID: of(r).person.ID})
	if err != nil && !db.NotFound(err) {
		return rehearsal.Talk{}, err
	}
	if err == nil {
		if talk, err := rehearsal.Decode(raw); err == nil {
			return talk, nil
		}
	}
	return s.begun(rehearsal.Visitor{Name: lang.Sample(r.Context(), "first_name"), New: true}, stage), nil
}

// begun is a talk whose visitor has opened the bot.
func (s *server) begun(v rehearsal.Visitor, stage rehearsal.Stage) rehearsal.Talk {
	talk := rehearsal.Begin(v)
	talk.Do(stage, rehearsal.Deed{Do: "say", Text: "/start"}, s.Now())
	return talk
}

func (s *server) showChat(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	var screen chat.Page
	err = s.rehearse(r, p, func(t *rehearsal.Talk, stage rehearsal.Stage) error {
		t.CatchUp(stage, s.Now())
		screen = s.chatPage(s.zoned(r), p, stage, t)
		return nil
	})
	if err != nil {
		return err
	}
	if screen.Project, err = s.frame(r.Context(), p); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, chat.TalkPage(screen))
}

// tryOut is a handler of something that the visitor does.
func (s *server) tryOut(do func(r *http.Request, p scope, t *rehearsal.Talk, stage rehearsal.Stage) error) handle {
	return func(w http.ResponseWriter, r *http.Request) error {
		p, err := s.project(r)
		if err != nil {
			return err
		}
		err = s.rehearse(r, p, func(t *rehearsal.Talk, stage rehearsal.Stage) error {
			t.CatchUp(stage, s.Now())
			return do(r, p, t, stage)
		})
		if err != nil {
			return err
		}
		return s.goTo(w, r, p.url("chat")+"#last")
	}
}

// act does one deed.
func (s *server) act(t *rehearsal.Talk, stage rehearsal.Stage, d rehearsal.Deed) error {
	if !t.Do(stage, d, s.Now()) {
		return errNothing
	}
	return nil
}

// beginTalk starts over, or takes notice that the draft is another.
func (s *server) beginTalk(r *http.Request, p scope, t *rehearsal.Talk, stage rehearsal.Stage) error {
	form := r.PostForm
	if form.Get("go_on") != "" {
		t.Draft = stage.Draft
		return nil
	}
	v := rehearsal.Visitor{Name: visitorName(r), New: form.Get("who") != "returning"}
	if !v.New {
		v = t.Again(v.Name)
	}
	next := rehearsal.Begin(v)
	next.Ahead, next.Calls, next.Back = t.Ahead, t.Calls, t.Back
	if back := form.Get("back"); back == "" || strings.HasPrefix(back, p.url()+"/") {
		if form.Has("back") {
			next.Back = back
		}
	}
	deed := rehearsal.Deed{Do: "say", Text: "/start"}
	if from := form.Get("from"); from != "" {
		deed = rehearsal.Deed{Do: "lead", Text: from}
	}
	*t = next
	return s.act(t, stage, deed)
}

// maxVisitor is the most characters of a visitor's name, as Telegram has it.
const maxVisitor = 64

func visitorName(r *http.Request) string {
	name := []rune(trimmed(db.Storable(r.PostForm.Get("name"))))
	if len(name) == 0 {
		return lang.Sample(r.Context(), "first_name")
	}
	return string(name[:min(len(name), maxVisitor)])
}

// sayInTalk sends words, something else, or comes by a link.
func (s *server) sayInTalk(r *http.Request, _ scope, t *rehearsal.Talk, stage rehearsal.Stage) error {
	form := r.PostForm
	switch {
	case form.Get("share") != "":
		return s.act(t, stage, rehearsal.Deed{Do: "share", Text: form.Get("share")})
	case form.Get("link") != "":
		return s.act(t, stage, rehearsal.Deed{Do: "say", Text: "/start " + form.Get("link")})
	}
	return s.act(t, stage, rehearsal.Deed{Do: "say", Text: clip(trimmed(db.Storable(form.Get("text"))), maxSaid)})
}

// maxSaid is the most characters of a message.
const maxSaid = 4096

func clip(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

func (s *server) pressInTalk(r *http.Request, _ scope, t *rehearsal.Talk, stage rehearsal.Stage) error {
	message, err := strconv.ParseInt(r.PostForm.Get("message"), 10, 64)
	if err != nil {
		return errNothing
	}
	return s.act(t, stage, rehearsal.Deed{Do: "press", Message: message, Text: r.PostForm.Get("button")})
}

func (s *server) skipInTalk(_ *http.Request, _ scope, t *rehearsal.Talk, stage rehearsal.Stage) error {
	if !t.Skip(stage, s.Now()) {
		return errNothing
	}
	return nil
}

// answerInTalk answers a call as somebody wants it to be answered.
func (s *server) answerInTalk(r *http.Request, _ scope, t *rehearsal.Talk, stage rehearsal.Stage) error {
	if len(t.Asked) == 0 {
		return errNothing
	}
	answer := flow.Answer{OK: r.PostForm.Get("ok") == "yes"}
	if call := t.Asked[0].HTTP; call != nil && answer.OK {
		answer.Status, answer.Values = http.StatusOK, map[string]string{}
		for i, path := range call.Take {
			answer.Values[path] = clip(db.Storable(r.PostForm.Get("value-"+strconv.Itoa(i))), maxSaid)
		}
	} else if call == nil {
		answer = flow.Answer{OK: true, Member: answer.OK}
	}
	return s.act(t, stage, rehearsal.Deed{Do: "answer", Answer: answer})
}

// returnInTalk lets the visitor come back, or the bot answer again.
func (s *server) returnInTalk(r *http.Request, _ scope, t *rehearsal.Talk, stage rehearsal.Stage) error {
	how := r.PostForm.Get("how")
	if how != "return" && how != "give_back" {
		return errNothing
	}
	return s.act(t, stage, rehearsal.Deed{Do: how})
}

// setTalk chooses the time of the talk; what cannot be read changes nothing.
func (s *server) setTalk(r *http.Request, _ scope, t *rehearsal.Talk, stage rehearsal.Stage) error {
	at, err := time.ParseInLocation("2006-01-02T15:04", r.PostForm.Get("time"), stage.Zone)
	now := s.Now()
	switch {
	case r.PostForm.Get("real") != "":
		t.Ahead = 0
	case err == nil && at.Format("2006-01-02T15:04") != t.Now(now).In(stage.Zone).Format("2006-01-02T15:04") && at.Sub(now).Abs() < 10*366*24*time.Hour:
		t.Ahead = at.Sub(now)
	}
	t.CatchUp(stage, now)
	return nil
}
