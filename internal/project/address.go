package project

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"botyard/db"
)

// Errors of addresses.
var (
	// ErrAddressShape means that an address has characters that it may not have.
	ErrAddressShape = errors.New("bad address")
	// ErrAddressTaken means that an address is, or once was, somebody else's.
	ErrAddressTaken = errors.New("the address is taken")
)

var slugPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{1,62}$`)

// latin writes Russian letters in Latin ones, as street signs do.
var latin = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ё", "e", "ж", "zh", "з", "z", "и", "i", "й", "y",
	"к", "k", "л", "l", "м", "m", "н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f",
	"х", "kh", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "sch", "ъ", "", "ы", "y", "ь", "", "э", "e", "ю", "yu", "я", "ya",
)

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

// Slug makes an address of a name: 2 to 40 of a–z, 0–9 and "-".
func Slug(name string) string {
	s := notSlug.ReplaceAllString(latin.Replace(strings.ToLower(name)), "-")
	s = strings.Trim(s, "-")
	if len(s) > 40 {
		s = strings.Trim(s[:40], "-")
	}
	if len(s) < 2 {
		return "project"
	}
	return s
}

// giveAddress gives a new project the first free address of its name.
func giveAddress(ctx context.Context, q *db.Queries, projectID int64, name string) error {
	base := Slug(name)
	for _, slug := range []string{base, base + "-2", base + "-3", base + "-" + strconv.FormatInt(projectID, 36)} {
		err := takeAddress(ctx, q, projectID, slug)
		if !errors.Is(err, ErrAddressTaken) {
			return err
		}
	}
	return takeAddress(ctx, q, projectID, "p-"+strconv.FormatInt(projectID, 36)+"-"+base)
}

func takeAddress(ctx context.Context, q *db.Queries, projectID int64, slug string) error {
	taken, err := q.ClaimAddress(ctx, db.ClaimAddressParams{Slug: slug, ProjectID: projectID})
	if err != nil {
		return fmt.Errorf("claim an address: %w", err)
	}
	if taken == 0 {
		mine, err := q.OwnsAddress(ctx, db.OwnsAddressParams{Slug: slug, ProjectID: projectID})
		if err != nil {
			return fmt.Errorf("ask whose an address is: %w", err)
		}
		if !mine {
			return ErrAddressTaken
		}
	}
	if err := q.RetireAddress(ctx, projectID); err != nil {
		return fmt.Errorf("retire an address: %w", err)
	}
	if err := q.MakeAddressCurrent(ctx, db.MakeAddressCurrentParams{ProjectID: projectID, Slug: slug}); err != nil {
		return fmt.Errorf("make an address current: %w", err)
	}
	return nil
}

// SetAddress moves a project to another address; the old ones redirect.
// Errors: ErrAddressShape, ErrAddressTaken.
func (s *Service) SetAddress(ctx context.Context, projectID int64, slug string) error {
	slug = strings.ToLower(strings.TrimSpace(slug))
	if !slugPattern.MatchString(slug) {
		return ErrAddressShape
	}
	err := s.Store.InTx(ctx, func(q *db.Queries) error {
		current, err := q.CurrentAddress(ctx, projectID)
		if err != nil {
			return fmt.Errorf("read the address of project %d: %w", projectID, err)
		}
		if current == slug {
			return nil
		}
		if err := takeAddress(ctx, q, projectID, slug); err != nil {
			return err
		}
		return q.RefreshMenu(ctx, projectID)
	})
	if err == nil {
		s.Nudge()
	}
	return err
}
