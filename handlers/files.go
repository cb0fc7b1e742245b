package handlers

import (
	"fmt"
	"net/http"

	"botyard/db"
	"botyard/internal/media"
	"botyard/views/files"
	"botyard/views/page"
)

// shownFiles is how many of a project's files are listed.
const shownFiles = 200

func (s *server) listFiles(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	return s.renderFiles(w, r, http.StatusOK, p, nil)
}

func (s *server) renderFiles(w http.ResponseWriter, r *http.Request, status int, p scope, mistakes page.Mistakes) error {
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	rows, err := s.Store.ProjectFiles(r.Context(), db.ProjectFilesParams{ProjectID: p.ID, Most: shownFiles})
	if err != nil {
		return fmt.Errorf("list the files of project %d: %w", p.ID, err)
	}
	screen := files.Page{Project: frame, Mistakes: mistakes}
	for _, f := range rows {
		screen.Files = append(screen.Files, files.File{
			Key: f.Key, Name: f.Name, URL: s.fileURL(f.Key), Alt: f.Alt, Picture: f.Width > 0,
			Width: int(f.Width), Height: int(f.Height), Bytes: int(f.Bytes),
		})
	}
	return s.render(w, r, status, files.FilesPage(screen))
}

// addFile takes in a file that belongs nowhere yet.
func (s *server) addFile(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if _, err := s.uploadFile(r, p); err != nil {
		m, err := fileMistake("file", err)
		if err != nil {
			return err
		}
		return s.renderFiles(w, r, http.StatusUnprocessableEntity, p, page.Mistakes{m})
	}
	s.toast(r, page.Toast{Key: "toast.file_added"})
	return s.goTo(w, r, p.url("files"))
}

// describeFile keeps what a file is called and what it shows.
func (s *server) describeFile(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	n, err := s.Store.DescribeFile(r.Context(), db.DescribeFileParams{
		ProjectID: p.ID, Key: r.PathValue("key"),
		Alt: clip(trimmed(db.Storable(r.PostForm.Get("alt"))), files.MaxAlt), Name: media.CleanName(r.PostForm.Get("name")),
	})
	if err != nil {
		return fmt.Errorf("describe a file of project %d: %w", p.ID, err)
	}
	if n == 0 {
		return errNotFound
	}
	s.toast(r, page.Toast{Key: "toast.saved"})
	return s.goTo(w, r, p.url("files"))
}
