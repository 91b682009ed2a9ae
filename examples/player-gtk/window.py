"""The window: the picture with its controls, and the panel beside or below it."""

import os

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402
from panel import CampaignCard, Timeline, clock, label  # noqa: E402

STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "style.css")


def icon_button(icon, tooltip, action):
    button = Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.BUTTON)
    button.set_tooltip_text(tooltip)
    button.set_relief(Gtk.ReliefStyle.NONE)
    button.set_focus_on_click(False)
    button.connect("clicked", lambda _button: action())
    return button


class PlayerWindow(Gtk.Window):
    """A media player around a `Playback`."""

    NARROW = 760  # px; below that the panel goes under the picture

    def __init__(self, playback):
        super().__init__(title="Earmark Player", default_width=1080, default_height=620)
        self.playback = playback
        self.waiting = []  # URIs to play next
        self.when_over = playback.pause  # what follows the last of them
        self._seek_to = None
        self._is_fullscreen = False
        provider = Gtk.CssProvider()
        provider.load_from_path(STYLE)
        Gtk.StyleContext.add_provider_for_screen(
            Gdk.Screen.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
        )
        self._build()
        self._connect()

    # What it is made of

    def _build(self):
        self.header = Gtk.HeaderBar(title="Earmark Player", show_close_button=True)
        self.header.pack_start(icon_button("document-open-symbolic", "Open (Ctrl+O)", self.choose))
        self.header.pack_end(icon_button("view-fullscreen-symbolic", "Full screen (F)", self.toggle_fullscreen))
        self.header.show_all()
        self.set_titlebar(self.header)

        self.bar = Gtk.InfoBar(show_close_button=True, revealed=False)
        self.bar_text = label("bar", wraps=True)
        self.bar_text.set_max_width_chars(100)
        self.bar.get_content_area().add(self.bar_text)

        self.stage = Gtk.Stack()
        self.stage.get_style_context().add_class("stage")
        self.stage.add_named(self._notice("media-playback-start-symbolic", "Drop a file here", "or press Ctrl+O"), "empty")
        self.stage.add_named(Gtk.Box(), "opening")
        self.sound = self._notice("audio-x-generic-symbolic", "", "Sound only")
        self.stage.add_named(self.sound, "sound")
        if self.playback.widget:
            self.stage.add_named(self.playback.widget, "video")

        left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        left.pack_start(self.stage, True, True, 0)
        left.pack_end(self._build_controls(), False, False, 0)

        self.card = CampaignCard()
        self.timeline = Timeline()
        scroller = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
        scroller.add(self.timeline)
        self.panel = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, width_request=352)
        self.panel.get_style_context().add_class("panel")
        self.panel.pack_start(self.card, False, False, 0)
        self.panel.pack_start(label("heading", "Timeline"), False, False, 0)
        self.panel.pack_start(scroller, True, True, 0)

        self.body = Gtk.Box()
        self.body.pack_start(left, True, True, 0)
        self.body.pack_end(self.panel, False, True, 0)
        whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        whole.pack_start(self.bar, False, False, 0)
        whole.pack_start(self.body, True, True, 0)
        self.add(whole)
        whole.show_all()

    @staticmethod
    def _notice(icon, text, hint):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, valign=Gtk.Align.CENTER)
        box.add(Gtk.Image(icon_name=icon, pixel_size=72))
        box.text = Gtk.Label(label=text, wrap=True, justify=Gtk.Justification.CENTER)
        box.text.get_style_context().add_class("big")
        box.add(box.text)
        below = Gtk.Label(label=hint)
        below.get_style_context().add_class("hint")
        box.add(below)
        return box

    def _build_controls(self):
        self.controls = Gtk.Box(spacing=8)
        self.controls.get_style_context().add_class("controls")
        self.button = icon_button("media-playback-start-symbolic", "Play or pause (Space)", self.toggle)
        self.time, self.length = label("time", "0:00"), label("time", "0:00")
        self.seekbar = Gtk.Scale(draw_value=False, can_focus=False)
        self.volume = Gtk.VolumeButton(value=1.0, can_focus=False)
        self.controls.pack_start(self.button, False, False, 0)
        self.controls.pack_start(self.time, False, False, 0)
        self.controls.pack_start(self.seekbar, True, True, 0)
        self.controls.pack_start(self.length, False, False, 0)
        self.controls.pack_start(self.volume, False, False, 0)
        return self.controls

    def _connect(self):
        self.playback.connect("campaign", lambda _playback, row: self.card.show_row(row))
        self.playback.connect("hearing", lambda _playback, hearing: self.timeline.update(hearing))
        self.playback.connect("trouble", lambda _playback, text, is_over: self.tell(text, is_over))
        self.playback.connect("changed", lambda _playback: self.show_state())
        self.playback.connect("ended", lambda _playback: self.play_next())
        self.timeline.connect("seek", lambda _timeline, time: self.playback.seek(time))
        self.bar.connect("response", lambda bar, _response: bar.set_revealed(False))
        self.seekbar.connect("change-value", self._on_seekbar)
        self.volume.connect("value-changed", lambda _button, value: self.playback.playbin.set_property("volume", value))
        self.connect("key-press-event", self._on_key)
        self.connect("size-allocate", self._on_size)
        self.connect("destroy", lambda _window: (self.playback.stop(), Gtk.main_quit()))
        self.drag_dest_set(Gtk.DestDefaults.ALL, [], Gdk.DragAction.COPY)
        self.drag_dest_add_uri_targets()
        self.connect("drag-data-received", lambda *arguments: self.open(arguments[4].get_uris()))
        GLib.timeout_add(250, self._show_time)

    # What it does

    def open(self, uris):
        """Plays the first, and the others after it."""
        if uris:
            self.waiting = list(uris)
            self.play_next()

    def play_next(self):
        if not self.waiting:
            return self.when_over()
        self.card.clear()
        self.timeline.clear()
        self.bar.set_revealed(False)
        self.playback.open(self.waiting.pop(0))
        self.show_state()

    def choose(self):
        dialog = Gtk.FileChooserNative.new("Open", self, Gtk.FileChooserAction.OPEN, None, None)
        dialog.set_select_multiple(True)
        if dialog.run() == Gtk.ResponseType.ACCEPT:
            self.open(dialog.get_uris())
        dialog.destroy()

    def toggle(self):
        if self.playback.is_playing:
            self.playback.pause()
        elif self.playback.uri:
            if self.playback.duration and self.playback.position >= self.playback.duration - 0.1:
                self.playback.seek(0)
            self.playback.play()

    def tell(self, text, is_over):
        self.bar.set_message_type(Gtk.MessageType.ERROR if is_over else Gtk.MessageType.WARNING)
        self.bar_text.set_text(text)
        self.bar.set_revealed(True)
        if not self.playback.is_listening:
            self.card.clear(is_listening=False)

    def toggle_fullscreen(self):
        self._is_fullscreen = not self._is_fullscreen
        (self.fullscreen if self._is_fullscreen else self.unfullscreen)()
        self.panel.set_visible(not self._is_fullscreen)

    def show_state(self):
        playback = self.playback
        name = "media-playback-pause-symbolic" if playback.is_playing else "media-playback-start-symbolic"
        self.button.get_image().set_from_icon_name(name, Gtk.IconSize.BUTTON)
        self.header.set_title(playback.title or "Earmark Player")
        self.sound.text.set_text(playback.title)
        if not playback.uri:
            self.stage.set_visible_child_name("empty")
        elif playback.has_video and playback.widget:
            self.stage.set_visible_child_name("video")
        else:
            self.stage.set_visible_child_name("sound" if playback.has_sound else "opening")

    def _show_time(self):
        position, duration = self.playback.position, self.playback.duration
        self.time.set_text(clock(position))
        self.length.set_text(clock(duration) if duration else "live" if self.playback.is_playing else "0:00")
        self.seekbar.set_sensitive(duration > 0)
        if self._seek_to is None:
            self.seekbar.set_range(0, max(duration, 0.1))
            self.seekbar.set_value(position)
        return GLib.SOURCE_CONTINUE

    def _on_seekbar(self, _bar, _scroll, value):
        """While the knob is dragged many places come in a row; ten times a second one of them is gone to."""
        if self._seek_to is None:
            GLib.timeout_add(100, self._seek)
        self._seek_to = value
        return False

    def _seek(self):
        self.playback.seek(self._seek_to, exactly=False)
        self._seek_to = None
        return GLib.SOURCE_REMOVE

    def _on_key(self, _window, event):
        has_control = event.state & Gdk.ModifierType.CONTROL_MASK
        key = Gdk.keyval_name(Gdk.keyval_to_lower(event.keyval))
        actions = {
            "space": self.toggle,
            "Left": lambda: self.playback.seek(self.playback.position - 5),
            "Right": lambda: self.playback.seek(self.playback.position + 5),
            "Up": lambda: self.volume.set_value(min(1, self.volume.get_value() + 0.05)),
            "Down": lambda: self.volume.set_value(max(0, self.volume.get_value() - 0.05)),
            "f": self.toggle_fullscreen,
            "F11": self.toggle_fullscreen,
            "Escape": lambda: self._is_fullscreen and self.toggle_fullscreen(),
        }
        if has_control:
            actions = {"o": self.choose, "q": self.destroy, "w": self.destroy}
        if key not in actions:
            return False
        actions[key]()
        return True

    def _on_size(self, _window, size):
        wanted = Gtk.Orientation.VERTICAL if size.width < self.NARROW else Gtk.Orientation.HORIZONTAL
        if self.body.get_orientation() != wanted:
            # Not in the middle of an allocation.
            GLib.idle_add(self.body.set_orientation, wanted)
