# make demo   rewrite a sample; build and run it as plain C, before and after; needs no OpenCL
# make test   all checks and tests, and how long each part of them took
# make matrix the tests that `make test` leaves out: all cases on all platforms, with all compilers
# make fuzz-sources   spoil sources in a thousand ways; see tests/fuzz (FUZZ="--seed 7 ...")
# make hunt   looks for programs that ppcl makes wrong; PROGRAMS=... SEED=... JOBS=... CASES=FOLDER
#             (for those that fail); LIMIT=SECONDS; HUNT=--emit-c: for kernels whose C is wrong
# make mutations   makes mistakes in rewritten programs: `ppcl verify` must find them (docs/hunt.md)
# make ledger writes anew what the samples become, and which figures are stale
#             (tests/ledger, docs/ledger.md)
# make clean  remove what these made
# PYTHON=...  the Python (3.11 or later) that .venv is made with

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python

.PHONY: demo test matrix check wheel fuzz-sources hunt mutations ledger clean

demo: $(VENV)/demo.stamp
	@$(RUN) scripts/demo.py

test: $(VENV)/test.stamp
	@$(RUN) scripts/test.py

matrix: $(VENV)/test.stamp
	$(RUN) -m pytest -n auto --dist loadfile -m long

check: $(VENV)/test.stamp
	@$(RUN) scripts/test.py lint types

wheel: $(VENV)/test.stamp
	@$(RUN) scripts/test.py wheel

fuzz-sources: $(VENV)/test.stamp
	PYTHONPATH=.:tests/cases $(RUN) tests/fuzz/fuzz_sources.py $(FUZZ)

PROGRAMS ?= 1000
SEED ?= 1
JOBS ?= 2
LIMIT ?= inf
CASES ?= tests/property/cases
hunt: $(VENV)/test.stamp
	$(RUN) -m tests.property.hunt --programs $(PROGRAMS) --seed $(SEED) --jobs $(JOBS) \
		--seconds $(LIMIT) --cases $(CASES) $(HUNT)

mutations: $(VENV)/test.stamp
	$(RUN) -m tests.mutations --seed $(SEED) --jobs $(JOBS) $(MUTATIONS)

ledger: $(VENV)/test.stamp
	$(RUN) -m tests.ledger

$(VENV)/%.stamp: pyproject.toml scripts/setup.py
	@$(PYTHON) scripts/setup.py $*

clean:
	rm -rf $(VENV) build dist
