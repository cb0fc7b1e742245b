package inbox

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/flow"
)

// MostTesters is how many people may try a project's draft at once.
const MostTesters = 50

// trials are the chats of a batch that run the draft of their project, and
// the links to drafts that were followed in it.
type trials struct {
	drafts map[int64]*flow.Release
	people map[chatKey]*trial
	links  map[linkKey]link
	ended  map[chatKey]bool
}

// trial is a chat that runs the draft: its state, data and tags are its own,
// and those of the published bot are not touched.
type trial struct {
	state  flow.State
	person flow.Person
	// joined is one that began in this batch, changed one that is to be saved.
	joined, changed bool
}

// linkKey names a link by its project and hash.
type linkKey struct {
	project int64
	sha256  [sha256.Size]byte
}

// link is a good one; full: too many follow it already.
type link struct{ full bool }

// readTrials reads what a batch needs of drafts: nothing, as long as no
// project of it has testers and nobody follows a link.
func (s *Scheduler) readTrials(ctx context.Context, batch []*event, current map[int64]running) (trials, error) {
	t := trials{people: map[chatKey]*trial{}, links: map[linkKey]link{}, ended: map[chatKey]bool{}}
	who, followed := db.TestersAmongParams{}, db.DraftLinksAmongParams{Most: MostTesters}
	for _, e := range batch {
		code := e.trialCode()
		if code != "" {
			sum := sha256.Sum256([]byte(code))
			followed.Projects, followed.Hashes = append(followed.Projects, e.ProjectID), append(followed.Hashes, sum[:])
		}
		if code != "" || current[e.ProjectID].tested {
			who.Projects, who.Users = append(who.Projects, e.ProjectID), append(who.Users, e.ChatID)
		}
	}
	if len(who.Users) == 0 {
		return t, nil
	}
	err := t.readLinks(ctx, s.store.Queries, followed)
	if err == nil {
		err = t.readPeople(ctx, s.store.Queries, who)
	}
	if err == nil {
		t.drafts, err = s.releases.drafts(ctx, t.projects())
	}
	return t, err
}

// projects are those whose draft is run.
func (t *trials) projects() map[int64]bool {
	tried := map[int64]bool{}
	for key := range t.people {
		tried[key.project] = true
	}
	for key := range t.links {
		tried[key.project] = true
	}
	return tried
}

func (t *trials) readLinks(ctx context.Context, q *db.Queries, followed db.DraftLinksAmongParams) error {
	if len(followed.Projects) == 0 {
		return nil
	}
	rows, err := q.DraftLinksAmong(ctx, followed)
	if err != nil {
		return fmt.Errorf("read links to drafts: %w", err)
	}
	for _, row := range rows {
		t.links[linkKey{row.ProjectID, [sha256.Size]byte(row.Sha256)}] = link{row.Full}
	}
	return nil
}

func (t *trials) readPeople(ctx context.Context, q *db.Queries, who db.TestersAmongParams) error {
	rows, err := q.TestersAmong(ctx, who)
	if err != nil {
		return fmt.Errorf("read testers: %w", err)
	}
	for _, row := range rows {
		t.people[chatKey{row.ProjectID, row.UserID}] = &trial{
			state: row.State, person: flow.Person{ID: row.UserID, Data: row.Data, Tags: row.Tags},
		}
	}
	return nil
}

// trialCode is the code of the link to a draft that the event follows, "" for none.
func (e *event) trialCode() string {
	if e.Kind != kindUpdate || e.update.Message == nil {
		return ""
	}
	said := flow.Event{Kind: flow.Said, Text: e.update.Message.Text}
	return said.TakeTrialCode()
}

// take handles what happens in the chat of a tester, and what makes one of
// somebody; false: it is the published bot's.
func (t *trials) take(e *event, now running, happened flow.Event) ([]flow.Effect, bool) {
	key, lang := e.chat(), now.about.lang
	one, code := t.people[key], e.trialCode()
	switch {
	case code != "":
		return t.follow(key, code, now, happened), true
	case one == nil, e.Kind == kindCommand, e.Kind != kindUpdate && !one.state.Holds(happened.Call):
		return nil, false
	case happened.LeavesTrial():
		delete(t.people, key)
		t.ended[key] = true
		return append(one.state.Abandon(), flow.TrialEnds(lang, now.release)), true
	}
	return t.run(key, one, now, happened), true
}

// follow lets somebody try the draft from its beginning, if the link is good.
func (t *trials) follow(key chatKey, code string, now running, happened flow.Event) []flow.Effect {
	one, lang := t.people[key], now.about.lang
	found, good := t.links[linkKey{key.project, sha256.Sum256([]byte(code))}]
	if !good || found.full && one == nil {
		return []flow.Effect{flow.TrialRefused(lang, good)}
	}
	var effects []flow.Effect
	if one == nil {
		one = &trial{joined: true}
		delete(t.ended, key)
	} else {
		effects = one.state.Abandon()
	}
	next := &trial{joined: one.joined, person: flow.Person{ID: key.chat}}
	t.people[key], happened.First = next, true
	effects = append(effects, flow.TrialBegins(lang))
	return append(effects, t.run(key, next, now, happened)...)
}

// run is a turn of the draft.
func (t *trials) run(key chatKey, one *trial, now running, happened flow.Event) []flow.Effect {
	release := t.drafts[key.project]
	if release == nil {
		return nil
	}
	result := flow.Advance(flow.Input{
		Current: release, State: one.state, Person: one.person, Project: now.about.project(happened.Now), Event: happened,
	})
	one.state, one.person, one.changed = result.State, result.Person, true
	return flow.OnTrial(result.Effects, now.about.lang)
}

// save writes where the testers of a batch stand.
func (t *trials) save(ctx context.Context, q *db.Queries) error {
	var joined db.AddTestersParams
	var saved db.SaveTestersParams
	for key, one := range t.people {
		if one.joined {
			joined.Projects, joined.Users = append(joined.Projects, key.project), append(joined.Users, key.chat)
		}
		if !one.changed {
			continue
		}
		state, err := json.Marshal(one.state)
		if err != nil {
			return fmt.Errorf("encode a tester's state: %w", err)
		}
		data, tags, err := encoded(one.person)
		if err != nil {
			return err
		}
		saved.Projects, saved.Users = append(saved.Projects, key.project), append(saved.Users, key.chat)
		saved.States, saved.Data, saved.Tags = append(saved.States, string(state)), append(saved.Data, data), append(saved.Tags, tags)
	}
	if err := t.saveEnds(ctx, q, joined); err != nil {
		return err
	}
	if len(saved.Users) == 0 {
		return nil
	}
	return q.SaveTesters(ctx, saved)
}

// saveEnds writes who began and who ended to try a draft.
func (t *trials) saveEnds(ctx context.Context, q *db.Queries, joined db.AddTestersParams) error {
	var ended db.EndTestersParams
	for key := range t.ended {
		ended.Projects, ended.Users = append(ended.Projects, key.project), append(ended.Users, key.chat)
		if err := audit.Record(ctx, q, audit.Entry{Action: audit.LeftDraft, Project: key.project, Subject: key.chat}); err != nil {
			return err
		}
	}
	if len(ended.Users) > 0 {
		if err := q.EndTesters(ctx, ended); err != nil {
			return fmt.Errorf("end trials: %w", err)
		}
	}
	if len(joined.Users) == 0 {
		return nil
	}
	for i, project := range joined.Projects {
		if err := audit.Record(ctx, q, audit.Entry{Action: audit.JoinedDraft, Project: project, Subject: joined.Users[i]}); err != nil {
			return err
		}
	}
	return q.AddTesters(ctx, joined)
}

// rehearse makes the turn of a draft, if the event is one; false: it is not.
func (t *turns) rehearse(e *event, now running, happened flow.Event) (bool, error) {
	effects, taken := t.trials.take(e, now, happened)
	if !taken {
		return false, nil
	}
	t.waits.note(e, effects)
	if err := t.calls.note(e, effects); err != nil {
		return true, err
	}
	return true, t.enqueue(e, now, effects)
}
