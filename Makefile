# Shorthand; .ci/run is what decides.
.PHONY: check test build bench
check: ; .ci/run
test: ; go test ./...
build: ; go build -o bin/refract ./cmd/refract
# make bench DIR=path/to/java
bench: ; go run ./bench/scan $(DIR)
