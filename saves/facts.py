"""What followed from an action, as the journal keeps it: the table `derived` of its line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

from engine.entrants import Entrant
from engine.event import Event
from engine.facts import Facts, RoundFacts, Tail
from saves.plain import BadValue, Words, plain, typed

AGAIN = "again"
"""Beside an undo or redo: by number the later actions from which something else follows by it."""


def facts_table(
    facts: Facts, again: Mapping[int, Facts] | None = None, words: Words | None = None
) -> dict[str, Any]:
    """The table; what is empty is left out."""
    parts = {
        "settings": facts.settings,
        "entrants": facts.entrants,
        "rounds": facts.rounds,
        "others": facts.others,
        AGAIN: {n: facts_table(one, None, words) for n, one in (again or {}).items()},
    }
    return {name: plain(value, words) for name, value in parts.items() if value}


def facts_of(table: Mapping[str, Any]) -> Facts:
    """What such a table says; `BadValue` where it is none."""
    known = {"settings", "entrants", "rounds", "others", AGAIN}
    if unknown := sorted(table.keys() - known):
        raise BadValue("derived", f"{unknown[0][:20]!r} is not known to this version")
    settings = typed(Mapping, table.get("settings", {}), "settings")
    entrants = typed(Mapping, table.get("entrants", {}), "entrants")
    rounds = typed(tuple[RoundFacts, ...], table.get("rounds", []), "rounds")
    others = typed(Mapping, table.get("others", {}), "others")
    return Facts(
        settings,
        {id: _fields(Entrant, typed(Mapping, new, id)) for id, new in entrants.items()},
        rounds,
        {name: _other(name, value) for name, value in others.items()},
    )


def facts_again(table: Mapping[str, Any]) -> dict[int, Facts]:
    """By number of a later action what follows from it since an undo or redo."""
    tables = typed(Mapping, table.get(AGAIN, {}), AGAIN)
    try:
        return {int(n): facts_of(typed(Mapping, one, n)) for n, one in tables.items()}
    except ValueError as error:
        raise BadValue(AGAIN, str(error)) from None


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _fields(kind: type, new: Mapping[str, Any]) -> dict[str, Any]:
    return {name: typed(_hint(kind, name), value, name) for name, value in new.items()}


def _hint(kind: type, name: str) -> Any:
    hint = _hints(kind).get(name)
    if hint is None:
        raise BadValue(name, "is not known to this version")
    return hint


def _other(name: str, value: Any) -> Any:
    hint = _hint(Event, name)
    if isinstance(value, Mapping) and value.keys() == {"kept", "new"} and get_args(hint):
        unchanged = typed(int, value["kept"], name)
        if unchanged < 0:
            raise BadValue(name, "keeps less than nothing")
        return Tail(unchanged, typed(hint, value["new"], name))
    return typed(hint, value, name)
