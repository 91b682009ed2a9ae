"""Many hours through `earmark recognize` from standard input: memory, and rows that are right to the end."""
import array
import os
import struct
import threading
import wave

import longform


def run(bench):
    bench.make_pack()
    path, truth, seconds = longform.compose(bench)
    # AU, big-endian, has a length that says "until it ends"; WAV ends at 4 GB. Read in pieces: a child begins with the
    # resident size of its parent, which is to stay small.
    with wave.open(str(path)) as file:
        frames = file.getnframes()
    period = frames / longform.RATE
    count = max(1, round(bench.hours * 3600 / period))
    reader, writer = os.pipe()

    def feed():
        try:
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(struct.pack(">4sIIIII", b".snd", 24, 0xFFFFFFFF, 3, longform.RATE, 2))
                for _ in range(count):
                    with wave.open(str(path)) as file:
                        while piece := array.array("h", file.readframes(longform.RATE)):
                            piece.byteswap()
                            pipe.write(piece)
        except BrokenPipeError:
            pass

    feeder = threading.Thread(target=feed)
    feeder.start()
    found, usage = bench.recognize(["-"], stdin=reader)
    feeder.join()
    rows = found["-"]
    results = []
    for number in sorted({0, count // 2, count - 1}):
        begin, end = number * period, (number + 1) * period
        part = [row for row in rows if begin <= (row["start"] + row["end"]) / 2 < end]
        results.append([f"{begin / 3600:.2f} h", *longform.compare(bench, part, truth, begin)])
    bench.table(
        f"{count * period / 3600:.1f} hours on standard input: {usage.megabytes:.0f} MB resident at most, "
        f"{count * period / usage.cpu:,.0f} × real time per core, {len(rows)} rows",
        ["twenty minutes at", *longform.COLUMNS], results)
