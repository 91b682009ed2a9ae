"""Degraded clips with the truth: every condition has the same places, so that conditions compare pair by pair."""
import collections
import pathlib
from concurrent.futures import ProcessPoolExecutor

from scipy import signal

import audio
import corpus as corpora

LENGTHS = (3, 5, 10)
NEGATIVE_CONDITIONS = ("clean", "pink_5", "babble_5", "room")
# What is no music at all: kind and number of clips.
NOTHING = (("zeros", 2), ("pinkonly", 20), ("speechonly", 50), ("babbleonly", 30))

Clip = collections.namedtuple("Clip", "path condition seconds truth offset speed")
Job = collections.namedtuple("Job", "source condition seconds key target speech")


def prepare(corpus, queries, seed, jobs, number=100):
    """Clips in QUERIES/CONDITION and truth.tsv; nothing when they are there."""
    if (queries / "truth.tsv").exists():
        return
    tracks = corpora.read_manifest(corpus)
    pools = {split: [track for track in tracks if track.split == split] for split in ("ref", "neg")}
    (queries / "src").mkdir(parents=True, exist_ok=True)
    cuts, work, truth = [], [], []

    def add(folder, name, condition, seconds, key, source, row):
        (queries / folder).mkdir(exist_ok=True)
        target = f"{folder}/{name}.wav"
        work.append(Job(source, condition, seconds, (seed, *key), queries / target, corpus / "speech"))
        truth.append((target, *row))

    for seconds in LENGTHS:
        for k in range(number):
            track, offset = choose(corpus, pools["ref"], seconds, (seed, "ref", seconds, k))
            source = queries / f"src/r_{seconds}_{k:03d}.wav"
            # Faster audio needs more of the original.
            cuts.append((corpus / track.path, offset, seconds * 1.05 + 0.3, source))
            for condition in audio.CONDITIONS:
                add(condition, f"{condition}_{seconds:02d}_{k:03d}", condition, seconds, (condition, seconds, k), source,
                    (condition, seconds, track.id, offset, audio.speed_of(condition)))
    for k in range(number):
        track, offset = choose(corpus, pools["neg"], 10, (seed, "neg", 10, k))
        source = queries / f"src/n_10_{k:03d}.wav"
        cuts.append((corpus / track.path, offset, 10.8, source))
        for condition in NEGATIVE_CONDITIONS:
            add("neg", f"neg-{condition}_10_{k:03d}", condition, 10, ("neg", condition, k), source,
                ("neg_" + condition, 10, "-" + track.id, 0, 1))
    for kind, count in NOTHING:
        for k in range(count):
            add("neg", f"neg-{kind}_10_{k:03d}", kind, 10, ("neg", kind, k), None, ("neg_" + kind, 10, "-", 0, 1))
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(cut, cuts, chunksize=8))
        list(pool.map(make, work, chunksize=16))
    partial = queries / "truth.partial"
    partial.write_text("".join("%s\t%s\t%d\t%s\t%.4f\t%.3f\n" % row for row in truth))
    partial.rename(queries / "truth.tsv")


def choose(corpus, pool, seconds, key):
    """A random place in a random track that is not silent there."""
    random = audio.generator(*key)
    while True:
        track = pool[random.integers(len(pool))]
        path = track.wav(corpus)
        length = audio.seconds_of(path)
        if length < 1.1 * seconds + 3:
            continue
        offset = float(random.uniform(0.5, length - 1.06 * seconds - 1))
        if audio.level(audio.read(path, offset, seconds)) > 0.003:
            return track, offset


def cut(job):
    if not job[3].exists():
        audio.cut_original(*job)


def make(job):
    if job.target.exists():
        return
    random, count = audio.generator(*job.key), job.seconds * audio.RATE
    voices = speech(job.speech)
    if job.source is None:
        samples = {
            "zeros": lambda: [0.0] * count,
            "pinkonly": lambda: 0.1 * audio.pink(count, random),
            "speechonly": lambda: 0.1 * voices.babble(count, random, 1),
            "babbleonly": lambda: 0.1 * voices.babble(count, random),
        }[job.condition]()
        return audio.write(job.target, samples)
    original = audio.read(job.source)
    if job.condition in audio.CODECS:
        return audio.write(job.target, audio.coded(original[:job.seconds * 44100], job.condition, 44100))
    mono = signal.resample_poly(original.mean(1), 160, 441)
    if not job.condition.startswith(("speed", "tempo")):
        mono = mono[:count]
    audio.write(job.target, audio.degraded(mono, job.condition, random, voices)[:count])


VOICES = {}


def speech(folder):
    """One list of voices for each process."""
    if folder not in VOICES:
        VOICES[folder] = audio.Speech(folder)
    return VOICES[folder]


def read_truth(queries):
    """The clips that exist."""
    clips = []
    for line in (queries / "truth.tsv").read_text().splitlines():
        path, condition, seconds, truth, offset, speed = line.split("\t")
        clips.append(Clip(queries / pathlib.Path(path), condition, int(seconds), truth, float(offset), float(speed)))
    return clips


def number_of(clip):
    """Its place in the cell; up to 24 settings are chosen by."""
    return int(clip.path.stem.rsplit("_", 1)[1])
