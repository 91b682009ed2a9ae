"""What all measurements share: the corpus, the pack, the tools and how they are run."""
import json
import os
import pathlib
import random
import subprocess
import sys
import time


class Track:
    def __init__(self, corpus, row):
        self.id, self.package, path, seconds, self.split = row
        self.path = corpus / path
        self.seconds = float(seconds)


class Usage:
    """What a finished command took: CPU and wall-clock seconds, most resident memory in MB."""

    def __init__(self, usage, elapsed):
        self.user, self.system, self.elapsed = usage.ru_utime, usage.ru_stime, elapsed
        self.cpu = self.user + self.system
        self.megabytes = usage.ru_maxrss / 1000
        self.switches = usage.ru_nvcsw


class Bench:
    def __init__(self, options):
        self.corpus = options.corpus.resolve()
        self.work = options.work.resolve()
        self.products = options.products.resolve()
        self.seed, self.hours = options.seed, options.hours
        self.work.mkdir(parents=True, exist_ok=True)
        self.environment = dict(
            os.environ, GST_PLUGIN_PATH=str(self.products), GST_REGISTRY=str(self.work / "registry.bin"))
        rows = [line.rstrip("\n").split("\t") for line in open(self.corpus / "manifest.tsv")]
        tracks = [Track(self.corpus, row) for row in rows]
        references = [track for track in tracks if track.split == "ref" and track.path.exists()]
        self.chosen = self.random("tracks").sample(references, min(options.tracks, len(references)))
        self.kin = self.read_kin()
        self.others = self.find_others(tracks)
        self.pack = self.work / f"chosen-{len(self.chosen)}-{self.seed}.earpack"

    def random(self, purpose):
        return random.Random(f"{self.seed} {purpose}")

    def read_kin(self):
        """Pairs of ids that share a piece, both ways round."""
        pairs = [line.split()[:2] for line in open(self.corpus / "dups.tsv")]
        return {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}

    def same(self, a, b):
        return a == b or (a, b) in self.kin

    def find_others(self, tracks):
        """Music that is not in the pack, and shares no known piece with what is."""
        known = {track.id for track in self.chosen}
        excused = {a for a, b in self.kin if b in known}
        pool = [
            track for track in tracks
            if track.split in ("ref", "neg") and track.id not in known | excused and track.path.exists()]
        self.random("others").shuffle(pool)
        return pool

    # Running

    def run(self, command, **more):
        """Runs a command; returns its exit code, output and usage. A descriptor for its input is closed here."""
        began = time.monotonic()
        process = subprocess.Popen(
            [str(part) for part in command], env=self.environment, stdout=subprocess.PIPE,
            stderr=open(self.work / "stderr.txt", "ab"), **more)
        if "stdin" in more:
            os.close(more["stdin"])
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, output.decode(), Usage(usage, time.monotonic() - began)

    def earmark(self, *arguments, **more):
        code, output, usage = self.run([self.products / "earmark", *arguments], **more)
        if code not in (0, 1):
            sys.exit(f"earmark {arguments[0]} ended with {code}; see {self.work / 'stderr.txt'}")
        return output, usage

    def recognize(self, inputs, pack=None, **more):
        """Rows of each input, in order of their start, and what the call took."""
        output, usage = self.earmark(
            "recognize", "--format", "jsonl", "--pack", pack or self.pack, *inputs, **more)
        rows = {str(name): [] for name in inputs}
        for line in output.splitlines():
            row = json.loads(line)
            if row.get("type") == "activity":
                rows[row["source"] if row["source"] in rows else str(inputs[0])].append(row)
        for each in rows.values():
            each.sort(key=lambda row: row["start"])
        return rows, usage

    def ffmpeg(self, *arguments):
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, arguments)], check=True)

    def excerpt(self, track, start, seconds, target, *encoding):
        """A cut of the real file, exact to the sample, 44.1 kHz stereo."""
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            cut = f"atrim=start={start:.6f}:end={start + seconds:.6f},asetpts=PTS-STARTPTS"
            partial = target.with_name("partial-" + target.name)
            self.ffmpeg("-i", track.path, "-vn", "-ac", 2, "-ar", 44100, "-af", cut, *encoding, partial)
            partial.rename(target)
        return target

    def originals(self, tracks):
        """The original files under names that are the ids."""
        folder = self.work / "originals"
        folder.mkdir(exist_ok=True)
        links = [folder / (track.id + track.path.suffix) for track in tracks]
        for track, link in zip(tracks, links):
            if not link.is_symlink():
                link.symlink_to(track.path)
        return links

    def make_pack(self):
        """The pack of the chosen tracks, made of the original files."""
        if self.pack.exists():
            return
        partial = self.pack.with_name("partial.earpack")
        self.earmark("pack", "create", "--force", partial)
        self.earmark("pack", "add", partial, *self.originals(self.chosen))
        partial.rename(self.pack)

    # Telling

    def describe(self):
        root = pathlib.Path(__file__).resolve().parent.parent.parent
        commit = subprocess.run(
            ["git", "-C", root, "describe", "--always", "--dirty", "--abbrev=10"], capture_output=True, text=True)
        models = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
        print(f"Date {time.strftime('%Y-%m-%d')} · commit {commit.stdout.strip()} · {len(models)} × {models[0]}, "
              f"load {os.getloadavg()[0]:.1f} at the start · seed {self.seed}\n")

    def table(self, title, columns, rows):
        print(f"## {title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
        for row in rows:
            print(f"| {' | '.join(map(str, row))} |")
        print(flush=True)


def quantiles(values, unit="", scale=1.0, decimals=0):
    """Median, 95 % and largest value as one cell."""
    if not values:
        return "–"
    ordered = sorted(values)
    picks = [ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)], ordered[-1]]
    return " / ".join(f"{pick * scale:.{decimals}f}" for pick in picks) + unit


