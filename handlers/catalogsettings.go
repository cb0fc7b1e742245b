package handlers

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/miniapp"
	"botyard/views/catalog"
	"botyard/views/page"
	"botyard/views/ui"
)

const (
	categoriesMost = 50
	categoryMost   = 100
)

// currencies are those that the settings offer.
var currencies = []string{"RUB", "KZT", "BYN", "UZS", "KGS", "AMD", "GEL", "AZN", "UAH", "TRY", "USD", "EUR", "GBP", "PLN", "CZK", "ILS", "CNY", "JPY", "INR"}

func (s *server) showCatalogSettings(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	return s.renderCatalogSettings(w, r, http.StatusOK, p, catalogSettings(draft.Catalog))
}

// catalogSettings are those that are kept.
func catalogSettings(c miniapp.Catalog) catalog.Settings {
	names := make([]string, len(c.Categories))
	for i, category := range c.Categories {
		names[i] = category.Name
	}
	kept := catalog.Settings{Categories: strings.Join(names, "\n"), Currency: c.Currency}
	kept.Revision = revisionOf([]string{kept.Categories, kept.Currency})
	return kept
}

// catalogTheirs is what is kept where something else was typed.
func catalogTheirs(ctx context.Context, typed, kept catalog.Settings) (all []ui.Said) {
	if !slices.Equal(categoryNames(typed.Categories), categoryNames(kept.Categories)) {
		all = append(all, ui.Said{Label: lang.T(ctx, "catalog.categories"), Value: kept.Categories})
	}
	if typed.Currency != kept.Currency {
		all = append(all, ui.Said{Label: lang.T(ctx, "catalog.currency"), Value: kept.Currency})
	}
	return all
}

func (s *server) renderCatalogSettings(w http.ResponseWriter, r *http.Request, status int, p scope, screen catalog.Settings) (err error) {
	if screen.Project, err = s.frame(r.Context(), p); err != nil {
		return err
	}
	offered := currencies
	if !slices.Contains(offered, screen.Currency) {
		offered = append([]string{screen.Currency}, offered...)
	}
	for _, code := range offered {
		name := code
		if sign := miniapp.CurrencySign(code); sign != code {
			name += ", " + sign
		}
		screen.Currencies = append(screen.Currencies, catalog.Named{ID: code, Name: name})
	}
	return s.render(w, r, status, catalog.SettingsPage(screen))
}

// saveCatalogSettings keeps categories by their names, so that products stay
// in theirs; where as many are there as before, a name that changed is a renaming.
func (s *server) saveCatalogSettings(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	screen := catalog.Settings{Categories: strings.ReplaceAll(r.PostForm.Get("categories"), "\r\n", "\n"), Currency: r.PostForm.Get("currency"), Revision: r.PostForm.Get("revision")}
	names := categoryNames(screen.Categories)
	tooLong := func(name string) bool {
		return utf8.RuneCountInString(name) > categoryMost || strings.ContainsRune(name, 0)
	}
	if len(names) > categoriesMost || slices.ContainsFunc(names, tooLong) {
		screen.Mistakes = append(screen.Mistakes, page.Mistake{Field: "categories", Key: "catalog.categories_bad", Args: lang.Args{"max": categoriesMost}})
	}
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		if kept := catalogSettings(d.Catalog); screen.Revision != "" && screen.Revision != kept.Revision {
			screen.Theirs, screen.Revision = catalogTheirs(r.Context(), screen, kept), kept.Revision
			if len(screen.Theirs) > 0 {
				return &editError{}
			}
		}
		if screen.Currency != d.Catalog.Currency && !slices.Contains(currencies, screen.Currency) {
			screen.Mistakes = append(screen.Mistakes, notAChoice("currency", screen.Currency))
			screen.Currency = d.Catalog.Currency
		}
		if len(screen.Mistakes) > 0 {
			return &editError{problems: []fieldProblem{{field: "categories"}}}
		}
		d.Catalog.Currency = screen.Currency
		d.Catalog.Categories = renamed(d.Catalog.Categories, names)
		for i, product := range d.Catalog.Products {
			if !d.Catalog.HasCategory(product.Category) {
				d.Catalog.Products[i].Category = ""
			}
		}
		return nil
	})
	switch {
	case len(screen.Theirs) > 0:
		return s.renderCatalogSettings(w, r, http.StatusConflict, p, screen)
	case len(screen.Mistakes) > 0:
		return s.renderCatalogSettings(w, r, http.StatusUnprocessableEntity, p, screen)
	}
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.saved"})
	return s.goTo(w, r, p.url("catalog"))
}

// categoryNames are the lines that say something, each once.
func categoryNames(typed string) (names []string) {
	for line := range strings.Lines(typed) {
		if name := trimmed(line); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func renamed(old []miniapp.Category, names []string) []miniapp.Category {
	all, taken := make([]miniapp.Category, len(names)), map[string]bool{}
	for i, name := range names {
		at := slices.IndexFunc(old, func(c miniapp.Category) bool { return c.Name == name })
		if at < 0 && len(old) == len(names) && !slices.Contains(names, old[i].Name) {
			at = i
		}
		all[i].Name = name
		if at >= 0 {
			all[i].ID = old[at].ID
			taken[all[i].ID] = true
		}
	}
	for i, c := range all {
		if c.ID == "" {
			all[i].ID = variantID(catalog.Variant{Name: c.Name}, taken)
		}
	}
	return all
}
