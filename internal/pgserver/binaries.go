package pgserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// minMajor is the oldest PostgreSQL that the schema is written for.
const minMajor = 15

// ErrNoPostgres means that the machine has no PostgreSQL that would do.
var ErrNoPostgres = errors.New("no fitting PostgreSQL")

// binaries is a folder with initdb and postgres of one major version.
type binaries struct {
	dir   string
	major int
}

// finder knows the folders in which binaries may be.
type finder struct {
	folders func(context.Context) []string
	// fetch downloads binaries for a machine that has none; nil where that is
	// not possible, as for root.
	fetch func(context.Context) (folder string, err error)
}

func newFinder(dir string) finder {
	fetched := filepath.Join(dir, "postgresql")
	f := finder{folders: func(ctx context.Context) []string {
		return append(localFolders(ctx), filepath.Join(fetched, "bin"))
	}}
	if os.Geteuid() != 0 {
		f.fetch = func(context.Context) (string, error) { return fetchBinaries(fetched) }
	}
	return f
}

// localFolders lists where distributions put PostgreSQL; Debian keeps the
// server's binaries out of PATH.
func localFolders(ctx context.Context) []string {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is valid
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	return dirs
}

// choose returns the binaries for data of the given major version, or the
// newest for a new cluster (major 0).
func (f finder) choose(ctx context.Context, major int) (binaries, error) {
	found := f.installed(ctx)
	for _, b := range found {
		if b.major == major || major == 0 && b.major >= minMajor {
			return b, nil
		}
	}
	if major != 0 {
		return binaries{}, fmt.Errorf("%w: the data was written by PostgreSQL %d, but this machine has %s: install postgresql-%d, or restore a dump into an empty BOTYARD_DATA_DIR",
			ErrNoPostgres, major, majors(found), major)
	}
	return f.fetched(ctx)
}

func (f finder) fetched(ctx context.Context) (binaries, error) {
	missing := fmt.Errorf("%w: install PostgreSQL %d or newer (Debian, Ubuntu: apt-get install postgresql), or set DATABASE_URL", ErrNoPostgres, minMajor)
	if f.fetch == nil {
		return binaries{}, missing
	}
	dir, err := f.fetch(ctx)
	if err != nil {
		return binaries{}, fmt.Errorf("%w (downloading it failed, too: %w)", missing, err)
	}
	return probe(ctx, dir)
}

// installed lists the usable binaries, the newest first.
func (f finder) installed(ctx context.Context) []binaries {
	var found []binaries
	for _, dir := range f.folders(ctx) {
		b, err := probe(ctx, dir)
		if err == nil && !slices.Contains(found, b) {
			found = append(found, b)
		}
	}
	slices.SortStableFunc(found, func(a, b binaries) int { return cmp.Compare(b.major, a.major) })
	return found
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

func probe(ctx context.Context, dir string) (binaries, error) {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return binaries{}, err
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "-V").Output()
	if err != nil {
		return binaries{}, fmt.Errorf("ask %s for its version: %w", dir, err)
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return binaries{}, fmt.Errorf("no version in %q", out)
	}
	major, err := strconv.Atoi(string(m[1]))
	return binaries{dir: dir, major: major}, err
}

func majors(found []binaries) string {
	if len(found) == 0 {
		return "none"
	}
	var names []string
	for _, b := range found {
		names = append(names, strconv.Itoa(b.major))
	}
	return strings.Join(names, " and ")
}

// dataVersion is the major version that wrote the cluster, 0 when there is no
// cluster yet.
func (c *cluster) dataVersion() (int, error) {
	if _, err := os.Lstat(c.dataDir()); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	text, err := os.ReadFile(filepath.Join(c.dataDir(), "PG_VERSION"))
	if err != nil {
		return 0, fmt.Errorf("%s is not PostgreSQL's data: move it away, or set BOTYARD_DATA_DIR: %w", c.dataDir(), err)
	}
	// Before PostgreSQL 10 a major version was written 9.6.
	whole, _, _ := strings.Cut(strings.TrimSpace(string(text)), ".")
	major, err := strconv.Atoi(whole)
	if err != nil || major == 0 {
		return 0, fmt.Errorf("%s/PG_VERSION holds no version: %q", c.dataDir(), text)
	}
	return major, nil
}
