"""A programme of twenty minutes: excerpts of materials, some back to back, some with unknown music between."""
import wave
from bench import quantiles

RATE = 44100
EXCERPTS = 30
MINUTES = 20


def compose(bench):
    """The file and its truth: (track, start in the file, seconds, start in the track)."""
    draw = bench.random("programme")
    tracks = draw.sample([track for track in bench.chosen if track.seconds > 45], EXCERPTS)
    parts = []
    for track in tracks:
        seconds = round(draw.uniform(8, 40), 1)
        parts.append((track, round(draw.uniform(0, track.seconds - seconds - 1), 3), seconds))
    between = [draw.random() < 0.6 for _ in parts]
    weights = [draw.uniform(0.3, 1) if gap else 0 for gap in between]
    left = MINUTES * 60 - sum(part[2] for part in parts)
    gaps = [round(left * weight / sum(weights), 1) for weight in weights]
    others = [track for track in bench.others if track.seconds > max(gaps) + 2]
    target = bench.work / f"programme-{bench.seed}.wav"
    pieces, truth, now = [], [], 0.0
    for number, ((track, offset, seconds), gap) in enumerate(zip(parts, gaps)):
        if gap:
            other = others[number % len(others)]
            pieces.append((other, round(draw.uniform(0, other.seconds - gap - 1), 3), gap))
            now += gap
        pieces.append((track, offset, seconds))
        truth.append((track, now, seconds, offset))
        now += seconds
    if not target.exists():
        partial = target.with_name("partial-" + target.name)
        with wave.open(str(partial), "wb") as file:
            file.setparams((2, 2, RATE, 0, "NONE", ""))
            for number, (track, offset, seconds) in enumerate(pieces):
                piece = bench.excerpt(
                    track, offset, seconds, bench.work / f"programme-{bench.seed}" / f"{number}.wav", "-c:a", "pcm_s16le")
                with wave.open(str(piece)) as source:
                    frames = source.readframes(source.getnframes())
                # As long as the truth says, to the sample.
                file.writeframes(frames[:round(seconds * RATE) * 4].ljust(round(seconds * RATE) * 4, b"\0"))
        partial.rename(target)
    return target, truth, now


def compare(bench, rows, truth, offset=0.0):
    """Missed, extra and split rows, and the errors of those that were found."""
    missed, used, several = [], set(), 0
    starts, ends, positions = [], [], []
    for track, begin, seconds, place in truth:
        begin += offset
        own = [
            (index, row) for index, row in enumerate(rows)
            if bench.same(row["material_id"], track.id)
            and min(row["end"], begin + seconds) > max(row["start"], begin)]
        used |= {index for index, _ in own}
        several += len(own) > 1
        if not own:
            missed.append((track.id, begin, seconds))
            continue
        first, last = own[0][1], own[-1][1]
        starts.append(abs(first["start"] - begin))
        ends.append(abs(last["end"] - begin - seconds))
        if starts[-1] > 1.5 or ends[-1] > 1.5:
            print(f"<!-- {track.id} {begin:.2f}–{begin + seconds:.2f}: "
                  + ", ".join(f"{row['start']:.2f}–{row['end']:.2f}" for _, row in own) + " -->")
        if first["material_id"] == track.id:
            positions.append(abs(first["position"] - (first["start"] - begin) * first["rate"] - place))
    extra = [row for index, row in enumerate(rows) if index not in used]
    for track, begin, seconds in missed:
        print(f"<!-- missed: {track} {begin:.2f}–{begin + seconds:.2f} -->")
    for row in extra:
        print(f"<!-- extra: {row['material_id']} {row['start']:.2f}–{row['end']:.2f} -->")
    return [len(truth), len(rows), len(missed), len(extra), several, quantiles(starts, decimals=2),
            quantiles(ends, decimals=2), quantiles(positions, scale=1000, decimals=1)]


COLUMNS = ["excerpts", "rows", "missed", "extra", "in several rows", "start error, s", "end error, s",
           "position error, ms"]


def run(bench):
    bench.make_pack()
    path, truth, seconds = compose(bench)
    found, usage = bench.recognize([path])
    bench.table(f"A programme of {seconds / 60:.1f} minutes, excerpts of 8–40 s", COLUMNS,
                [compare(bench, found[str(path)], truth)])
