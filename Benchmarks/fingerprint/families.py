"""Materials that share content, made of held-out music and synthetic speech, and their airings in a longer programme."""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import audio
import clips as clip_maker
from bench import median

CONDITIONS = ("clean", "mp3_64k", "babble_5")
# Programme before and after an airing.
AROUND = 12
TEXTS = {
    "en": "This week only, in every shop near you, the best prices of the year. Come and see for yourself, and bring the whole "
          "family. Offer ends on Sunday, while stocks last. Call us now or order online, delivery is free of charge.",
    "es": "Solo esta semana, en todas las tiendas cerca de usted, los mejores precios del año. Venga a verlo, y traiga a toda la "
          "familia. La oferta termina el domingo, hasta agotar existencias. Llame ahora o compre en línea, el envío es gratis.",
    "fr": "Cette semaine seulement, dans tous les magasins près de chez vous, les meilleurs prix de l'année. Venez voir vous-même, "
          "et amenez toute la famille. L'offre prend fin dimanche. Appelez maintenant ou commandez en ligne, la livraison est gratuite.",
}
TAGS = (
    "Available now at your local dealer in the north of the city.", "From Monday also in our new store at the central station.",
    "Order until midnight and get the second one for half the price.")

# A material of a family: its audio is made of parts.
Material = collections.namedtuple("Material", "id samples")
# What is aired: `material` from `begin` to `end` seconds of it; `kind` names the row of the table.
Airing = collections.namedtuple("Airing", "name kind material begin end family")


def spoken(text, language, seconds, random):
    """Synthetic speech of a language, repeated or cut to the length."""
    with tempfile.TemporaryDirectory() as folder:
        pitch, pace = random.integers(30, 70), random.integers(150, 190)
        subprocess.run(
            ["espeak-ng", "-v", language, "-p", str(pitch), "-s", str(pace), "-w", f"{folder}/said.wav", text], check=True)
        audio.ffmpeg("-i", f"{folder}/said.wav", "-ac", 1, "-ar", audio.RATE, "-c:a", "pcm_s16le", f"{folder}/16k.wav")
        voice = audio.read(f"{folder}/16k.wav")
    count = int(seconds * audio.RATE)
    return np.resize(voice, count) / max(audio.level(voice), 1e-4)


def even(samples):
    return samples * (0.1 / max(audio.level(samples), 1e-4))


def joined(*parts):
    """One after the other, with fades of 10 ms at the cuts."""
    fade = np.linspace(0, 1, audio.RATE // 100)
    result = np.array(parts[0], np.float64)
    for part in parts[1:]:
        part = np.array(part, np.float64)
        result[-len(fade):] = result[-len(fade):] * fade[::-1] + part[:len(fade)] * fade
        result = np.concatenate([result, part[len(fade):]])
    return result


class Maker:
    """Families number `number`: what is drawn follows from seed and number."""

    def __init__(self, bench, number):
        self.bench, self.number = bench, number
        self.random = audio.generator(bench.seed, "families", number)
        self.materials, self.airings = [], []

    def music(self, seconds, purpose, pool=None):
        # What is around the airings comes from other tracks than what is aired.
        track, place = clip_maker.choose(
            self.bench.corpus, pool or self.bench.held_out[::2], seconds, (self.bench.seed, "families", self.number, purpose))
        return even(audio.read(track.wav(self.bench.corpus), place, seconds)), track, place

    def spot(self, seconds, purpose, text=TEXTS["en"], language="en"):
        """Music with a speaker as loud as it."""
        bed = self.music(seconds, purpose)[0]
        return even(bed + 0.1 * spoken(text, language, seconds, self.random)[:len(bed)])

    def add(self, name, samples):
        name = f"{name}-{self.number}"
        self.materials.append(Material(name, even(samples)))
        return name

    def air(self, kind, material, seconds, family, begin=0.0):
        name = f"{kind.replace(' ', '-').replace(',', '')}-{self.number}-{len(self.airings)}"
        self.airings.append(Airing(name, kind, material, begin, begin + seconds, family))

    def all(self):
        for make in (self.edits, self.jingle, self.languages, self.loop, self.taglines, self.bed):
            make()
        return self.materials, self.airings

    def edits(self):
        """A spot of 30 s and a cut-down of 20 s: without its first, middle or last 10 s, or two parts of it."""
        second = audio.RATE
        for cut, keep in (
                ("start", [(10, 30)]), ("middle", [(0, 10), (20, 30)]), ("end", [(0, 20)]), ("parts", [(0, 8), (13, 25)])):
            whole = self.spot(30, f"edit {cut}")
            long = self.add(f"edit-{cut}-30", whole)
            short = self.add(
                f"edit-{cut}-20", joined(*(whole[begin * second:end * second] for begin, end in keep)))
            self.air(f"30 s, cut-down lacks the {cut}" if cut != "parts" else "30 s, cut-down of two parts", long, 30, {long, short})
            self.air(f"20 s, lacks the {cut}" if cut != "parts" else "20 s of two parts", short, 20, {long, short})

    def jingle(self):
        """Four spots of 15 s that end with the same 5 s."""
        jingle = self.music(5, "jingle")[0]
        names = [
            self.add(f"jingle-{index}", joined(self.spot(10, f"jingle {index}"), jingle)) for index in range(4)]
        for name in names:
            self.air("15 s, the same 5 s jingle at the end of four", name, 15, set(names))

    def languages(self):
        """The same music under three languages, 0 to 6 dB louder than the speech."""
        bed = self.music(20, "languages")[0]
        for decibels in (0, -6):
            voice = 0.1 * 10 ** (decibels / 20)
            names = [
                self.add(f"language{decibels}-{language}", bed + voice * spoken(text, language, 20, self.random)[:len(bed)])
                for language, text in TEXTS.items()]
            for name in names:
                self.air(f"20 s, three languages, speech at {decibels} dB", name, 20, set(names))
            bed = self.music(20, f"languages {decibels}")[0]

    def loop(self):
        """A loop of 8 s, four times; also aired from its second turn on."""
        turn = self.spot(8, "loop")
        name = self.add("loop", joined(turn, turn, turn, turn))
        self.air("loop of 8 s, four turns", name, 31.9, {name})
        self.air("loop of 8 s, from the second turn", name, 20, {name}, begin=8)

    def taglines(self):
        """The same 15 s with three other endings of 5 s."""
        body, bed = self.spot(15, "tag body"), self.music(5, "tag bed")[0]
        names = [
            self.add(f"tag-{index}", joined(body, bed + 0.15 * spoken(text, "en", 5, self.random)[:len(bed)]))
            for index, text in enumerate(TAGS)]
        for name in names:
            self.air("20 s, three tag lines in the last 5 s", name, 20, set(names))

    def bed(self):
        """A piece of the pack, and a spot of 20 s with 20 s of it under a speaker."""
        piece, track, place = self.music(40, "bed", self.bench.references)
        second = audio.RATE
        spot = self.add("bed-spot", piece[10 * second:30 * second] + 0.1 * spoken(TEXTS["en"], "en", 20, self.random))
        self.air("20 s, music of a piece in the pack", spot, 20, {spot, track.id})
        self.air("40 s of the piece itself", track.id, 40, {spot, track.id}, begin=place)


def make(job):
    """A programme: music, the airing, music or speech."""
    samples, before, after, condition, key, target, speech_folder = job
    if target.exists():
        return
    random, voices = audio.generator(*key), clip_maker.speech(speech_folder)
    if random.random() < 0.5:
        after = 0.1 * voices.talker(AROUND * audio.RATE, random)
    programme = np.concatenate([even(before), even(samples), even(after)])
    if condition == "mp3_64k":
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            audio.write(f"{folder}/in.wav", programme)
            audio.ffmpeg("-i", f"{folder}/in.wav", "-ar", 44100, *audio.CODECS["mp3_64k"][0], f"{folder}/out.mp3")
            pathlib.Path(f"{folder}/out.mp3").rename(target)
        return
    programme = audio.degraded(programme, condition, random, voices)
    audio.write(target, programme * min(1, 0.98 / np.abs(programme).max()))


def prepare(bench):
    """(airing, condition, path of the programme, first and last second of the airing), materials."""
    folder = bench.work / "families"
    (folder / "materials").mkdir(parents=True, exist_ok=True)
    materials, jobs, programmes = [], [], []
    for number in range(1 if bench.quick else 4):
        maker = Maker(bench, number)
        made, airings = maker.all()
        by_name = {material.id: material.samples for material in made}
        for material in made:
            path = folder / "materials" / f"{material.id}.wav"
            if not path.exists():
                audio.write(path, material.samples)
            materials.append(path)
        tracks = {track.id: track for track in bench.references}
        for airing in airings:
            if airing.material in by_name:
                begin, end = (int(second * audio.RATE) for second in (airing.begin, airing.end))
                samples = by_name[airing.material][begin:end]
            else:
                samples = audio.read(
                    tracks[airing.material].wav(bench.corpus), airing.begin, airing.end - airing.begin)
            around = [
                maker.music(AROUND, f"{airing.name} {place}", bench.held_out[1::2])[0] for place in ("before", "after")]
            for condition in CONDITIONS[::2] if bench.quick else CONDITIONS:
                suffix = "mp3" if condition == "mp3_64k" else "wav"
                path = folder / f"{airing.name}-{condition}.{suffix}"
                jobs.append((samples, *around, condition, (bench.seed, airing.name, condition), path, bench.speech_folder))
                programmes.append((airing, condition, path, AROUND, AROUND + len(samples) / audio.RATE))
    with ProcessPoolExecutor(bench.jobs) as pool:
        list(pool.map(make, jobs, chunksize=4))
    truth = folder / "truth.tsv"
    truth.write_text("".join(
        f"{path.name}\t{airing.kind}\t{condition}\t{airing.material}\t{begin:.3f}\t{end:.3f}\t{' '.join(sorted(airing.family))}\n"
        for airing, condition, path, begin, end in programmes))
    return programmes, materials


def earmark(bench, *arguments):
    answer = subprocess.run([str(bench.products / "earmark"), *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    if answer.returncode not in (0, 1):
        sys.exit(f"earmark {arguments[0]} ended with {answer.returncode}")
    return answer.stdout


def run(bench):
    programmes, materials = prepare(bench)
    pack = bench.work / "families.earpack"
    pack.write_bytes(bench.pack.read_bytes())
    earmark(bench, "pack", "add", "--quiet", pack, *materials)
    rows = listen(bench, pack, [path for _, _, path, _, _ in programmes])
    bench.say("## Materials that share content")
    bench.say()
    bench.say(
        "Airings in a longer programme through `earmark recognize` (all stages), pack: the references and the families. *Right*: one "
        "activity, of the right material. *Wrong*: one, of another. *Several*: more than one for the one airing. *Listed*: of the "
        "right ones, those whose last row names another of the family as alternative.")
    bench.say()
    table, failures = [], []
    for kind in dict.fromkeys(airing.kind for airing, *_ in programmes):
        cells = [kind]
        for condition in dict.fromkeys(programme[1] for programme in programmes):
            chosen = [each for each in programmes if (each[0].kind, each[1]) == (kind, condition)]
            scores = collections.Counter()
            starts, ends = [], []
            for programme in chosen:
                verdict, row = judge(bench, programme, rows[str(programme[2])])
                scores[verdict] += 1
                if verdict == "right":
                    scores["listed"] += bool({each["material_id"] for each in row["alternatives"]} & programme[0].family)
                    starts.append(abs(row["start"] - programme[3]))
                    ends.append(abs(row["end"] - programme[4]))
                else:
                    failures.append((programme, verdict))
            cells.append(
                f"{scores['right']} / {scores['wrong']} / {scores['several']} / {scores['none']} of {len(chosen)}; {scores['listed']}; "
                f"{median(starts):.2f}, {median(ends):.2f} s")
        table.append(cells)
    conditions = dict.fromkeys(programme[1] for programme in programmes)
    bench.table(["aired"] + [f"{name}: right / wrong / several / none; listed; start, end off by" for name in conditions], table)
    bench.say("What was not right (times within the programme; a row crossed out was superseded):")
    bench.say()
    for (airing, condition, path, begin, end), verdict in failures[:80]:
        heard = ", ".join(told(row) for row in rows[str(path)]) or "nothing"
        bench.say(f"* {verdict}: {airing.material}, {condition}, aired {begin:.1f} … {end:.1f}: {heard}")
    bench.say()


def told(row):
    text = f"{row['material_id']} {row['start']:.1f} … {row['end']:.1f} from {row['position']:.1f}"
    return f"~~{text}~~" if row.get("superseded") else text


def listen(bench, pack, paths):
    """The last state of each activity in each programme, in order of their start."""
    rows = {str(path): {} for path in paths}
    for line in earmark(bench, "recognize", "--quiet", "--format", "jsonl", "--pack", pack, *paths).splitlines():
        row = json.loads(line)
        if row.get("type") == "activity":
            rows[row["source"]][row["activity_id"]] = row
    return {path: sorted(found.values(), key=lambda row: row["start"]) for path, found in rows.items()}


def judge(bench, programme, rows):
    airing, _, _, begin, end = programme
    over = [
        row for row in rows if not row.get("superseded") and min(row["end"], end) - max(row["start"], begin) > 0.3]
    if not over:
        return "none", None
    if len(over) > 1:
        return "several", None
    row = over[0]
    return ("right" if bench.kinship.same(row["material_id"], airing.material) else "wrong"), row
