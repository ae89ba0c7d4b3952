"""Namesakes in a list from outside: one person twice, or two of one name? Who may be one person
under two spellings, and which schools may be one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.actions.entries import perhaps_double
from engine.entrants import Entrant
from saves.columns_csv import key_of
from saves.foreign import at
from saves.safe_text import safe


def namesakes(
    entrants: Sequence[Entrant], lines: Sequence[int], name: str, teams: Sequence[str] = ()
) -> tuple[str, ...]:
    """A warning for each entrant with the name of an earlier one and no other year of birth.

    The same question as `engine.entrants.namesake` asks of one entrant, in one pass over the
    list. `lines` are the entrants' lines in the file called `name`, `teams` the names of the teams
    that they are in, if they are in any.
    """
    team_on = dict(zip(lines, teams, strict=True)) if teams else {}

    def places(*lines: int) -> str:
        if not team_on:
            return f"is on lines {lines[0]} and {lines[1]}"
        one, other = (f"{safe(team_on[line])} (line {line})" for line in lines)
        return f"is in {one} and in {other}"

    years_by_name: dict[str, dict[str, int]] = {}
    warnings: list[str] = []
    for entrant, line in zip(entrants, lines, strict=True):
        years = years_by_name.setdefault(entrant.name.casefold(), {})
        year = entrant.birth[:4]
        first = years.get(year, years.get(""))
        if first is None and not year and years:
            first = min(years.values())
        if first is not None:
            born = (
                f"both born {year}"
                if year in years and year
                else "no year of birth tells them apart"
            )
            warnings.append(
                f"{at(name, line)}: {safe(entrant.name)} {places(first, line)} "
                f"({born}); one person or two?"
            )
        years.setdefault(year, line)
    return tuple(warnings)


def two_spellings(entrants: Sequence[Entrant], lines: Sequence[int], name: str) -> tuple[str, ...]:
    """A warning for each entrant who may be another one before, the name in another order or with
    other accents; nothing is asked."""
    return tuple(
        f"{at(name, lines[place])}: {safe(entrants[place].name)} may be "
        f"{safe(entrants[before].name)} (line {lines[before]}), one person entered twice"
        for before, place in perhaps_double(entrants)
    )


SHARED_NAMES = ("school", "club", "family")
"""What players are kept apart by, and wins prizes: two spellings make two of one."""


def two_names(entrants: Iterable[Entrant], there: Iterable[Entrant] = ()) -> tuple[str, ...]:
    """Of each school, club and family of the entrants that is written in two ways, there or in the
    list, how often: spaces, hyphens and accents differ and no letter does. Capitals alone make no
    other name."""
    new, everybody = list(_people(entrants)), [*_people(there)]
    texts = []
    for field in SHARED_NAMES:
        written = Counter(name for e in (*everybody, *new) if (name := str(getattr(e, field))))
        spellings: dict[str, dict[str, str]] = {}
        for name in written:
            spellings.setdefault(key_of(name), {}).setdefault(name.casefold(), name)
        ours = {key_of(str(getattr(e, field))) for e in new}
        for key, names in spellings.items():
            if len(names) > 1 and key in ours:
                each = " and ".join(
                    f"{safe(name, 40)} ({sum(written[n] for n in written if n.casefold() == low)})"
                    for low, name in names.items()
                )
                texts.append(f"{each} count as {len(names)} {_PLURALS[field]}; are they one?")
    return tuple(texts)


_PLURALS = {"school": "schools", "club": "clubs", "family": "families"}


def _people(entrants: Iterable[Entrant]) -> Iterable[Entrant]:
    """The entrants and the players of teams."""
    for entrant in entrants:
        yield entrant
        yield from entrant.players
