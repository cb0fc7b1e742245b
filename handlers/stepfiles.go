package handlers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"strings"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/media"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/scenario"
)

// fileBytes is the most of the request that uploads a file of any kind.
const fileBytes = media.MaxFile + 64<<10

// offeredFiles is how many of a project's files can be chosen from.
const offeredFiles = 60

// fileChoices are a project's files, the newest first.
func (s *server) fileChoices(ctx context.Context, projectID int64) (all []scenario.File, err error) {
	rows, err := s.Store.ProjectFiles(ctx, db.ProjectFilesParams{ProjectID: projectID, Most: offeredFiles})
	if err != nil {
		return nil, fmt.Errorf("list the files of project %d: %w", projectID, err)
	}
	for _, row := range rows {
		name := row.Name
		if name == "" {
			name = row.Alt
		}
		all = append(all, scenario.File{Key: row.Key, Name: name, URL: s.fileURL(row.Key), Picture: row.Width > 0})
	}
	return all, nil
}

func (s *server) fileURL(key string) string { return s.pagesBase() + project.MediaPath + key }

// addStepFile takes in a file and puts it into a step.
func (s *server) addStepFile(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := s.takesFiles(r, p); err != nil {
		return err
	}
	added, err := s.uploadFile(r, p)
	if err != nil {
		m, err := fileMistake(filesField, err)
		if err != nil {
			return err
		}
		return s.replyStepWhole(w, r, p, m)
	}
	return s.putStepFile(w, r, p, added)
}

// chooseStepFile puts one of the project's files into a step.
func (s *server) chooseStepFile(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	key := r.PostForm.Get("key")
	row, err := s.Store.MediaFile(r.Context(), db.MediaFileParams{ProjectID: p.ID, Key: key})
	if err != nil {
		return err
	}
	return s.putStepFile(w, r, p, flow.Media{Kind: fileKind(row.Mime, row.Name, row.Width > 0), Key: key})
}

// filesField is the name of the rows in which kinds of steps hold files.
const filesField = "media"

// takesFiles tells whether the step of a request holds files, before anything
// is uploaded for it.
func (s *server) takesFiles(r *http.Request, p scope) error {
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	own := draft.Scenarios.Find(r.PathValue("scenario"))
	if own == nil {
		return errNotFound
	}
	step := flow.Scenarios{*own}.FindStep(r.PathValue("step"))
	if step == nil {
		return errNotFound
	}
	kind, _ := flow.StepKind(step.Kind)
	if f, found := fieldAt(kind.Fields, filesField); !found || f.Type != spec.Rows {
		return errNotFound
	}
	return nil
}

// putStepFile adds a file to those of a step.
func (s *server) putStepFile(w http.ResponseWriter, r *http.Request, p scope, added flow.Media) error {
	id := r.PathValue("step")
	edit := project.Edit{What: "edited_step", Place: id + " file"}
	err := s.editScenario(r, p, &edit, func(_ *project.Draft, own *flow.Scenario) error {
		name, i, found := own.ListOf(id)
		if !found {
			return errNotFound
		}
		return own.EditList(name, func(list flow.Steps) (flow.Steps, error) {
			changed, err := withFile(list[i], added)
			if err == nil {
				list[i] = changed
			}
			return list, err
		})
	})
	var refused *editError
	if errors.As(err, &refused) {
		return s.replyStepWhole(w, r, p, page.Mistake{Field: filesField, Key: "files.many", Args: lang.Args{"max": mostFiles}})
	}
	if err != nil {
		return err
	}
	return s.goTo(w, r, s.screenOf(p, r.PathValue("scenario"), id, ""))
}

// mostFiles is how many files a message has: an album's.
const mostFiles = 10

// withFile is a step with one more file.
func withFile(stored flow.Step, added flow.Media) (flow.Step, error) {
	raw, err := json.Marshal(stored)
	if err != nil {
		return stored, err
	}
	var members map[string]json.RawMessage
	var files []flow.Media
	if err := json.Unmarshal(raw, &members); err != nil {
		return stored, err
	}
	if held := members[filesField]; held != nil {
		if err := json.Unmarshal(held, &files); err != nil {
			return stored, err
		}
	}
	if len(files) >= mostFiles {
		return stored, &editError{}
	}
	if members[filesField], err = json.Marshal(append(files, added)); err != nil {
		return stored, err
	}
	if raw, err = json.Marshal(members); err != nil {
		return stored, err
	}
	changed, problems := flow.ReadStep(raw)
	if len(problems) > 0 {
		return stored, errNotFound // the kind holds no files
	}
	return changed, nil
}

// replyStepWhole answers with the screen and a mistake at a field of the step.
func (s *server) replyStepWhole(w http.ResponseWriter, r *http.Request, p scope, m page.Mistake) error {
	k, err := s.openStep(r, p)
	if err != nil {
		return err
	}
	k.form.Mistakes = page.Mistakes{m}
	e, err := s.scenarioEditor(r, p, k)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusUnprocessableEntity, scenario.EditorPage(e))
}

// uploadFile reads the file of a multipart form as it comes: pictures are drawn
// anew, anything else is kept as it is.
func (s *server) uploadFile(r *http.Request, p scope) (flow.Media, error) {
	part, err := filePart(r)
	if err != nil {
		return flow.Media{}, err
	}
	return s.keepFile(r.Context(), p, part)
}

func (s *server) keepFile(ctx context.Context, p scope, part *multipart.Part) (flow.Media, error) {
	head := make([]byte, 512)
	n, err := io.ReadFull(part, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return flow.Media{}, err
	}
	head = head[:n]
	whole := io.MultiReader(bytes.NewReader(head), part)
	mime := http.DetectContentType(head)
	if strings.HasPrefix(mime, "image/") {
		image, err := s.Media.AddImage(ctx, p.ID, whole)
		return flow.Media{Kind: "photo", Key: image.Key}, err
	}
	kept, err := s.Media.AddFile(ctx, p.ID, part.FileName(), whole)
	return flow.Media{Kind: fileKind(mime, kept.Name, false), Key: kept.Key}, err
}

// fileKind is as what a file is sent.
func fileKind(mime, name string, picture bool) string {
	switch ext := strings.ToLower(path.Ext(name)); {
	case picture:
		return "photo"
	case mime == "video/mp4":
		return "video"
	case mime == "application/ogg" && ext != ".ogv", ext == ".oga", ext == ".opus":
		return "voice"
	}
	return "file"
}

// fileMistake words why a file was not taken; an error that is not about the
// file is returned.
func fileMistake(field string, why error) (page.Mistake, error) {
	switch {
	case errors.Is(why, media.ErrEmpty):
		return page.Mistake{Field: field, Key: "files.empty"}, nil
	case errors.Is(why, media.ErrTooBig), errors.As(why, new(*http.MaxBytesError)):
		return page.Mistake{Field: field, Key: "files.heavy", Args: lang.Args{"max": media.MaxFile >> 20, "picture": media.MaxBytes >> 20}}, nil
	}
	return pictureMistake(field, why)
}
