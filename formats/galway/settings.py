"""The settings of Galway, and how many sections a field has and how large they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Annotated, Any, Literal

from engine.boards import Seating
from formats.settings import LAST_BOARD, ByeSettings, Knob, checks, knob

SMALLEST = 8
"""Players that a section needs: two closed rounds within six have no legal draw too often."""

FEWEST = 2 * SMALLEST
"""Fewer entries than that make no two sections."""

USUAL = 4
"""Sections of a field that is neither small nor large."""

MOST = 26
"""Sections are named by letters."""


def section_count(entries: int, thresholds: Sequence[int]) -> int:
    """Sections for so many entries (those with a bye in round 1 not counted): four, one more from
    each threshold on; in small fields as many as have `SMALLEST` players; 0 if not even two."""
    usual = min(MOST, USUAL + sum(entries >= threshold for threshold in thresholds))
    most = entries // SMALLEST
    return min(usual, most) if most > 1 else 0


def section_sizes(entries: int, sections: int, largest: int, *, equal: bool = False) -> list[int]:
    """Players in each section from the highest: all but the lowest have an even number, at most
    `largest`, and differ by two at most; the lowest has the rest, as few as possible but no fewer
    than any other. `equal`: all but the lowest are of one size."""
    above = sections - 1
    if not above:
        return [entries]
    base = min(largest, entries // sections) // 2 * 2
    larger = 0
    if not equal and base + 2 <= largest:
        larger = max(m for m in range(above) if m == 0 or _fits(entries, above, base, m))
    sizes = [base + 2] * larger + [base] * (above - larger)
    return [*sizes, entries - sum(sizes)]


def _fits(entries: int, above: int, base: int, larger: int) -> bool:
    """Whether the lowest section has as many as the larger ones, if so many have two more."""
    return entries - above * base - 2 * larger >= base + 2


def enough_sections(entries: int, largest: int) -> int | None:
    """The fewest sections of which none is larger than that; None if letters do not do."""
    for count in range(2, min(MOST, entries // SMALLEST) + 1):
        if max(section_sizes(entries, count, largest)) <= largest:
            return count
    return None


Threshold = Annotated[int, Knob(limits={"ge": 2, "le": 10_000})]
Size = Annotated[int, Knob(limits={"ge": 2, "le": 200})]


class GalwaySettings(ByeSettings):
    """Sections, porous and closed rounds."""

    closed_rounds: int = knob(
        default=2,
        ge=1,
        le=98,
        description="last rounds, which are played within the sections; fewer than all",
    )
    max_section: int = knob(
        default=24,
        ge=SMALLEST,
        le=200,
        description="most players in a section; the lowest may have more",
    )
    section_thresholds: tuple[Threshold, ...] = knob(
        default=(100, 125), description="entries from which on there is a fifth section, a sixth …"
    )
    section_sizes: Literal["even out", "equal"] = knob(
        default="even out",
        description="even out: larger sections on top; equal: all but the lowest are alike",
    )
    sections: int | None = knob(
        default=None, ge=2, le=MOST, description="number of sections (default: by the entries)"
    )
    sizes: tuple[Size, ...] | None = knob(
        default=None,
        example=(24, 24, 22),
        description="entries in each section but the lowest, by rating, those with a bye included"
        " (default: as proposed)",
    )
    mixed_groups: Literal["upper first", "plain dutch"] = knob(
        default="upper first",
        description="groups mostly of lower sections: the highest meet those from below (upper"
        " first), or halves meet",
    )
    odd_section: Literal["lowest", "neighbour", "bye"] = knob(
        default="lowest",
        description="closed rounds, odd section: its lowest meets the lowest or the highest"
        " (neighbour) below, or has a bye",
    )
    initial_colour: Literal["lot", "white", "black"] = knob(
        default="lot", description="colour of the first player in round 1"
    )
    section_boards: tuple[str, ...] = knob(
        default=(),
        description="first boards of sections, as B 101, C 201; games between two sections sit"
        " with the others",
    )

    @classmethod
    @checks("section_boards")
    def _readable_boards(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        read = [text.split() for text in given]
        known = all(
            len(words) == 2
            and words[0].upper() in [*ascii_uppercase[:MOST]]
            and words[1].isdecimal()
            and 1 <= int(words[1]) <= LAST_BOARD
            for words in read
        )
        if not known or len({words[0].upper() for words in read}) < len(read):
            raise ValueError(f"a section and its first board (1 to {LAST_BOARD}) each, as B 101")
        return tuple(f"{words[0].upper()} {int(words[1])}" for words in read)

    @property
    def seating(self) -> Seating:
        """With the first board of each section."""
        rows = (text.split() for text in self.section_boards)
        return replace(super().seating, sections={name: int(start) for name, start in rows})

    @classmethod
    @checks("sections", "sizes", before=True)
    def _none(cls, given: Any) -> Any:
        """`none` or nothing at all: as proposed."""
        empty = given in ("", "none") or (isinstance(given, Sequence) and not list(given))
        return None if empty or given in (["none"], ("none",)) else given

    def faults(self) -> Iterator[tuple[str, str]]:
        """Some rounds are porous."""
        if self.closed_rounds >= self.rounds:
            most = f"1 to {self.rounds - 1}, " if self.rounds > 2 else ""
            most = "1, " if self.rounds == 2 else most
            yield "closed_rounds", f"{most}fewer than the rounds, which are {self.rounds}"

    @classmethod
    @checks("section_thresholds")
    def _rising(cls, given: tuple[int, ...]) -> tuple[int, ...]:
        if list(given) != sorted(set(given)) or len(given) > MOST - 4:
            raise ValueError(f"numbers of entries, rising, {MOST - 4} at most")
        return given

    @classmethod
    @checks("sizes")
    def _lettered(cls, given: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if given is not None and len(given) >= MOST:
            raise ValueError(f"{MOST - 1} numbers at most, one fewer than sections")
        return given

    @property
    def porous_rounds(self) -> int:
        """The rounds before the closed ones."""
        return self.rounds - self.closed_rounds
