# Everything a fresh Debian 12 with a Swift 6.3 toolchain needs: `make demo` and `make test` install their Debian
# packages first (only those that are missing), so the second run starts at once.

SWIFT ?= swift
BUILD_PACKAGES = binutils pkg-config libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev zlib1g-dev
# Decoders for what people feed it: Ogg, FLAC, MP3 and WAV need -base and -good, AAC and the rest -libav.
RUN_PACKAGES = gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good
# The examples: a window of GTK 3 with a picture in it, a display for it, and a C compiler. gstreamer1.0-x has the text overlay.
EXAMPLE_PACKAGES = gcc libc6-dev python3-gi gir1.2-gtk-3.0 gir1.2-gstreamer-1.0 gir1.2-gst-plugins-base-1.0 \
  gstreamer1.0-gtk3 gstreamer1.0-x librsvg2-common fonts-dejavu-core xvfb xauth imagemagick
# Live tests run a sound server and a streaming server of their own, and open an ALSA device; zsh, fish, man and mandoc
# check what is made for them.
TEST_PACKAGES = gstreamer1.0-libav valgrind \
  pulseaudio pulseaudio-utils gstreamer1.0-pulseaudio gstreamer1.0-plugins-bad gir1.2-gst-rtsp-server-1.0 \
  gstreamer1.0-alsa \
  mandoc man-db zsh fish $(EXAMPLE_PACKAGES)

# What measures the fingerprints: real music, degraded; fpcalc finds what is twice in it, espeak-ng speaks in spots.
BENCH_PACKAGES = ffmpeg sox espeak-ng libchromaprint-tools python3 python3-numpy python3-scipy
# Debian's, which has them; another python3 may come first in PATH.
PYTHON ?= /usr/bin/python3

# Tests are built optimised, since they recognise hours of audio, and apart from the demo's build,
# since -enable-testing would rebuild that.
TEST_FLAGS = -c release -Xswiftc -enable-testing --scratch-path .build/testing
SOURCES = Package.swift Sources Plugins Tests Benchmarks/Package.swift Benchmarks/Sources examples/swift-recognizer

# Where `make install` puts things; docs/install.md says more.
PREFIX ?= /usr/local
DESTDIR ?=
PLUGINSDIR ?=
export PREFIX DESTDIR PLUGINSDIR

.PHONY: all demo example test test-thread test-install bench-fingerprint bench-quick bench-build build install uninstall lint format \
  clean packages-build packages-run packages-test packages-bench

all: build

## Builds command and plugins with a Swift runtime of their own (Package.swift), ready to be installed.
build: packages-build
	EARMARK_STATIC=1 $(SWIFT) build -c release

## Builds everything, makes a pack from the bundled spots, recognises a bundled broadcast, prints its timeline.
demo: packages-run build
	examples/demo/run.sh

## Installs what is built, and builds it before, if this folder is yours: `make build`, then `sudo make install`.
install:
	@[ "$$(id -u)" != "$$(stat -c %u .)" ] || $(MAKE) --no-print-directory build
	@scripts/install-files install

## Takes away exactly what `make install` with the same PREFIX and DESTDIR has put there.
uninstall:
	@scripts/install-files uninstall

## Runs every test. Those of the installation need the build; those that listen as time passes have the machine to themselves.
test: packages-test build
	scripts/run-tests $(TEST_FLAGS) --skip LiveTests --skip RunnerBufferingTests
	scripts/run-tests $(TEST_FLAGS) --skip-build --filter LiveTests
	scripts/run-tests $(TEST_FLAGS) --skip-build --filter RunnerBufferingTests

## Runs the library tests under ThreadSanitizer, which has a build of its own.
test-thread: packages-test
	scripts/test-thread

## Builds the example program with the library and runs it; fails where it does not recognise the spot it is given.
example: packages-run build
	mkdir -p .build
	examples/swift-recognizer/run.sh > .build/example.out
	cat .build/example.out
	grep -q '…[0-9]' .build/example.out

## Measures the fingerprint engine on 20 h of real music that it fetches into EARMARK_CORPUS (~/.cache/earmark/corpus), prints
## the tables and writes them to Benchmarks/results. BENCH="--seed 2" or the name of a table is passed on.
bench-fingerprint: bench-build
	$(PYTHON) Benchmarks/fingerprint-bench $(BENCH)

## The same on a part of it: 5 minutes, once the corpus is there.
bench-quick: bench-build
	$(PYTHON) Benchmarks/fingerprint-bench --quick $(BENCH)

bench-build: packages-bench build
	cd Benchmarks && $(SWIFT) build -c release --product fingerprint-bench

## Installs into a bare Debian without toolchain and tries everything there. Needs root and the network.
test-install: build
	scripts/test-install

## Fails on any formatting difference.
lint:
	$(SWIFT) format lint --strict --recursive $(SOURCES)

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

packages-build:
	@scripts/install-packages $(BUILD_PACKAGES)

packages-run:
	@scripts/install-packages $(BUILD_PACKAGES) $(RUN_PACKAGES)

packages-test:
	@scripts/install-packages $(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES)

packages-bench:
	@scripts/install-packages $(BUILD_PACKAGES) $(RUN_PACKAGES) $(BENCH_PACKAGES)

clean:
	rm -rf .build
