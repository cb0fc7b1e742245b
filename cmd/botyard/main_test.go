package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"botyard/handlers"
)

// tryRun runs a command line that ends by itself.
func tryRun(t *testing.T, env map[string]string, args ...string) (output string, err error) {
	t.Helper()
	var out bytes.Buffer
	p := program{getenv: func(name string) string { return env[name] }, stdin: strings.NewReader(""), stdout: &out, stderr: &out}
	err = p.run(t.Context(), args)
	return out.String(), err
}

func TestAWrongCommandLineIsAnsweredWithTheRight(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                            "botyard migrate",
		"fly":                         `there is no "fly"`,
		"serve now":                   `does not take "now"`,
		"serve -port 80":              "-port",
		"web -addr":                   "-addr",
		"migrate down":                `does not take "down"`,
		"user":                        "user add -email",
		"user remove":                 "user add -email",
		"user add -email a@b.c -role": "-role",
		"demo -latency soon":          "soon",
	} {
		_, err := tryRun(t, nil, strings.Fields(line)...)
		if !errors.Is(err, errUsage) || !strings.Contains(err.Error(), want) {
			t.Errorf("botyard %s = %v, want usage with %q", line, err, want)
		}
	}
	for _, ask := range []string{"help", "-h", "--help"} {
		out, err := tryRun(t, nil, ask)
		for _, c := range commands {
			if err != nil || !strings.Contains(out, "botyard "+c.name) || !strings.Contains(out, c.does) || c.does == "" {
				t.Errorf("botyard %s = %v: %s, want what %s does", ask, err, out, c.name)
			}
		}
	}
	if out, err := tryRun(t, nil, "serve", "-h"); !errors.Is(err, flag.ErrHelp) || !strings.Contains(out, "-metrics-addr") {
		t.Errorf("botyard serve -h = %v: %s, want the flags", err, out)
	}
}

func TestAWrongSettingIsToldInOneSentence(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, value, want string }{
		{"BOTYARD_PUBLIC_URL", "bots.example.org", "https://bots.example.org"},
		{"BOTYARD_PUBLIC_URL", "ftp://bots.example.org", "without a path"},
		{"BOTYARD_PUBLIC_URL", "https://bots.example.org/cabinet", "without a path"},
		{"BOTYARD_PUBLIC_URL", "https://anna:pw@bots.example.org", "without a path"},
		{"BOTYARD_PUBLIC_URL", "https://bots.example.org?x", "without a path"},
		{"BOTYARD_PUBLIC_URL", "https://bots.example.org#x", "without a path"},
		{"BOTYARD_PUBLIC_URL", "https://:8080", "without a path"},
		{"BOTYARD_PUBLIC_URL", "https://bots.example.org:99999", "without a path"},
		{"BOTYARD_PUBLIC_URL", "https://bots.example.org:0", "without a path"},
		{"BOTYARD_PAGES_URL", "://", "without a path"},
		{"BOTYARD_TELEGRAM_API_URL", "api.telegram.org", "https://api.telegram.org"},
		{"BOTYARD_TRUSTED_PROXIES", "10.0.0.1", "10.0.0.0/8"},
		{"BOTYARD_TRUSTED_PROXIES", "10.0.0.0/8, all", "10.0.0.0/8"},
		{"BOTYARD_SIGNUP", "maybe", "open, invite or closed"},
		{"BOTYARD_COLD_TOKENS_PER_MINUTE", "-1", "0 or more"},
		{"BOTYARD_CONNECTS_PER_MINUTE", "five", "0 or more"},
		{"DATABASE_URL", "postgres://anna:pw/planted@localhost", "postgres://user@host:5432/name"},
	} {
		env := map[string]string{"DATABASE_URL": "postgres://127.0.0.1:1/x", "BOTYARD_DATA_DIR": t.TempDir()}
		env[test.name] = test.value
		for _, command := range []string{"serve", "web", "worker", "migrate"} {
			_, err := tryRun(t, env, command)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.ContainsAny(err.Error(), "\n") || strings.Contains(err.Error(), "planted") {
				t.Errorf("%s with %s=%s: %v, want one sentence with %q", command, test.name, test.value, err, test.want)
			}
		}
	}
}

func TestSettingsHaveTheirDefaults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	read := func(addr string, pairs ...string) config {
		env := map[string]string{"BOTYARD_DATA_DIR": dir}
		for i := 0; i < len(pairs); i += 2 {
			env[pairs[i]] = pairs[i+1]
		}
		c, err := configure(func(name string) string { return env[name] }, addr)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := read("127.0.0.1:8080")
	if c.telegramURL != "https://api.telegram.org" || c.coldTokensPerMinute != 20 || c.connectsPerMinute != 5 || c.keyFile != filepath.Join(c.dataDir, "key") {
		t.Errorf("settings = %+v, want the defaults", c)
	}
	for _, test := range []struct {
		addr  string
		pairs []string
		want  handlers.SignUp
	}{
		{"127.0.0.1:8080", nil, handlers.SignUpOpen}, {"localhost:8080", nil, handlers.SignUpOpen}, {"[::1]:8080", nil, handlers.SignUpOpen},
		{":8080", nil, handlers.SignUpInvite}, {"192.0.2.1:8080", nil, handlers.SignUpInvite},
		{":8080", []string{"BOTYARD_PUBLIC_URL", "http://192.0.2.1:8080/"}, handlers.SignUpOpen},
		{"127.0.0.1:8080", []string{"BOTYARD_PUBLIC_URL", "https://bots.example.org"}, handlers.SignUpInvite},
		{":8080", []string{"BOTYARD_SIGNUP", "closed"}, handlers.SignUpClosed},
	} {
		if got := read(test.addr, test.pairs...).signUp; got != test.want {
			t.Errorf("sign-up on %s with %v = %s, want %s", test.addr, test.pairs, got, test.want)
		}
	}
	c = read(":1", "BOTYARD_PUBLIC_URL", "https://bots.example.org/", "BOTYARD_TELEGRAM_API_URL", "http://127.0.0.1:8081/api/", "BOTYARD_TRUSTED_PROXIES", "10.0.0.0/8, fd00::/8")
	if origin(c.publicURL) != "https://bots.example.org" || c.pagesOrigin(":1") != "https://bots.example.org" || c.telegramURL != "http://127.0.0.1:8081/api" || len(c.trustedProxies) != 2 {
		t.Errorf("settings = %+v, want what was given", c)
	}
	if got := read("127.0.0.1:8080").pagesOrigin("127.0.0.1:8080"); got != "http://127.0.0.1:8080" {
		t.Errorf("pages without a public address = %s, want this machine's", got)
	}
}

func TestAnAddressInUseIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	addr := strings.TrimPrefix(r.url, "http://")
	env := map[string]string{"DATABASE_URL": r.app.database.dsn, "BOTYARD_DATA_DIR": r.app.config.dataDir}
	if _, err := tryRun(t, env, "web", "-addr", addr); err == nil || !strings.Contains(err.Error(), addr) {
		t.Errorf("web on a port that is taken = %v, want the address", err)
	}
}

func TestAnOlderDatabaseIsRefusedByTheHalves(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	if _, err := r.app.store.Pool.Exec(context.Background(), "DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)"); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"DATABASE_URL": r.app.database.dsn, "BOTYARD_DATA_DIR": r.app.config.dataDir}
	for _, command := range []string{"web", "worker"} {
		if _, err := tryRun(t, env, command, "-addr", "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "botyard migrate") {
			t.Errorf("%s on an older database = %v, want the way out", command, err)
		}
	}
}

func TestAnotherKeyIsRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.owner("anna@example.org")
	env := map[string]string{"DATABASE_URL": r.app.database.dsn, "BOTYARD_DATA_DIR": t.TempDir()}
	if _, err := tryRun(t, env, "web", "-addr", "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "BOTYARD_KEY_FILE") {
		t.Errorf("web without the key = %v, want where to put it", err)
	}
	other := newRig(t)
	env["BOTYARD_KEY_FILE"] = other.app.config.keyFile
	if _, err := tryRun(t, env, "web", "-addr", "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "is not the one") {
		t.Errorf("web with another key = %v, want that it is not the one", err)
	}
}
