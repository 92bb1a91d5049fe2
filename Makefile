# Assay.  `make help` lists the commands; each does its own set-up.
PYTHON = .venv/bin/python
JOBS  := $(shell nproc 2>/dev/null || echo 2)
OUT    = build/certificates

# Tests and certifications start commands by the hundred: what Python compiles of a module is kept.
export PYTHONDONTWRITEBYTECODE =

help:                   ## this list
	@sed -n 's/^\([a-z-]*\): .*## /\1\t/p; s/^\([a-z-]*\):  *## /\1\t/p' Makefile | expand -t 12

setup:                  ## install what is missing and build the model
	@tools/setup.sh

certify: setup          ## certify AMD's pseudocode and llvm-mc on the certified architectures
	@$(PYTHON) -m assay.cli certify --target manual --target llvm --out $(OUT) --jobs $(JOBS)

# Some tests wait for processes of their own: a worker more than there are processors.
test: setup             ## every test
	@tools/setup.sh docs dask opengl fuzz
	@$(PYTHON) -m pytest -n $$(($(JOBS) + 1)) --dist loadscope --no-loadscope-reorder

lint: setup             ## ruff, basedpyright, clang-format: errors, types, layout, lines of at most 120 columns
	@.venv/bin/ruff check --quiet .
	@.venv/bin/basedpyright --level error
	@$(PYTHON) tools/c_layout.py
	@! git ls-files '*.c' '*.h' | xargs awk 'length > 120 { print FILENAME ":" FNR ": wider than 120 columns" }' | grep .

mutate: setup           ## how many of 1,000 mutants of the model are killed by what certify and fuzz run
	@$(PYTHON) -m assay.cli mutate --jobs $(JOBS)

fuzz: setup             ## libFuzzer on decoding, runs, code objects, packets and cases: MINUTES=n for each
	@tools/setup.sh fuzz
	@$(PYTHON) tools/fuzz_model.py $(or $(MINUTES),5)

docs: setup             ## the documentation, in build/docs; a link that leads nowhere is an error
	@tools/setup.sh docs
	@$(PYTHON) tools/docs.py build/docs

bench: setup            ## speeds, as a table and in build/bench.json; how cost grows, in build/growth.svg
	@$(PYTHON) tools/bench.py build/bench.json

bench-peers: setup      ## the same programs on others, where a checkout is named: TINYGRAD=dir MGPUSIM=dir
	@$(PYTHON) tools/bench_peers.py $(TINYGRAD:%=--tinygrad=%) $(MGPUSIM:%=--mgpusim=%)

format: setup           ## put white space and table columns in order
	@$(PYTHON) tools/format.py
	@$(PYTHON) tools/c_layout.py --write

clean:                  ## remove everything made, except the Python packages
	@rm -rf build dist src/*.egg-info model/_assay*.so generators/native/_plan*.so .pytest_cache .hypothesis
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

.PHONY: help setup certify test lint mutate fuzz docs bench bench-peers format clean
