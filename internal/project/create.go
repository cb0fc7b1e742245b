package project

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"botyard/db"
	"botyard/internal/audit"
)

// MaxName is the most characters of a project's name.
const MaxName = 100

// CleanName trims a name and tells whether it can be one.
func CleanName(name string) (string, error) {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), " ")
	if name == "" || utf8.RuneCountInString(name) > MaxName || strings.ContainsRune(name, 0) {
		return "", ErrName
	}
	return name, nil
}

// Create makes a project for a person: from a template, in a language, with
// an address of its own, nothing published. Errors: ErrName, ErrTemplate.
func (s *Service) Create(ctx context.Context, userID int64, name, template, lang string) (int64, error) {
	name, err := CleanName(name)
	if err != nil {
		return 0, err
	}
	draft, err := fromTemplate(template, name, lang)
	if err != nil {
		return 0, err
	}
	var id int64
	err = s.Store.InTx(ctx, func(q *db.Queries) error {
		id, err = create(ctx, q, userID, name, lang, draft)
		return err
	})
	return id, err
}

func create(ctx context.Context, q *db.Queries, userID int64, name, lang string, draft Draft) (int64, error) {
	account, err := q.AccountOfUser(ctx, userID)
	if err != nil {
		return 0, fmt.Errorf("find the account of user %d: %w", userID, err)
	}
	id, err := q.CreateProject(ctx, db.CreateProjectParams{AccountID: account, Name: name, Language: lang, Zone: firstZone(lang)})
	if err != nil {
		return 0, fmt.Errorf("create a project: %w", err)
	}
	err = q.CreateDraft(ctx, db.CreateDraftParams{
		ProjectID: id, Pages: draft.Pages, Scenarios: draft.Scenarios, Catalog: draft.Catalog, Theme: draft.Theme,
	})
	if err != nil {
		return 0, fmt.Errorf("create the draft of project %d: %w", id, err)
	}
	if err := giveAddress(ctx, q, id, name); err != nil {
		return 0, err
	}
	return id, audit.Record(ctx, q, audit.Entry{Action: audit.CreatedProject, User: userID, Project: id})
}
