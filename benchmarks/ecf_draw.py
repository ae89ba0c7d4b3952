"""How long an English draw takes: `python benchmarks/ecf_draw.py [players …]`.

By grades and seeded, with Basic and Advanced acceleration (`benchmarks/swiss/rounds.py`).
Exit status 1 if a bar is not kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.swiss.rounds import table
from formats.ecf import Ecf

BARS = {64: 0.03, 200: 0.1, 1000: 0.5, 5000: 3.0}
"""Players, and the seconds that the slowest draw may take."""
MEGABYTES = 200
WAYS = (
    {"pairing": "graded"},
    {"pairing": "graded", "acceleration": "basic"},
    {"pairing": "graded", "acceleration": "advanced"},
    {"pairing": "seeded"},
)

if __name__ == "__main__":
    sys.exit(table(Ecf(), BARS, MEGABYTES, WAYS))
