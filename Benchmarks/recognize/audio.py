"""Whether two places hold the same audio: the same loop, the same recording in two files, the same piece."""
import array
import math
import operator
import subprocess

RATE = 4000
LAG = 0.03


def samples(path, start, seconds):
    raw = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "quiet", "-i", path, "-vn", "-ac", "1", "-ar", str(RATE), "-af",
         f"atrim=start={max(0, start):.6f}:end={max(0, start) + seconds:.6f}", "-f", "s16le", "-"],
        capture_output=True, check=True).stdout
    return array.array("h", raw[:len(raw) // 2 * 2])


def is_silent(path):
    """Below −60 dB of full scale."""
    audio = samples(path, 0, 60)
    return not audio or math.sqrt(sum(map(operator.mul, audio, audio)) / len(audio)) < 33


def likeness(path, start, other, place, seconds, rate=1.0):
    """How alike two stretches are: the median over their seconds of the largest correlation within ±30 ms, 0…1.

    `rate` is the speed of the first against the second; seconds by themselves, since it is known to some 0.1 % only.
    """
    lags = round(LAG * RATE)
    lead = max(0, LAG - place)
    whole = samples(path, start + lead, seconds - lead)
    long = samples(other, place + lead - LAG, (seconds + 1) * max(1, rate))
    found = []
    for second in range(int(seconds - lead)):
        begin = second * RATE
        left = whole[begin:begin + RATE]
        begin = round(begin * rate)
        energy = sum(map(operator.mul, left, left))
        best = 0.0
        for lag in range(2 * lags + 1):
            part = long[begin + lag:begin + lag + RATE]
            if len(part) < RATE or len(left) < RATE:
                break
            scale = math.sqrt(energy * sum(map(operator.mul, part, part)))
            if scale:
                best = max(best, sum(map(operator.mul, left, part)) / scale)
        found.append(best)
    return sorted(found)[len(found) // 2] if found else 0.0


def chromaprint(path):
    """A code of 32 bits for every 0.124 s, by fpcalc of libchromaprint-tools."""
    output = subprocess.run(["fpcalc", "-raw", "-length", "100000", path], capture_output=True, text=True).stdout
    codes = [line for line in output.splitlines() if line.startswith("FINGERPRINT=")]
    return [int(code) & 0xFFFFFFFF for code in codes[0][12:].split(",")] if codes else []


def distance(path, start, other, place):
    """Chromaprint bits of 32 that differ on average where the whole clip lies in the other, to half a second; the same
    piece has less than 7, unrelated music some 15."""
    hop = 1365 / 11025
    clip, whole = chromaprint(path), chromaprint(other)
    found = [32.0]
    for shift in range(round((place - start - 0.5) / hop), round((place - start + 0.5) / hop) + 1):
        pairs = [(code, whole[index + shift]) for index, code in enumerate(clip) if 0 <= index + shift < len(whole)]
        if len(pairs) >= 40:
            found.append(sum((a ^ b).bit_count() for a, b in pairs) / len(pairs))
    return min(found)
