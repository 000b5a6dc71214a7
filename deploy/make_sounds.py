"""Generate the sounds of the board from sine waves and noise: `python3 deploy/make_sounds.py`. Needs no library.

The sounds are a stone on wood, stones put into a bowl, and two soft tones for "your turn"; each has at most 8 kB, so
that it loads quickly.
"""

from __future__ import annotations

import io
import math
import random
import wave
from array import array
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "static" / "sounds"
MOST = 8000
WOOD = ((310.0, 0.5, 34.0), (870.0, 1.0, 70.0), (1730.0, 0.6, 110.0), (2950.0, 0.35, 170.0))
"""The partials of a stone on wood: frequency in Hz, amplitude, and decay (in 1/s)."""
SLATE = ((1420.0, 0.7, 120.0), (2730.0, 1.0, 160.0), (4380.0, 0.6, 220.0))
"""The partials of stones that touch each other, as in WOOD."""
Partials = tuple[tuple[float, float, float], ...]


def make_knock(
    partials: Partials, at: float, strength: float, pitch: float = 1.0
) -> tuple[Partials, float, float, float]:
    """Return one knock of a stone on a board as a tuple: its partials, its start time in seconds, the
    amplitude, and the factor of its frequencies."""
    return partials, at, strength, pitch


def make_sound(knocks: list[tuple[Partials, float, float, float]], seconds: float, rate: int, noise: float) -> bytes:
    """Return the sound of these knocks as a WAV file: 16 bits, one channel."""
    chance = random.Random(361)  # noqa: S311
    samples = [0.0] * int(seconds * rate)
    for partials, at, strength, pitch in knocks:
        for index in range(int(at * rate), len(samples)):
            t = index / rate - at
            rings = sum(a * math.exp(-d * t) * math.sin(math.tau * f * pitch * t) for f, a, d in partials)
            hiss = noise * chance.uniform(-1, 1) * math.exp(-600 * t)
            samples[index] += strength * (rings + hiss)
    loudest = max(abs(sample) for sample in samples)
    fade = int(0.01 * rate)
    ends = [min(1.0, (len(samples) - index) / fade) for index in range(len(samples))]
    whole = array("h", (round(24_000 * s / loudest * end) for s, end in zip(samples, ends, strict=True)))
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(whole.tobytes())
    return file.getvalue()


def make_sounds() -> dict[str, bytes]:
    """Return the contents of the three WAV files, by file name."""
    taken = [(0.0, 1.0, 1.0), (0.055, 0.7, 1.12), (0.09, 0.85, 0.94), (0.145, 0.5, 1.2)]
    tones: list[Partials] = [((659.3, 1.0, 9.0), (1318.6, 0.25, 14.0)), ((880.0, 1.0, 8.0), (1760.0, 0.2, 14.0))]
    return {
        "stone.wav": make_sound([make_knock(WOOD, 0.0, 1.0)], 0.12, 22_050, 0.8),
        "capture.wav": make_sound([make_knock(SLATE, at, loud, pitch) for at, loud, pitch in taken], 0.24, 16_000, 0.5),
        "turn.wav": make_sound([make_knock(tones[0], 0.0, 0.8), make_knock(tones[1], 0.14, 1.0)], 0.49, 8_000, 0.0),
    }


def main() -> None:
    """Write the sound files."""
    FOLDER.mkdir(exist_ok=True)
    for name, data in make_sounds().items():
        (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()
