package installation

import "fmt"

// Found is what was found about a database and the program that opened it.
type Found struct {
	// URL is the address that the database belongs to, Opened the program's own;
	// "" is none.
	URL, Opened string
	// Home names the database that it was, Here the one that it is.
	Home, Here string
}

// unsettled: it was never opened, or had no address and has one now.
func (f Found) unsettled() bool {
	return f.Home == "" || f.Home == f.Here && f.URL == "" && f.Opened != ""
}

// strange: it belongs to another address, or was another database.
func (f Found) strange() bool {
	return !f.unsettled() && (f.Home != f.Here || f.URL != f.Opened)
}

// Sentence says what was found.
func (f Found) Sentence() string {
	switch {
	case !f.strange():
		return fmt.Sprintf("this database is at home at %s", named(f.Opened))
	case f.URL == f.Opened:
		return fmt.Sprintf("this database was restored or copied from the one of %s", named(f.URL))
	case f.Home == f.Here:
		return fmt.Sprintf("this database belongs to %s and is opened for %s", named(f.URL), named(f.Opened))
	}
	return fmt.Sprintf("this database was restored or copied from the one of %s and is opened for %s", named(f.URL), named(f.Opened))
}

func named(url string) string {
	if url == "" {
		return "an installation without a public address"
	}
	return url
}
