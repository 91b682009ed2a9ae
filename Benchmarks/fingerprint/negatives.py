"""Hours of audio that is not in a pack: held-out music and speech as they are and degraded, noise, silence; and the
references of each package against a pack of the others."""
import pathlib
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import audio
import clips as clip_maker

MUSIC = ("clean", "pink_5", "babble_5", "room", "speed_+2", "mp3_64k")
SPEECH = ("clean", "pink_5", "room")
# Kinds of noise in pieces of 10 minutes.
NOISE = (("white", 3), ("pink", 3), ("babble", 6), ("silence", 1))
PIECE = 600


def prepare(bench):
    """Makes the audio that is missing; (kind, name, path) of all."""
    folder = bench.work / "negatives"
    folder.mkdir(exist_ok=True)
    jobs, entries = [], []

    def add(kind, name, condition, source):
        target = folder / f"{name}.wav"
        jobs.append((source, condition, (bench.seed, name), target, bench.speech_folder))
        entries.append((kind, name, target))

    tracks = bench.held_out[::3] if bench.quick else bench.held_out
    for condition in MUSIC[:3:2] if bench.quick else MUSIC:
        for track in tracks:
            if condition == "clean":
                entries.append(("music", f"{track.id}", track.wav(bench.corpus)))
            else:
                add(f"music, {condition}", f"{track.id}-{condition}", condition, track.wav(bench.corpus))
    seconds = sum(float(track.seconds) for track in bench.tracks if track.split == "speech")
    for condition in SPEECH[:1] if bench.quick else SPEECH:
        for piece in range(1 if bench.quick else round(seconds / PIECE)):
            kind = "speech" if condition == "clean" else f"speech, {condition}"
            add(kind, f"speech-{condition}-{piece}", condition, "speech")
    for kind, count in NOISE:
        for piece in range(1 if bench.quick else count):
            add(kind, f"{kind}-{piece}", kind, None)
    with ProcessPoolExecutor(bench.jobs) as pool:
        list(pool.map(make, jobs, chunksize=4))
    return entries


def make(job):
    source, condition, key, target, folder = job
    if target.exists():
        return
    random, voices = audio.generator(*key), clip_maker.speech(folder)
    count = PIECE * audio.RATE
    if source is None:
        samples = {
            "white": lambda: 0.2 * random.standard_normal(count), "pink": lambda: 0.2 * audio.pink(count, random),
            "babble": lambda: 0.1 * voices.babble(count, random), "silence": lambda: np.zeros(count),
        }[condition]()
    elif source == "speech":
        samples = audio.degraded(0.1 * voices.talker(count, random), condition, random, voices)
    else:
        samples = audio.degraded(audio.read(pathlib.Path(source)), condition, random, voices)
    audio.write(target, samples)


def folds(bench):
    """(name, ids that are not in the pack): the references package by package, small packages together."""
    hours = {}
    for track in bench.references:
        hours.setdefault(track.package, []).append(track)
    ordered = sorted(hours, key=lambda package: -sum(float(track.seconds) for track in hours[package]))
    groups = [[] for _ in range(min(6, len(ordered)))]
    for package in ordered:
        # Into the shortest so far: packages of one game stay together in any case.
        min(groups, key=lambda group: sum(float(track.seconds) for track in group)).extend(hours[package])
    return groups
