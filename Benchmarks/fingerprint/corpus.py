"""Real music and speech from Debian packages: fetched, unpacked, listed, converted, compared with each other."""
import collections
import hashlib
import pathlib
import shutil
import subprocess
import tempfile
import zipfile
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import audio

PACKAGES = pathlib.Path(__file__).with_name("packages.txt")
SUFFIXES = {".ogg", ".mp3", ".flac", ".wav", ".oga", ".opus"}
# Archives that games keep their music in.
ARCHIVES = {".pk3", ".zip"}


class Track(collections.namedtuple("Track", "id package path seconds split")):
    """A row of the manifest; `wav` is its audio as 16 kHz mono."""

    def wav(self, corpus):
        return corpus / ("speech" if self.split == "speech" else "wav") / f"{self.id}.wav"


def prepare(corpus, jobs):
    """Makes what is missing of the corpus; nothing when it is complete."""
    if not (corpus / "manifest.tsv").exists():
        fetch(corpus)
        list_tracks(corpus, jobs)
    if not (corpus / "dups.tsv").exists():
        find_duplicates(corpus, jobs)


def fetch(corpus):
    unpacked = corpus / "x"
    unpacked.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES.read_text().split():
        folder = unpacked / package
        if folder.exists():
            continue
        with tempfile.TemporaryDirectory(dir=corpus) as scratch:
            # The archive brings its own list of contents: apt does not have to be fresh, only configured.
            subprocess.run(["apt-get", "download", package], cwd=scratch, check=True)
            found = next(pathlib.Path(scratch).glob("*.deb"))
            content = pathlib.Path(scratch) / "content"
            subprocess.run(["dpkg", "-x", found, content], check=True)
            for archive in [path for path in content.rglob("*") if path.suffix in ARCHIVES]:
                with zipfile.ZipFile(archive) as zipped:
                    names = [name for name in zipped.namelist() if pathlib.Path(name).suffix.lower() in SUFFIXES]
                    zipped.extractall(archive.with_name(archive.name + ".d"), names)
            content.rename(folder)


def is_speech(package, path):
    return package.startswith("asterisk-core") or (package == "fillets-ng-data" and "music" not in path.parts)


def duration(path):
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path],
        capture_output=True, text=True)
    try:
        return float(answer.stdout.split()[0])
    except (IndexError, ValueError):
        return 0.0


def list_tracks(corpus, jobs):
    """Manifest and WAV files. Four of five tracks are references, by a hash of their name, so that it does not change when
    packages come or go; the others are held out."""
    root = corpus / "x"
    files = sorted(
        path for path in root.rglob("*")
        if path.suffix.lower() in SUFFIXES and path.is_file() and not path.is_symlink() and path.stat().st_size > 20000)
    with ProcessPoolExecutor(jobs) as pool:
        durations = list(pool.map(duration, files, chunksize=8))
    rows, contents, counts = [], set(), collections.Counter()
    for path, seconds in zip(files, durations):
        inside = path.relative_to(root)
        package = inside.parts[0]
        speaks = is_speech(package, inside)
        if seconds < (1.5 if speaks else 30):
            continue
        content = hashlib.sha256(path.read_bytes()).digest()
        if content in contents:
            continue
        contents.add(content)
        name = hashlib.md5("/".join(inside.parts[-2:]).encode()).digest()[0]
        split = "speech" if speaks else "ref" if name < 0.8 * 256 else "neg"
        letter = "s" if speaks else "t"
        rows.append(Track(f"{letter}{counts[letter]:05d}", package, f"x/{inside}", f"{seconds:.2f}", split))
        counts[letter] += 1
    for folder in ("wav", "speech"):
        (corpus / folder).mkdir(exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(convert, [(corpus / row.path, row.wav(corpus)) for row in rows], chunksize=4))
    partial = corpus / "manifest.partial"
    partial.write_text("".join("\t".join(row) + "\n" for row in rows))
    partial.rename(corpus / "manifest.tsv")


def convert(pair):
    source, target = pair
    if not target.exists():
        partial = target.with_name("partial-" + target.name)
        audio.ffmpeg("-i", source, "-vn", "-ac", 1, "-ar", audio.RATE, "-c:a", "pcm_s16le", partial)
        shutil.move(partial, target)


def read_manifest(corpus):
    rows = [line.split("\t") for line in (corpus / "manifest.tsv").read_text().splitlines()]
    return [Track(*row) for row in rows]


# Duplicates

SPAN = 40  # codes of 0.124 s that have to agree: 5 s
MOST_BITS = 7.0  # of 32 that may differ on average; unrelated music differs in about 15


def chromaprint(path):
    output = subprocess.run(["fpcalc", "-raw", "-length", "100000", path], capture_output=True, text=True).stdout
    codes = [line[12:] for line in output.splitlines() if line.startswith("FINGERPRINT=")]
    return np.array([int(code) & 0xFFFFFFFF for code in codes[0].split(",")], np.uint32) if codes else np.zeros(0, np.uint32)


def find_duplicates(corpus, jobs):
    """Pairs of tracks that share a stretch, found by another program's fingerprints: neither is a mistake for the other."""
    tracks = [track for track in read_manifest(corpus) if track.split in ("ref", "neg")]
    with ProcessPoolExecutor(jobs) as pool:
        prints = list(pool.map(chromaprint, [track.wav(corpus) for track in tracks], chunksize=4))
    rows = []
    for (one, other), count in sorted(shared_stretches(prints).items()):
        rows.append(f"{tracks[one].id}\t{tracks[other].id}\t{count}\n")
    partial = corpus / "dups.partial"
    partial.write_text("".join(rows))
    partial.rename(corpus / "dups.tsv")


def shared_stretches(prints):
    """Equal codes vote for (pair, lag); what gets twelve votes is compared bit by bit."""
    places = collections.defaultdict(list)
    for number, codes in enumerate(prints):
        for place, code in enumerate(codes.tolist()):
            places[code].append((number, place))
    votes = collections.Counter()
    for same in places.values():
        if not 2 <= len(same) <= 60:
            continue
        for index, (one, place) in enumerate(same):
            for other, there in same[index + 1:]:
                if one != other:
                    votes[one, other, (place - there) // 2] += 1
    found = {}
    for (one, other, lag), count in votes.items():
        if count < 12:
            continue
        for exact in (2 * lag, 2 * lag + 1):
            number = agreement(prints[one], prints[other], exact)
            if number:
                found[one, other] = max(found.get((one, other), 0), number)
    return found


def agreement(one, other, lag):
    """How many stretches of SPAN codes agree when the second is moved by `lag`."""
    begin, end = max(0, lag), min(len(one), len(other) + lag)
    if end - begin < SPAN:
        return 0
    differing = one[begin:end] ^ other[begin - lag:end - lag]
    bits = np.unpackbits(differing.view(np.uint8)).reshape(-1, 32).sum(1)
    return int(np.sum(np.convolve(bits, np.ones(SPAN) / SPAN, "valid") < MOST_BITS))


class Kinship:
    """Which tracks share audio."""

    def __init__(self, corpus):
        self.kin = collections.defaultdict(set)
        for line in (corpus / "dups.tsv").read_text().splitlines():
            one, other = line.split("\t")[:2]
            self.add(one, other)

    def add(self, one, other):
        self.kin[one].add(other)
        self.kin[other].add(one)

    def of(self, track):
        return self.kin.get(track, set())

    def same(self, one, other):
        return one == other or other in self.of(one)
