package handlers

import (
	"errors"
	"net/http"
	"strconv"

	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/releases"
)

func (s *server) listReleases(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	rows, err := s.Store.ListReleases(r.Context(), p.ID)
	if err != nil {
		return err
	}
	list := releases.List{Project: frame}
	if frame.Edits > 0 {
		list.Edited = p.DraftUpdatedAt
	}
	for _, row := range rows {
		what, more := summaryWords(r.Context(), project.Summary(row.Summary))
		list.Releases = append(list.Releases, releases.Release{
			What: what, More: more,
			Number: int(row.Number), At: row.CreatedAt, By: row.CreatedBy,
			Current: p.CurrentRelease != nil && *p.CurrentRelease == row.Number,
		})
	}
	return s.render(w, r, http.StatusOK, releases.ListPage(list))
}

func (s *server) showPublication(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	draft, problems, err := s.checkedDraft(r.Context(), p)
	if err != nil {
		return err
	}
	return s.renderPublication(w, r, http.StatusOK, p, draft, problems)
}

func (s *server) renderPublication(w http.ResponseWriter, r *http.Request, status int, p scope, draft project.Draft, problems []spec.Problem) error {
	ctx := r.Context()
	frame, err := s.frame(ctx, p)
	if err != nil {
		return err
	}
	changes, err := s.Projects.ChangeList(ctx, p.ID, p.CurrentRelease)
	if err != nil {
		return err
	}
	next, err := s.Store.NextReleaseNumber(ctx, p.ID)
	if err != nil {
		return err
	}
	dialogues, err := s.dialogues(r, p)
	if err != nil {
		return err
	}
	guide := guide{frame, draft}
	screen := releases.Publish{Project: frame, Next: int(next), Changes: guide.changes(ctx, changes), Problems: guide.problems(ctx, problems)}
	for _, d := range broken(dialogues) {
		screen.Otherwise = append(screen.Otherwise, releases.Link{Title: d.Title, URL: d.URL(frame)})
	}
	if err := s.addStanding(ctx, p, draft, &screen); err != nil {
		return err
	}
	return s.render(w, r, status, releases.PublishPage(screen))
}

// publish makes a release of the draft. Nothing changed: no new release.
func (s *server) publish(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	number, created, problems, err := s.Projects.PublishMoving(r.Context(), p.ID, of(r).person.ID, movesOf(r.PostForm))
	if errors.Is(err, miniapp.ErrPageTooBig) || errors.Is(err, miniapp.ErrPageTooSlow) {
		problems, err = []spec.Problem{{Path: "/pages", Code: "too_big"}}, nil
	}
	if errors.Is(err, project.ErrStale) { // edited meanwhile: the person sees what is new before it goes out
		return s.goTo(w, r, p.url("releases", "new"))
	}
	if err != nil {
		return err
	}
	if spec.Blocking(problems) {
		return s.refusePublication(w, r, p, problems)
	}
	toast := page.Toast{Key: "toast.nothing_to_publish"}
	if created {
		toast = page.Toast{Key: "toast.published", Args: lang.Args{"n": strconv.Itoa(int(number))}}
	}
	s.toast(r, toast)
	return s.goTo(w, r, p.url("releases"))
}

func (s *server) refusePublication(w http.ResponseWriter, r *http.Request, p scope, problems []spec.Problem) error {
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	return s.renderPublication(w, r, http.StatusUnprocessableEntity, p, draft, problems)
}

// makeCurrent makes an earlier release the one that clients see.
func (s *server) makeCurrent(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	number, err := strconv.ParseInt(r.PostForm.Get("release"), 10, 32)
	if err != nil {
		return errNotFound
	}
	err = s.Projects.MakeCurrent(r.Context(), p.ID, int32(number))
	if errors.Is(err, project.ErrNoRelease) {
		return errNotFound
	}
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.made_current", Args: lang.Args{"n": strconv.FormatInt(number, 10)}})
	return s.goTo(w, r, p.url("releases"))
}
