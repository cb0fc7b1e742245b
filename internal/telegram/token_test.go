package telegram

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// testToken is the bot of the vectors, testSecret what must never show.
const testToken Token = "7000000001:AAExampleTokenForTestsOnly0123456789ab"

const testSecret = "AAExampleTokenForTestsOnly0123456789ab"

func TestValidToken(t *testing.T) {
	t.Parallel()
	for token, want := range map[string]bool{
		string(testToken): true,
		"123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11": true,
		"1:" + strings.Repeat("a", 64):              true,
		"":                                          false,
		"7000000001":                                false,
		":AAExampleTokenForTestsOnly0123456789ab":     false,
		"7000000001:short":                            false,
		"7000000001:" + strings.Repeat("a", 65):       false,
		"+7000000001:" + testSecret:                   false,
		"0:" + testSecret:                             false,
		"7000000001:../../../../../../getMe?xxxxx":    false,
		"7000000001:AAExampleTokenForTests nly01234":  false,
		"99999999999999999999:" + testSecret:          false,
		"7000000001:AAExampleTokenForTestsOnlyЯ12345": false,
	} {
		if got := ValidToken(token); got != want {
			t.Errorf("ValidToken(%q) = %v, want %v", token, got, want)
		}
	}
}

func TestTokenBotID(t *testing.T) {
	t.Parallel()
	if id, ok := testToken.BotID(); id != 7000000001 || !ok {
		t.Errorf("BotID() = %d, %v, want 7000000001, true", id, ok)
	}
	if id, ok := Token("nonsense").BotID(); id != 0 || ok {
		t.Errorf("BotID() of nonsense = %d, %v, want 0, false", id, ok)
	}
}

func TestTokenNeverShows(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	holder := struct{ T Token }{testToken}
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", testToken, "in", holder)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "token", testToken, "in", holder)
	asJSON, err := json.Marshal([]any{testToken, holder, &holder})
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{log.String(), string(asJSON)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t"} {
		texts = append(texts, fmt.Sprintf(verb, testToken), fmt.Sprintf(verb, holder), fmt.Sprintf(verb, &holder))
	}
	secretHex := fmt.Sprintf("%x", testSecret)
	for _, text := range texts {
		if strings.Contains(text, testSecret) || strings.Contains(strings.ToLower(text), secretHex) {
			t.Errorf("a token shows in %s", text)
		}
	}
	if got, want := testToken.String(), "7000000001:[token]"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	if got, want := Token("abc").String(), "[token]"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}
