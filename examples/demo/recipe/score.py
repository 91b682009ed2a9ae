"""Reads the small score notation of scores/*.score and writes it as a Standard MIDI File.

A score file is a head of `key value` lines and then its parts (a line that begins with # is a comment):

    name      Corner Bakery            title of the finished file
    title     The Entertainer          what is played, by whom
    composer  Scott Joplin, 1902
    tempo     88                       quarter notes a minute; `126 168` speeds up evenly over the piece
    unit      1/16                     the note value of length 1
    bar       8                        units from bar line to bar line, checked
    length    21                       seconds of the finished file
    voice     en-us+m3 speed=160 pitch=45 at=4.2
    say       What the voice says.     several lines are spoken as one text
    mix       music=-3 voice=0         decibels, optional

    part piano program=0 volume=100 pan=64
      D6 E C A5*2 B G*2 | ...

Inside a part a note is a letter, an accidental (# or b), an octave (4 holds middle C; left out, the last one
holds) and a length in units (`*2`; 1 when left out). `r` rests, `-` lengthens the note before it, `[C4 E G]` is
a chord, `(...)x3` repeats, `!90` sets the velocity (1...127) from there on, `|` is a checked bar line.
A part with `order=1,3+,2,3+` breaks each chord: note 1, then notes 3 and up together, and so on, in equal steps.
A part called `drums` takes grids instead, one character a unit: k kick, s snare, h closed hat, o open hat,
c crash, r ride, t high tom, f floor tom, p clap, b bongo, g conga, w wood block, x claves, m tambourine, q shaker,
`.` nothing; every grid line is one layer and may end in x3 (repeat); a line `+` starts the next stretch.
"""

import random
import re
import struct

DRUMS = {"k": 36, "s": 38, "h": 42, "o": 46, "c": 49, "r": 51, "t": 48, "f": 43, "p": 39, "b": 60, "g": 63,
         "w": 76, "x": 75, "m": 54, "q": 70, "e": 37}
STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
NOTE = re.compile(r"([A-G])([#b]?)(-?\d)?$")


class ScoreError(ValueError):
    """A score that cannot be read; the message names the part and the token."""


class Score:
    """One score file: its head as a dictionary, its text to speak, and its parts."""

    def __init__(self, path):
        self.head, self.speech, self.parts = {}, [], []
        with open(path, encoding="utf-8") as file:
            for line in file:
                line = line.rstrip()
                if not line or line[0] == "#":
                    continue
                if line[0] == " ":
                    self.parts[-1][2].append(line.strip())
                    continue
                key, _, value = line.partition(" ")
                value = value.strip()
                if key == "part":
                    name, *options = value.split()
                    self.parts.append((name, dict(option.split("=") for option in options), []))
                elif key == "say":
                    self.speech.append(value)
                else:
                    self.head[key] = value

    @property
    def length(self):
        """Seconds of the finished file."""
        return float(self.head["length"])

    def seconds(self, units):
        """The time of a place given in units from the start, along the tempo line."""
        numerator, denominator = self.head["unit"].split("/")
        quarters = units * 4 * int(numerator) / int(denominator)
        first, *rest = (float(word) for word in self.head["tempo"].split())
        if not rest:
            return quarters * 60 / first
        # Quarters grow with the integral of a tempo that rises evenly: solve it for the time.
        slope = (rest[0] - first) / 60 / self.length
        return ((first / 60) ** 2 + 2 * slope * quarters) ** 0.5 / slope - first / 60 / slope

    def notes(self):
        """All notes as (channel, pitch, start seconds, end seconds, velocity)."""
        for number, (name, options, lines) in enumerate(self.parts):
            if name.startswith("drums"):
                for unit, pitch, velocity in self._grid(lines):
                    yield 9, pitch, self.seconds(unit), self.seconds(unit) + 0.12, velocity
            else:
                channel = number if number < 9 else number + 1
                tie = float(options.get("hold", 0.95))
                for unit, length, pitch, velocity in self._line(name, options, " ".join(lines)):
                    yield channel, pitch, self.seconds(unit), self.seconds(unit + length * tie), velocity

    def _grid(self, lines):
        start, longest = 0, 0
        for line in lines:
            if line == "+":
                start, longest = start + longest, 0
                continue
            cells, _, times = line.partition(" x")
            cells = cells.replace("|", "") * int(times or 1)
            longest = max(longest, len(cells))
            for place, cell in enumerate(cells):
                if cell != ".":
                    yield start + place, DRUMS[cell.lower()], 112 if cell.isupper() else 84

    def _line(self, name, options, text):
        group = re.compile(r"\(([^()]*)\)x(\d+)")
        while group.search(text):
            text = group.sub(lambda found: (found[1] + " ") * int(found[2]), text)
        bar, place, since_bar, octave, velocity = float(self.head["bar"]), 0.0, 0.0, 4, 88
        order = options.get("order")
        shift = 12 * int(options.get("octave", 0))
        notes = []
        for token in re.findall(r"\[[^\]]*\][^\s]*|[^\s]+", text):
            if token == "|":
                if abs(since_bar - bar) > 1e-6:
                    raise ScoreError(f"{name}: {since_bar:g} units before the bar line at {place:g}, not {bar:g}")
                since_bar = 0.0
                continue
            if token[0] == "!":
                velocity = int(token[1:])
                continue
            body, _, length = token.partition("*")
            length = float(length or 1)
            if body == "-":
                last = max(note[0] for note in notes)
                notes = [(u, n + length, p, v) if u == last else (u, n, p, v) for u, n, p, v in notes]
            elif body != "r":
                pitches = []
                for word in body.strip("[]").split():
                    found = NOTE.match(word)
                    if not found:
                        raise ScoreError(f"{name}: no note: {word}")
                    octave = int(found[3]) if found[3] else octave
                    pitches.append(12 * (octave + 1) + STEPS[found[1]] + {"": 0, "#": 1, "b": -1}[found[2]] + shift)
                if order and len(pitches) > 1:
                    steps = order.split(",")
                    step = length / len(steps)
                    for index, which in enumerate(steps):
                        chosen = pitches[int(which[:-1]) - 1:] if which[-1] == "+" else [pitches[int(which) - 1]]
                        notes += [(place + index * step, step, pitch, velocity) for pitch in chosen]
                else:
                    notes += [(place, length, pitch, velocity) for pitch in pitches]
            place += length
            since_bar += length
        return notes

    def midi(self, ducks=(), depth=78):
        """The score as a MIDI file. `ducks` are stretches in seconds during which a voice speaks: there every
        part goes down to the expression `depth` (0...127)."""
        chance = random.Random(self.head["title"])
        events = []
        for number, (name, options, _) in enumerate(self.parts):
            drums = name.startswith("drums")
            channel = 9 if drums else number if number < 9 else number + 1
            if not drums:
                events.append((0.0, bytes([0xC0 | channel, int(options.get("program", 0))])))
            for control, key, default in ((7, "volume", 100), (10, "pan", 64), (91, "reverb", 40), (93, "chorus", 8)):
                events.append((0.0, bytes([0xB0 | channel, control, int(options.get(key, default))])))
            events.append((0.0, bytes([0xB0 | channel, 11, 127])))
            for begin, end in ducks:
                for step in range(11):
                    level = round(127 + (depth - 127) * step / 10)
                    events.append((max(0.0, begin - 0.25 + 0.025 * step), bytes([0xB0 | channel, 11, level])))
                    events.append((end + 0.05 * step, bytes([0xB0 | channel, 11, 127 + depth - level])))
        for channel, pitch, start, end, velocity in self.notes():
            # Played by hands: no two bars fall alike.
            start = max(0.0, start + chance.gauss(0, 0.006))
            velocity = min(127, max(20, round(velocity + chance.gauss(0, 6))))
            events.append((start + 0.001, bytes([0x90 | channel, pitch, velocity])))
            events.append((max(end, start + 0.04), bytes([0x80 | channel, pitch, 0])))
        # Note-offs before note-ons of the same instant; one tick is a millisecond (120 a minute, 500 ticks each).
        events.sort(key=lambda event: (round(event[0] * 1000), event[1][0] & 0xF0 == 0x90))
        track, now = bytearray(), 0
        for seconds, message in events:
            tick = round(seconds * 1000)
            track += _variable_length(tick - now) + message
            now = tick
        track += _variable_length(max(0, round((self.length + 0.5) * 1000) - now)) + b"\xff\x2f\x00"
        return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, 500) + b"MTrk" + struct.pack(">I", len(track)) + bytes(track))


def _variable_length(value):
    digits = [value & 0x7F]
    while value := value >> 7:
        digits.append(value & 0x7F | 0x80)
    return bytes(reversed(digits))
