package settings

import (
	"context"
	"strings"

	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/ui"
)

func languages() []ui.Option {
	options := make([]ui.Option, len(lang.All))
	for i, l := range lang.All {
		options[i] = ui.Option{Value: l.Code(), Label: l.Name()}
	}
	return options
}

func themes(ctx context.Context) []ui.Option {
	return []ui.Option{
		{Value: string(page.SystemTheme), Label: lang.T(ctx, "settings.theme.system")},
		{Value: string(page.LightTheme), Label: lang.T(ctx, "settings.theme.light")},
		{Value: string(page.DarkTheme), Label: lang.T(ctx, "settings.theme.dark")},
	}
}

// shownSite is the start of the site's address without its scheme.
func (s Project) shownSite() string {
	if _, rest, found := strings.Cut(s.Site, "://"); found {
		return rest
	}
	return s.Site
}
