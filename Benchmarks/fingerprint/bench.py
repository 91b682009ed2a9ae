"""What all measurements share: the corpus, the pack, the program that is measured, and the report."""
import collections
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys

import clips as clip_maker
import corpus as corpora

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Statement(collections.namedtuple(
        "Statement", "end duration id position score false_alarms start until rate alternatives")):
    """What the matcher stated, in seconds of what it was fed; alternatives are (id, position, score)."""


class Bench:
    def __init__(self, options):
        self.corpus = options.corpus.expanduser().resolve()
        self.queries = (options.queries or self.corpus.parent / "queries").expanduser().resolve()
        self.work = (options.work or self.corpus.parent / "bench").expanduser().resolve()
        if options.seed != 1:
            self.queries = self.queries.with_name(f"{self.queries.name}-{options.seed}")
        self.work = self.work / f"seed-{options.seed}"
        self.seed, self.jobs, self.quick = options.seed, options.jobs, options.quick
        self.keeps_pack = options.keep_pack
        self.products = options.products.resolve()
        self.binary = ROOT / "Benchmarks" / ".build" / "release" / "fingerprint-bench"
        self.work.mkdir(parents=True, exist_ok=True)
        self.lines, self.failures = [], []

    def prepare(self):
        corpora.prepare(self.corpus, self.jobs)
        clip_maker.prepare(self.corpus, self.queries, self.seed, self.jobs)
        self.tracks = corpora.read_manifest(self.corpus)
        self.kinship = corpora.Kinship(self.corpus)
        self.references = [track for track in self.tracks if track.split == "ref"]
        self.speech_folder = self.corpus / "speech"
        known = {track.id for track in self.references}
        # A piece that stands in the pack under another name is no negative.
        self.held_out = [
            track for track in self.tracks if track.split == "neg" and not self.kinship.of(track.id) & known]
        self.clips = [clip for clip in clip_maker.read_truth(self.queries) if clip.path.exists()]
        self.pack = self.work / "references.earpack"
        self.pack_figures = self.make_pack()

    def make_pack(self):
        """The figures of making it."""
        kept = self.work / "references.json"
        if self.keeps_pack and self.pack.exists() and kept.exists():
            return json.loads(kept.read_text())
        entries = [(track.id, track.wav(self.corpus)) for track in self.references]
        figures = self.run("pack", self.list("references", entries), self.pack, "--jobs", self.jobs)
        kept.write_text(json.dumps(figures))
        return figures

    # Running

    def run(self, command, *arguments, allowed=(0,)):
        """Runs the Swift program; gives the figures it prints."""
        answer = subprocess.run(
            [str(self.binary), command, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        if answer.returncode not in allowed:
            sys.exit(f"fingerprint-bench {command} ended with {answer.returncode}")
        return json.loads(answer.stdout) if answer.stdout.strip() else {}

    def list(self, name, entries):
        """A list file of (name, path) or (name, path, start, seconds)."""
        path = self.work / f"{name}.list.tsv"
        path.write_text("".join("\t".join(map(str, entry)) + "\n" for entry in entries))
        return path

    def listen(self, name, entries, pack=None, **options):
        """All statements about each entry, and the figures of the run."""
        output = self.work / f"{name}.statements.tsv"
        more = [word for key, value in options.items() for word in (f"--{key}", value)]
        figures = self.run(
            "listen", pack or self.pack, self.list(name, entries), output, "--jobs", self.jobs, *more)
        heard = {str(entry[0]): [] for entry in entries}
        for line in output.read_text().splitlines():
            columns = line.split("\t")
            end, duration, track, position, score, alarms, start, until, rate, others = columns[1:]
            alternatives = [other.rsplit(":", 2) for other in others.split()]
            heard[columns[0]].append(Statement(
                float(end), float(duration), track, float(position), int(score), float(alarms), float(start),
                float(until), float(rate), [(who, float(where), int(count)) for who, where, count in alternatives]))
        return heard, figures

    # Telling

    def say(self, text=""):
        print(text, flush=True)
        self.lines.append(text)

    def table(self, header, rows):
        self.say("| " + " | ".join(header) + " |")
        self.say("|---" * len(header) + "|")
        for row in rows:
            self.say("| " + " | ".join(map(str, row)) + " |")
        self.say()

    def describe(self):
        """What was measured where."""
        commit = self.git("rev-parse", "--short=12", "HEAD")
        changed = " and changes on top" if self.git("status", "--porcelain", "--untracked-files=no") else ""
        form = "quick form" if self.quick else "whole"
        model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
        self.say(f"# Fingerprints, {datetime.date.today():%-d %B %Y}, {form}")
        self.say()
        self.say(
            f"Commit {commit}{changed}; seed {self.seed}; {os.cpu_count()} × {model}, {self.jobs} threads, load "
            f"{os.getloadavg()[0]:.1f} at the start. Pack: {self.pack_figures['materials']:.0f} tracks, "
            f"{self.pack_figures['hours']:.1f} h.")
        self.say()

    def git(self, *arguments):
        answer = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True)
        return answer.stdout.strip() if answer.returncode == 0 else "unknown"

    def save(self):
        folder = ROOT / "Benchmarks" / "results"
        name = f"fingerprint-{'quick-' if self.quick else ''}{datetime.date.today():%Y-%m-%d}.md"
        (folder / name).write_text("\n".join(self.lines).rstrip() + "\n")
        print(f"written to Benchmarks/results/{name}")


def quantile(values, share):
    """The value that this share of all is not above; of none, nothing."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * (len(ordered) - 1))))]


def median(values):
    return statistics.median(values) if values else float("nan")
