# `make demo` scores a photo, `make test` checks everything; both set up what they need.
PYTHON ?= python3
VENV ?= .venv
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
FONTS := fonts-arphic-ukai fonts-arphic-uming fonts-cwtex-kai fonts-lxgw-wenkai fonts-noto-cjk fonts-symbola

.PHONY: demo test test-train fonts photos clean

demo: $(VENV)/ready
	$(VENV)/bin/wahua score tests/photos/half-flush.jpg --self-draw --seat south --round east

test: $(VENV)/ready-dev fonts
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/pytest

# Training tests: torch needs several GB and some minutes to install.
test-train: $(VENV)/ready-train fonts
	$(VENV)/bin/pytest -m train

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || { $(PYTHON) -m pip install virtualenv && $(PYTHON) -m virtualenv $(VENV); }

$(VENV)/ready: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/ready-dev: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	# MCR needs a C++ compiler; without one its tests are skipped.
	-$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[mcr]'
	touch $@ $(VENV)/ready

$(VENV)/ready-train: pyproject.toml | $(VENV)/ready-dev
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev,train]'
	touch $@

# Chinese fonts, from which tile faces are drawn; reading and scoring photos needs none.
fonts:
	@dpkg-query -W $(FONTS) >/dev/null 2>&1 || { \
	  $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends $(FONTS); }

# Draw the photos of tests/photos anew.
photos: $(VENV)/ready-dev fonts
	$(VENV)/bin/python -m datasets.synth.render tests/photos

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache
