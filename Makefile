# Shortcuts for all commands. The README has the plain ones, for use without make.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check

INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
COLLECTED := staticfiles/staticfiles.json
# Folders are listed, too: their modification time changes when a file is deleted.
STATIC_SOURCES := $(shell find static -not -name '.*')
STATIC_MAKERS := $(addprefix companion/server/,static.py scripts.py style_sheets.py)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test wheel tools messages format screenshots bench clean backup restore

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(INSTALLED) $(COLLECTED) ## install if needed, set up, and serve on all interfaces
	@$(PY) manage.py setup
	@$(PY) manage.py serve

# Tests have their own data folder, so that they never touch a real key or a real game.
test: export DATA_DIR := $(CURDIR)/$(VENV)/test-data
test: $(INSTALLED_DEV) $(COLLECTED) tools ## check style, types, migrations and settings, then run all tests
	@mkdir -p $(DATA_DIR)
	$(PY) -m pip check
	$(PY) tests/audit.py
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m djlint --quiet --lint templates
	$(PY) -m djlint --quiet --lint --extension jinja --profile jinja templates
	$(PY) -m mypy
	$(PY) manage.py check --deploy --fail-level WARNING
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) -m pytest -n auto
	$(PY) -m pytest -n 3 tests/browser  # on two cores: pages mostly wait
	$(PY) -m pytest -n auto tests/engines
	@missing="$$($(PY) tests/support/services/programs.py)"; \
	if [ -z "$$missing" ]; then set -x; $(PY) -m pytest -n auto --dist loadfile tests/services; \
	else echo "Left out: tests/services, which need $$missing (Debian: make tools as root)."; \
		[ "$$CI" != true ]; fi

wheel: $(INSTALLED) $(COLLECTED) ## build dist/stationmaster-….whl, with everything that serving needs inside
	@rm -rf dist
	$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

# Uses Debian's packages if they can be installed. If not, Playwright downloads a Chromium, one test
# does without gettext, and the tests of services and other engines are skipped, with a message.
# policy-rc.d keeps Debian from starting the services it installs; the tests start their own.
tools: $(INSTALLED_DEV)
	@missing=; \
	need() { package=$$1; shift; \
		for program; do PATH="$$PATH:/usr/sbin" command -v $$program >/dev/null && return; done; \
		missing="$$missing $$package"; }; \
	need chromium chromium chromium-browser; \
	need firefox-esr firefox-esr firefox; \
	need webkit2gtk-driver WebKitWebDriver; \
	need xvfb Xvfb; \
	need gettext xgettext; \
	need redis-server redis-server; \
	need nginx nginx; \
	need openssl openssl; \
	need faketime faketime; \
	need strace strace; \
	need systemd systemd-analyze; \
	need postgresql initdb /usr/lib/postgresql/*/bin/initdb; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		policy=/usr/sbin/policy-rc.d; \
		if [ ! -e $$policy ]; then \
			printf '#!/bin/sh\nexit 101\n' >$$policy; chmod +x $$policy; trap "rm $$policy" EXIT; fi; \
		apt-get update -qq && apt-get install -qq -y --no-install-recommends $$missing >/dev/null; \
	else case "$$missing" in *chromium*) $(PY) -m playwright install chromium;; esac; fi

messages: $(INSTALLED_DEV) tools ## collect what is to be translated, and compile the catalogues
	$(PY) manage.py makemessages --no-location -l de -l fr -l it --ignore ".venv/*" --ignore "data/*"
	$(PY) manage.py compilecatalogues

format: $(INSTALLED_DEV) ## put the code into its agreed form
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

# Every shell has a LANG: only use one given on make's command line.
screenshots: $(INSTALLED_DEV) tools ## a picture of every page and state: LANG=it, PHONE=360x640, PARTS="doors paris"
	$(PY) -m tests.browser.screenshots $(if $(findstring command,$(origin LANG)),--language $(LANG)) \
		$(if $(PHONE),--phone $(PHONE)) $(PARTS)

bench: $(INSTALLED_DEV) $(COLLECTED) tools ## measure speed, load and weight beside a peer; PARTS="tap growth" for some
	$(PY) -m bench $(PARTS)

backup: $(INSTALLED) ## the whole installation in one file: FILE=…, or a dated one in the data folder
	@$(PY) manage.py backup $(if $(FILE),"$(FILE)")

restore: $(INSTALLED) ## make this installation what a backup says: FILE=…; REPLACE=1 if it holds games
	@$(PY) manage.py restore $(if $(FILE),"$(FILE)",$(error Which one? make restore FILE=…)) \
		$(if $(REPLACE),--replace)

clean: ## remove what can be made again (never the data folder)
	rm -rf $(VENV) staticfiles dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

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

$(COLLECTED): $(STATIC_SOURCES) $(STATIC_MAKERS) $(INSTALLED)
	$(PY) manage.py collectstatic --noinput --clear --verbosity 0
	@touch $@
