package pgserver

import (
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"

	embedded "github.com/fergusstrange/embedded-postgres"
)

// fetchBinaries downloads PostgreSQL into dir and returns the folder of its
// binaries. The library has no call for that alone, so its server runs for a
// moment on data that is thrown away.
func fetchBinaries(dir string) (string, error) {
	scratch, err := os.MkdirTemp("", "botyard-postgres-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch)
	tcp, err := freePort()
	if err != nil {
		return "", err
	}
	pg := embedded.NewDatabase(embedded.DefaultConfig().
		Port(tcp).
		Password(rand.Text()).
		CachePath(filepath.Join(scratch, "cache")).
		RuntimePath(filepath.Join(scratch, "run")).
		DataPath(filepath.Join(scratch, "data")).
		BinariesPath(dir).
		Logger(io.Discard))
	if err := pg.Start(); err != nil {
		return "", fmt.Errorf("try the downloaded PostgreSQL: %w", err)
	}
	return filepath.Join(dir, "bin"), pg.Stop()
}

func freePort() (uint32, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return uint32(l.Addr().(*net.TCPAddr).Port), nil
}
