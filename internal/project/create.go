package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/card"
	"botyard/internal/richtext"
)

// MaxName is the most characters of a project's name.
const MaxName = 100

// CleanName is a name as richtext.Name keeps it, and tells whether it can be one.
func CleanName(name string) (string, error) {
	name = richtext.Name(name)
	if name == "" || utf8.RuneCountInString(name) > MaxName {
		return "", ErrName
	}
	return name, nil
}

// New is what a project begins with.
type New struct {
	Name string
	// Template is the name of one, "" for the blank one.
	Template string
	// Lang is the language of its texts, "ru" or "en".
	Lang string
	// Card is what is known of it already.
	Card card.Card
	// Form is a key of the form that asks for it; what the same form asks for
	// again, under the same name, is made once. "" for none.
	Form string
}

// madeBy is the form and what it asked for, "" for none.
func (n New) madeBy() string {
	if n.Form == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(n.Form + "\x00" + n.Name))
	return hex.EncodeToString(sum[:])
}

// Create makes a project for a person: from a template, in a language, with
// an address of its own, nothing published. Errors: ErrName, ErrTemplate.
func (s *Service) Create(ctx context.Context, userID int64, name, template, lang string) (int64, error) {
	return s.Begin(ctx, userID, New{Name: name, Template: template, Lang: lang})
}

// MaxProjects is the most projects of an account.
const MaxProjects = 200

// Begin is Create with a card.
func (s *Service) Begin(ctx context.Context, userID int64, n New) (id int64, err error) {
	if n.Name, err = CleanName(n.Name); err != nil {
		return 0, err
	}
	draft, err := fromTemplate(n.Template, n.Name, n.Lang)
	if err != nil {
		return 0, err
	}
	draft.Catalog.Currency = n.Card.Money()
	if n.Card.Zone == "" {
		n.Card.Zone = firstZone(n.Lang)
	}
	err = s.Store.InTx(ctx, func(q *db.Queries) error {
		id, err = create(ctx, q, userID, n, draft)
		return err
	})
	return id, err
}

func create(ctx context.Context, q *db.Queries, userID int64, n New, draft Draft) (int64, error) {
	account, err := q.AccountOfUser(ctx, userID)
	if err != nil {
		return 0, fmt.Errorf("find the account of user %d: %w", userID, err)
	}
	if err := roomForOneMore(ctx, q, account); err != nil {
		return 0, err
	}
	id, err := q.CreateProject(ctx, db.CreateProjectParams{AccountID: account, Name: n.Name, Language: n.Lang, Card: n.Card, MadeBy: n.madeBy()})
	if errors.Is(err, pgx.ErrNoRows) {
		return q.ProjectMadeBy(ctx, db.ProjectMadeByParams{AccountID: account, MadeBy: n.madeBy()})
	}
	if err != nil {
		return 0, fmt.Errorf("create a project: %w", err)
	}
	err = q.CreateDraft(ctx, db.CreateDraftParams{
		ProjectID: id, Pages: draft.Pages, Scenarios: draft.Scenarios, Catalog: draft.Catalog, Theme: draft.Theme,
	})
	if err != nil {
		return 0, fmt.Errorf("create the draft of project %d: %w", id, err)
	}
	if err := giveAddress(ctx, q, id, n.Name); err != nil {
		return 0, err
	}
	return id, audit.Record(ctx, q, audit.Entry{Action: audit.CreatedProject, User: userID, Project: id})
}

func roomForOneMore(ctx context.Context, q *db.Queries, account int64) error {
	if err := q.LockAccount(ctx, account); err != nil {
		return fmt.Errorf("lock account %d: %w", account, err)
	}
	has, err := q.CountProjects(ctx, account)
	if err != nil {
		return fmt.Errorf("count the projects of account %d: %w", account, err)
	}
	if has >= MaxProjects {
		return ErrTooMany
	}
	return nil
}
