"""Byes that are walkovers: whoever was to be met has left."""

from __future__ import annotations

import re

from engine.event import Bye

_WHY = re.compile(r"(?:.*: a )?walkover[:,] (?P<why>.+?)(?: \([^()]* IMPs for ranking\))?")


def walkover_text(bye: Bye) -> str:
    """`walkover: Quarry has withdrawn`, from what the draw says of it; empty for any other bye."""
    found = _WHY.fullmatch(bye.why) if bye.kind == "pairing" else None
    return f"walkover: {found['why']}" if found else ""
