"""Audio in memory and what broadcasts, rooms and players do to it. Mono float arrays at RATE unless said otherwise."""
import functools
import hashlib
import os
import pathlib
import subprocess
import tempfile
import wave

import numpy as np
from scipy import fft, signal

RATE = 16000
SPEEDS = (-4, -2, -1, 1, 2, 4)
SNRS = (15, 10, 5, 0, -5)
CONDITIONS = (
    ["clean", "mp3_64k", "opus_32k"] + [f"pink_{snr}" for snr in SNRS] + [f"babble_{snr}" for snr in SNRS]
    + ["room", "room_babble5"] + [f"speed_{percent:+d}" for percent in SPEEDS] + ["tempo_-4", "tempo_+4", "gsm"])
HIGH_PASS = signal.butter(4, 300, "highpass", fs=RATE, output="sos")


def generator(*key):
    """Random numbers that follow from the key alone, whatever order things are made in."""
    return np.random.default_rng(int.from_bytes(hashlib.sha256(repr(key).encode()).digest()[:8], "little"))


def write(path, samples, rate=RATE):
    """16-bit WAV, one channel a column; never half a file."""
    samples = np.asarray(samples)
    partial = f"{path}.{os.getpid()}.partial"
    with wave.open(partial, "wb") as file:
        file.setnchannels(1 if samples.ndim == 1 else samples.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    os.replace(partial, path)


def read(path, start=0.0, seconds=None):
    """Samples of a 16-bit WAV file; of several channels, one a column."""
    with wave.open(str(path)) as file:
        rate, channels = file.getframerate(), file.getnchannels()
        file.setpos(min(file.getnframes(), int(start * rate)))
        count = file.getnframes() if seconds is None else int(seconds * rate)
        samples = np.frombuffer(file.readframes(count), "<i2").astype(np.float32) / 32768
    return samples.reshape(-1, channels) if channels > 1 else samples


def seconds_of(path):
    with wave.open(str(path)) as file:
        return file.getnframes() / file.getframerate()


def level(samples):
    return float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))) if len(samples) else 0.0


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, arguments)], check=True)


def cut_original(path, start, seconds, target):
    """A cut of any file, exact to the sample, as 44.1 kHz stereo."""
    partial = pathlib.Path(f"{target}.{os.getpid()}.partial.wav")
    trim = f"atrim=start={start:.6f}:end={start + seconds:.6f},asetpts=PTS-STARTPTS"
    ffmpeg("-i", path, "-vn", "-ac", 2, "-ar", 44100, "-af", trim, "-c:a", "pcm_s16le", partial)
    partial.rename(target)


# Noise

def pink(count, random):
    """Power falls with 1/f above 50 Hz; standard deviation 1."""
    wanted, count = count, fft.next_fast_len(count, real=True)
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    spectrum = random.standard_normal(len(frequency)) + 1j * random.standard_normal(len(frequency))
    spectrum[1:] /= np.sqrt(frequency[1:])
    spectrum[frequency < 50] = 0
    noise = fft.irfft(spectrum, count)[:wanted]
    return noise / noise.std()


class Speech:
    """Voices from the speech of the corpus."""

    def __init__(self, folder):
        # Shorter than 2 s is a word or a beep.
        self.paths = sorted(str(path) for path in pathlib.Path(folder).glob("*.wav") if path.stat().st_size > 4 * RATE)

    @staticmethod
    @functools.lru_cache(maxsize=2000)
    def _utterance(path):
        samples = read(path)
        return samples / (level(samples) + 1e-6)

    def talker(self, count, random):
        """One voice after the other, all equally loud."""
        skipped = int(random.integers(RATE))
        parts, length = [], 0
        while length < count + skipped:
            parts.append(self._utterance(self.paths[random.integers(len(self.paths))]))
            length += len(parts[-1])
        return np.concatenate(parts)[skipped:skipped + count]

    def babble(self, count, random, talkers=8):
        voices = sum(self.talker(count, random).astype(np.float64) for _ in range(talkers))
        return voices / (voices.std() + 1e-12)


def mix(samples, noise, decibels):
    """Noise of deviation 1 beneath, so that the ratio of powers is as given; turned down where it would clip."""
    mixed = samples + noise * ((level(samples) + 1e-9) / 10 ** (decibels / 20))
    return mixed * min(1, 0.98 / np.abs(mixed).max())


def room(samples, random, reverberation=0.5):
    """A room of RT60 0.5 s with as much reverberation as direct sound, heard through something small: no bass."""
    count = int(1.2 * reverberation * RATE)
    time = np.arange(count) / RATE
    response = random.standard_normal(count) * 10 ** (-3 * time / reverberation)
    response[time < 0.002] = 0
    for _ in range(8):
        echo = random.integers(int(0.003 * RATE), int(0.03 * RATE))
        response[echo] += random.choice([-1, 1]) * random.uniform(1.5, 4.5)
    response /= np.sqrt(np.sum(response ** 2))
    response[0] = 1
    return signal.sosfilt(HIGH_PASS, signal.oaconvolve(samples, response)[:len(samples)])


def at_speed(samples, percent):
    """Pitch and tempo both changed, as by a record player."""
    return signal.resample_poly(samples, 100, 100 + percent)


def at_tempo(samples, percent):
    """Tempo changed, pitch kept (sox, WSOLA for music)."""
    with tempfile.TemporaryDirectory() as folder:
        write(f"{folder}/in.wav", samples)
        subprocess.run(
            ["sox", f"{folder}/in.wav", f"{folder}/out.wav", "tempo", "-m", str(1 + percent / 100)],
            check=True, stderr=subprocess.DEVNULL)
        return read(f"{folder}/out.wav")


CODECS = {
    "mp3_64k": (["-c:a", "libmp3lame", "-b:a", "64k"], "mp3"),
    "opus_32k": (["-c:a", "libopus", "-b:a", "32k"], "ogg"),
    "gsm": (["-ac", "1", "-ar", "8000", "-c:a", "libgsm"], "gsm"),
}


def coded(samples, codec, rate=RATE):
    """Through an encoder and back."""
    options, suffix = CODECS[codec]
    with tempfile.TemporaryDirectory() as folder:
        write(f"{folder}/in.wav", samples, rate)
        ffmpeg("-i", f"{folder}/in.wav", *options, f"{folder}/coded.{suffix}")
        ffmpeg("-i", f"{folder}/coded.{suffix}", "-ac", 1, "-ar", RATE, "-c:a", "pcm_s16le", f"{folder}/out.wav")
        return read(f"{folder}/out.wav")


def degraded(samples, condition, random, speech):
    """Mono audio as it is heard under a condition; all of it, so a faster one is shorter."""
    kind, _, amount = condition.partition("_")
    if condition == "clean":
        return samples
    if condition in CODECS:
        return coded(samples, condition)
    if condition == "room":
        return mix(room(samples, random), pink(len(samples), random), 10)
    if condition == "room_babble5":
        return mix(room(samples, random), speech.babble(len(samples), random), 5)
    if kind == "pink":
        return mix(samples, pink(len(samples), random), float(amount))
    if kind == "babble":
        return mix(samples, speech.babble(len(samples), random), float(amount))
    if kind == "speed":
        return at_speed(samples, int(amount))
    if kind == "tempo":
        return at_tempo(samples, int(amount))
    raise ValueError(condition)


def speed_of(condition):
    """How much faster the material passes."""
    kind, _, amount = condition.partition("_")
    return 1 + int(amount) / 100 if kind in ("speed", "tempo") else 1.0
