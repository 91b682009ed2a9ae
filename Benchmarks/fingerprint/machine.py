"""Speed, memory, sizes, chunking, and audio that is made to be dear."""
import audio

# Least that the design asks for.
SECONDS = 180


def run(bench):
    sizes(bench)
    speed(bench)
    stress(bench)
    chunks(bench)


def pieces(bench, tracks, count, seconds):
    """Stretches from the middle of long tracks."""
    long = [track for track in tracks if float(track.seconds) >= seconds + 20][:: max(1, len(tracks) // (2 * count))][:count]
    return [(track.id, track.wav(bench.corpus), 10, seconds) for track in long]


def sizes(bench):
    figures = bench.pack_figures
    hours = figures["hours"]
    bench.say("## Size")
    bench.say()
    bench.say(
        f"{figures['bytes'] / 1e6 / hours:.3f} MB an hour of audio, of which landmarks {figures['landmark_bytes'] / 1e6 / hours:.3f}; "
        f"{figures['landmarks_per_second']:.1f} landmarks a second; {figures['materials']:.0f} materials, {hours:.2f} h. Index "
        f"built and written in {figures['write_cpu']:.2f} CPU s.")
    bench.say()


def speed(bench):
    count, seconds = (3, 60) if bench.quick else (6, SECONDS)
    known = bench.list("known", pieces(bench, bench.references, count, seconds))
    unknown = bench.list("unknown", pieces(bench, bench.held_out, count, seconds))
    figures = bench.run("speed", bench.pack, known, unknown, "--rounds", 2 if bench.quick else 4)
    bench.say("## Speed")
    bench.say()
    bench.say(
        f"CPU time of one thread from 8 kHz mono, least of several rounds, {count} × {seconds} s; the figures of one run belong together "
        "(other work on the machine slows all of them).")
    bench.say()
    extraction = figures["extract"]
    names = (
        ("extraction for a pack", "store"), ("extraction for a stream", "extract"),
        ("stream, nothing recognised, all speeds", "unlocked"), ("stream, nothing recognised, one speed", "unlocked_one_speed"),
        ("stream, a material recognised", "locked"))
    rows = [
        [name, f"{1 / figures[key]:,.0f}", f"{1000 * figures[key]:.3f}", f"{figures[key] / extraction:.2f}"]
        for name, key in names]
    bench.table(["", "× real time", "CPU ms a second", "against extraction"], rows)
    clip, inside = figures["clip"], figures["clip_extraction"]
    bench.say(
        f"A clip of 10 s with a matcher of its own, all speeds: {1000 * clip:.2f} CPU ms, of which extraction {1000 * inside:.2f}, "
        f"matching {1000 * (clip - inside):.2f}. Memory of a stream beside the mapped pack: {figures['stream_bytes'] / 1e6:.2f} MB resident.")
    bench.say()


def stress(bench):
    seconds = 20 if bench.quick else 60
    output = bench.work / "stress.tsv"
    music = pieces(bench, bench.held_out, 3, seconds)
    # All at once: what hits most places of the pack.
    crowd = bench.work / f"crowd-{seconds}.wav"
    if not crowd.exists():
        voices = [audio.read(path, start, length) for _, path, start, length in pieces(bench, bench.references, 8, seconds)]
        count = min(map(len, voices))
        mixed = sum(voice[:count] / max(audio.level(voice), 1e-3) for voice in voices)
        audio.write(crowd, 0.5 * mixed / abs(mixed).max())
    looped = pieces(bench, bench.references, 1, 30)[0]
    loop = bench.work / f"loop-{seconds}.wav"
    if not loop.exists():
        audio.write(loop, [sample for _ in range(seconds) for sample in audio.read(looped[1], looped[2], 1)])
    entries = music + [("eight materials of the pack at once", crowd), ("a second of the pack, looped", loop)]
    bench.run("stress", bench.pack, bench.list("stress", entries), output, "--seconds", seconds)
    rows = [line.split("\t") for line in output.read_text().splitlines()]
    typical = sum(float(row[1]) for row in rows if row[0] in {entry[0] for entry in music}) / len(music)
    bench.say("## Audio that is made to be dear")
    bench.say()
    bench.say(
        f"CPU ms a second of audio with extraction, all speeds, {seconds} s each; music that is not in the pack takes {typical:.2f}.")
    bench.say()
    rows.sort(key=lambda row: -float(row[1]))
    bench.table(
        ["audio", "CPU ms a second", "dearest second", "against music", "statements"],
        [[name, average, most, f"{float(average) / typical:.2f}", count] for name, average, most, count in rows])


def chunks(bench):
    count = 2 if bench.quick else 8
    chosen = [clip for clip in bench.clips if clip.seconds == 10 and clip.condition in ("clean", "room", "speed_-4")]
    entries = [(clip.path.stem, clip.path) for clip in chosen[:: max(1, len(chosen) // count)][:count]]
    entries += pieces(bench, bench.held_out, 1, 30)
    figures = bench.run("chunks", bench.pack, bench.list("chunks", entries), "--jobs", bench.jobs, allowed=(0, 1))
    bench.say("## Chunking")
    bench.say()
    bench.say(
        f"{figures['chunkings']:.0f} chunkings (1 sample to 1 s, random, whole) of {figures['entries']:.0f} pieces, "
        f"{figures['statements']:.0f} statements each time: {figures['differing']:.0f} differ.")
    bench.say()
    if figures["differing"]:
        bench.failures.append("chunking changes what is stated")
