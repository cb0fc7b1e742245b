// Command stop ends the PostgreSQL that package pgtest left running for the
// next test binary. `make test` runs it last.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"botyard/internal/pgtest"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := pgtest.Stop(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "stop the tests' PostgreSQL:", err)
		os.Exit(1)
	}
}
