"""Many hours through `earmark recognize` from standard input: memory, and rows that are right to the end."""
import os
import struct
import threading
import wave

import longform


def run(bench):
    bench.make_pack()
    path, truth, seconds = longform.compose(bench)
    with wave.open(str(path)) as file:
        programme = file.readframes(file.getnframes())
    period = len(programme) / 4 / longform.RATE
    count = max(1, round(bench.hours * 3600 / period))
    reader, writer = os.pipe()

    def feed():
        # Lengths that say "until it ends", since ten hours do not fit into 32 bits.
        header = struct.pack(
            "<4sI4s4sIHHIIHH4sI", b"RIFF", 0xFFFFFFFF, b"WAVE", b"fmt ", 16, 1, 2, longform.RATE, longform.RATE * 4, 4,
            16, b"data", 0xFFFFFFFF)
        try:
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(header)
                for _ in range(count):
                    pipe.write(programme)
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
