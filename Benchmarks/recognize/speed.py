"""The whole pipeline on decoded 44.1 kHz stereo: CPU time (user and system) of gst-launch-1.0, startup included."""
import wave

RATE = 44100
MINUTES = 30
REPEATS = 3


def make(bench, name, tracks):
    """Half an hour of whole tracks, one after the other."""
    target = bench.work / f"{name}-{bench.seed}.wav"
    if target.exists():
        return target
    left = MINUTES * 60 * RATE * 4
    partial = target.with_name("partial-" + target.name)
    with wave.open(str(partial), "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", ""))
        for track in tracks:
            if left <= 0:
                break
            piece = bench.excerpt(track, 0, track.seconds, bench.work / "piece.wav", "-c:a", "pcm_s16le")
            with wave.open(str(piece)) as source:
                frames = source.readframes(source.getnframes())[:left]
            file.writeframes(frames)
            left -= len(frames)
            piece.unlink()
    partial.rename(target)
    return target


def measure(bench, path, stages):
    runs = []
    for _ in range(REPEATS):
        code, _, usage = bench.run(
            ["gst-launch-1.0", "-q", "filesrc", f"location={path}", "!", "wavparse", "!", *stages])
        assert code == 0, stages
        runs.append(usage)
    return min(runs, key=lambda usage: usage.cpu)


def run(bench):
    bench.make_pack()
    whole = ["earfingerprint", f"pack={bench.pack}", "!", "earapi", "!", "eartimelinesink", "print=false"]
    code, help, _ = bench.run(["gst-inspect-1.0", "eartimelinesink"])
    whole = [part for part in whole if part != "print=false" or "  print " in help]
    rows = []
    for name, tracks in (("not in the pack", bench.others), ("in the pack", bench.chosen)):
        path = make(bench, name.replace(" ", "-"), tracks)
        with wave.open(str(path)) as file:
            seconds = file.getnframes() / RATE
        bare = measure(bench, path, ["fakesink", "sync=false"])
        # One of the stages, so that what the others cost shows.
        first = measure(bench, path, [*whole[:2], "!", "fakesink", "sync=false"])
        usage = measure(bench, path, whole)
        rows.append([
            name, f"{seconds / 60:.0f} min", f"{usage.user:.2f} + {usage.system:.2f}", f"{seconds / usage.cpu:,.0f} ×",
            f"{bare.cpu:.2f}", f"{seconds / (usage.cpu - bare.cpu):,.0f} ×", f"{first.cpu:.2f}",
            f"{usage.megabytes:.0f}"])
    bench.table(
        f"The whole pipeline, decoded 44.1 kHz stereo to timeline, per core (least of {REPEATS} runs)",
        ["music", "length", "CPU, s (user + system)", "speed", "reading the file alone, s", "speed without that",
         "up to the fingerprint stage, s", "resident, MB"], rows)
