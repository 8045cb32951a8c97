# The first command typed on a fresh machine may be any of these: each sets up what it needs, without root.
PYTHON ?= python3
# Python keeps what it has compiled, whatever the environment says: without that each process starts in twice the time.
unexport PYTHONDONTWRITEBYTECODE
# Tests at a time: two more than there are cores, at most four. More would only wait for each other's processes.
# Each worker has its share of the longest tests first (tests/conftest.py). One that is done takes from the end of
# what others have left: so all end together.
WORKERS ?= --numprocesses=auto --maxprocesses=4 --dist=worksteal
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.run-installed
DEV_STAMP := $(VENV)/.dev-installed

.PHONY: setup run check test bench soak pictures lint dist clean
.DEFAULT_GOAL := run

$(RUN_STAMP): requirements/build.txt requirements/run.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
	  { echo "Sabot needs Python 3.11 to 3.13; '$(PYTHON)' is $$($(PYTHON) --version). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "setting up in $(VENV) (once; about a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@rm -rf sabot.egg-info  # left by the build: in this folder it would go before the entry points just installed
	@touch $@

$(DEV_STAMP): $(RUN_STAMP) requirements/peers.txt
	@echo "adding what the tests want"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/peers.txt
	@touch $@

setup: $(RUN_STAMP)

run: $(RUN_STAMP)
	@exec $(BIN)/sabot sim $(ARGS)

# The types are looked at beside the tests, in the time that these leave. What is found stands below theirs.
test: $(DEV_STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@nice $(BIN)/mypy > $(VENV)/types.txt 2>&1 & types=$$!; \
	  $(BIN)/pytest $(WORKERS) $(ARGS); tests=$$?; \
	  wait $$types; types=$$?; cat $(VENV)/types.txt; exit $$((types | tests))

# For whoever changes a rule: lint, types, and what starts no process. Long searches are left out too.
# No test waits for a process, so there are as many workers as cores.
check: $(DEV_STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/pytest -q $(subst =auto,=logical,$(WORKERS)) -m "not (soak or process or browser or peer or search)" $(ARGS)

lint: $(DEV_STAMP)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/mypy

bench: $(DEV_STAMP)
	@$(BIN)/sabot bench $(ARGS)

# Takes the pictures of README and docs anew, from a running table. Wants Chromium.
pictures: $(DEV_STAMP)
	@$(BIN)/python -m tests.pictures

soak: $(DEV_STAMP)
	@SABOT_SOAK=1 $(BIN)/pytest --timeout=0 -m soak $(ARGS)

# One file to install from without registries (docs/release.md). Wants KEY, the private key of the releases.
dist: $(RUN_STAMP)
	@test -n "$(KEY)" || { echo "name the private key of the releases: make dist KEY=release.key"; exit 1; }
	@rm -rf build dist/program
	@$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist/program .
	@rm -rf build sabot.egg-info  # as above
	@$(BIN)/sabot release archive dist/program/*.whl --key $(KEY) --to dist $(ARGS)
	@rm -rf dist/program

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build *.egg-info
