"""How many sections a field has, and how large they are."""

from __future__ import annotations

from collections.abc import Sequence

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
    `largest`, and differ by two at most; the lowest has what is left, as few as can be but no
    fewer than any other. `equal`: all but the lowest are of one size."""
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
