"""Clips of ten seconds: of materials of the pack, clean and as MP3, and of music that is not in it."""
import audio
from bench import quantiles

LENGTH = 10.0
MP3 = ("-c:a", "libmp3lame", "-b:a", "64k")
WAV = ("-c:a", "pcm_s16le")
# Correlation from which on two stretches are the same recording, bits of Chromaprint up to which the same piece.
SAME = 0.8
KINDRED = 7


def run(bench):
    bench.make_pack()
    draw = bench.random("clips")
    truth = []
    for track in bench.chosen:
        start = draw.uniform(0, track.seconds - LENGTH - 0.5)
        # No clip is silent, which nobody could recognise.
        again = bench.random(f"clips {track.id}")
        while audio.is_silent(bench.excerpt(track, start, LENGTH, clip(bench, track, start, "wav"), *WAV)):
            note(f"a silent clip of {track.id} at {start:.2f} s is drawn anew")
            start = again.uniform(0, track.seconds - LENGTH - 0.5)
        truth.append((track, start))
    rows = []
    for name, suffix, encoding in (("clean WAV", "wav", WAV), ("MP3 64 kbit/s", "mp3", MP3)):
        rows.append([name, *positives(bench, truth, name, suffix, encoding)])
    bench.table(
        f"Clips of {LENGTH:.0f} s, {len(truth)} of {len(bench.chosen)} materials",
        ["clips", "right", "wrong", "none", "more than one row", "start error, s", "end error, s", "position error, ms",
         "outside 1.5 s / 50 ms", "of these in another repeat of the same audio"], rows)
    negatives(bench)


def clip(bench, track, start, suffix):
    return bench.work / f"clips-{suffix}" / f"{track.id}-{start:.3f}.{suffix}"


def positives(bench, truth, name, suffix, encoding):
    paths = [
        bench.excerpt(track, start, LENGTH, clip(bench, track, start, suffix), *encoding)
        for track, start in truth]
    found, _ = bench.recognize(paths)
    right, wrong, none, several, late, repeats = 0, 0, 0, 0, 0, 0
    starts, ends, positions = [], [], []
    for (track, offset), path in zip(truth, paths):
        rows = found[str(path)]
        false = [row for row in rows if not bench.same(row["material_id"], track.id)]
        several += len(rows) > 1
        if false:
            wrong += 1
            note(f"{name}: {track.id} at {offset:.2f} s is taken for {false[0]['material_id']}")
        elif not rows:
            none += 1
            note(f"{name}: {track.id} at {offset:.2f} s is not recognised")
        else:
            right += 1
            own = [row for row in rows if row["material_id"] == track.id]
            if not own:
                continue
            first, last = own[0], own[-1]
            starts.append(abs(first["start"]))
            ends.append(abs(last["end"] - LENGTH))
            positions.append(abs(first["position"] - first["start"] * first["rate"] - offset))
            if starts[-1] > 1.5 or ends[-1] > 1.5 or positions[-1] > 0.05:
                late += 1
                # Many pieces repeat themselves to the sample; which repeat it is cannot be told then.
                alike = min(same_audio(path, track, row) for row in own)
                if positions[-1] > 0.05 and alike >= SAME:
                    repeats += 1
                    positions.pop()
                note(f"{name}: {track.id} at {offset:.3f} s: " + ", ".join(
                    f"{row['start']:.2f}–{row['end']:.2f} at {row['position'] - row['start'] * row['rate']:.3f}"
                    for row in own) + f", correlation with the place found {alike:.2f}")
    return (f"{100 * right / len(truth):.1f} %", wrong, none, several, quantiles(starts, decimals=2),
            quantiles(ends, decimals=2), quantiles(positions, scale=1000, decimals=1), late,
            repeats)


def same_audio(path, track, row):
    return audio.likeness(
        path, row["start"], track.path, row["position"], row["end"] - row["start"], row["rate"])


def negatives(bench):
    tracks = {track.id: track for track in bench.chosen}
    counts = []
    for name, suffix, encoding in (("clean WAV", "wav", WAV), ("MP3 64 kbit/s", "mp3", MP3)):
        paths, draw = [], bench.random("negatives")
        for track in bench.others[:200]:
            start = draw.uniform(0, track.seconds - LENGTH - 0.5)
            paths.append(bench.excerpt(track, start, LENGTH, clip(bench, track, start, suffix), *encoding))
        found, _ = bench.recognize(paths)
        wrong, shared = 0, 0
        for path, rows in found.items():
            if not rows:
                continue
            # Another edit of a piece, or one that is built of the same recordings, is no mistake.
            alike = max(same_audio(path, tracks[row["material_id"]], row) for row in rows)
            bits = min(
                audio.distance(path, row["start"], tracks[row["material_id"]].path, row["position"]) for row in rows)
            excused = alike >= SAME or bits < KINDRED
            shared += excused
            wrong += not excused
            note(f"{name}: {path.rsplit('/', 1)[1]} is taken for " + ", ".join(
                f"{row['material_id']} {row['start']:.2f}–{row['end']:.2f}, confidence {row['confidence']}"
                for row in rows) + f", correlation {alike:.2f}, {bits:.1f} bits of Chromaprint")
        counts.append([name, len(paths), wrong, shared])
    bench.table("Clips of music that is not in the pack", ["clips", "number", "wrong answers", "same recording or piece"],
                counts)


def note(text):
    print(f"<!-- {text} -->")
