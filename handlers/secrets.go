package handlers

import (
	"errors"
	"fmt"
	"net/http"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/spec"
	"botyard/internal/vault"
	"botyard/views/page"
	"botyard/views/settings"
)

func (s *server) listSecrets(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	return s.renderSecrets(w, r, http.StatusOK, p, settings.Secrets{})
}

func (s *server) renderSecrets(w http.ResponseWriter, r *http.Request, status int, p scope, screen settings.Secrets) error {
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	rows, err := s.Store.SecretNames(r.Context(), p.ID)
	if err != nil {
		return fmt.Errorf("list the secrets of project %d: %w", p.ID, err)
	}
	screen.Project = frame
	for _, row := range rows {
		screen.All = append(screen.All, settings.Secret{Name: row.Name, Changed: row.ChangedAt})
	}
	return s.render(w, r, status, settings.SecretsPage(screen))
}

// setSecret keeps a value under a new name, or in place of the one before.
func (s *server) setSecret(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	name, value := trimmed(r.PostForm.Get("name")), trimmed(r.PostForm.Get("value"))
	mistakes := secretMistakes(name, value)
	if len(mistakes) == 0 {
		err = s.Store.InTx(r.Context(), func(q *db.Queries) error {
			if err := s.Projects.Vault.SetSecret(r.Context(), q, p.ID, name, value); err != nil {
				return err
			}
			return audit.Record(r.Context(), q, audit.Entry{Action: audit.StoredSecret, Project: p.ID})
		})
	}
	if errors.Is(err, vault.ErrTooMany) {
		mistakes = page.Mistakes{{Field: "name", Key: "secrets.too_many"}}
	}
	if len(mistakes) > 0 {
		return s.renderSecrets(w, r, http.StatusUnprocessableEntity, p, settings.Secrets{Name: name, Mistakes: mistakes})
	}
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.saved"})
	return s.goTo(w, r, p.url("secrets"))
}

func secretMistakes(name, value string) (mistakes page.Mistakes) {
	if !spec.ValidID(name) {
		mistakes = append(mistakes, page.Mistake{Field: "name", Key: "secrets.name_bad"})
	}
	switch {
	case value == "":
		mistakes = append(mistakes, page.Mistake{Field: "value", Key: "secrets.value_needed"})
	case len(value) > vault.MaxSecret:
		mistakes = append(mistakes, page.Mistake{Field: "value", Key: "secrets.value_long"})
	}
	return mistakes
}

func (s *server) removeSecret(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	err = s.Store.InTx(r.Context(), func(q *db.Queries) error {
		n, err := q.RemoveSecret(r.Context(), db.RemoveSecretParams{ProjectID: p.ID, Name: r.PathValue("secret")})
		if err != nil {
			return fmt.Errorf("remove a secret of project %d: %w", p.ID, err)
		}
		if n == 0 {
			return errNotFound
		}
		return audit.Record(r.Context(), q, audit.Entry{Action: audit.RemovedSecret, Project: p.ID})
	})
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.secret_removed"})
	return s.goTo(w, r, p.url("secrets"))
}
