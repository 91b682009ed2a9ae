"""Clips of ten seconds: of materials of the pack, clean and as MP3, and of music that is not in it."""
from bench import quantiles

LENGTH = 10.0
MP3 = ("-c:a", "libmp3lame", "-b:a", "64k")
WAV = ("-c:a", "pcm_s16le")


def run(bench):
    bench.make_pack()
    draw = bench.random("clips")
    truth = [(track, draw.uniform(0, track.seconds - LENGTH - 0.5)) for track in bench.chosen]
    rows = []
    for name, suffix, encoding in (("clean WAV", "wav", WAV), ("MP3 64 kbit/s", "mp3", MP3)):
        rows.append([name, *positives(bench, truth, name, suffix, encoding)])
    bench.table(
        f"Clips of {LENGTH:.0f} s, {len(truth)} of {len(bench.chosen)} materials",
        ["clips", "right", "wrong", "none", "more than one row", "start error, s", "end error, s", "position error, ms",
         "outside 1.5 s / 50 ms"], rows)
    negatives(bench)


def positives(bench, truth, name, suffix, encoding):
    paths = [
        bench.excerpt(track, start, LENGTH, bench.work / f"clips-{suffix}-{bench.seed}" / f"{track.id}.{suffix}", *encoding)
        for track, start in truth]
    found, _ = bench.recognize(paths)
    right, wrong, none, several, late = 0, 0, 0, 0, 0
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
                note(f"{name}: {track.id} at {offset:.3f} s: " + ", ".join(
                    f"{row['start']:.2f}–{row['end']:.2f} at {row['position'] - row['start'] * row['rate']:.3f}"
                    for row in own))
    return (f"{100 * right / len(truth):.1f} %", wrong, none, several, quantiles(starts, decimals=2),
            quantiles(ends, decimals=2), quantiles(positions, scale=1000, decimals=1), late)


def negatives(bench):
    draw = bench.random("negatives")
    tracks = bench.others[:200]
    counts = []
    for name, suffix, encoding in (("clean WAV", "wav", WAV), ("MP3 64 kbit/s", "mp3", MP3)):
        paths, draw = [], bench.random("negatives")
        for track in tracks:
            start = draw.uniform(0, track.seconds - LENGTH - 0.5)
            paths.append(bench.excerpt(
                track, start, LENGTH, bench.work / f"others-{suffix}-{bench.seed}" / f"{track.id}.{suffix}", *encoding))
        found, _ = bench.recognize(paths)
        false = {path: rows for path, rows in found.items() if rows}
        for path, rows in false.items():
            note(f"{name}: {path.rsplit('/', 1)[1]} is taken for {rows[0]['material_id']}, "
                 f"confidence {rows[0]['confidence']}")
        counts.append([name, len(paths), len(false)])
    bench.table("Clips of music that is not in the pack", ["clips", "number", "wrong answers"], counts)


def note(text):
    print(f"<!-- {text} -->")
