"""Playing, and what is heard meanwhile."""

import json

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstPbutils", "1.0")
from gi.repository import GLib, GObject, Gst, GstPbutils  # noqa: E402


class Playback(GObject.Object):
    """playbin with earrecognizer as its audio-filter. Every signal of it is raised in the main loop."""

    __gsignals__ = {
        # A line of the recogniser's signal `campaign`, parsed.
        "campaign": (GObject.SignalFlags.RUN_LAST, None, (object,)),
        # A hearing that began, changed, ended: the dictionary of `_hearing`, with times in the file.
        "hearing": (GObject.SignalFlags.RUN_LAST, None, (object,)),
        # One sentence, and whether playback is over.
        "trouble": (GObject.SignalFlags.RUN_LAST, None, (str, bool)),
        "changed": (GObject.SignalFlags.RUN_LAST, None, ()),
        "ended": (GObject.SignalFlags.RUN_LAST, None, ()),
    }

    def __init__(self, pack, audio_sink=None):
        super().__init__()
        self.uri = None
        self.title = ""
        self.is_playing = False
        self.is_listening = False
        self._session = 0  # one more with every file
        self._offsets = {}  # activity id -> time in the file minus running time, ns
        self._missing = []  # troubles before anybody listened

        self.playbin = Gst.ElementFactory.make("playbin")
        self.recognizer = Gst.ElementFactory.make("earrecognizer")
        if self.recognizer:
            self.recognizer.set_property("pack", pack)
            self.recognizer.connect("campaign", self._on_campaign)
            self.playbin.set_property("audio-filter", self.recognizer)
        else:
            self._missing.append("GStreamer finds no earrecognizer, so nothing is recognised; see GST_PLUGIN_PATH.")
        video = Gst.ElementFactory.make("gtksink")
        self.widget = video.get_property("widget") if video else None
        if not video:
            self._missing.append("There is no gtksink, so no picture is shown: apt-get install gstreamer1.0-gtk3.")
        self.playbin.set_property("video-sink", video or Gst.ElementFactory.make("fakesink"))
        if audio_sink:
            self.playbin.set_property("audio-sink", Gst.parse_bin_from_description(audio_sink, True))

        bus = self.playbin.get_bus()
        bus.add_signal_watch()
        bus.connect("message", self._on_message)

    # What the user does

    def open(self, uri):
        self.playbin.set_state(Gst.State.READY)
        self._session += 1
        self._offsets = {}
        self.is_listening = self.recognizer is not None
        self.uri, self.title = uri, GLib.path_get_basename(GLib.Uri.unescape_string(uri, None) or uri)
        self.playbin.set_property("uri", uri)
        self.play()
        while self._missing:
            self.emit("trouble", self._missing.pop(0), False)

    def play(self):
        self.playbin.set_state(Gst.State.PLAYING)

    def pause(self):
        self.playbin.set_state(Gst.State.PAUSED)

    def stop(self):
        self.playbin.set_state(Gst.State.NULL)

    def seek(self, seconds, exactly=True):
        precision = Gst.SeekFlags.ACCURATE if exactly else Gst.SeekFlags.KEY_UNIT
        self.playbin.seek_simple(Gst.Format.TIME, Gst.SeekFlags.FLUSH | precision, int(max(0, seconds) * Gst.SECOND))

    @property
    def position(self):
        known, time = self.playbin.query_position(Gst.Format.TIME)
        return time / Gst.SECOND if known else 0

    @property
    def duration(self):
        known, time = self.playbin.query_duration(Gst.Format.TIME)
        return time / Gst.SECOND if known and time > 0 else 0

    @property
    def has_video(self):
        return self.playbin.get_property("n-video") > 0

    @property
    def has_sound(self):
        return self.playbin.get_property("n-audio") > 0

    # What is heard

    def _on_campaign(self, _recognizer, line):
        """Raised on a thread of the recogniser, where no widget may be touched: the line goes to the main loop."""
        GLib.idle_add(self._accept_campaign, self._session, line)

    def _accept_campaign(self, session, line):
        if session == self._session:  # else it was on its way while another file was opened
            self.emit("campaign", json.loads(line))
        return GLib.SOURCE_REMOVE

    def _on_message(self, _bus, message):
        """Messages of the bus come in the main loop by themselves."""
        structure = message.get_structure()
        if message.type == Gst.MessageType.ELEMENT:
            if structure.get_name() == "earmark-activity":
                self.emit("hearing", self._hearing(structure))
            elif structure.get_name() == "earmark-fault":
                self.emit("trouble", structure.get_string("text"), False)
            elif GstPbutils.is_missing_plugin_message(message):
                what = GstPbutils.missing_plugin_message_get_description(message)
                self.emit("trouble", f"GStreamer has no {what}, so part of this file is not played.", False)
        elif message.type == Gst.MessageType.WARNING:
            text = message.parse_warning()[0].message
            if message.src == self.recognizer:  # no such pack, for example: it is off
                self.is_listening = False
            self.emit("trouble", text[:1].upper() + text[1:], False)
        elif message.type == Gst.MessageType.ERROR:
            self.stop()
            title, self.uri, self.title, self.is_playing = self.title, None, "", False
            self.emit("trouble", f"{title}: {message.parse_error()[0].message}", True)
            self.emit("changed")
        elif message.type == Gst.MessageType.EOS:
            self.emit("ended")
        elif message.type == Gst.MessageType.STATE_CHANGED and message.src == self.playbin:
            self.is_playing = message.parse_state_changed()[1] == Gst.State.PLAYING
            self.emit("changed")

    def _hearing(self, structure):
        """Rows count in running time, which begins anew with every seek. The message says what time of the file its own
        running time is; that of the first message of an activity holds for all of it."""
        identifier = structure.get_string("activity-id")
        start, end = structure.get_value("start"), structure.get_value("end")
        offset = self._offsets.setdefault(
            identifier, structure.get_value("stream-time") - structure.get_value("running-time")
        )
        payload = json.loads(structure.get_string("payload") or "{}")
        start = (start + offset) / Gst.SECOND
        return {
            "id": identifier,
            "material": structure.get_string("material-id"),
            "title": payload.get("title") or structure.get_string("material-id"),
            "campaign": payload.get("campaign") or {},
            "start": start,
            "end": None if end == Gst.CLOCK_TIME_NONE else (end + offset) / Gst.SECOND,
            # Where the material itself begins in the file: the same for every hearing of one airing.
            "airing": start - structure.get_value("position") / Gst.SECOND,
            "is-superseded": structure.has_field("superseded"),
        }
