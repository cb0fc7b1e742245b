package layout

import (
	"context"
	"testing"

	"botyard/internal/lang"
	"botyard/views/page"
)

func TestLanguageURL(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"":                            "?lang=en",
		"/login":                      "/login?lang=en",
		"/login?next=%2Fprojects%2F7": "/login?lang=en&next=%2Fprojects%2F7",
		"/signup?lang=ru":             "/signup?lang=en",
		"//evil.example/login":        "/login?lang=en",
		"https://evil.example/login":  "/login?lang=en",
		"javascript:alert(1)":         "?lang=en",
		"/a%zz":                       "?lang=en",
	} {
		ctx := page.With(context.Background(), page.Shell{Path: path})
		if got := string(languageURL(ctx, lang.EN)); got != want {
			t.Errorf("languageURL on %q = %q, want %q", path, got, want)
		}
	}
}

func TestFaceOf(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]string{"anna@example.com": "A", "...яна@x": "Я", "": "?"} {
		if got := faceOf(email); got != want {
			t.Errorf("faceOf(%q) = %q, want %q", email, got, want)
		}
	}
}
