package pgserver

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// account is a user of the operating system.
type account struct {
	name     string
	uid, gid int
	home     string
}

// serviceUsers are whom root becomes when BOTYARD_USER names nobody.
// nobody is never one of them: other services run as nobody, too.
var serviceUsers = []string{"botyard", "postgres"}

// DropPrivileges turns a process that root started into one of the service
// account (BOTYARD_USER, else botyard, else postgres) for good, all threads
// and groups included, after handing the data directory over. It must run
// before anything is opened. It leaves BOTYARD_DATA_DIR, HOME, USER and
// LOGNAME set accordingly. changed is false, and nothing done, for a process
// that is not root's; who is the account's name.
func DropPrivileges(getenv func(string) string) (changed bool, who string, err error) {
	if os.Geteuid() != 0 {
		return false, "", nil
	}
	a, err := serviceAccount(getenv("BOTYARD_USER"))
	if err != nil {
		return false, "", err
	}
	dir, err := DataDir(getenv)
	if err != nil {
		return false, "", err
	}
	if err := handOver(dir, a); err != nil {
		return false, "", err
	}
	if err := become(a); err != nil {
		return false, "", fmt.Errorf("become %s: %w", a.name, err)
	}
	return true, a.name, setEnvironment(a, dir)
}

// become is final: the saved ids change as well, so that root cannot be had
// back, which the last step tries.
func become(a account) error {
	if err := syscall.Setgroups(nil); err != nil {
		return fmt.Errorf("drop groups: %w", err)
	}
	if err := syscall.Setgid(a.gid); err != nil {
		return fmt.Errorf("set group: %w", err)
	}
	if err := syscall.Setuid(a.uid); err != nil {
		return fmt.Errorf("set user: %w", err)
	}
	if syscall.Setuid(0) == nil {
		return errors.New("root can still be had back")
	}
	return nil
}

func setEnvironment(a account, dir string) error {
	return errors.Join(
		os.Setenv("BOTYARD_DATA_DIR", dir),
		os.Setenv("HOME", a.home),
		os.Setenv("USER", a.name),
		os.Setenv("LOGNAME", a.name),
	)
}

// clusterOwner is who runs PostgreSQL: the caller, or when that is root, the
// service account, because PostgreSQL refuses to run as root.
func clusterOwner(name string) (account, error) {
	if os.Geteuid() == 0 {
		return serviceAccount(name)
	}
	u, err := user.LookupId(strconv.Itoa(os.Geteuid()))
	if err != nil {
		return account{}, fmt.Errorf("the user %d has no name, which PostgreSQL needs: add it to /etc/passwd, or set DATABASE_URL", os.Geteuid())
	}
	return newAccount(u)
}

func serviceAccount(name string) (account, error) {
	if name != "" {
		return namedAccount(name)
	}
	for _, name := range serviceUsers {
		if u, err := user.Lookup(name); err == nil {
			return newAccount(u)
		}
	}
	return account{}, errors.New("started as root, but there is no user botyard or postgres to become: run adduser --system --group botyard, or name one in BOTYARD_USER")
}

func namedAccount(name string) (account, error) {
	u, err := user.Lookup(name)
	if err != nil {
		return account{}, fmt.Errorf("BOTYARD_USER: there is no user %s", name)
	}
	if u.Uid == "0" || u.Username == "nobody" {
		return account{}, fmt.Errorf("BOTYARD_USER: %s cannot run Botyard: name an account of its own", name)
	}
	return newAccount(u)
}

func newAccount(u *user.User) (account, error) {
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return account{}, fmt.Errorf("user id of %s: %w", u.Username, err)
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return account{}, fmt.Errorf("group id of %s: %w", u.Username, err)
	}
	return account{name: u.Username, uid: uid, gid: gid, home: u.HomeDir}, nil
}
