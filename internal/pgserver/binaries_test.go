package pgserver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fakeBinaries makes a folder that looks like PostgreSQL of that version.
func fakeBinaries(t *testing.T, major int) string {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\necho 'postgres (PostgreSQL) " + strconv.Itoa(major) + ".1 (Debian)'\n"
	for _, name := range []string{"postgres", "initdb"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestChoose(t *testing.T) {
	t.Parallel()
	v14, v15, v17 := fakeBinaries(t, 14), fakeBinaries(t, 15), fakeBinaries(t, 17)
	fetched := fakeBinaries(t, 18)
	download := func(context.Context) (string, error) { return fetched, nil }
	offline := func(context.Context) (string, error) { return "", errors.New("no network") }
	cases := []struct {
		name    string
		folders []string
		fetch   func(context.Context) (string, error)
		data    int
		want    int
		wantErr string
	}{
		{"newest for new data", []string{v15, v17, v14}, nil, 0, 17, ""},
		{"the data's version", []string{v17, v15}, nil, 15, 15, ""},
		{"a folder without binaries", []string{"/nonexistent", v15}, nil, 0, 15, ""},
		{"data of an old version that is there", []string{v17, v14}, nil, 14, 14, ""},
		{"none for the data", []string{v17, v15}, nil, 16, 0, "install postgresql-16"},
		{"none for the data is not downloaded", nil, download, 16, 0, "this machine has none"},
		{"too old for new data", []string{v14}, nil, 0, 0, "apt-get install postgresql"},
		{"nothing, root", nil, nil, 0, 0, "apt-get install postgresql"},
		{"nothing, downloaded", nil, download, 0, 18, ""},
		{"nothing, offline", nil, offline, 0, 0, "no network"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := finder{folders: func(context.Context) []string { return c.folders }, fetch: c.fetch}
			b, err := f.choose(t.Context(), c.data)
			if b.major != c.want {
				t.Errorf("choose = %d, %v, want %d", b.major, err, c.want)
			}
			if c.wantErr != "" && (!errors.Is(err, ErrNoPostgres) || !strings.Contains(err.Error(), c.wantErr) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("choose = %v, want one sentence with %q", err, c.wantErr)
			}
		})
	}
}

func TestDataOfAnUnknownVersionIsNotTouched(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	c, err := newCluster(Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.prepareFolders(); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(c.dataDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]string{"9.6\n": "install postgresql-9", "rubbish": "holds no version"} {
		if err := os.WriteFile(filepath.Join(c.dataDir(), "PG_VERSION"), []byte(version), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Start(t.Context(), Config{DataDir: dir})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Start on data of %q = %v, want %q", version, err, want)
		}
		if diff := cmp.Diff([]string{"PG_VERSION"}, names(t, c.dataDir())); diff != "" {
			t.Errorf("files in the data (-want +got):\n%s", diff)
		}
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestDataDir(t *testing.T) {
	t.Parallel()
	home := "/home/x/.local/share/botyard"
	xdg := "/xdg/botyard"
	if os.Geteuid() == 0 {
		home, xdg = "/var/lib/botyard", "/var/lib/botyard"
	}
	cases := []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"BOTYARD_DATA_DIR": "/srv/b", "HOME": "/home/x"}, "/srv/b"},
		{map[string]string{"XDG_DATA_HOME": "/xdg", "HOME": "/home/x"}, xdg},
		{map[string]string{"XDG_DATA_HOME": "relative", "HOME": "/home/x"}, home},
		{map[string]string{"HOME": "/home/x"}, home},
	}
	for _, c := range cases {
		if got, err := DataDir(func(k string) string { return c.env[k] }); got != c.want || err != nil {
			t.Errorf("DataDir(%v) = %q, %v, want %q", c.env, got, err, c.want)
		}
	}
}

func FuzzParsePIDFile(f *testing.F) {
	f.Add("123\n/data\n1700000000\n5432\n/data/run\n\n  5432001 3\nready   \n")
	f.Add("123\n")
	f.Add("")
	f.Add("-1\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePIDFile(text)
		if err == nil && p.pid <= 0 {
			t.Errorf("parsePIDFile(%q) = %+v, want no such process id", text, p)
		}
	})
}

func TestParsePIDFile(t *testing.T) {
	t.Parallel()
	got, err := parsePIDFile("123\n/data\n1700000000\n5432\n/data/run\n\n  5432001 3\nready   \n")
	want := pidFile{pid: 123, dataDir: "/data", socketDir: "/data/run", status: "ready"}
	if got != want || err != nil {
		t.Errorf("parsePIDFile = %+v, %v, want %+v", got, err, want)
	}
}
