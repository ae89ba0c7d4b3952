# make run    opens the console on a demo event
# make quick  runs the checks, the tests of the engine and one of each room
# make test   runs every check and every test

SHELL := /bin/sh
ROOMS := engine formats saves themes tui
CODE := $(ROOMS) tests $(wildcard benchmarks crosstest)
VENV := .venv
BIN := $(VENV)/bin
WORKERS = $(shell echo $$(($$(nproc) * 2)))
# where Python may keep no byte code, each worker compiles the whole program again
unexport PYTHONDONTWRITEBYTECODE
CLAIMED := 3.11 3.13
# A file put in place of another, as at every save, is otherwise written to the disk at once.
ROOMY = $(shell [ "$$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -ge 2000000 ] 2>/dev/null \
    && echo /dev/shm || echo $${TMPDIR:-/tmp})
QUICK := tests/engine \
    tests/formats/test_swiss_promises.py::test_a_draw_keeps_what_is_promised \
    tests/saves/test_store.py::test_an_event_reads_back_as_it_was_written \
    tests/tui/test_themes.py::test_every_text_reads_on_its_ground \
    tests/tui/test_a_day.py::test_a_late_entry_in_round_1_has_an_extra_board_as_a_proposal
# What another Python could change of the saves: how they are read and written, not how they bear
# damage, which .venv tries.
BORNE := departed departed_model exchange_hostile faults hand_edits history_model kept_facts \
    languages recovery toml trf_draws
PART := $(QUICK) tests/saves $(BORNE:%=--ignore tests/saves/test_%.py)
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Whole, made in this folder, and its Python still there after a system upgrade?
SOUND := $(shell [ "$$(cat $(VENV)/.made 2>/dev/null)" = "$(CURDIR)" ] \
    && $(BIN)/python -c '' >/dev/null 2>&1 && echo yes)

.DEFAULT_GOAL := run
.PHONY: run test quick test-pythons test-part lint format bench test-slow test-faults clean

run: $(VENV)/.ready
	@$(BIN)/topboard demo --again

# The checks run beside the tests. A test of a console waits now and then, for a terminal or a child
# process: twice as many at once as there are processors keep them busy. Each reads all tests,
# which is five seconds of work, and twenty-five without byte code: where there is none yet, one
# process makes it for all. What the tests write stays in memory where there is enough of it.
test: $(VENV)/.ready-dev
	@checked=$$(mktemp); written=$$(mktemp -d -p "$(ROOMY)"); \
	trap 'rm -rf "$$written"' EXIT; trap 'exit 1' INT TERM; \
	$(MAKE) --no-print-directory lint >$$checked 2>&1 & lint=$$!; \
	$(MAKE) --no-print-directory $(VENV)/.compiled; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --basetemp "$$written/tests"; tests=$$?; \
	wait $$lint; checks=$$?; cat $$checked; rm -f $$checked; \
	[ $$checks = 0 ] || echo "make test: a check above failed" >&2; \
	[ $$tests = 0 ] || echo "make test: tests failed; their summary stands before the checks" >&2; \
	[ $$tests = 0 ] && [ $$checks = 0 ]

# While working: what a change in any room breaks first.
quick: $(VENV)/.ready-dev
	@checked=$$(mktemp); $(MAKE) --no-print-directory lint CODE="$(ROOMS) tests/engine" \
	    >$$checked 2>&1 & lint=$$!; \
	$(BIN)/python -m pytest -q $(QUICK); tests=$$?; \
	wait $$lint; checks=$$?; cat $$checked; rm -f $$checked; \
	[ $$tests = 0 ] && [ $$checks = 0 ]

# The oldest and the newest Python that pyproject.toml claims, each in an environment of its own;
# the Python of .venv has the whole suite in `make test`.
test-pythons: $(VENV)/.ready-dev
	@failed=0; for version in $(CLAIMED); do \
	    $(BIN)/python -c "import sys; sys.exit(sys.version_info[:2] != tuple(map(int, '$$version'.split('.'))))" \
	        && continue; \
	    python=$$(.ci/python $$version) || \
	        { echo "no Python $$version on this machine: not tried" >&2; continue; }; \
	    $(MAKE) --no-print-directory VENV=.venv-$$version PYTHON=$$python test-part || failed=1; \
	done; exit $$failed

test-part: $(VENV)/.ready-dev
	@echo "Python of $(VENV):"
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal $(PART)

lint: $(VENV)/.ready-dev
	@failed=0; \
	$(BIN)/ruff check . || failed=1; \
	$(BIN)/ruff format --check . || failed=1; \
	$(BIN)/mypy --strict $(CODE) || failed=1; \
	$(BIN)/lint-imports --no-logo || failed=1; \
	exit $$failed

format: $(VENV)/.ready-dev
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

bench: $(VENV)/.ready-bench
	@for file in $(sort $(wildcard benchmarks/*.py)); do $(BIN)/python $$file || exit 1; done

# Where `make test` has the same examples at every run, these look for new ones.
SEARCHING = --hypothesis-profile searching

test-slow: $(VENV)/.ready-dev
	@$(BIN)/python -m pytest -m slow $(SEARCHING)

# Kills, errors, crashes, power cuts, full disks, noise: everything in tests/faults, with its
# controls. `make test-faults FAULTS=long` tries the numbers of a night. What is about time comes
# after, alone.
FAULTS_TOLD = faults or strace or power or control
FAULTS_TIMED = tests/tui/test_several_desks.py
test-faults: export FAULTS := $(FAULTS)
test-faults: $(VENV)/.ready-faults
	@failed=0; \
	$(BIN)/python -m pytest -m "$(FAULTS_TOLD)" $(SEARCHING) -n $(WORKERS) --dist worksteal \
	    tests/faults tests/saves $(FAULTS_TIMED:%=--deselect %) -rs --durations 15 || failed=1; \
	$(BIN)/python -m pytest -m "$(FAULTS_TOLD)" $(FAULTS_TIMED) -rs || failed=1; \
	exit $$failed

clean:
	@rm -rf .venv .venv-* build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache \
	    .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

ifneq ($(SOUND),yes)
.PHONY: $(VENV)/.made
endif

# The first Python that is new enough; Debian keeps ensurepip in a package of its own.
$(VENV)/.made:
	@new_enough='import sys; sys.exit(sys.version_info < (3, 11))'; \
	for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	    command -v $$python >/dev/null 2>&1 || continue; \
	    found=$$python; \
	    $$python -c "$$new_enough" 2>/dev/null || continue; \
	    if ! $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	        [ $$python = python3 ] || package=$$(basename $$python)-venv; \
	        echo "topboard needs $$python with venv: sudo apt install $${package:-python3-venv}" >&2; \
	        exit 1; \
	    fi; \
	    echo "Making $(VENV) ..."; \
	    $$python -m venv --clear $(VENV) && echo "$(CURDIR)" >$@; \
	    exit; \
	done; \
	if [ -n "$$found" ]; then \
	    echo "topboard needs Python 3.11 or newer, and $$found is older:" \
	        "sudo apt install python3.11 python3.11-venv" >&2; \
	else \
	    echo "topboard needs Python 3.11 or newer: sudo apt install python3 python3-venv" >&2; \
	fi; \
	exit 1

$(VENV)/.ready: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing what topboard needs into $(VENV), once: a minute or two ..."
	@$(PIP) install --quiet -c constraints.txt -e '.[pdf]' || { \
	    echo "What sets PDF could not be installed: topboard without it ..." >&2; \
	    $(PIP) install --quiet -c constraints.txt -e .; }
	@touch $@

# Where the other programs cannot be had, the benchmarks say that they are absent.
$(VENV)/.ready-bench: $(VENV)/.ready
	@echo "Installing the programs to compare with ..."
	@$(PIP) install --quiet -c constraints.txt -e '.[bench]' || echo "make bench: without them" >&2
	@touch $@

# Without a coverage-guided fuzzer for this Python the tests mutate by chance.
$(VENV)/.ready-faults: $(VENV)/.ready-dev
	@$(PIP) install --quiet -c constraints.txt -e '.[fuzz]' || echo "without atheris" >&2
	@touch $@

# Half of what comes is never loaded: Python compiles what is.
$(VENV)/.ready-dev: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing what topboard and its tests need ..."
	@$(PIP) install --quiet --no-compile -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.ready

# Byte code of the program, of what it needs and of the tests; what is wrong with them the run says.
$(VENV)/.compiled: $(VENV)/.ready-dev
	@$(BIN)/python -m pytest --collect-only --quiet --quiet >/dev/null 2>&1 && touch $@ || :
