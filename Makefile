# One command each, on a bare machine with Python >= 3.11, pip and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
# Compiled modules are kept, whatever the shell says: without them every process compiles all it imports.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test test-server check release extras reference lock clean

demo: $(VENV)/.base
	@$(BIN)/quaid demo --keep

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(BUT)

# Contracts, laws and journeys with their homes on a PostgreSQL server that the run starts.
test-server: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --storage postgres --timeout 300 tests/contracts tests/property tests/journeys $(BUT)

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy -n $(WORKERS)
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -p no:randomly -n $(WORKERS) --dist loadgroup tests/architecture tests/docs

# The wheel and the sdist in dist/, when the wheel has had its first hour in an environment of its own.
release: $(VENV)/.dev
	$(BIN)/python -m pytest -m release -rs tests/release
	$(BIN)/python -m build --no-isolation

# Do all extras resolve together, on every Python and system? Asks the package index; 2 to 3 minutes.
extras:
	@for system in linux macos windows; do for python in 3.11 3.12 3.13; do \
	  uv pip compile --quiet --no-header --all-extras --python-platform $$system --python-version $$python pyproject.toml \
	    > /dev/null && echo "$$system, Python $$python: all extras resolve together" || exit 1; \
	done; done

LOCK := uv pip compile --quiet --generate-hashes --no-header --universal pyproject.toml
reference: $(VENV)/.dev
	$(BIN)/python tools/write_versions.py
	$(BIN)/python tools/write_reference.py
	$(BIN)/python tools/write_greetings.py
	$(BIN)/python tools/write_work_vectors.py

lock:
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -o requirements-dev.lock

clean:
	rm -rf $(VENV) demo-output dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# With uv when it is on the PATH, else with pip: 5 s against 16 s.
$(VENV)/.base: pyproject.toml requirements.lock tools/make_venv.py
	$(PYTHON) tools/make_venv.py $(VENV)
	@touch $@

$(VENV)/.dev: pyproject.toml requirements-dev.lock tools/make_venv.py
	$(PYTHON) tools/make_venv.py $(VENV) --dev
	@touch $(VENV)/.base $@
