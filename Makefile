# make test   everything that must hold: what CI runs
# make demo   the product with a simulated Telegram, on this machine alone
# make build  the program, ./botyard

# Nothing here needs a C compiler, and the program is one static file.
export CGO_ENABLED = 0

TOOL = go tool -modfile=tools/go.mod

.PHONY: build demo test setup generate check-generated vet types unit size lighthouse

build:
	go build -o botyard ./cmd/botyard

# A normal user's machine is not touched: the program itself looks for a
# PostgreSQL and says what to install.
demo: build
	@[ "$$(id -u)" != 0 ] || .ci/setup postgresql
	@exec ./botyard demo

test: setup check-generated vet types unit size

setup:
	@.ci/setup postgresql chromium
	@.ci/setup --optional nginx node-typescript
	@.ci/web-tools

generate:
	go generate ./...

check-generated:
	@.ci/check-generated

vet:
	go vet ./...
	go -C tools vet ./...
	go -C bench vet ./...
	$(TOOL) staticcheck ./...

types:
	@.ci/types

# The packages share one PostgreSQL, which is stopped whatever the result.
unit:
	go test ./... || failed=1; go run ./internal/pgtest/stop && [ -z "$$failed" ]

# What Lighthouse says of the café of a running "make demo".
lighthouse:
	@.ci/lighthouse http://127.0.0.1:8080/s/kofeynya-par

size:
	@go test ./miniapp -run '^TestRuntimeSize$$' -v | grep -o 'runtime: .*gzipped.*'
