"""How much the fault programme tries: what fits into one run, or all that there is time for."""

from __future__ import annotations

import os

LONG = os.environ.get("FAULTS") == "long"
"""`FAULTS=long`: the numbers of a night."""


def extent(usual: int, night: int) -> int:
    """So many; with `FAULTS=long` the other number."""
    return night if LONG else usual
