#!/usr/bin/env python3
"""Plays, speaks, mixes and encodes the audio of the demo from the scores beside this file.

    make_media.py OUT-DIRECTORY NAME...

writes OUT-DIRECTORY/NAME.opus for each score of that name. SOURCES.md beside this file lists the programs
and the soundfont it needs; everything else is the standard library. SOUNDFONT names another place of the soundfont.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from score import Score, ScoreError

HERE = pathlib.Path(__file__).parent
SOUNDFONT = os.environ.get("SOUNDFONT", "/usr/share/sounds/sf2/FluidR3_GM.sf2")
RATE = 48000
LOUDNESS = -17.0  # LUFS, integrated, after EBU R 128
PEAK = -1.5  # dBFS, before encoding
MUSIC, VOICE = -20.0, -18.0  # LUFS of the two layers before they are mixed


def run(*command):
    """Runs a program; what it writes comes back as text, a failure stops the recipe."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"make_media: {command[0]} failed:\n{done.stderr.strip()[-800:]}")
    return done.stdout + done.stderr


def seconds(path):
    return float(run("soxi", "-D", path))


def loudness(path):
    """Integrated loudness of a file in LUFS."""
    report = run("ffmpeg", "-nostdin", "-hide_banner", "-i", path, "-af", "ebur128", "-f", "null", "-")
    return float(re.findall(r"I:\s+(-?[\d.]+) LUFS", report)[-1])


def speak(score, folder):
    """The voice-over at 48 kHz stereo, from its first to its last sound; None when the score has no voice."""
    if "voice" not in score.head:
        return None, 0.0
    voice, *options = score.head["voice"].split()
    options = dict(option.split("=") for option in options)
    dry, wet = folder / "dry.wav", folder / "voice.wav"
    run("espeak-ng", "-v", voice, "-s", options["speed"], "-p", options["pitch"], "-a", "90", "-w", dry,
        " ".join(score.speech))
    # As a broadcast voice: no rumble, some presence, levelled, a touch of room. (With -R sox dithers alike every time.)
    run("sox", "-R", dry, "-r", RATE, "-c", 2, "-b", 24, wet, "gain", "-6", "highpass", "85",
        "equalizer", "2800", "1q", "4", "treble", "3", "6000",
        "compand", "0.004,0.12", "6:-60,-60,-32,-20,-16,-11,0,-7", "reverb", "18", "60", "30", "gain", "-n", "-3")
    return wet, float(options["at"])


def play(score, ducks, folder):
    """The music at 48 kHz stereo, quieter while the voice speaks; None when the score has no parts."""
    if not score.parts:
        return None
    midi, music = folder / "music.mid", folder / "music.wav"
    midi.write_bytes(score.midi(ducks))
    run("fluidsynth", "-ni", "-q", "-g", "0.35", "-r", RATE, "-T", "wav", "-O", "s24",
        "-F", folder / "dull.wav", SOUNDFONT, midi)
    run("sox", "-R", folder / "dull.wav", music, "gain", "-4", "highpass", "35", "treble", "4", "5000")
    return music


def mix(score, folder):
    """Both layers at their loudness, cut to length, faded, levelled to LOUDNESS."""
    voice, start = speak(score, folder)
    ducks = [(start, start + seconds(voice))] if voice else []
    if ducks and ducks[0][1] > score.length - 0.2:
        raise ScoreError(f"the voice ends at {ducks[0][1]:.1f} s, too late for {score.length:g} s")
    music = play(score, ducks, folder)
    wishes = dict(wish.split("=") for wish in score.head.get("mix", "").split())
    layers = []
    for name, path, level, pad in (("music", music, MUSIC, 0), ("voice", voice, VOICE, start)):
        if path:
            layer = folder / f"{name}-layer.wav"
            gain = level - loudness(path) + float(wishes.get(name, 0)) - 6
            run("sox", "-R", path, layer, "gain", gain, "pad", pad, 0)
            layers.append(layer)
    rough, final = folder / "rough.wav", folder / "final.wav"
    joined = ["-m", "-v", "1", layers[0], "-v", "1", layers[1]] if len(layers) > 1 else layers
    run("sox", "-R", *joined, "-b", "24", rough, "pad", "0", score.length, "trim", "0", score.length,
        "fade", "t", "0.02", score.length, "0.35",
        "compand", "0.01,0.25", "6:-70,-70,-40,-36,-20,-18,0,-9", "gain", "-h")
    # The limiter costs a little loudness, so the gain is found in a few steps.
    gain = LOUDNESS - loudness(rough)
    for _ in range(3):
        run("sox", "-R", rough, "-r", RATE, "-b", "16", final, "gain", "-l", gain - PEAK, "gain", PEAK)
        gain += LOUDNESS - loudness(final)
    return final


def encode(score, source, target, mono):
    rate = ["--bitrate", "40", "--downmix-mono"] if mono else ["--bitrate", "72"]
    run("opusenc", "--quiet", *rate, "--serial", sum(target.stem.encode()), "--padding", 0,
        "--title", score.head["name"], "--artist", "Earmark demo",
        "--comment", f"composer={score.head['composer']}", "--comment", "license=CC0-1.0", source, target)


def main(out, names):
    for name in names:
        try:
            score = Score(HERE / "scores" / f"{name}.score")
            with tempfile.TemporaryDirectory() as folder:
                final = mix(score, pathlib.Path(folder))
                target = pathlib.Path(out) / f"{name}.opus"
                encode(score, final, target, mono=target.parent.name == "programme")
                print(f"{target.name}: {seconds(final):.2f} s, {loudness(final):.1f} LUFS")
        except (OSError, ScoreError) as error:
            sys.exit(f"make_media: {name}: {error}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
