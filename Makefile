# make play: set up and play. make test: everything the project promises. make help lists the rest.
PYTHON ?= python3
PY := .venv/bin/python
GAME ?= truffle_scuffle

.PHONY: help setup build play types test test-all test-game laws check bench screenshots clean

help:
	@sed -n 's/^## //p' Makefile

## make play       set up, then open tables for the browser at http://127.0.0.1:8000
play: setup
	@.venv/bin/trufflewood serve

## make types      write the client's TypeScript types from the server's own
types: setup
	@$(PY) -m trufflewood.server.describe

## make test       all rules and laws, in less than ten minutes
test: needs setup
	@$(PY) tools/client.py --test
	@$(PY) -m pytest -n auto -m "not slow"

## make test-all   make test and the full matrices
test-all: test
	@$(PY) -m pytest -n auto -m slow

## make test-game GAME=forest_shuffle   one game's tests
test-game: setup
	@$(PY) -m pytest -n auto src/trufflewood/games/$(GAME)

## make laws       the laws over tens of thousands of random games
laws: setup
	@$(PY) -m tests.laws

## make check      linter, formatter, types and the import arrow, in seconds
check: setup
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy src tests bench tools examples
	@$(PY) -m pytest tests/test_arrow.py tests/test_text.py
	@$(PY) tools/client.py --check
	@$(PY) -m pytest tests/server/test_describe.py -k "fresh or docs"

## make screenshots   pictures of every board, in build/screenshots
screenshots: needs setup
	@$(PY) -m tests.browser.screenshots

## make bench      speeds, interpreted and compiled, and their ratios
bench: setup
	@$(PY) -m bench

## make strength   how strong the bots are, measured; goes on where the last run stopped
.PHONY: strength
strength: setup
	@$(PY) -m trufflewood.arena.strength
	@$(PY) -m trufflewood.games.truffle_scuffle.bots.endgames

# What a C compiler and, later, a browser need; installed where that is allowed.
.PHONY: needs
needs:
	@$(PYTHON) tools/needs.py

setup: .venv/ready build

.venv/ready: pyproject.toml tools/hatch_hook.py
	@$(PYTHON) tools/needs.py --python
	@test -x $(PY) || $(PYTHON) -m venv .venv
	@echo "trufflewood: setting up .venv (once)"
	@$(PY) -m pip install --quiet --disable-pip-version-check hatchling "mypy==2.4.1" "librt==0.16.0" "setuptools>=65" "msgspec>=0.21,<0.23"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable ".[dev]"
	@touch $@

## make build      compile and bundle what changed
build: .venv/ready
	@$(PY) tools/native.py
	@$(PY) tools/client.py

## make clean      remove all that was built
clean:
	rm -rf build dist .venv .mypy_cache .ruff_cache .pytest_cache src/trufflewood/_built.json
	rm -rf frontend/node_modules frontend/generated src/trufflewood/server/static
	find src -name '*.so' -delete
