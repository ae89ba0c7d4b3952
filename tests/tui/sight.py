"""How colours look to eyes that lack one kind of cone, and how far apart two of them are.

Matrices for full severity: Machado, Oliveira and Fernandes (2009), table of supplementary
material, in linear sRGB. Distance: CIELAB 1976, white D65; about 2 is just noticeable.
"""

from __future__ import annotations

import math

Colour = tuple[float, float, float]

SIGHTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def distance(one: str, other: str, sight: str) -> float:
    """How far apart `#rrggbb` colours are for that sight."""
    return math.dist(_lab(_seen(one, sight)), _lab(_seen(other, sight)))


def _seen(colour: str, sight: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    rows = SIGHTS[sight]
    return [min(1, max(0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in rows]


def _lab(linear: list[float]) -> Colour:
    red, green, blue = linear
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
