#!/usr/bin/python3
"""How loud is every spot? An application with a pipeline of its own that learns from Earmark what it measures.

    loudness.py [--sink ELEMENTS | --fast] PACK FILE-OR-URI

It plays and measures, ten times a second. In a tee before that sit the bare stages, without any bin around them; what
they hear comes as messages on the bus the application reads anyway, in the main thread. When a hearing ends, its level
is that of the measurements between its start and its end. Both are running times of one pipeline, so they compare.
"""

import argparse
import json
import math
import signal
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

SECOND = Gst.SECOND

# Real time: recognition may fall behind, playback may not. Ten seconds wait, then the oldest is lost.
LEAKY = "queue leaky=downstream max-size-time=10000000000 max-size-bytes=0 max-size-buffers=0"
# As fast as possible: nothing may be lost, so the faster branch waits for the slower one.
WAITING = "queue"

PIPELINE = """
    uridecodebin name=source caps=audio/x-raw ! audioconvert ! audioresample ! tee name=audio
    audio. ! queue ! level interval=100000000 ! {sink}
    audio. ! {queue} ! earfingerprint name=fingerprint ! earapi ! eartimelinesink
"""


class Loudness:
    """The application: its pipeline, what it has measured, and what it prints."""

    def __init__(self, pack, uri, sink, is_fast):
        line = PIPELINE.format(sink=sink, queue=WAITING if is_fast else LEAKY)
        self.pipeline = Gst.parse_launch(line)
        self.pipeline.get_by_name("source").set_property("uri", uri)
        self.pipeline.get_by_name("fingerprint").set_property("pack", pack)
        self.measured = []  # (running time in ns, mean square, peak in dB), a row each 0.1 s
        self.pending = []  # hearings that ended and are not measured to their end yet
        self.loop = GLib.MainLoop()
        self.status = 0

    def run(self):
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::element", self.on_element)
        bus.connect("message::eos", self.on_end)
        bus.connect("message::error", self.on_error)
        bus.connect("message::warning", self.on_warning)
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGINT, self.on_interrupt)
        self.pipeline.set_state(Gst.State.PLAYING)
        self.loop.run()
        self.pipeline.set_state(Gst.State.NULL)
        bus.remove_signal_watch()
        return self.status

    def on_element(self, _bus, message):
        structure = message.get_structure()
        if structure.get_name() == "level":
            self.measure(structure)
        elif structure.get_name() == "earmark-activity" and structure.get_string("event") == "ended":
            if not structure.has_field("superseded"):  # a first guess that was mended: another row says it right
                self.pending.append(
                    (structure.get_value("start"), structure.get_value("end"), structure.get_string("payload"))
                )
                self.print_measured()

    def measure(self, structure):
        channels = structure.get_value("rms")
        power = sum(10 ** (level / 10) for level in channels) / len(channels)
        self.measured.append((structure.get_value("running-time"), power, max(structure.get_value("peak"))))
        self.print_measured()

    def print_measured(self, is_over=False):
        """Prints the hearings that are measured to their end: without a clock either branch may be ahead."""
        there = self.measured[-1][0] if self.measured else 0
        for hearing in [hearing for hearing in self.pending if is_over or hearing[1] <= there]:
            self.pending.remove(hearing)
            self.print_row(*hearing)

    def print_row(self, start, end, payload):
        rows = [(power, peak) for time, power, peak in self.measured if start <= time < end]
        if not rows:
            return
        level = 10 * math.log10(sum(power for power, _ in rows) / len(rows) + 1e-12)
        peak = max(peak for _, peak in rows)
        title = json.loads(payload).get("title") or json.loads(payload)["material_id"]
        print(f"{clock(start)}  {clock(end)}  {level:6.1f} dB  peak {peak:5.1f} dB  {title}", flush=True)

    def on_end(self, _bus, _message):
        self.print_measured(is_over=True)
        self.loop.quit()

    def on_error(self, _bus, message):
        print(f"loudness: {message.parse_error()[0].message}", file=sys.stderr)
        self.status = 1
        self.loop.quit()

    def on_warning(self, _bus, message):
        print(f"loudness: {message.parse_warning()[0].message}", file=sys.stderr)

    def on_interrupt(self):
        self.status = 130
        self.loop.quit()
        return GLib.SOURCE_REMOVE


def clock(time):
    """1:08.3 for a time in ns."""
    return f"{time // (60 * SECOND):2d}:{time / SECOND % 60:04.1f}"


def main():
    Gst.init(None)
    parser = argparse.ArgumentParser(description="Says how loud every spot is.")
    parser.add_argument("--sink", default="autoaudiosink", metavar="ELEMENTS", help="where the audio goes to")
    parser.add_argument("--fast", action="store_true", help="do not play: as fast as the machine can")
    parser.add_argument("pack")
    parser.add_argument("source", metavar="FILE-OR-URI")
    options = parser.parse_args()
    uri = options.source if Gst.uri_is_valid(options.source) else Gst.filename_to_uri(options.source)
    try:
        loudness = Loudness(options.pack, uri, "fakesink" if options.fast else options.sink, options.fast)
    except GLib.Error as error:
        sys.exit(f"loudness: {error.message}")
    return loudness.run()


if __name__ == "__main__":
    sys.exit(main())
