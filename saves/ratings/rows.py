"""What all readers of rating lists share: harmless texts, ratings, lines that cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from engine.entrant_fields import RATING_LIMIT
from engine.entrants import COEFFICIENTS, TITLES
from saves.safe_text import safe

ListRow = tuple[
    str, str, str, str, str, str, str, str,
    int | None, int | None, int | None, int | None, int | None, int | None,
]  # fmt: skip
"""A player of a list: id, name, federation, sex, birth, title, club, FIDE ID, standard, rapid,
blitz, and K of each. The FIDE ID is empty where the id is one."""
TEXT_LIMIT = 120
MOST_BAD = 100
"""One line in so many may be unusable: beyond, it is another file, or a damaged one."""
UNRATED = frozenset({"-", "--", "u", "ur", "unr", "unr.", "unrated", "none", "null", "n/a", "nan"})
"""What lists write, folded, where a player has no rating."""
_FACTORS = frozenset(map(str, COEFFICIENTS))
FEW = 20
"""So many may be in any file."""


@dataclass
class Rows:
    """Counts the lines of a file while they are read, or the entries of one without lines."""

    line: int = 1
    """The line being read, from 1; the headings are the first."""
    units: tuple[str, str] = ("line", "lines")
    left_out: int = 0
    first_left_out: int = 0
    sample: str = ""
    unread: int = 0
    first_unread: str = ""
    """Where the first of them is and what it says: `line 2: 'abc'`."""

    def unusable(self, text: str) -> None:
        """A line that is not a player: left out, and said at the end."""
        if not self.left_out:
            self.first_left_out, self.sample = self.line, safe(text.strip(), 40)
        self.left_out += 1

    def rating(self, text: str) -> int | None:
        """A rating of the line; what is neither one nor a word for none is counted, and said at
        the end."""
        value = rating_of(text)
        if value is None and text.strip("0 ") and text.strip().casefold() not in UNRATED:
            if not self.unread:
                self.first_unread = f"line {self.line:,}: {safe(text.strip(), 20)!r}"
            self.unread += 1
        return value

    @property
    def damaged(self) -> bool:
        """Whether too many lines are unusable for a list that is only careless."""
        return self.left_out > max(FEW, self.line // MOST_BAD)


def tidy(text: str, limit: int = TEXT_LIMIT) -> str:
    """A text of a list without anything that a terminal could obey."""
    return " ".join(safe(text, limit).split())


def rating_of(text: str) -> int | None:
    """A rating; None for 0, nothing, or anything else."""
    text = text.strip()
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        return None
    value = int(text)
    return value if 0 < value <= RATING_LIMIT else None


def factor_of(text: str) -> int | None:
    """A development coefficient; None for 0, nothing, or anything else."""
    text = text.strip()
    return int(text) if text in _FACTORS else None


def title_of(*texts: str) -> str:
    """The first of these that is a FIDE title; empty without one."""
    return next((text for text in texts if text in TITLES), "")


def year_of(text: str) -> str:
    """A year of birth; empty for 0, nothing, or anything else."""
    return text if len(text) == 4 and text.isascii() and text.isdigit() and text > "1800" else ""


def code_of(text: str) -> str:
    """A federation by its three letters; empty for anything else."""
    return text if len(text) == 3 and text.isascii() and text.isalpha() else ""
