"""What is heard, beside the picture: the card of a campaign, and the timeline."""

import threading
import urllib.request
from urllib.parse import urlsplit

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GdkPixbuf, GLib, GObject, Gtk, Pango  # noqa: E402


def clock(seconds):
    """1:08, or 1:02:03 for what takes hours."""
    hours, minutes, seconds = int(seconds) // 3600, int(seconds) // 60 % 60, int(seconds) % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def label(style, text="", wraps=False):
    """A label at the left edge that cuts or wraps what is too long for it."""
    made = Gtk.Label(label=text, xalign=0)
    made.get_style_context().add_class(style)
    if wraps:
        made.set_line_wrap(True)
        made.set_line_wrap_mode(Pango.WrapMode.WORD_CHAR)
        made.set_max_width_chars(32)
    else:
        made.set_ellipsize(Pango.EllipsizeMode.END)
    return made


class CampaignCard(Gtk.Stack):
    """The campaign of what is heard, or was heard last."""

    IMAGE = (320, 150)

    def __init__(self):
        super().__init__(transition_type=Gtk.StackTransitionType.CROSSFADE, vhomogeneous=False, hhomogeneous=True)
        self._picture_of = None
        idle = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, valign=Gtk.Align.CENTER)
        idle.get_style_context().add_class("idle")
        idle.add(Gtk.Image(icon_name="audio-input-microphone-symbolic", pixel_size=40))
        self.idle = Gtk.Label()
        idle.add(self.idle)
        self.hint = Gtk.Label(wrap=True, justify=Gtk.Justification.CENTER, max_width_chars=32)
        self.hint.get_style_context().add_class("hint")
        idle.add(self.hint)
        self.add_named(idle, "idle")

        card = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        card.get_style_context().add_class("card")
        self.initial = Gtk.Label()
        self.initial.get_style_context().add_class("placeholder")
        self.initial.set_size_request(-1, self.IMAGE[1])
        self.image = Gtk.Image()
        self.picture = Gtk.Stack()
        self.picture.add_named(self.initial, "placeholder")
        self.picture.add_named(self.image, "image")
        card.add(self.picture)
        text = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        text.get_style_context().add_class("text")
        heading = Gtk.Box(spacing=8)
        self.material = label("material")
        self.badge = Gtk.Label()
        self.badge.get_style_context().add_class("badge")
        heading.pack_start(self.material, True, True, 0)
        heading.pack_end(self.badge, False, False, 0)
        self.title = label("title", wraps=True)
        self.description = label("description", wraps=True)
        self.link = Gtk.Button(can_focus=False)
        self.link.get_style_context().add_class("suggested-action")
        self.link.connect("clicked", self._open_link)
        for part in (heading, self.title, self.description, self.link):
            text.add(part)
        card.add(text)
        self.add_named(card, "card")
        self.show_all()
        self.clear()

    def clear(self, is_listening=True):
        """Shows no campaign, and whether one may come."""
        self.idle.set_text("Listening" if is_listening else "Not listening")
        self.hint.set_text("The campaign of what is recognised is shown here." if is_listening else "Recognition is off.")
        self.set_visible_child_name("idle")

    def show_row(self, row):
        """Shows a line of the signal `campaign`; what it lacks is hidden."""
        campaign = row["campaign"] or {}
        is_now = row["end"] is None
        self.material.set_text(row["title"] or row["material_id"])
        self.badge.set_text("NOW" if is_now else "HEARD")
        context = self.badge.get_style_context()
        (context.add_class if is_now else context.remove_class)("now")
        self.title.set_text(campaign.get("title") or "No campaign")
        self.description.set_text(campaign.get("description") or "")
        self.description.set_visible(bool(campaign.get("description")))
        url = campaign.get("action_url") or ""
        is_link = urlsplit(url).scheme in ("http", "https")
        self.link.set_visible(is_link)
        if is_link:
            self.link.set_label(f"Open {urlsplit(url).hostname}")
            self.link.set_tooltip_text(url)
        self._show_picture(row["title"] or row["material_id"], campaign.get("image"))
        self.set_visible_child_name("card")

    def _open_link(self, button):
        try:
            Gtk.show_uri_on_window(button.get_toplevel(), button.get_tooltip_text(), Gtk.get_current_event_time())
        except GLib.Error:
            pass  # no browser

    def _show_picture(self, name, url):
        if self._picture_of == (name, url):
            return
        self._picture_of = (name, url)
        self.initial.set_text(name[:1].upper())
        self.picture.set_visible_child_name("placeholder")
        if url and urlsplit(url).scheme in ("http", "https"):
            threading.Thread(target=self._load, args=(name, url), daemon=True).start()

    def _load(self, name, url):
        """On a thread of its own, since a server may take its time; widgets are left to the main loop."""
        try:
            with urllib.request.urlopen(url, timeout=10) as response:
                data = response.read(4 << 20)
        except (OSError, ValueError):
            return  # the placeholder stays
        GLib.idle_add(self._show_loaded, name, url, data)

    def _show_loaded(self, name, url, data):
        loader = GdkPixbuf.PixbufLoader()
        loader.connect("size-prepared", self._fit)
        try:
            loader.write(data)
            loader.close()
        except GLib.Error:
            return GLib.SOURCE_REMOVE
        if self._picture_of == (name, url) and loader.get_pixbuf():
            self.image.set_from_pixbuf(loader.get_pixbuf())
            self.picture.set_visible_child_name("image")
        return GLib.SOURCE_REMOVE

    def _fit(self, loader, width, height):
        scale = min(self.IMAGE[0] / width, self.IMAGE[1] / height)
        loader.set_size(max(1, int(width * scale)), max(1, int(height * scale)))


class TimelineRow(Gtk.ListBoxRow):
    """One airing of a material."""

    def __init__(self, hearing):
        super().__init__()
        self.time, self.state = label("time"), label("state")
        self.name, self.campaign = label("name"), label("campaign")
        names = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        names.add(self.name)
        names.add(self.campaign)
        box = Gtk.Box(spacing=12)
        box.pack_start(self.time, False, False, 0)
        box.pack_start(names, True, True, 0)
        box.pack_end(self.state, False, False, 0)
        self.add(box)
        self.show_all()
        self.start = hearing["start"]
        self.update(hearing)

    def update(self, hearing):
        self.hearing = hearing
        self.start = min(self.start, hearing["start"])
        self.time.set_text(clock(self.start))
        self.name.set_text(hearing["title"])
        self.campaign.set_text(hearing["campaign"].get("title") or "No campaign")
        is_now = hearing["end"] is None
        self.state.set_text("now" if is_now else f"{hearing['end'] - self.start:.0f} s")
        context = self.get_style_context()
        (context.add_class if is_now else context.remove_class)("now")
        self.set_tooltip_text(f"Play from {clock(self.start)}")


class Timeline(Gtk.ListBox):
    """What was heard, in the order of the file."""

    __gsignals__ = {"seek": (GObject.SignalFlags.RUN_LAST, None, (float,))}

    def __init__(self):
        super().__init__(selection_mode=Gtk.SelectionMode.NONE)
        self.get_style_context().add_class("timeline")
        empty = label("hint", "Nothing heard yet.")
        empty.set_valign(Gtk.Align.START)
        empty.show()
        self.set_placeholder(empty)
        self.set_sort_func(lambda one, other: (one.start > other.start) - (one.start < other.start))
        self.connect("row-activated", lambda _list, row: self.emit("seek", row.start))

    def clear(self):
        for row in self.get_children():
            row.destroy()

    def update(self, hearing):
        """An airing that is heard again, after a seek back, is the row it was."""
        for row in self.get_children():
            is_same = row.hearing["id"] == hearing["id"]
            if is_same and hearing["is-superseded"]:
                return row.destroy()
            if is_same or (
                row.hearing["material"] == hearing["material"] and abs(row.hearing["airing"] - hearing["airing"]) < 2
            ):
                row.update(hearing)
                return self.invalidate_sort()
        if not hearing["is-superseded"]:
            self.add(TimelineRow(hearing))
