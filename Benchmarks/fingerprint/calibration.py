"""Whether false alarms are as frequent as the engine says: one-second windows of audio that is not in the pack."""
import math
import re

import numpy as np

import audio
import negatives
from bench import ROOT

THRESHOLDS = (1e6, 3e5, 1e5, 3e4, 1e4, 3e3, 1e3, 300, 100, 10, 1)
# Above this the tail is fitted; below it statements of one line overlap too much.
TAIL = 1e5
# Same recording: correlation of waveforms at the place where they are said to match, median of seconds; or a peak of the
# whitened correlation, in standard deviations: a sample that is shared under other sounds has one, chance less than 5.
ALIKE = 0.5
WHITENED = 8.0
BOOTSTRAPS = 200


class Window:
    """A statement about audio that is not in the pack."""

    def __init__(self, kind, source, path, statement):
        self.kind, self.source, self.path, self.statement = kind, source, path, statement
        self.alarms = statement.false_alarms

    @property
    def pair(self):
        return self.source.split("-")[0], self.statement.id


def run(bench):
    windows, hours = gather(bench)
    total = sum(hours.values())
    bench.say("## Calibration")
    bench.say()
    bench.say(
        f"{3600 * total:,.0f} windows of a second ({total:.1f} h) of audio that is not in the pack, with `max-false-alarms` "
        "1e6. A line lives in up to twelve windows: an *episode* is what one track says about one material without a pause of 12 s.")
    bench.say()
    same = same_recordings(bench, windows)
    packages = {track.id: track.package for track in bench.tracks}
    unrelated = [window for window in windows if window.pair not in same]
    foreign = [window for window in unrelated if packages.get(window.pair[0]) != packages[window.pair[1]]]
    bench.say(
        "Pieces of one package have often been made with the same sounds: they are counted on the left, left out on the right, "
        "and in what follows.")
    bench.say()
    counts(bench, unrelated, foreign, total)
    kinds(bench, foreign, hours)
    fit(bench, foreign, hours, "all of it")
    alone = [window for window in foreign if window.kind == "left-out packages"]
    if alone:
        fit(bench, alone, {kind: hours[kind] for kind in ["left-out packages"]}, "left-out packages alone, music as it is")
    strongest(bench, foreign)


def gather(bench):
    windows, hours = [], {}

    def take(kind, heard, paths, pack_hours):
        seconds = 0
        for name, statements in heard.items():
            seconds += audio.seconds_of(paths[name])
            windows.extend(Window(kind, name, paths[name], statement) for statement in statements)
        hours[kind] = hours.get(kind, 0) + seconds / 3600

    entries = negatives.prepare(bench)
    for kind in dict.fromkeys(entry[0] for entry in entries):
        chosen = {name: path for other, name, path in entries if other == kind}
        name = "negatives-" + kind.replace(", ", "-")
        heard, _ = bench.listen(name, list(chosen.items()), limit=1e6)
        take(kind, heard, chosen, bench.pack_figures["hours"])
    for number, group in enumerate([] if bench.quick else negatives.folds(bench)):
        ids = bench.work / "fold.ids"
        ids.write_text("".join(track.id + "\n" for track in group))
        pack = bench.work / "fold.earpack"
        bench.run("without", bench.pack, ids, pack)
        inside = {track.id for track in group}
        # Known twins in the pack are no negatives.
        chosen = {
            track.id: track.wav(bench.corpus) for track in group if not bench.kinship.of(track.id) - inside}
        heard, _ = bench.listen(f"fold-{number}", list(chosen.items()), pack=pack, limit=1e6)
        take("left-out packages", heard, chosen, 0)
    return windows, hours


def same_recordings(bench, windows):
    """Pairs that hold the same samples after all: their waveforms match where the engine says they do."""
    strongest_of = {}
    for window in windows:
        if window.alarms <= 100 and window.pair[0][0] == "t":
            if window.pair not in strongest_of or window.alarms < strongest_of[window.pair].alarms:
                strongest_of[window.pair] = window
    tracks = {track.id: track for track in bench.tracks}
    rows, same = [], set()
    for pair, window in sorted(strongest_of.items(), key=lambda item: item[1].alarms):
        statement = window.statement
        alike, whitened = likeness(
            bench, tracks[pair[0]], tracks[pair[1]], statement, audio.speed_of(window.source.partition("-")[2]))
        if alike >= ALIKE or whitened >= WHITENED:
            same.add(pair)
        count = sum(other.pair == pair and other.alarms <= 1 for other in windows)
        rows.append([
            *(f"{name} {tracks[name].package}: {tracks[name].path.rsplit('/', 1)[-1]}" for name in pair), window.kind,
            f"{statement.position:.0f} s", f"{window.alarms:.2g}", count, f"{alike:.2f}", f"{whitened:.1f}"])
    bench.say(
        f"Pairs of pieces with a statement at 100 false alarms and less. Where the waveforms correlate with {ALIKE} and more, or the "
        f"whitened ones peak at {WHITENED:g} standard deviations and more, the same recording or sample is in both: these pairs are "
        "right, and left out of what follows.")
    bench.say()
    bench.table(["heard", "taken for", "as", "at", "false alarms", "windows at 1", "correlation", "whitened"], rows)
    return same


def likeness(bench, one, other, statement, speed):
    """How alike two pieces are where one is said to be the other, from the undegraded files: the median over the seconds of
    the evidence of the largest correlation within ±60 ms; and the highest peak of the whitened correlation, summed over up to
    24 s, in standard deviations."""
    begin, end = statement.start * speed, statement.until * speed
    place = statement.position - (statement.end - statement.start) * statement.rate
    # The same recording runs at the same speed; what is measured is less exact.
    rate = statement.rate / speed if abs(statement.rate / speed - 1) > 0.01 else 1.0
    lag, size = int(0.06 * audio.RATE), 65536
    found, whitened = [], np.zeros(2 * lag)
    for second in np.arange(begin, min(end, begin + 24) - 1, 1.0):
        there = place + (second - begin) * rate
        left = audio.read(one.wav(bench.corpus), max(0, second), 1)
        right = audio.read(other.wav(bench.corpus), max(0, there - 0.06), 1.12)
        if len(right) < len(left) + 2 * lag - 2 or not len(left):
            continue
        cross = np.fft.rfft(right, size) * np.conj(np.fft.rfft(left, size))
        plain = np.abs(np.fft.irfft(cross, size))[:2 * lag - 2]
        energy = np.cumsum(np.concatenate([[0], np.square(right, dtype=np.float64)]))
        power = (energy[len(left):] - energy[:len(energy) - len(left)])[:len(plain)]
        found.append(float(np.max(plain[:len(power)] / np.sqrt(np.maximum(power * np.sum(np.square(left)), 1e-12)))))
        whitened += np.fft.irfft(cross / (np.abs(cross) + 1e-9), size)[:2 * lag]
    peak = float(np.max(np.abs(whitened)) / max(np.std(whitened), 1e-12)) if found else 0.0
    return (float(np.median(found)) if found else 0.0), peak


def episodes(windows):
    """The strongest window of each episode."""
    found, current = [], {}
    for window in sorted(windows, key=lambda window: (window.source, window.statement.id, window.statement.end)):
        key = (window.source, window.statement.id)
        if key in current and window.statement.end - current[key][1] <= 12:
            place, _ = current[key]
            if window.alarms < found[place].alarms:
                found[place] = window
        else:
            found.append(window)
            place = len(found) - 1
        current[key] = (place, window.statement.end)
    return found


def counts(bench, windows, foreign, hours):
    bench.say("Predicted against counted, per 1,000 h; in brackets as a multiple of what is predicted:")
    bench.say()
    rows = []
    for threshold in THRESHOLDS:
        cells = [f"{threshold:,.0f}"]
        for chosen in (windows, foreign):
            for some in (chosen, episodes(chosen)):
                count = sum(window.alarms <= threshold for window in some)
                cells += [count, f"{1000 * count / hours:,.0f} ({1000 * count / hours / threshold:.2f})"]
        rows.append(cells)
    bench.table(
        ["predicted", "windows, all", "per 1,000 h", "episodes, all", "per 1,000 h", "windows, other packages", "per 1,000 h",
         "episodes", "per 1,000 h"], rows)


def kinds(bench, windows, hours):
    rows = []
    for kind, length in hours.items():
        chosen = [window for window in windows if window.kind == kind]
        cells = [kind, f"{length:.2f}"]
        for threshold in (1e5, 1e4, 1e3, 1):
            count = sum(window.alarms <= threshold for window in chosen)
            cells.append(f"{count} ({1000 * count / length / threshold:.2f})")
        rows.append(cells)
    bench.say("By kind: windows counted, and as a multiple of what is predicted:")
    bench.say()
    bench.table(["audio", "hours", "100,000", "10,000", "1,000", "1"], rows)


def fit(bench, windows, hours, title):
    """Exponential tail above TAIL by maximum likelihood; standard errors by drawing tracks with replacement."""
    total = sum(hours.values())
    by_source = {}
    for window in windows:
        if window.alarms <= TAIL:
            # Tracks degraded in several ways are not independent.
            by_source.setdefault(window.source.split("-")[0], []).append(math.log(TAIL / max(window.alarms, 1e-300)))
    if len(by_source) < 5:
        bench.say(f"Fit, {title}: too few windows in the tail.")
        return bench.say()
    sources = list(by_source.values())
    random = audio.generator(bench.seed, "bootstrap")

    def estimate(chosen):
        excess = [value for source in chosen for value in source]
        # ln of the rate at TAIL, and how fast it falls with ln of the prediction (1 is what is predicted).
        return math.log(1000 * len(excess) / total), len(excess) / max(sum(excess), 1e-9)

    level, decay = estimate(sources)
    samples = np.array([
        estimate([sources[place] for place in random.integers(len(sources), size=len(sources))])
        for _ in range(BOOTSTRAPS)])
    level_error, decay_error = samples.std(0)
    intercept, slope = model()
    # strength x = (intercept + ln hours − ln predicted) / slope; counted = exp(level − decay·(ln TAIL − ln predicted)).
    size = math.log(max(1, bench.pack_figures["hours"]))
    start = (intercept + size - math.log(TAIL)) / slope
    fitted_slope = decay * slope
    fitted_intercept = level + fitted_slope * start - size
    spread = samples[:, 0] + samples[:, 1] * slope * start - size
    limit = (fitted_intercept + size) / fitted_slope
    bench.say(
        f"Fit, {title}. Tail below {TAIL:,.0f}: counted falls with predicted^{decay:.3f} (± {decay_error:.3f}; 1 would be calibrated), and is "
        f"{math.exp(level) / TAIL:.2f} (± {level_error * math.exp(level) / TAIL:.2f}) of the prediction at {TAIL:,.0f}. For "
        f"`ChanceModel`: slope {fitted_slope:.4f} ± {decay_error * slope:.4f} (now {slope}), intercept {fitted_intercept:.2f} ± "
        f"{spread.std():.2f} (now {intercept}). By the fit one false alarm in 1,000 h is a strength of {limit:.1f}; by the "
        f"model {(intercept + size) / slope:.1f}. Standard errors: {BOOTSTRAPS} draws of {len(sources)} tracks.")
    bench.say()
    at_one = math.exp(level - decay * math.log(TAIL))
    weakest = min((window.alarms for window in windows), default=float("nan"))
    bench.say(
        f"Extrapolated by this tail: {at_one:.2g} windows in 1,000 h at the default limit of 1. Below the strongest window "
        f"seen (predicted {weakest:.2g}) this is extrapolation: {total:.0f} h cannot show what happens once in 1,000 h.")
    bench.say()


def model():
    """The constants of the engine, from its source."""
    text = (ROOT / "Sources/Fingerprinting/Matching/ChanceModel.swift").read_text()
    found = [re.search(rf"static let {name} = ([\d.]+)", text) for name in ("intercept", "slope")]
    return tuple(float(match.group(1)) if match else float("nan") for match in found)


def strongest(bench, windows):
    rows = []
    for window in sorted(episodes(windows), key=lambda window: window.alarms)[:12]:
        statement = window.statement
        rows.append([
            window.kind, window.source, f"{statement.end:.0f} s", statement.id, f"{statement.position:.1f} s",
            f"{statement.start:.1f} … {statement.until:.1f}", statement.score, f"{window.alarms:.3g}"])
    bench.say("The strongest episodes:")
    bench.say()
    bench.table(["audio", "track", "at", "taken for", "place", "evidence", "score", "false alarms"], rows)
