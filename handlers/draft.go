package handlers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
)

// draftBytes bounds what is read of a draft; what it may hold is checked after.
const draftBytes = 2 * project.MaxDraft

// showDraft gives the draft as JSON; its revision is its ETag.
func (s *server) showDraft(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	draft, revision, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if matches(r, draftTag(revision)) {
		w.Header().Set("ETag", draftTag(revision))
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	writeDraft(w, draft, revision)
	return nil
}

// checkedDraft is a project's draft with all that is wrong with it.
func (s *server) checkedDraft(ctx context.Context, p scope) (project.Draft, []spec.Problem, error) {
	draft, _, err := s.Projects.Draft(ctx, p.ID)
	if err != nil {
		return project.Draft{}, nil, err
	}
	problems, err := s.Projects.Check(ctx, p.ID, draft)
	return draft, problems, err
}

// replaceDraft stores a whole draft. What is only unfinished may be stored, as
// in the editors; anything else that is wrong is told with its place.
func (s *server) replaceDraft(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return badForm(err)
	}
	expected, ok := expectedRevision(r)
	if !ok {
		return statusError(http.StatusPreconditionFailed)
	}
	draft, problems, err := s.readDraft(r, p, raw)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		writeProblems(w, r, problems)
		return nil
	}
	revision, _, err := s.Projects.Edit(r.Context(), p.ID, expected, func(d *project.Draft) error { *d = draft; return nil })
	switch {
	case errors.Is(err, project.ErrStale):
		return statusError(http.StatusPreconditionFailed)
	case errors.Is(err, project.ErrTooBig):
		writeProblems(w, r, []spec.Problem{{Code: "too_big", Args: lang.Args{"max": project.MaxDraft}}})
		return nil
	case err != nil:
		return err
	}
	writeDraft(w, draft, revision)
	return nil
}

// expectedRevision reads If-Match: 0 when any will do, false when it names
// nothing that can be the present one.
func expectedRevision(r *http.Request) (int64, bool) {
	tag := strings.TrimSpace(r.Header.Get("If-Match"))
	if tag == "" || tag == "*" {
		return 0, true
	}
	revision, err := strconv.ParseInt(strings.Trim(tag, `"`), 10, 64)
	return revision, err == nil && tag == draftTag(revision) && revision > 0
}

// readDraft reads a draft and tells what keeps it from being stored.
func (s *server) readDraft(r *http.Request, p scope, raw []byte) (project.Draft, []spec.Problem, error) {
	draft, problems := project.ParseDraft(raw)
	if len(problems) > 0 {
		return draft, problems, nil
	}
	problems, err := s.Projects.Check(r.Context(), p.ID, draft)
	return draft, withoutUnfinished(problems), err
}

// withoutUnfinished leaves out warnings, and what is only still empty.
func withoutUnfinished(problems []spec.Problem) (out []spec.Problem) {
	for _, p := range problems {
		if !p.Warning && p.Code != "required" && p.Code != "no_start" {
			out = append(out, p)
		}
	}
	return out
}

func draftTag(revision int64) string { return strconv.Quote(strconv.FormatInt(revision, 10)) }

func writeDraft(w http.ResponseWriter, draft project.Draft, revision int64) {
	w.Header().Set("ETag", draftTag(revision))
	writeJSON(w, http.StatusOK, draft)
}

func writeProblems(w http.ResponseWriter, r *http.Request, problems []spec.Problem) {
	type problem struct {
		Path    string `json:"path"`
		Code    string `json:"code"`
		Problem string `json:"problem"`
	}
	out := make([]problem, len(problems))
	for i, p := range problems {
		out[i] = problem{p.Path, p.Code, lang.Problem(r.Context(), p)}
	}
	writeJSON(w, http.StatusUnprocessableEntity, out)
}
