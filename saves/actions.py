"""A line of the journal as tables: the action with its kind and values, and what followed from it
(`derived`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, get_args, get_type_hints

from engine import actions
from engine.actions import Action, action_kind
from engine.entrants import Entrant
from engine.event import Event
from engine.facts import Facts, RoundFacts, Tail
from engine.protocol import Format
from engine.saved_results import without_results
from saves.contents import contents_of, event_of
from saves.files import Contents
from saves.old_sentences import restore_point_in, tells_of_walkovers
from saves.plain import BadValue, Words, fields_read, plain, typed

FormatNamed = Callable[[str], Format]
UNKNOWN = "is not known to this version"
"""What is said of a name in a journal that a later version may have written."""


def table_of(
    action: Action, format_named: FormatNamed, words: Words | None = None
) -> dict[str, Any]:
    """The action as a table, `kind` first. A whole event is kept as its save files are; `words`
    give the sentences of the reasons in a draw."""
    if isinstance(action, actions.Adopt):
        event = action.begin(format_named(action.event.format))
        contents = contents_of(event, format_named(event.format))
        whence = {"point": action.point} if action.point else {"why": action.why}
        return {"kind": action.kind, **whence, "files": plain(contents)}
    return {"kind": action.kind, **plain(action, words)}


def action_of(table: Mapping[str, Any], format_named: FormatNamed) -> Action:
    """The action of a table; `BadValue` where it is none, `Refused` for a bad event in it."""
    values = dict(table)
    name = values.pop("kind", None)
    kind = _kind(name, values) if isinstance(name, str) else None
    if kind is None:
        raise BadValue("action", f"{str(name)[:20]!r} {UNKNOWN}")
    if name == "adopt":
        contents: Contents = typed(Mapping, values.get("files"), "files")
        why = typed(str, values.get("why", ""), "why")
        point = typed(str, values.get("point", ""), "point") or restore_point_in(why)
        return adopt(event_of(contents, format_named), "" if point else why, point)
    made: Action = typed(kind, values)
    return made


def _kind(name: str, values: Mapping[str, Any]) -> type[Action] | None:
    """What is done by a line of that name; kinds of earlier journals are not written any more."""
    if name == "adjust" or (name == "propose" and tells_of_walkovers(values.get("byes"))):
        from saves.old_actions import OldAdjust, OldPropose

        return OldAdjust if name == "adjust" else OldPropose
    return action_kind(name)


def adopt(event: Event, why: str = "", point: str = "") -> actions.Adopt:
    """The action that takes `event` over as it is: for a reason, or from a restore point."""
    parts = [without_results(round) for round in event.rounds]
    bare = replace(event, rounds=tuple(round for round, _ in parts))
    return actions.Adopt(bare, tuple(results for _, results in parts), why, point)


AGAIN = "again"
"""Beside an undo or redo: by number the later actions from which something else follows by it."""


def facts_table(
    facts: Facts, again: Mapping[int, Facts] | None = None, words: Words | None = None
) -> dict[str, Any]:
    """What followed from an action as a table; what is empty is left out."""
    parts = {
        "settings": facts.settings,
        "entrants": facts.entrants,
        "rounds": facts.rounds,
        "others": facts.others,
        AGAIN: {n: facts_table(one, None, words) for n, one in (again or {}).items()},
    }
    return {name: plain(value, words) for name, value in parts.items() if value}


def facts_of(table: Mapping[str, Any]) -> Facts:
    """What such a table says followed; `BadValue` where it is none."""
    known = {"settings", "entrants", "rounds", "others", AGAIN}
    if unknown := sorted(table.keys() - known):
        raise BadValue("derived", f"{unknown[0][:20]!r} {UNKNOWN}")
    settings = typed(Mapping, table.get("settings", {}), "settings")
    entrants = typed(Mapping, table.get("entrants", {}), "entrants")
    rounds = typed(tuple[RoundFacts, ...], table.get("rounds", []), "rounds")
    others = typed(Mapping, table.get("others", {}), "others")
    return Facts(
        settings,
        {id: _changed(new, id) for id, new in entrants.items()},
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


def _changed(new: Any, id: str) -> dict[str, Any]:
    """What is another than it was of an entrant: a round that is published may number them all."""
    return fields_read(Entrant, typed(Mapping, new, id), UNKNOWN)


_hints = cache(get_type_hints)


def _other(name: str, value: Any) -> Any:
    hint = _hints(Event).get(name)
    if hint is None:
        raise BadValue(name, UNKNOWN)
    if isinstance(value, Mapping) and value.keys() == {"kept", "new"} and get_args(hint):
        unchanged = typed(int, value["kept"], name)
        if unchanged < 0:
            raise BadValue(name, "keeps less than nothing")
        return Tail(unchanged, typed(hint, value["new"], name))
    return typed(hint, value, name)
