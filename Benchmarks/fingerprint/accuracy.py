"""Clips: how many are recognised, how many taken for another, where in the track; and audio that is not in the pack."""
import audio
import bench as benches
import clips as clip_maker

TUNING = 25
HARD = ("pink_0", "babble_0", "babble_-5", "room", "room_babble5", "speed_-4", "tempo_+4")
# What a statement is worth to people: confidence is 1/(1 + false alarms).
BINS = (1e6, 1e4, 100, 10, 1, 1e-2, 1e-4, 0)


def run(bench):
    positives = [clip for clip in bench.clips if not clip.condition.startswith("neg_")]
    positives = [clip for clip in positives if clip_maker.number_of(clip) >= TUNING]
    if bench.quick:
        positives = [clip for clip in positives if clip.condition in HARD and clip_maker.number_of(clip) < 40]
    negatives = [clip for clip in bench.clips if clip.condition.startswith("neg_")]
    clean = [clip for clip in positives + negatives]
    heard, figures = bench.listen("clips", [(clip.path.stem, clip.path) for clip in clean], limit=1)
    recall(bench, positives, heard)
    no_answer(bench, negatives, heard)
    bins(bench, positives)
    bench.say(
        f"All clips: {figures['seconds']:.0f} s of audio, {10_000 * figures['cpu'] / figures['seconds']:.1f} CPU ms for "
        "10 s with extraction, a matcher made for each clip.")
    bench.say()


def best(statements):
    """The answer about a clip: the statement that chance explains least."""
    return min(statements, key=lambda statement: statement.false_alarms) if statements else None


def offset(clip, statement):
    """Where the clip begins in the material."""
    return statement.position - statement.end * statement.rate


def recall(bench, clips, heard):
    bench.say("## Clips")
    bench.say()
    number = max(map(clip_maker.number_of, clips), default=TUNING)
    bench.say(
        f"Clips {TUNING} to {number} of each cell, % recognised as the right track / % taken for another, at "
        "`max-false-alarms` 1 per 1,000 h; the answer of a clip is its strongest statement. Position: median error and share within 50 ms, right clips of 10 s.")
    bench.say()
    lengths = sorted({clip.seconds for clip in clips})
    conditions = [name for name in audio.CONDITIONS if any(clip.condition == name for clip in clips)]
    rows, wrong = [], []
    total = {seconds: [0, 0, 0] for seconds in lengths}
    for condition in conditions:
        cells, errors = [condition], []
        for seconds in lengths:
            chosen = [clip for clip in clips if (clip.condition, clip.seconds) == (condition, seconds)]
            right = mistaken = 0
            for clip in chosen:
                answer = best(heard[clip.path.stem])
                if answer and bench.kinship.same(answer.id, clip.truth):
                    right += 1
                    if answer.id == clip.truth and seconds == lengths[-1]:
                        errors.append(abs(offset(clip, answer) - clip.offset))
                elif answer:
                    mistaken += 1
                    wrong.append((clip, answer))
            for place, value in enumerate((len(chosen), right, mistaken)):
                total[seconds][place] += value
            cells.append(share(len(chosen), right, mistaken))
        near = sum(error < 0.05 for error in errors)
        cells.append(f"{1000 * benches.median(errors):.1f} ms, {100 * near / max(1, len(errors)):.0f} %")
        rows.append(cells)
    rows.append([f"all {len(conditions)}"] + [share(*total[seconds]) for seconds in lengths] + [""])
    bench.table(["condition"] + [f"{seconds} s" for seconds in lengths] + ["position"], rows)
    tell(bench, "Taken for another:", wrong)


def share(count, right, mistaken):
    return f"{100 * right / max(1, count):.0f} / {100 * mistaken / max(1, count):.1f}"


def tell(bench, title, wrong):
    if not wrong:
        return
    bench.say(title)
    bench.say()
    for clip, answer in wrong[:40]:
        bench.say(
            f"* {clip.path.stem} (of {clip.truth.lstrip('-') or 'nothing'}): {answer.id} at {answer.position:.1f} s, "
            f"false alarms {answer.false_alarms:.2g}")
    bench.say()


def no_answer(bench, clips, heard):
    bench.say("## Not in the pack")
    bench.say()
    held_out = {track.id for track in bench.held_out}
    rows, wrong = [], []
    for condition in dict.fromkeys(clip.condition for clip in clips):
        chosen = [
            clip for clip in clips if clip.condition == condition and (clip.truth == "-" or clip.truth[1:] in held_out)]
        answered = [(clip, best(heard[clip.path.stem])) for clip in chosen if heard[clip.path.stem]]
        wrong += answered
        pairs = {(clip.truth, answer.id) for clip, answer in answered}
        rows.append([condition.removeprefix("neg_"), len(chosen), len(answered), len(pairs)])
    rows.append(["all"] + [sum(row[place] for row in rows) for place in (1, 2, 3)])
    bench.table(["clips of 10 s", "clips", "answers", "pairs of pieces"], rows)
    tell(bench, "Answers (also see the pairs under calibration: some hold the same recording):", wrong)


def bins(bench, clips):
    """Whether statements are as often right as they say, among clips that hold a material."""
    heard, _ = bench.listen("bins", [(clip.path.stem, clip.path) for clip in clips], limit=1e6)
    bench.say("## Confidence")
    bench.say()
    bench.say(
        "The strongest statement about each clip with `max-false-alarms` 1e6, by what it says of itself. The clips hold a "
        "material of the pack, so statements are right oftener than their confidence, which speaks of audio that does not.")
    bench.say()
    answers = []
    for clip in clips:
        answer = best(heard[clip.path.stem])
        if answer:
            answers.append((answer.false_alarms, bench.kinship.same(answer.id, clip.truth)))
    rows = []
    for high, low in zip(BINS, BINS[1:]):
        chosen = [right for alarms, right in answers if low < alarms <= high]
        confidence = f"{1 / (1 + high):.3g} … {1 / (1 + low):.6g}"
        rows.append([f"{high:g} … {low:g}", confidence, len(chosen), len(chosen) - sum(chosen),
                     f"{100 * sum(chosen) / len(chosen):.1f}" if chosen else "–"])
    bench.table(["false alarms / 1,000 h", "confidence", "clips", "wrong", "right, %"], rows)
