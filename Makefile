# Everything people type. Without make, the README has the plain commands.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check

INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
COLLECTED := staticfiles/staticfiles.json
# Folders are listed, too: theirs is the time that changes when a file goes away.
STATIC_SOURCES := $(shell find static -not -name '.*')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test tools messages format screenshots bench clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(INSTALLED) $(COLLECTED) ## install if needed, set up, and serve on all interfaces
	@$(PY) manage.py setup
	@$(PY) manage.py serve

# Tests get a data folder of their own, so that they never meet a real key or a real game.
test: export DATA_DIR := $(CURDIR)/$(VENV)/test-data
test: $(INSTALLED_DEV) tools ## check style, types, migrations and settings, then run all tests
	@mkdir -p $(DATA_DIR)
	$(PY) -m pip check
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) manage.py check --deploy --fail-level WARNING
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) -m pytest -n auto
	$(PY) -m pytest -n auto tests/browser

# Debian's browser where it can be installed, else the one Playwright brings along; gettext collects
# what is to be translated (without it one test is left out, and says so).
tools: $(INSTALLED_DEV)
	@missing=; \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing=" chromium"; \
	command -v xgettext >/dev/null || missing="$$missing gettext"; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -qq -y --no-install-recommends $$missing >/dev/null; \
	else $(PY) -m playwright install chromium; fi

messages: $(INSTALLED_DEV) tools ## collect what is to be translated, and compile the catalogues
	$(PY) manage.py makemessages --no-location -l de -l fr -l it --ignore ".venv/*" --ignore "data/*"
	$(PY) manage.py compilecatalogues

format: $(INSTALLED_DEV) ## put the code into its agreed form
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

screenshots: $(INSTALLED_DEV) tools ## take a picture of every page and state into docs/screenshots
	$(PY) tests/browser/screenshots.py

bench: $(INSTALLED_DEV) tools ## measure folding, scoring, and the weight of a phone's first visit
	$(PY) -m bench

clean: ## remove what can be made again (never the data folder)
	rm -rf $(VENV) staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
		"Stationmaster needs Python 3.11 or later; name one with make PYTHON=python3.12.")'
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): requirements.txt | $(PY)
	$(PIP_INSTALL) -r requirements.txt
	@touch $@

$(INSTALLED_DEV): requirements-dev.txt $(INSTALLED) | $(PY)
	$(PIP_INSTALL) -r requirements-dev.txt
	@touch $@

$(COLLECTED): $(STATIC_SOURCES) $(INSTALLED)
	$(PY) manage.py collectstatic --noinput --clear --verbosity 0
	@touch $@
