"""One person under two spellings: entries whose names have the same words in another order, or with
other accents. A suspicion to be looked at, never a reason to refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.alphabet import WRITTEN_OUT, fold
from engine.entrants import Entrant
from engine.warnings import Level, Warning

_APART = re.compile(r"[\W_]+")
_INSIDE = re.compile(r"['’`]")
_TELLING = ("fide_id", "national_id", "sex")
_COMPARED = 20
"""How many of the same words, the first ones, a later entry is held against: a file from outside
may have thousands."""


def perhaps_double(entrants: Sequence[Entrant], first: int = 0) -> Iterator[tuple[int, int]]:
    """The places of two in the list who may be one person, the later one not before `first`; those
    of the very same name are `namesake`s and none of these."""
    by_words: dict[str, list[int]] = {}
    for place, entrant in enumerate(entrants):
        keys = _keys(entrant.name)
        before = {at: None for key in keys for at in by_words.get(key, ())}
        if place >= first:
            yield from ((at, place) for at in before if _may_be_one(entrants[at], entrant))
        for key in keys:
            if len(alike := by_words.setdefault(key, [])) < _COMPARED:
                alike.append(place)


def double_warnings(there: Sequence[Entrant], new: Sequence[Entrant]) -> Iterator[Warning]:
    """Of each new entrant who may be one of those there."""
    for before, place in perhaps_double((*there, *new), len(there)):
        if before < len(there):
            other, name = there[before], new[place - len(there)].name
            facts = {"name": name, "other": other.name, "id": other.id}
            yield Warning.of(Level.ACKNOWLEDGE, "perhaps-double", **facts)


def _may_be_one(one: Entrant, other: Entrant) -> bool:
    if one.name.casefold() == other.name.casefold():
        return False
    known = [(one.birth[:4], other.birth[:4])]
    known += [(getattr(one, field), getattr(other, field)) for field in _TELLING]
    return not any(a and b and a != b for a, b in known) and not _parted(one.name, other.name)


def _parted(one: str, other: str) -> bool:
    """Whether commas say that the surname of one is the forename of the other."""
    if not ("," in one and "," in other):
        return False
    return not set(_keys(one.partition(",")[0])) & set(_keys(other.partition(",")[0]))


@lru_cache(maxsize=8192)
def _keys(name: str) -> tuple[str, ...]:
    """The words of a name in one order, also as lists without accents write them out."""
    spellings = (name, name.translate(WRITTEN_OUT)) if not name.isascii() else (name,)
    words = (_APART.split(fold(_INSIDE.sub("", text))) for text in spellings)
    keys = (" ".join(sorted(filter(None, each))) for each in words)
    return tuple(dict.fromkeys(filter(None, keys)))
