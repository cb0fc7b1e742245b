package pgserver

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// bootstrapSQL makes the role and the database of the product, one statement
// a line as single-user mode wants it. The role is no superuser: whoever gets
// SQL past the program still has neither files nor commands of the server.
//
//go:embed bootstrap.sql
var bootstrapSQL []byte

// initialised returns the binaries for the cluster, which it makes when there
// is none.
func (c *cluster) initialised(ctx context.Context) (binaries, error) {
	major, err := c.dataVersion()
	if err != nil {
		return binaries{}, err
	}
	bin, err := c.find.choose(ctx, major)
	if err != nil || major != 0 {
		return bin, err
	}
	c.log.InfoContext(ctx, "initialising PostgreSQL, once", "version", bin.major, "dir", c.dataDir())
	return bin, c.initialise(ctx, bin)
}

// initialise works in a folder beside and renames it at the end, so that a
// crash in the middle leaves nothing that looks like a cluster.
func (c *cluster) initialise(ctx context.Context, bin binaries) error {
	fresh := c.dataDir() + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("clear a half-made cluster: %w", err)
	}
	initdb := c.command(ctx, bin, "initdb", "-D", fresh, "-U", "postgres", "--auth=peer",
		"--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums", "--no-instructions")
	if err := runQuietly(initdb); err != nil {
		return err
	}
	single := c.command(ctx, bin, "postgres", "--single", "-D", fresh, "-c", "exit_on_error=on", "postgres")
	single.Stdin = bytes.NewReader(bootstrapSQL)
	if err := runQuietly(single); err != nil {
		return err
	}
	if err := os.Rename(fresh, c.dataDir()); err != nil {
		return fmt.Errorf("put the cluster in its place: %w", err)
	}
	return c.includeSettings()
}

// command runs as the cluster's owner, from a folder that the owner can enter.
func (c *cluster) command(ctx context.Context, bin binaries, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(bin.dir, name), args...)
	cmd.Dir = c.dir
	cmd.Env = []string{"LC_ALL=C.UTF-8", "TZ=UTC", "PATH=" + os.Getenv("PATH"), "HOME=" + c.owner.home}
	// A session of its own: Ctrl-C in the terminal reaches the program alone,
	// which then stops PostgreSQL in its own order.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(c.owner.uid), Gid: uint32(c.owner.gid)}
	}
	return cmd
}

func runQuietly(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(cmd.Path), err, lastLine(out))
	}
	return nil
}

func lastLine(out []byte) string {
	out = bytes.TrimSpace(out)
	return string(out[bytes.LastIndexByte(out, '\n')+1:])
}

// tuned are the settings of botyard.conf. The product answers for every error
// itself, so PostgreSQL's own log keeps neither failed statements nor the
// rows in them, which would be people's data.
var tuned = map[string]string{
	"synchronous_commit":                  "on",
	"max_connections":                     "100",
	"shared_buffers":                      "128MB",
	"wal_compression":                     "on",
	"min_wal_size":                        "256MB",
	"max_wal_size":                        "2GB",
	"jit":                                 "off",
	"random_page_cost":                    "1.1",
	"autovacuum_naptime":                  "10s",
	"idle_in_transaction_session_timeout": "60s",
	"client_connection_check_interval":    "5s",
	"timezone":                            "UTC",
	"log_timezone":                        "UTC",
	"log_min_messages":                    "log",
	"log_min_error_statement":             "panic",
	"log_error_verbosity":                 "terse",
	"log_checkpoints":                     "off",
}

// includeSettings adds our file, which every start writes anew, and after it
// one that belongs to the administrator.
func (c *cluster) includeSettings() error {
	f, err := os.OpenFile(filepath.Join(c.dataDir(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	_, err = f.WriteString("\n# botyard.conf is rewritten at every start; local.conf is yours and wins.\n" +
		"include_if_exists = 'botyard.conf'\ninclude_if_exists = 'local.conf'\n")
	return errors.Join(err, f.Close())
}

// writeSettings writes what holds at every start: the tuning, and who may
// connect, which is the owner and the caller, over the socket.
func (c *cluster) writeSettings() error {
	all := maps.Clone(tuned)
	maps.Copy(all, c.settings)
	var conf strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&conf, "%s = '%s'\n", name, strings.ReplaceAll(all[name], "'", "''"))
	}
	var ident strings.Builder
	for _, name := range c.callers() {
		fmt.Fprintf(&ident, "owner %q botyard\nowner %q postgres\n", name, name)
	}
	files := map[string]string{
		"botyard.conf":  conf.String(),
		"pg_hba.conf":   "local all all peer map=owner\n",
		"pg_ident.conf": ident.String(),
	}
	for name, text := range files {
		if err := c.writeFile(name, text); err != nil {
			return fmt.Errorf("settings: %w", err)
		}
	}
	return nil
}

func (c *cluster) callers() []string {
	if os.Geteuid() == 0 {
		return []string{c.owner.name, "root"}
	}
	return []string{c.owner.name}
}

func (c *cluster) writeFile(name, text string) error {
	path := filepath.Join(c.dataDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err
	}
	return os.Chown(path, c.owner.uid, c.owner.gid)
}
