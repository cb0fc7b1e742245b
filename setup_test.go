package botyard_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// setup runs .ci/setup on a machine that has nothing but what the scripts
// below stand for, and returns what it said and what apt-get was told.
func setup(t *testing.T, uid string, installWorks bool, options ...string) (said, told string, err error) {
	t.Helper()
	bin := t.TempDir()
	calls := filepath.Join(bin, "calls")
	result := "exit 0"
	if !installWorks {
		result = "[ $1 = update ] || { echo 'no such package'; exit 100; }"
	}
	for name, script := range map[string]string{
		"id":      "echo " + uid,
		"apt-get": "echo \"$@\" >>" + calls + "; " + result,
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"mktemp", "tail", "rm"} {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(real, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("/bin/sh", append(append([]string{".ci/setup"}, options...), "chromium")...)
	cmd.Env = []string{"PATH=" + bin, "TMPDIR=" + bin}
	out, err := cmd.CombinedOutput()
	text, _ := os.ReadFile(calls) // absent when apt-get was not called
	return string(out), string(text), err
}

func TestSetupInstallsForRoot(t *testing.T) {
	t.Parallel()
	said, told, err := setup(t, "0", true)
	if want := "update\ninstall -y --no-install-recommends chromium\n"; told != want || err != nil {
		t.Errorf("apt-get was told %q, %v (%s), want %q", told, err, said, want)
	}
}

func TestSetupNamesThePackagesForOthers(t *testing.T) {
	t.Parallel()
	said, told, err := setup(t, "1000", true)
	if told != "" || err == nil {
		t.Errorf("apt-get was told %q, %v, want nothing and a failure", told, err)
	}
	if strings.Count(said, "\n") != 1 || !strings.Contains(said, "apt-get install chromium") {
		t.Errorf("setup = %q, want one line that names the package", said)
	}
}

func TestSetupSaysWhyAnInstallationFailed(t *testing.T) {
	t.Parallel()
	said, _, err := setup(t, "0", false)
	if err == nil || !strings.Contains(said, "no such package") || !strings.Contains(said, "could not install chromium") {
		t.Errorf("setup = %q, %v, want the reason of apt-get", said, err)
	}
}

func TestSetupDoesWithoutWhatIsOptional(t *testing.T) {
	t.Parallel()
	for uid, installWorks := range map[string]bool{"1000": true, "0": false} {
		said, _, err := setup(t, uid, installWorks, "--optional")
		if err != nil || !strings.Contains(said, "without chromium: what needs it is skipped\n") {
			t.Errorf("setup --optional of uid %s = %q, %v, want that it does without", uid, said, err)
		}
	}
}
