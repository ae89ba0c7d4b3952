"""The names of tie-breaks for the public: once beside the codes that head their columns."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.event import EventSettings
from engine.phrases import listed, phrase

NAMES = {
    "DE": phrase("direct encounter"),
    "EDE": phrase("direct encounter"),
    "WIN": phrase("wins"),
    "WON": phrase("wins over the board"),
    "BPG": phrase("games with Black"),
    "BWG": phrase("wins with Black"),
    "PS": phrase("progressive score"),
    "BH": phrase("Buchholz"),
    "AOB": phrase("average Buchholz of the opponents"),
    "SB": phrase("Sonneborn-Berger"),
    "KS": phrase("Koya"),
    "ARO": phrase("average rating of the opponents"),
    "TPR": phrase("performance"),
    "BC": phrase("board count"),
    "TBR": phrase("top boards"),
    "BBE": phrase("without the last boards"),
}
"""By code. What no name stands here for is known to few, and told by its code alone."""
CUTS = {
    "C1": phrase("without the lowest one"),
    "C2": phrase("without the two lowest"),
    "M1": phrase("without the highest and the lowest one"),
}
OTHER_POINTS = "MPvGP"
_EXTENDED = re.compile(r"E[MG][MG]SB")


def name_of(code: str, settings: EventSettings) -> str:
    """Of a code without what stands behind it, `BH`; empty for what has no name here."""
    if code == OTHER_POINTS:
        return phrase("match points") if settings.by_games else phrase("game points")
    return phrase("Sonneborn-Berger of teams") if _EXTENDED.fullmatch(code) else NAMES.get(code, "")


def named_ties(codes: Iterable[str], settings: EventSettings) -> str:
    """`direct encounter, Buchholz/C1, Buchholz`."""
    parts = ((code, *re.split("([/:].*)", code, maxsplit=1)) for code in codes)
    return listed(", ", (
        listed("", (name, *behind[:1])) if (name := name_of(base, settings)) else code
        for code, base, *behind in parts
    ))  # fmt: skip


def legend(codes: Iterable[str], settings: EventSettings) -> str:
    """`DE: direct encounter · BH: Buchholz · C1: without the lowest one`; empty where no code has a
    name."""
    told: dict[str, str] = {}
    for code in codes:
        base, *behind = re.split("[/:]", code)
        told[base] = name_of(base, settings)
        told |= {cut: CUTS[cut] for cut in behind if cut in CUTS}
    return listed(" · ", (listed(": ", (code, name)) for code, name in told.items() if name))
