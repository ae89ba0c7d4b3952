"""Actions as the journal keeps them: a table with the action's kind and its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.actions import Action, Adopt, Propose, action_kind, without_results
from engine.event import Event
from engine.protocol import Format
from saves.contents import contents_of, event_of
from saves.files import Contents
from saves.old_sentences import OldAdjust, OldPropose, restore_point_in, tells_of_walkovers
from saves.plain import BadValue, Words, plain, typed

FormatNamed = Callable[[str], Format]
_OLD: Mapping[str, type[Action]] = {OldAdjust.kind: OldAdjust}
"""Kinds of earlier journals that are not written any more."""


def table_of(
    action: Action, format_named: FormatNamed, words: Words | None = None
) -> dict[str, Any]:
    """The action as a table, `kind` first. A whole event is kept as its save files are; `words`
    give the sentences of the reasons in a draw."""
    if isinstance(action, Adopt):
        event = action.begin(format_named(action.event.format))
        contents = contents_of(event, format_named(event.format))
        whence = {"point": action.point} if action.point else {"why": action.why}
        return {"kind": action.kind, **whence, "files": plain(contents)}
    return {"kind": action.kind, **plain(action, words)}


def action_of(table: Mapping[str, Any], format_named: FormatNamed) -> Action:
    """The action of a table; `BadValue` where it is none, `Refused` for a bad event in it."""
    values = dict(table)
    name = values.pop("kind", None)
    kind = (action_kind(name) or _OLD.get(name)) if isinstance(name, str) else None
    if kind is None:
        raise BadValue("action", f"{str(name)[:20]!r} is not known to this version")
    if issubclass(kind, Adopt):
        contents: Contents = typed(Mapping, values.get("files"), "files")
        why = typed(str, values.get("why", ""), "why")
        point = typed(str, values.get("point", ""), "point") or restore_point_in(why)
        return adopt(event_of(contents, format_named), "" if point else why, point)
    if kind is Propose and tells_of_walkovers(values.get("byes")):
        kind = OldPropose
    made: Action = typed(kind, values)
    return made


def adopt(event: Event, why: str = "", point: str = "") -> Adopt:
    """The action that takes `event` over as it is: for a reason, or from a restore point."""
    parts = [without_results(round) for round in event.rounds]
    bare = replace(event, rounds=tuple(round for round, _ in parts))
    return Adopt(bare, tuple(results for _, results in parts), why, point)
