package handlers

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/internal/submission"
	"botyard/miniapp"
)

const (
	// formPosts is how many submissions a minute one visitor has at a project.
	formPosts = 20
	// keyMost is the most bytes of an Idempotency-Key.
	keyMost = 200
)

// formPost is one sending of a form.
type formPost struct {
	address project.Address
	form    string
	// plain tells that it came from a page without scripts.
	plain bool
	input miniapp.Input
	entry submission.Entry
	// network is where an unknown visitor sits.
	network string
}

// postSiteForm takes what was sent to a form of a site.
func (s *server) postSiteForm(w http.ResponseWriter, r *http.Request) error {
	post, err := s.readFormPost(r, submission.FromSite)
	if err != nil {
		return err
	}
	return s.submit(w, r, post)
}

// postAppForm takes what was sent to a form of a Mini App, whose visitor is
// the one that the bearer proves.
func (s *server) postAppForm(w http.ResponseWriter, r *http.Request) error {
	post, err := s.readFormPost(r, submission.FromApp)
	if err != nil {
		return err
	}
	text, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	b, err := openBearer(s.Keys, text, post.address.ProjectID, post.address.BotID, s.Now())
	if err != nil {
		writeJSON(w, http.StatusUnauthorized, map[string]any{"error": "unauthorized"})
		return nil
	}
	post.entry.User, post.entry.Name = b.User, b.Name
	post.entry.Principal = submission.OfUser(b.User)
	return s.submit(w, r, post)
}

// readFormPost reads what was sent. One with scripts is answered with JSON,
// one without with a page.
func (s *server) readFormPost(r *http.Request, from submission.Source) (formPost, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	post := formPost{form: r.PathValue("form"), plain: kind == "application/x-www-form-urlencoded", network: account.Network(of(r).client)}
	of(r).machine = !post.plain || from == submission.FromApp
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return post, err
	}
	if post.address, err = s.Projects.Resolve(r.Context(), r.PathValue("slug")); err != nil {
		return post, visitorError(err)
	}
	key := r.Header.Get("Idempotency-Key")
	if post.input, err = miniapp.ParseInput(r.Header.Get("Content-Type"), body); err != nil || len(key) > keyMost || db.Storable(key) != key {
		return post, statusError(http.StatusBadRequest)
	}
	post.entry = submission.Entry{Project: post.address.ProjectID, Source: from, Key: key, Content: miniapp.Submission{Form: db.Storable(post.form)}}
	sum := sha256.Sum256(body)
	post.entry.Digest = sum[:]
	if key == "" { // nobody can tell the visitor's address from what is kept
		post.entry.Digest = s.Keys.Sign("submission", append([]byte(post.network+"\x00"), sum[:]...))
	}
	return post, nil
}

// submit records what was sent, or says what is wrong with it. What was
// recorded before is answered alike, however often it comes.
func (s *server) submit(w http.ResponseWriter, r *http.Request, post formPost) error {
	receipt, found, err := submission.Known(r.Context(), s.Store.Queries, post.entry)
	if found {
		return s.accept(w, r, post, receipt)
	}
	if errors.Is(err, submission.ErrOtherBody) {
		return s.refuseForm(w, r, post, []spec.Problem{{Path: "", Code: "other_body"}})
	}
	if err != nil {
		return err
	}
	if err := s.Accounts.AllowFrom(r.Context(), "form "+strconv.FormatInt(post.entry.Project, 10), post.visitor(), formPosts); err != nil {
		return err
	}
	manifest, err := s.Projects.Manifest(r.Context(), post.address)
	if err != nil {
		return visitorError(err)
	}
	content, problems, err := manifest.Submit(post.form, post.input)
	if errors.Is(err, miniapp.ErrNoForm) {
		return errNotFound
	}
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return s.refuseForm(w, r, post, problems)
	}
	post.entry.Content, post.entry.Kind = content, kindOf(content)
	if receipt, err = s.record(r, post); errors.Is(err, submission.ErrOtherBody) {
		return s.refuseForm(w, r, post, []spec.Problem{{Path: "", Code: "other_body"}})
	}
	if err != nil {
		return err
	}
	return s.accept(w, r, post, receipt)
}

// visitor is whose submissions are counted.
func (p formPost) visitor() string {
	if p.entry.Principal != "" {
		return p.entry.Principal
	}
	return p.network
}

func kindOf(content miniapp.Submission) submission.Kind {
	if content.Kind == "order" {
		return submission.Order
	}
	return submission.Request
}

// record keeps the submission; of one that a program sent nothing but the
// answer is made.
func (s *server) record(r *http.Request, post formPost) (receipt miniapp.Receipt, err error) {
	if post.input.Trapped {
		last, err := s.Store.LastSubmissionNumber(r.Context(), post.entry.Project)
		return miniapp.Receipt{Number: last + 1, Total: post.entry.Content.Total}, err
	}
	err = s.Store.InTx(r.Context(), func(q *db.Queries) error {
		var fresh bool
		receipt, fresh, err = submission.Record(r.Context(), q, post.entry)
		if err != nil || !fresh || post.entry.User == 0 {
			return err
		}
		return tellBot(r.Context(), q, post.entry)
	})
	return receipt, err
}

// tellBot lets the bot go on with what one of its clients sent.
func tellBot(ctx context.Context, q *db.Queries, e submission.Entry) error {
	_, block, _ := strings.Cut(e.Content.Form, ".")
	form := flow.Form{ID: block, Order: e.Content.Kind == "order"}
	for _, f := range e.Content.Fields {
		form.Values = append(form.Values, flow.Value{Title: f.Label, Value: f.Value})
	}
	payload, err := json.Marshal(flow.Outside{Form: &form})
	if err != nil {
		return fmt.Errorf("encode what the bot is told: %w", err)
	}
	if err := q.Command(ctx, db.CommandParams{ProjectID: e.Project, ChatID: e.User, Payload: payload}); err != nil {
		return fmt.Errorf("tell the bot of project %d: %w", e.Project, err)
	}
	return nil
}

// accept tells the number: to the runtime at once, to a page without scripts
// by leading to a page that says it, so that going back sends nothing again.
func (s *server) accept(w http.ResponseWriter, r *http.Request, post formPost, receipt miniapp.Receipt) error {
	if !post.plain {
		writeJSON(w, http.StatusOK, receipt)
		return nil
	}
	pageID, _, _ := strings.Cut(post.form, ".")
	path := project.PagePath(miniapp.Site, post.address.Slug) + "/" + pageID
	sent := sealClaims(s.Keys, sentPurpose, sentForm{post.entry.Project, post.form, receipt})
	http.Redirect(w, r, path+"?sent="+sent, http.StatusSeeOther)
	return nil
}

// refuseForm says what is wrong: as a list, or at the fields of the page.
func (s *server) refuseForm(w http.ResponseWriter, r *http.Request, post formPost, problems []spec.Problem) error {
	l, _ := lang.Parse(post.address.Language)
	r = r.WithContext(lang.With(r.Context(), l))
	if !post.plain {
		writeProblems(w, r, problems)
		return nil
	}
	state := miniapp.FormState{Values: post.input.Values, Problems: map[string]string{}}
	for _, p := range problems {
		state.Note = lang.Problem(r.Context(), p)
		state.Problems[p.Path] = state.Note
	}
	return s.replyPage(w, r, http.StatusUnprocessableEntity, post.address, post.form, state, post.input.Cart())
}
