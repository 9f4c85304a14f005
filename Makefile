# Belfry's errands. `make` lists them.

.DEFAULT_GOAL := help
program := .build/release/belfry
providers := .build/release/belfry-providers
programs := BelfryChannelsTests|BelfryPostgresTests|BelfryDesktopTests|BelfryPlanningTests|RepositoryTests
.PHONY: help setup run test test-release soak test-citus test-core check screenshots bench bench-queue simulate package image install-agent remove-agent clean

help: ## Lists these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Installs the system packages that are missing, those of the tests included
	@Scripts/setup test

run: ## Builds Belfry and starts it with the demo family, and stand-ins of the providers; prints the address
	@Scripts/setup
	@$(MAKE) --no-print-directory $(program) $(providers)
	$(program) demo --providers $(providers)

# So many tests run at once, and what waits within them isn't kept from its turn by hundreds of others; before Swift 6.3 all do.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 12

# Asked for only when something is newer, so that a second start doesn't wait for a build that has nothing to do.
$(program): Package.swift $(shell find Sources -type f)
	swift build -c release --product belfry
	@touch $@

$(providers): Package.swift $(shell find Tests/BelfryProviders Tests/belfry-providers -type f)
	swift build -c release --product belfry-providers
	@touch $@

# How the tests are built: `-debug-info-format none`, which CI takes, spares a fifth of it and leaves nothing for a debugger.
BUILD_FLAGS ?=

test: ## Builds the whole house and runs every test
	@Scripts/setup test
	swift build --build-tests $(BUILD_FLAGS)
	@# What waits for other programs, browsers and databases among them, has the machine to itself.
	@# Nobody starts programs beside the others, who hold many files open: Foundation's Process.run of Swift 6.3 can crash where there are
	@# more than 1,300, because what it copies of the last entry of their folder ends behind what it has read.
	swift test --skip-build --skip '$(programs)|^belfryTests'
	swift test --skip-build --filter '$(programs)'
	swift test --skip-build --filter '^belfryTests'

test-release: ## Runs the tests of the program with the one that `make run` builds, which is optimized
	@Scripts/setup test
	@$(MAKE) --no-print-directory $(program)
	swift build --build-tests
	BELFRY_PROGRAM=$(abspath $(program)) swift test --skip-build --filter '^belfryTests'

soak: ## Lets faults happen to processes and database for SOAK_MINUTES (60), and compares what was accepted, sent and recorded
	@Scripts/setup test
	swift build --build-tests
	SOAK_MINUTES=$${SOAK_MINUTES:-60} BELFRY_SEED=$${BELFRY_SEED:-random} swift test --skip-build --filter 'belfryTests.FaultTests'

test-citus: ## Runs what every store has to do on three nodes of Citus, where that is installed beside PostgreSQL
	@Scripts/setup test
	swift build --build-tests
	BELFRY_CITUS=yes swift test --skip-build --no-parallel --filter 'BelfryPostgresTests.PostgresStoreTests'

test-core: ## Tests the rooms that need little but the toolchain: the quick round
	BELFRY_WINGS=core swift test --scratch-path .build/core

check: ## Runs the checks of the repository on itself alone
	BELFRY_WINGS=core swift test --scratch-path .build/core --filter RepositoryTests

screenshots: ## Draws the pages anew, in a real browser, into docs/screenshots
	@Scripts/setup test
	swift build --build-tests
	SCREENSHOTS=1 swift test --skip-build --filter 'PagesTests/screenshots'

bench: ## Runs the benchmarks, optimized
	@Scripts/setup test
	swift run -c release --package-path Benchmarks BelfryBenchmarks

bench-queue: ## Measures the queue on SQLite and on a PostgreSQL of its own, each beside its limits, and other queues
	@Scripts/setup test
	swift run -c release --package-path Benchmarks BelfryBenchmarks --filter queue
	swift run -c release --package-path Benchmarks BelfryBenchmarks --filter postgres
	swift run -c release --package-path Benchmarks BelfryBenchmarks --filter postgres-
	swift run -c release --package-path Benchmarks BelfryBenchmarks --filter bulk
	@Benchmarks/Peers/run.py

simulate: ## Lets a hundred thousand devices live random lives, and twenty thousand pairs of them that sync
	@Scripts/setup
	@$(MAKE) --no-print-directory $(program)
	$(program) simulate device --count 100000
	$(program) simulate device --count 20000 --pairs

package: ## Makes a Debian package of the server, and prints its path
	@Scripts/setup package
	@$(MAKE) --no-print-directory $(program)
	@# One of an earlier version, too, which `belfry_*.deb` would name beside it.
	@rm -f .build/belfry_*.deb
	@Scripts/package $(program) .build

image: package ## Makes a container image of that package, with Docker or Podman, and prints its name
	@Scripts/image .build/belfry_*.deb

install-agent: ## Makes the desktop agent a service of your account
	@Scripts/setup
	@$(MAKE) --no-print-directory $(program)
	@Scripts/agent install $(program)

remove-agent: ## Takes that service away; what it keeps stays
	@Scripts/agent remove

clean: ## Removes what builds made; the data of the demo stays in .belfry
	rm -rf .build Benchmarks/.build
