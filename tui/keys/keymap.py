"""The user's own keys: `[keys]` of the configuration, action by action.

[keys]
correct = ["C"]            # the action of that id, wherever it is
"results.undo" = ["f8"]    # only in that place
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import product

from engine.refusal import Refused
from engine.result_forms import GAME_KEYS
from tui.keys.table import Command, shown_key

ESSENTIAL = frozenset({"help", "palette", "back", "quit"})
"""Actions whose first key always stays: nobody can lock himself in."""
RESULTS_TYPED = frozenset("0123456789=½,.+-*a") | {k for c in GAME_KEYS for k in c.keys}
"""What is a result, or begins one, where results are typed."""
TYPED_IN = ("results", "bracket")
FIXED = ("list", "projector")
"""What every list does by itself, and the projector's process: their keys are theirs."""
MOST_KEYS = 6
LONGEST_KEY = 24


def mapped(
    table: Sequence[Command], wanted: Mapping[str, object], where: Mapping[str, str]
) -> tuple[Command, ...]:
    """The table with the user's keys in it.

    `where` gives file and line of each id for the refusals: an unknown id, no list of keys, or
    a key that does two things in one place.
    """
    changed: dict[str, str] = {}
    found = []
    asked = {id: _keys(id, keys, where[id]) for id, keys in wanted.items()}
    _refuse_unknown(table, asked, where)
    for command in table:
        id = _asked(command, asked)
        if id is None:
            found.append(command)
            continue
        keys = asked[id]
        if command.id in ESSENTIAL and command.keys[0] not in keys:
            keys = (*keys, command.keys[0])
        changed[_full(command)] = id
        found.append(replace(command, keys=keys))
    had = {_full(c): c.keys for c in table}
    new = {_full(c): [k for k in c.keys if k not in had[_full(c)]] for c in found}
    _refuse_conflicts(found, new, {full: where[id] for full, id in changed.items()})
    return tuple(found)


def _full(command: Command) -> str:
    return f"{command.place or 'everywhere'}.{command.id}"


def _asked(command: Command, asked: Mapping[str, object]) -> str | None:
    """The line for that command: the one for its place before the one for all."""
    if command.place in FIXED:
        return None
    return next((id for id in (_full(command), command.id) if id in asked), None)


def _keys(id: str, keys: object, where: str) -> tuple[str, ...]:
    given = keys if isinstance(keys, list) else [None]
    texts = [k for k in given if isinstance(k, str) and 0 < len(k) <= LONGEST_KEY]
    if len(texts) != len(given) or len(texts) > MOST_KEYS:
        raise Refused(
            f"the keys of {id[:40]!r} are no list of keys",
            "",
            'write them as in ["C", "ctrl+n", "f8"]',
            where=where,
        )
    return tuple(dict.fromkeys(texts))


def _refuse_unknown(
    table: Sequence[Command], asked: Mapping[str, object], where: Mapping[str, str]
) -> None:
    known = {name for c in table if c.place not in FIXED for name in (c.id, _full(c))}
    for id in asked:
        if id not in known:
            near = get_close_matches(id, known, 1)
            remedy = f"did you mean {near[0]}?" if near else "docs/keys.md names the actions"
            raise Refused(f"there is no action {id[:40]!r}", "", remedy, where=where[id])


def _refuse_conflicts(
    table: Sequence[Command], new: Mapping[str, Sequence[str]], where: Mapping[str, str]
) -> None:
    """A key that the user gave must do one thing in each place where it works."""
    for command in (c for c in table if new[_full(c)]):
        for place, key in product(_places(command, table), new[_full(command)]):
            if other := _other(command, key, place, table):
                raise Refused(
                    f"{shown_key(key)} would do two things in {place}",
                    f"{command.name}, and {other}",
                    "give one of them another key",
                    where=where[_full(command)],
                )


def _places(command: Command, table: Sequence[Command]) -> list[str]:
    if command.place:
        return [command.place]
    found = dict.fromkeys(c.place for c in table if c.place not in ("", *FIXED))
    own = {c.place for c in table if c.id == command.id and c is not command}
    return [place for place in found if place not in own]


def _other(command: Command, key: str, place: str, table: Sequence[Command]) -> str:
    """What else that key does there, "" for nothing."""
    if place in TYPED_IN and key in RESULTS_TYPED:
        return "entering a result"
    own = {c.id for c in table if c.place == place}
    for one in table:
        here = one.place in (place, "list") or (one.place == "" and one.id not in own)
        if here and one.id != command.id and key in one.keys:
            return one.name
    return ""
