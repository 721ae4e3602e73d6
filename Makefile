# make play: set up and play. make test: everything the project promises. make help lists the rest.
PYTHON ?= python3
PY := .venv/bin/python
GAME ?= truffle_scuffle

.PHONY: help setup build play types test test-all test-game laws check format bench screenshots clean

help:
	@sed -n 's/^## //p' Makefile

## make play       set up, then open tables for the browser; PORT=8001, LAN=1 for phones in the same network
play:
	@$(PYTHON) tools/needs.py --python
	@$(PYTHON) tools/play.py $(if $(PORT),--port $(PORT)) $(if $(LAN),--lan)

## make types      write the client's TypeScript types from the server's own
types: setup
	@$(PY) tools/client.py --types

## make test       all rules and laws, in less than ten minutes
test: needs setup
	@$(PY) tools/client.py --test
	@$(PY) -m pytest -n auto -m "not slow and not long"

## make test-all   make test and the full matrices
test-all: test
	@$(PY) -m pytest -n auto -rs -m slow

## make test-browser PACE=all REPEAT=3 LUCK=1 TEST=name   browser tests at a pace (natural, slow, delayed), and how often each passed
PACE ?= natural
REPEAT ?= 1
LUCK ?= 1
TEST ?=
JOBS ?= auto
.PHONY: test-browser
test-browser: needs setup
	@$(PY) -m tests.browser.hunt --pace "$(PACE)" --repeat "$(REPEAT)" --luck "$(LUCK)" --test "$(TEST)" --jobs "$(JOBS)"

## make test-game GAME=forest_shuffle   one game's tests
test-game: setup
	@$(PY) -m pytest -n auto src/trufflewood/games/$(GAME)

## make laws       the laws over tens of thousands of random games
laws: setup
	@$(PY) -m tests.laws

## make check      linters, layout, types and the import arrow
check: setup
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy src tests bench tools examples
	@$(PY) -m pytest tests/test_arrow.py tests/test_text.py
	@$(PY) tools/client.py --check
	@$(PY) -m pytest tests/server/test_describe.py -k docs

## make format     lay out Python, TypeScript and Svelte as make check wants them
format: setup
	@$(PY) -m ruff format .
	@$(PY) tools/client.py --format

## make screenshots   pictures of every board, in build/screenshots
screenshots: needs setup
	@$(PY) -m tests.browser.screenshots

## make bench      speeds, interpreted and compiled, and their ratios
bench: setup
	@$(PY) -m bench

## make bench-setup   seconds to the first page on a fresh clone, and megabytes installed
.PHONY: bench-setup
bench-setup:
	@$(PYTHON) -m bench.first_page

## make load BEFORE=commit QUICK=1   how many commands a second the server bears, beside another commit; table and picture in build/load
.PHONY: load stored
load: setup
	@$(PY) -m bench.load $(if $(BEFORE),--before $(BEFORE)) $(if $(QUICK),--quick)

## make stored BEFORE=commit   what stored tables cost: a start with 5,000 of them, a loaded table, memory over many commands
stored: setup
	@$(PY) -m bench.stored $(if $(BEFORE),--before $(BEFORE))

## make strength   how strong the bots are, measured; goes on where the last run stopped
.PHONY: strength
strength: setup
	@$(PY) -m trufflewood.arena.strength
	@$(PY) -m trufflewood.games.truffle_scuffle.bots.endgames

# What a C compiler and, later, a browser need; installed where that is allowed.
.PHONY: needs
needs:
	@$(PYTHON) tools/needs.py

setup:
	@$(PYTHON) tools/needs.py --python
	@$(PYTHON) tools/prepare.py dev

## make build      compile and bundle what changed
build: setup

## make clean      remove all that was built
clean:
	rm -rf build dist .venv .mypy_cache src/.mypy_cache .ruff_cache .pytest_cache src/trufflewood/_built.json
	rm -rf frontend/node_modules frontend/generated src/trufflewood/server/static
	find src -name '*.so' -delete

.PHONY: test-long dist release
## make test-long  what takes too long for make test-all: the compiled package, and more
test-long: test-all
	@$(PY) -m pytest -rs -m long

## make faults     the server under faults and attack, without what takes minutes
.PHONY: faults crash fuzz
faults: setup
	@$(PY) -m pytest -n auto -rs tests/faults -m "not long"

## make crash KILLS=200 SEED=1   kill -9 under load, with other faults mixed in: what was told must be kept
KILLS ?= 200
SEED ?= 1
crash: setup
	@$(PY) -m tests.faults.crash --kills "$(KILLS)" --seed "$(SEED)"

## make fuzz MESSAGES=100000 SEED=1   hostile messages and requests: no 5xx, no effect, no leak
MESSAGES ?= 100000
fuzz: setup
	@$(PY) -m tests.faults.fuzz --messages "$(MESSAGES)" --seed "$(SEED)"

## make dist       sdist, pure and compiled wheel in dist/, each installed elsewhere and tried out
dist:
	@$(PYTHON) tools/needs.py --python
	@$(PYTHON) tools/dist.py

## make release    all that a release needs, short of uploading
release:
	@$(PYTHON) tools/release.py before
	@$(MAKE) check test-all
	@$(PYTHON) tools/dist.py
	@$(PYTHON) tools/release.py after
