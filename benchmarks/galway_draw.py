"""How long a Galway draw takes: `python benchmarks/galway_draw.py [players …]`.

With few and many closed rounds (`benchmarks/swiss/rounds.py`).
Exit status 1 if a bar is not kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.swiss.rounds import table
from formats.galway import Galway

BARS = {40: 0.05, 100: 0.2, 300: 0.3, 600: 1.0}
"""Players, and the seconds that the slowest draw may take."""
MEGABYTES = 100
WAYS = (
    {"closed_rounds": 2},
    {"closed_rounds": 4},
    {"closed_rounds": 2, "mixed_groups": "plain dutch"},
    {"closed_rounds": 4, "odd_section": "bye"},
)

if __name__ == "__main__":
    sys.exit(table(Galway(), BARS, MEGABYTES, WAYS))
