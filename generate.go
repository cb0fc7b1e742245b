// Package botyard is the root of the project. It holds no code: only the list
// of what makes the generated files, and the tests that watch over the whole.
package botyard

// The tools are built without cgo, so that no C compiler is needed.

//go:generate env CGO_ENABLED=0 go tool -modfile=tools/go.mod templ generate -log-level warn
//go:generate env CGO_ENABLED=0 go tool -modfile=tools/go.mod sqlc generate
//go:generate go run ./miniapp/typegen
//go:generate env CGO_ENABLED=0 go -C tools run ./runtime
