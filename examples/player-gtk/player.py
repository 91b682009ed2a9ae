#!/usr/bin/python3
"""A media player that shows the campaign and the timeline of what it plays.

    player.py --pack PACK [FILE-OR-URI…]
"""

import argparse
import json
import signal
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("Gst", "1.0")
from gi.repository import Gdk, GLib, Gst, Gtk  # noqa: E402
from panel import clock  # noqa: E402
from playback import Playback  # noqa: E402
from window import PlayerWindow  # noqa: E402


class Printer:
    """`--print`: what the window shows, a JSON line per change. It reads the widgets, not what they were given."""

    def __init__(self, window):
        self.window = window
        self.last = None
        GLib.timeout_add(50, self.look)
        window.playback.connect("ended", lambda _playback: self.write({"ended": True}))

    def look(self):
        window, card = self.window, self.window.card
        shown = {
            "stage": window.stage.get_visible_child_name(),
            "card": None,
            "timeline": [
                {"time": row.time.get_text(), "name": row.name.get_text(), "state": row.state.get_text()}
                for row in window.timeline.get_children()
            ],
            "bar": window.bar_text.get_text() if window.bar.get_revealed() else None,
        }
        if card.get_visible_child_name() == "card":
            shown["card"] = {
                "material": card.material.get_text(),
                "badge": card.badge.get_text(),
                "title": card.title.get_text(),
                "description": card.description.get_text(),
                "picture": card.picture.get_visible_child_name(),
                "link": card.link.get_tooltip_text() if card.link.get_visible() else None,
            }
        if shown != self.last:
            self.last = shown
            self.write(shown)
        return GLib.SOURCE_CONTINUE

    def write(self, what):
        at = clock(self.window.playback.position)
        print(json.dumps({"at": at, **what}, ensure_ascii=False), flush=True)


def take_screenshot(window, path):
    surface = window.get_window()
    picture = Gdk.pixbuf_get_from_window(surface, 0, 0, surface.get_width(), surface.get_height())
    picture.savev(path, "png", [], [])
    window.destroy()


def main():
    parser = argparse.ArgumentParser(description="Plays, and shows the campaign of what is heard.")
    parser.add_argument("--pack", required=True, help="what to recognise")
    parser.add_argument("--audio-sink", metavar="ELEMENTS", help="where sound goes to, for example: fakesink sync=true")
    parser.add_argument("--size", metavar="WIDTHxHEIGHT", help="of the window")
    parser.add_argument("--dark", action="store_true", help="the theme's dark side")
    parser.add_argument("--print", action="store_true", help="print what is shown, as JSON lines")
    parser.add_argument("--quit", action="store_true", help="end with the last file")
    parser.add_argument("--screenshot", metavar="FILE", help="write a PNG once a campaign is shown, and quit")
    parser.add_argument("--after", type=float, metavar="SECONDS", help="take it so long after the start, whatever is shown")
    parser.add_argument("sources", nargs="*", metavar="FILE-OR-URI")
    options = parser.parse_args()

    Gst.init(None)
    if not Gtk.init_check(None)[0]:
        sys.exit("player: there is no display to open a window on")
    if options.dark:
        Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", True)
    playback = Playback(options.pack, options.audio_sink)
    window = PlayerWindow(playback)
    if options.size:
        window.set_default_size(*map(int, options.size.split("x")))
    window.show()
    if options.print:
        Printer(window)
    if options.screenshot and options.after is not None:
        GLib.timeout_add(int(options.after * 1000), take_screenshot, window, options.screenshot)
    elif options.screenshot:
        # A moment later, so that it is drawn.
        playback.connect("campaign", lambda *_: GLib.timeout_add(1500, take_screenshot, window, options.screenshot))
    if options.quit:
        window.when_over = lambda: GLib.idle_add(window.destroy)
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGINT, window.destroy)
    window.open([uri if Gst.uri_is_valid(uri) else Gst.filename_to_uri(uri) for uri in options.sources])
    Gtk.main()


if __name__ == "__main__":
    sys.exit(main())
