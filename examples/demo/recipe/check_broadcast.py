#!/usr/bin/env python3
"""Measures where the spots really are in a composed broadcast, against ../truth.tsv.

    check_broadcast.py BROADCAST

For places all along each row of the truth, two seconds of the spot are sought in the broadcast by normalised
cross-correlation within half a second of where they should be. Prints the worst offset of each row; exits 1 when
one exceeds 5 ms. Needs ffmpeg and python3-numpy.
"""

import pathlib
import subprocess
import sys

import numpy

DEMO = pathlib.Path(__file__).parent.parent
RATE = 48000
WINDOW, REACH, STEP = 2 * RATE, RATE // 2, RATE


def decode(path, speed=1.0):
    """A file as mono floats at 48 kHz, played `speed` times as fast."""
    filters = f"aresample={RATE},asetrate={round(RATE * speed)},aresample={RATE}:filter_size=64"
    done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-ac", "1", "-af", filters, "-f", "f32le",
                           "-"], capture_output=True, check=True)
    return numpy.frombuffer(done.stdout, numpy.float32).astype(float)


def offset(needle, hay):
    """Where `needle` lies in `hay`, in samples, and how well it fits (1 is perfectly)."""
    size = 1 << (len(hay) + len(needle)).bit_length()
    product = numpy.fft.rfft(hay, size) * numpy.conj(numpy.fft.rfft(needle, size))
    correlation = numpy.fft.irfft(product, size)[:len(hay) - len(needle) + 1]
    energy = numpy.concatenate([[0], numpy.cumsum(hay ** 2)])
    energy = energy[len(needle):] - energy[:-len(needle)]
    fit = correlation / numpy.sqrt(numpy.maximum(energy, 1e-9) * max(float(needle @ needle), 1e-9))
    best = int(numpy.argmax(fit))
    return best, float(fit[best])


def main(path):
    broadcast, worst_of_all = decode(path), 0.0
    print(f"{path}: {len(broadcast) / RATE:.3f} s")
    print(f"{'spot':<20}{'start':>9}{'end':>9}{'places':>8}{'worst ms':>10}{'least fit':>11}")
    for line in (DEMO / "truth.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        start, end, spot, position, rate, _ = line.split("\t")
        first, last, rate = round(float(start) * RATE), round(float(end) * RATE), float(rate)
        source = decode(DEMO / "spots" / f"{spot}.opus", rate)[round(float(position) / rate * RATE):]
        errors, fits = [], []
        for place in range(0, last - first - WINDOW + 1, STEP):
            begin = max(0, first + place - REACH)
            best, fit = offset(source[place:place + WINDOW], broadcast[begin:first + place + WINDOW + REACH])
            errors.append(abs(begin + best - first - place) / RATE * 1000)
            fits.append(fit)
        print(f"{spot:<20}{start:>9}{end:>9}{len(errors):>8}{max(errors):>10.3f}{min(fits):>11.3f}")
        worst_of_all = max(worst_of_all, *errors)
    return 0 if worst_of_all <= 5 else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
