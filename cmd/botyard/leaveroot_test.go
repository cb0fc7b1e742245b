package main

import (
	"fmt"
	"os"
	"os/user"
	"strings"
	"testing"

	"botyard/internal/pgtest"
)

// TestRootIsLeft: with a database of somebody else's, too.
func TestRootIsLeft(t *testing.T) {
	t.Parallel()
	if _, err := user.Lookup("postgres"); os.Geteuid() != 0 || err != nil {
		t.Skip("only root can leave root, and needs somebody to become")
	}
	dir, err := os.MkdirTemp("", "botyard-root-") // not t.TempDir, which only this user enters
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	dsn := pgtest.New(t)
	for _, test := range []struct { // in this order: the second uses the first one's key
		name, dir string
		root      bool
	}{{"a folder to hand over", dir + "/data", false}, {"a folder that nobody else reaches", t.TempDir(), true}} {
		in := newInstallWith(t, newSim(t), "DATABASE_URL="+dsn, "BOTYARD_DATA_DIR="+test.dir, "BOTYARD_KEY_FILE=", "BOTYARD_USER=postgres")
		if test.root {
			in.env = append(in.env, "BOTYARD_KEY_FILE="+dir+"/data/key")
		}
		c := in.start("serve", "-addr", in.addr)
		in.ready(c)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(status), "\nUid:\t0\t0\t0\t0\n"); got != test.root {
			t.Errorf("%s: root is %v, want %v", test.name, got, test.root)
		}
		if got := strings.Contains(c.out.String(), `"running as root"`); got != test.root {
			t.Errorf("%s: tells that it runs as root: %v, want %v\n%s", test.name, got, test.root, c.out.String())
		}
		c.stop()
	}
}
