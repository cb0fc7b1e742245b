package secret

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

const planted = "123456789:AAHplantedplantedplantedplanted00"

func logged(t *testing.T, msg string, args ...any) string {
	t.Helper()
	var out bytes.Buffer
	options := &slog.HandlerOptions{ReplaceAttr: Redact}
	slog.New(slog.NewJSONHandler(&out, options)).Info(msg, args...)
	slog.New(slog.NewTextHandler(&out, options)).WithGroup("g").Info(msg, args...)
	return out.String()
}

func TestLogHidesSecretsAndPeople(t *testing.T) {
	t.Parallel()
	type holder struct{ Token, hidden Text }
	for name, args := range map[string][]any{
		"type":        {"a", Hide(planted)},
		"struct":      {"a", holder{Hide(planted), Hide(planted)}},
		"key":         {"email", planted},
		"key's case":  {"Password", planted},
		"in a group":  {slog.Group("in", "phone", planted)},
		"error":       {"err", fmt.Errorf("call: %w", errors.New("Post https://api/bot"+planted+"/getMe: EOF"))},
		"string":      {"a", "bot" + planted},
		"url":         {"a", "https://api/bot" + planted + "/getMe"},
		"bytes":       {"a", []byte(planted)},
		"map":         {"a", map[string]string{"x": planted}},
		"string list": {"a", []string{planted}},
	} {
		if got := logged(t, "hello", args...); strings.Contains(got, "planted") {
			t.Errorf("%s: log = %s, want no secret", name, got)
		}
	}
	if got := logged(t, "bot"+planted); strings.Contains(got, "planted") {
		t.Errorf("message: log = %s, want no token", got)
	}
}

func TestLogKeepsWhatIsPlain(t *testing.T) {
	t.Parallel()
	got := logged(t, "hello", "project", 7, "took", 1500*time.Millisecond, "err", errors.New("connection refused"), "host", "example.org")
	for _, want := range []string{"hello", `"project":7`, "1.5s", "connection refused", "host=example.org", `"time":"20`} {
		if !strings.Contains(got, want) {
			t.Errorf("log = %s, want %s in it", got, want)
		}
	}
}

func TestTextIsNeverPrinted(t *testing.T) {
	t.Parallel()
	text := Hide("planted")
	holder := struct {
		Open   Text
		hidden Text
	}{text, text}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		if got := fmt.Sprintf(verb+verb, text, holder); strings.Contains(got, "planted") || strings.Contains(got, "706c616e") {
			t.Errorf("Sprintf(%s) = %s, want no secret", verb, got)
		}
	}
	if got, _ := json.Marshal(map[string]any{"a": holder, "b": text}); strings.Contains(string(got), "planted") {
		t.Errorf("Marshal = %s, want no secret", got)
	}
	if text.Reveal() != "planted" || (Text{}).Reveal() != "" {
		t.Error("Reveal does not tell what was hidden")
	}
}

func TestRandomHelpers(t *testing.T) {
	t.Parallel()
	if a, b := RandomToken(), RandomToken(); len(a) != 43 || a == b {
		t.Errorf("RandomToken = %q then %q, want two different ones of 43", a, b)
	}
	p := RandomPassword()
	if len(p) != 23 || strings.Count(p, "-") != 3 || p == RandomPassword() {
		t.Errorf("RandomPassword = %q, want four groups of five", p)
	}
}
