# Belfry's errands. `make` lists them.

.DEFAULT_GOAL := help
program := .build/release/belfry
.PHONY: help setup run test test-core check bench simulate install-agent remove-agent clean

help: ## Lists these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Installs the system packages that are missing, those of the tests included
	@Scripts/setup test

run: ## Builds Belfry and starts it with the demo family; prints the address
	@Scripts/setup
	@$(MAKE) --no-print-directory $(program)
	$(program) demo

# Asked for only when something is newer, so that a second start doesn't wait for a build that has nothing to do.
$(program): Package.swift $(shell find Sources -type f)
	swift build -c release --product belfry
	@touch $@

test: ## Builds the whole house and runs every test
	@Scripts/setup test
	swift build --build-tests
	swift test --skip-build

test-core: ## Tests the rooms that need little but the toolchain: the quick round
	BELFRY_WINGS=core swift test --scratch-path .build/core

check: ## Runs the checks of the repository on itself alone
	BELFRY_WINGS=core swift test --scratch-path .build/core --filter RepositoryTests

bench: ## Runs the benchmarks, optimized
	@Scripts/setup
	swift run -c release --package-path Benchmarks BelfryBenchmarks

simulate: ## Lets a hundred thousand devices live random lives
	@Scripts/setup
	@$(MAKE) --no-print-directory $(program)
	$(program) simulate device --count 100000

install-agent: ## Makes the desktop agent a service of your account
	@Scripts/setup
	@$(MAKE) --no-print-directory $(program)
	@Scripts/agent install $(program)

remove-agent: ## Takes that service away; what it keeps stays
	@Scripts/agent remove

clean: ## Removes what builds made; the data of the demo stays in .belfry
	rm -rf .build Benchmarks/.build
