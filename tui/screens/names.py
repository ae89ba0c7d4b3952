"""Names cut to their room in a list, so that nobody is taken for somebody else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from engine.entrants import Entrant, EntrantId
from engine.event import Event, last_calls
from saves.cells import text_width, to_width
from saves.safe_text import safe
from tui.widgets.lines import CUT

LONGEST = 400
MOST_LISTS = 24
"""Lists of entrants whose names are kept as they were cut: those of the events of a congress."""


def told_apart(names: Sequence[str], numbers: Sequence[str], width: int) -> list[str]:
    """The names of a list in at most `width` cells each.

    A name is cut at its end, which is the given name. Where cut names are alike, all of them show
    the end of the given name instead (`de la Fuente y M…José E.`); those whose ends are alike too,
    the number (`de la Fuente y Mar… 131`).
    """
    whole = [safe(name, LONGEST) for name in names]
    shown = [_cut(name, width) for name in whole]
    alike: dict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(shown):
        if text != whole[at]:
            alike[text].append(at)
    for group in alike.values():
        if len(group) > 1:
            ends = {at: _given_end(whole[at], width // 2) for at in group}
            often = Counter(ends.values())
            for at, end in ends.items():
                last = end if often[end] == 1 else f" {numbers[at]}"
                shown[at] = _with_end(whole[at], last, width)
    return shown


@last_calls(MOST_LISTS)
def entrants_told_apart(entrants: tuple[Entrant, ...], width: int) -> Mapping[EntrantId, Entrant]:
    """Everybody by id, with the name as it is in a column of this many cells."""
    numbers = [str(e.start_number or e.id) for e in entrants]
    names = told_apart([e.name for e in entrants], numbers, width)
    return {
        e.id: e if name == e.name else replace(e, name=name)
        for e, name in zip(entrants, names, strict=True)
    }


@last_calls(MOST_LISTS)
def entrants_in_short(entrants: tuple[Entrant, ...], width: int) -> Mapping[EntrantId, Entrant]:
    """Everybody by id, with a name that has no room as surname and initial; one that has no
    surname, a team's for instance, cut as in a list."""
    numbers = [str(e.start_number or e.id) for e in entrants]
    short = short_names([e.name for e in entrants], numbers, width)
    cut = entrants_told_apart(entrants, width)
    return {
        e.id: cut[e.id] if cut[e.id] is e or "," not in e.name else replace(e, name=name)
        for e, name in zip(entrants, short, strict=True)
    }


class EntrantCells(NamedTuple):
    """Cells that a list of some entrants needs for what is known of them."""

    names: Mapping[EntrantId, int]
    longest: int
    """Of the longest name."""
    rated: bool
    """Whether anybody has a rating."""
    rating: int
    """Of a column for ratings: one more where any is an estimate."""
    titled: bool
    """Whether anybody has a title."""


@last_calls(MOST_LISTS)
def entrant_cells(entrants: tuple[Entrant, ...]) -> EntrantCells:
    """Not worked out again with each result."""
    names = {entrant.id: text_width(safe(entrant.name)) for entrant in entrants}
    return EntrantCells(
        names,
        max(names.values(), default=0),
        rated=any(entrant.rating for entrant in entrants),
        rating=6 if any(entrant.estimated for entrant in entrants) else 5,
        titled=any(entrant.title for entrant in entrants),
    )


def name_in(event: Event, id: EntrantId, width: int) -> str:
    """An entrant's name in at most `width` cells; a cut one is distinct from the others that would
    be cut alike."""
    name = safe(event.entrant(id).name, LONGEST)
    return (
        name if text_width(name) <= width else entrants_told_apart(event.entrants, width)[id].name
    )


def _cut(name: str, width: int) -> str:
    if text_width(name) <= width:
        return name
    return to_width(name, max(width - 1, 0)).rstrip() + CUT[:width]


def _with_end(name: str, end: str, width: int) -> str:
    text = to_width(name, max(width - 1 - text_width(end), 0)).rstrip() + CUT + end
    return text if text_width(text) <= width else to_width(text, width)


def _given_end(name: str, most: int) -> str:
    """The given name, or without one the last word, from its end as far as there is room."""
    first_names = name.rpartition(",")[2].strip() if "," in name else (name.split() or [""])[-1]
    sizes = list(accumulate(text_width(letter) for letter in reversed(first_names)))
    letters = sum(size <= most for size in sizes)
    return first_names[len(first_names) - letters :].lstrip()


def short_names(names: Sequence[str], numbers: Sequence[str], width: int) -> list[str]:
    """Surname and initial (`Dvořáček F`) in at most `width` cells; with the number where these
    are alike."""
    parts = [safe(name, LONGEST).partition(",") for name in names]
    texts = [f"{surname} {first.strip()[:1]}".strip() for surname, _, first in parts]
    shown = [
        text if text_width(text) <= width else _with_end(text, text[-2:] if first else "", width)
        for text, (_, _, first) in zip(texts, parts, strict=True)
    ]
    often = Counter(shown)
    return [
        text if often[text] == 1 else _with_number(surname, number, width)
        for text, number, (surname, *_) in zip(shown, numbers, parts, strict=True)
    ]


def _with_number(surname: str, number: str, width: int) -> str:
    whole = f"{surname} {number}"
    return whole if text_width(whole) <= width else _with_end(surname, f" {number}", width)
