# One command each, on a bare machine with Python >= 3.11, pip and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: demo test check reference lock clean

demo: $(VENV)/.base
	@$(BIN)/quaid demo --keep

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -p no:randomly tests/architecture tests/docs

LOCK := uv pip compile --quiet --generate-hashes --no-header --universal pyproject.toml
reference: $(VENV)/.dev
	$(BIN)/python tools/write_reference.py
	$(BIN)/python tools/write_greetings.py

lock:
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -o requirements-dev.lock

clean:
	rm -rf $(VENV) demo-output .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# With uv when it is on the PATH, else with pip: 5 s against 16 s.
$(VENV)/.base: pyproject.toml requirements.lock tools/make_venv.py
	$(PYTHON) tools/make_venv.py $(VENV)
	@touch $@

$(VENV)/.dev: pyproject.toml requirements-dev.lock tools/make_venv.py
	$(PYTHON) tools/make_venv.py $(VENV) --dev
	@touch $(VENV)/.base $@
