package pgserver

import (
	"errors"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func needsRoot(t *testing.T) account {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can become somebody else")
	}
	a, err := serviceAccount("")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestDropPrivilegesRunsEverythingAsTheServiceAccount(t *testing.T) {
	t.Parallel()
	a := needsRoot(t)
	dir := folder(t)
	c := startChild(t, "drop", dir)
	want := strings.Join([]string{"dropped true", a.name, strconv.Itoa(a.uid), strconv.Itoa(a.uid), strconv.Itoa(a.gid), "0", a.home}, " ")
	if got := c.line(); got != want {
		t.Fatalf("child = %q, want %q", got, want)
	}
	pid := c.pid()
	for _, id := range []int{pid, c.cmd.Process.Pid} {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(id) + "/status")
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []string{"Uid:\t0", "Gid:\t0", "CapEff:\t0000000000000001"} {
			if strings.Contains(string(status), wrong) {
				t.Errorf("process %d has %q", id, wrong)
			}
		}
	}
	info, err := os.Stat(dir)
	if err != nil || ownerOf(info) != a.uid || info.Mode().Perm() != 0o700 {
		t.Errorf("data directory = %v of %d, %v; want 0700 of %d", info.Mode(), ownerOf(info), err, a.uid)
	}

	c.kill()
	again := startChild(t, "drop", dir)
	again.line()
	if got := again.pid(); got != pid {
		t.Errorf("pid after the program's death = %d, want the adopted %d", got, pid)
	}
}

func TestServiceAccount(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"nobody", "root", "no-such-user"} {
		if a, err := serviceAccount(name); err == nil {
			t.Errorf("serviceAccount(%q) = %v, want a refusal", name, a)
		}
	}
	if slices.Contains(serviceUsers, "nobody") {
		t.Error("nobody is among the accounts that root becomes")
	}
}

func TestHandOver(t *testing.T) {
	t.Parallel()
	a := needsRoot(t)
	cases := []struct {
		name    string
		prepare func(dir string) error
		refused string
	}{
		{"absent", func(string) error { return nil }, ""},
		{"empty and root's", func(dir string) error { return os.Mkdir(dir, 0o755) }, ""},
		{"a volume's", func(dir string) error { return os.MkdirAll(dir+"/lost+found", 0o755) }, ""},
		{"full and root's", func(dir string) error { return os.MkdirAll(dir+"/etc", 0o755) }, "holds other files"},
		{"another user's", func(dir string) error { return errors.Join(os.Mkdir(dir, 0o755), os.Chown(dir, a.uid+1, 0)) }, "belongs to user"},
		{"a link", func(dir string) error { return os.Symlink("/etc", dir) }, "holds other files"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t)
			if err := c.prepare(dir); err != nil {
				t.Fatal(err)
			}
			err := handOver(dir, a)
			if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
				t.Errorf("handOver = %v, want %q", err, c.refused)
			}
			info, err := os.Lstat(dir)
			if err != nil {
				t.Fatal(err)
			}
			if got := ownerOf(info) == a.uid; got != (c.refused == "") {
				t.Errorf("owner = %d, refused %q", ownerOf(info), c.refused)
			}
		})
	}
}

func TestUnreachableFolderIsNamed(t *testing.T) {
	t.Parallel()
	a := needsRoot(t)
	top := folder(t)
	if err := os.Mkdir(top, 0o700); err != nil {
		t.Fatal(err)
	}
	err := handOver(filepath.Join(top, "inner"), a)
	if err == nil || !strings.Contains(err.Error(), a.name+" cannot enter "+top) {
		t.Errorf("handOver below %s = %v, want the folder named", top, err)
	}
}

func TestAnotherUsersServerIsRefused(t *testing.T) {
	t.Parallel()
	needsRoot(t)
	dir := folder(t)
	s := start(t, dir)
	stop(t, s)
	stranger, err := user.Lookup("daemon")
	if err != nil {
		t.Skip("no second account on this machine")
	}
	b, err := newAccount(stranger)
	if err != nil {
		t.Fatal(err)
	}
	s.owner = b
	cmd := s.command(t.Context(), binaries{dir: "/bin"}, "sleep", "60")
	cmd.Dir = "/"
	// A process of that name is all that the check sees.
	link := filepath.Join(filepath.Dir(dir), "postgres")
	if err := os.Symlink("/bin/sleep", link); err != nil {
		t.Fatal(err)
	}
	cmd.Path = link
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	pidfile := strconv.Itoa(cmd.Process.Pid) + "\n" + s.dataDir() + "\n0\n5432\n" + s.socketDir + "\n\n0 0\nready\n"
	if err := os.WriteFile(s.pidPath(), []byte(pidfile), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Start(t.Context(), Config{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), "of another user") {
		t.Errorf("Start beside another user's server = %v, want a refusal", err)
	}
	if syscall.Kill(cmd.Process.Pid, 0) != nil {
		t.Error("the other user's process was touched")
	}
}
