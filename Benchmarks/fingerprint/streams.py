"""Streams: how soon the first right answer comes, how exact it gets, where a hearing begins and ends, how a change is
followed."""
import collections
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import audio
import clips as clip_maker
from bench import median, quantile

CUT, HOP, AROUND, INSIDE = 30, 15, 10, 20
CONDITIONS = ("clean", "babble_5")
Stream = collections.namedtuple("Stream", "name kind condition path parts")


def prepare(bench):
    """Cuts of 30 s; 15 s of one material after 15 s of another; 20 s of a material between 10 s of held-out music.
    `parts` are (track, place in it, begin in the stream, end)."""
    folder = bench.work / "streams"
    folder.mkdir(exist_ok=True)
    count = 30 if bench.quick else 100
    streams, jobs = [], []

    def add(kind, number, condition, parts):
        name = f"{kind}-{condition}-{number}"
        stream = Stream(name, kind, condition, folder / f"{name}.wav", parts)
        streams.append(stream)
        pieces = [(track.wav(bench.corpus), place, end - begin) for track, place, begin, end in parts]
        jobs.append((pieces, condition, (bench.seed, name), stream.path, bench.speech_folder))

    def choose(pool, seconds, *key):
        return clip_maker.choose(bench.corpus, pool, seconds, (bench.seed, "streams", *key))

    for number in range(count):
        track, place = choose(bench.references, CUT, "cut", number)
        for condition in CONDITIONS + ("speed_+2",):
            add("cut", number, condition, [(track, place, 0, CUT)])
    for number in range(count * 6 // 10):
        one, other = (choose(bench.references, HOP, "hop", number, place) for place in (0, 1))
        before, after = (choose(bench.held_out, AROUND, "around", number, place) for place in (0, 1))
        inside = choose(bench.references, INSIDE, "inside", number)
        for condition in CONDITIONS:
            add("hop", number, condition, [(*one, 0, HOP), (*other, HOP, 2 * HOP)])
            edge = AROUND + INSIDE
            add("inside", number, condition, [
                (*before, 0, AROUND), (*inside, AROUND, edge), (*after, edge, edge + AROUND)])
    with ProcessPoolExecutor(bench.jobs) as pool:
        list(pool.map(make, jobs, chunksize=8))
    return streams


def make(job):
    pieces, condition, key, target, folder = job
    if target.exists():
        return
    parts = []
    for path, place, seconds in pieces:
        more = seconds * audio.speed_of(condition) + 0.1 if condition.startswith("speed") else seconds
        samples = audio.read(path, place, more)
        # Equally loud, as on the air.
        parts.append(samples * (0.1 / max(audio.level(samples), 1e-4)))
    whole = np.concatenate(parts)
    whole = audio.degraded(whole, condition, audio.generator(*key), clip_maker.speech(folder))
    whole = whole[:int(sum(piece[2] for piece in pieces) * audio.RATE)]
    audio.write(target, whole * min(1, 0.98 / np.abs(whole).max()))


def run(bench):
    streams = prepare(bench)
    bench.say("## Streams")
    bench.say()
    first_answers(bench, [stream for stream in streams if stream.kind == "cut"])
    heard, _ = bench.listen("streams", [(stream.name, stream.path) for stream in streams])
    exactness(bench, [stream for stream in streams if stream.kind == "cut"], heard)
    edges(bench, [stream for stream in streams if stream.kind == "inside"], heard)
    changes(bench, [stream for stream in streams if stream.kind == "hop"], heard)


def is_right(bench, statement, part):
    return bench.kinship.same(statement.id, part[0].id)


def spread(values, shares=(0.5, 0.9, 0.99), scale=1.0, digits=2):
    return [f"{scale * quantile(values, share):.{digits}f}" for share in shares]


def first_answers(bench, streams):
    bench.say(
        f"Time of the first right answer from a random start, in s, over cuts of {CUT} s (quantiles of those that are "
        "recognised at all):")
    bench.say()
    rows = []
    for interval in (1, 0.25):
        heard, _ = bench.listen("first", [(stream.name, stream.path) for stream in streams], interval=interval)
        for condition in dict.fromkeys(stream.condition for stream in streams):
            chosen = [stream for stream in streams if stream.condition == condition]
            firsts, never, wrong = [], 0, 0
            for stream in chosen:
                right = [each.end for each in heard[stream.name] if is_right(bench, each, stream.parts[0])]
                wrong += any(not is_right(bench, each, stream.parts[0]) for each in heard[stream.name])
                firsts += right[:1]
                never += not right
            rows.append([
                condition, f"{interval:g} s", len(chosen), f"{min(firsts, default=0):.2f}",
                *spread(firsts, (0.25, 0.5, 0.9, 0.99)), f"{max(firsts, default=0):.2f}", never, wrong])
    bench.table(
        ["condition", "interval", "cuts", "least", "25 %", "median", "90 %", "99 %", "most", "never", "with a wrong one"], rows)


def exactness(bench, streams, heard):
    bench.say("Error of position (ms) and rate (%) in statements about a cut after so many seconds; the place is the right turn of a loop where within 0.5 s:")
    bench.say()
    rows = []
    for condition in dict.fromkeys(stream.condition for stream in streams):
        for after in (3, 5, 10, 20, 30):
            places, rates, elsewhere, count = [], [], 0, 0
            for stream in streams:
                track, begin = stream.parts[0][:2]
                speed = audio.speed_of(condition)
                at = [each for each in heard[stream.name] if each.end == after and each.id == track.id]
                if stream.condition != condition or not at:
                    continue
                count += 1
                error = at[-1].position - (begin + after * speed)
                if abs(error) > 0.5:
                    elsewhere += 1
                    continue
                places.append(abs(error))
                rates.append(abs(at[-1].rate / speed - 1))
            within = sum(rate <= 0.0005 for rate in rates) / max(1, len(rates))
            near = sum(place <= 0.01 for place in places) / max(1, len(places))
            rows.append([
                condition, after, count, elsewhere, *spread(places, (0.5, 0.95), 1000, 1), f"{100 * near:.0f}",
                *spread(rates, (0.5, 0.95), 100, 3), f"{100 * within:.0f}"])
    bench.table(
        ["condition", "after, s", "statements", "other turn", "position, median", "95 %", "within 10 ms, %",
         "rate, median", "95 %", "within 0.05 %, %"], rows)


def edges(bench, streams, heard):
    bench.say(
        f"Beginning and end of {INSIDE} s of a material between {AROUND} s of music that is not in the pack: error of the first and last "
        "evidence, ms (later is positive):")
    bench.say()
    rows = []
    for condition in CONDITIONS:
        starts, ends, missed = [], [], 0
        for stream in streams:
            if stream.condition != condition:
                continue
            right = [each for each in heard[stream.name] if is_right(bench, each, stream.parts[1])]
            if not right:
                missed += 1
                continue
            starts.append(right[-1].start - AROUND)
            ends.append(max(each.until for each in right) - AROUND - INSIDE)
        for name, values in (("beginning", starts), ("end", ends)):
            rows.append([condition, name, len(values), missed,
                         *spread(values, (0, 0.05, 0.25, 0.5, 0.75, 0.95, 1), 1000, 0)])
    bench.table(["condition", "", "found", "missed", "least", "5 %", "25 %", "median", "75 %", "95 %", "most"], rows)


def changes(bench, streams, heard):
    bench.say(
        f"{HOP} s of a material follow on {HOP} s of another: seconds until the first answer with the new one, of those that had "
        "been recognised before the change; and last evidence of the old one, ms after the change:")
    bench.say()
    rows = []
    for condition in CONDITIONS:
        delays, lasts, never, count = [], [], 0, 0
        for stream in streams:
            if stream.condition != condition:
                continue
            old, new = stream.parts
            before = [each for each in heard[stream.name] if is_right(bench, each, old) and each.end <= HOP]
            if not before or bench.kinship.same(old[0].id, new[0].id):
                continue
            count += 1
            after = [each.end - HOP for each in heard[stream.name] if is_right(bench, each, new)]
            never += not after
            delays += after[:1]
            lasts.append(max(each.until for each in heard[stream.name] if is_right(bench, each, old)) - HOP)
        in_time = sum(delay <= 2 for delay in delays) / max(1, count)
        rows.append([
            condition, count, *spread(delays, (0.5, 0.9, 0.99)), f"{100 * in_time:.0f}", never,
            f"{1000 * median(lasts):.0f}", f"{1000 * quantile(lasts, 0.95):.0f}"])
    bench.table(
        ["condition", "changes", "median", "90 %", "99 %", "within 2 s, %", "never", "old one, median", "95 %"], rows)
