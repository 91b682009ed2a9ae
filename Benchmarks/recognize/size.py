"""What a pack weighs and how fast it is made of the original files."""


def run(bench):
    fresh = bench.work / "fresh.earpack"
    draw = bench.random("size")
    hour, total = [], 0.0
    for track in draw.sample(bench.chosen, len(bench.chosen)):
        if total >= 3600:
            break
        hour.append(track)
        total += track.seconds
    rows = []
    for name, tracks in ((f"{total / 3600:.2f} h", hour), (f"{len(bench.chosen)} tracks", bench.chosen)):
        bench.earmark("pack", "create", "--force", fresh)
        _, usage = bench.earmark("pack", "add", fresh, *bench.originals(tracks))
        seconds = sum(track.seconds for track in tracks)
        megabytes = fresh.stat().st_size / 1e6
        rows.append([
            name, f"{seconds / 3600:.2f}", f"{megabytes:.2f}", f"{megabytes / (seconds / 3600):.2f}",
            f"{usage.user:.1f} + {usage.system:.1f}", f"{seconds / usage.cpu:,.0f} ×", f"{usage.elapsed:.1f}",
            f"{seconds / 3600 / usage.elapsed:.3f}", f"{usage.megabytes:.0f}"])
    # The last one holds all that were chosen.
    fresh.rename(bench.pack)
    bench.table(
        "`earmark pack add` of original files (decoding included)",
        ["pack", "hours", "MB", "MB per hour", "CPU, s (user + system)", "speed per core", "elapsed, s", "hours/s",
         "resident, MB"], rows)
