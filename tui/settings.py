"""What the user has set for every event: `topboard/config.toml` in the user's configuration, with
keys of his own, action by action.

[keys]
correct = ["C"]            # the action of that id, wherever it is
"results.undo" = ["f8"]    # only in that place
"result.draw" = ["2"]      # a key of results, in both schemes
"projector.hold" = ["w"]   # of the projector's process
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import NamedTuple

from engine.refusal import Refused
from engine.results import GAME_KEYS
from tui.keys.commands import COMMANDS, Command, shown_key

SCHEMES = ("first", "second")
ESSENTIAL = frozenset({"help", "palette", "back", "quit"})
"""Actions whose first key always stays: nobody can lock himself in."""
SCORES = frozenset("0123456789=½,.+-*")
"""What a line begins with where scores are typed."""
TYPED_IN = ("results", "bracket")
CONGRESS = "congress"
"""What the names of its places begin with; alone: all of them. A place of a congress has the keys
of the event's own place of that name."""
APART = "projector"
"""A program of its own: its actions go by their whole names, `projector.clock`."""
LISTS = "list"
"""What every list does by itself."""
NO_RESULTS = frozenset({"enter", "escape", "tab", "backspace", "space"})
MOST_KEYS = 6
LONGEST_KEY = 24


@dataclass(frozen=True, slots=True)
class Settings:
    """How this user's console works."""

    second_scheme: bool = False
    """Results by 1 3 2 0, not by 1 0 = and the point."""
    commands: tuple[Command, ...] = COMMANDS
    """The table of actions with the user's own keys in it."""
    results: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The user's own keys of results, by their ids."""
    sites: Path | None = None
    """The folder for the sites of events that say where theirs is found; None: none is kept."""


def user_settings() -> Settings:
    """As the file says; `Refused` naming it where it says something else than can be set."""
    from tui.commands.own_files import config_file, configuration

    configured = configuration()
    scheme = configured.get("result_keys", SCHEMES[0])
    if scheme not in SCHEMES:
        raise Refused(
            "result_keys names one of the two schemes of keys",
            f"it is {scheme!r}"[:60],
            'write "first" (1 0 =) or "second" (1 3 2)',
            where=str(config_file()),
        )
    keys = _own_keys(configured.get("keys", {}))
    return Settings(scheme == "second", keys.table, keys.results, _sites(configured.get("sites")))


def _sites(wanted: object) -> Path | None:
    from tui import kiosk
    from tui.commands.own_files import config_file

    if wanted is None or kiosk.on():
        return None
    if not isinstance(wanted, str) or not Path(wanted).expanduser().is_absolute():
        raise Refused(
            "sites must be the name of a folder",
            f"it is {wanted!r}"[:60],
            'write it whole: sites = "/srv/www/chess"',
            where=str(config_file()),
        )
    return Path(wanted).expanduser()


def _own_keys(wanted: object) -> Keys:
    from tui.commands.own_files import config_file

    file = config_file()
    if not isinstance(wanted, dict):
        remedy = 'write it as a table: [keys] and a line for each action, history = ["f9"]'
        raise Refused("keys is not a table of actions", "", remedy, where=str(file))
    if not wanted:
        return Keys(COMMANDS, {})
    text = file.read_text(encoding="utf-8-sig")
    return mapped(COMMANDS, wanted, {id: f"{file}{_line(text, id)}" for id in wanted})


def _line(text: str, id: str) -> str:
    """`:7` where that line of the table of keys is found."""
    start = re.search(r"^\s*\[\s*keys\s*\]", text, re.MULTILINE)
    wanted = re.compile(rf"""^[ \t]*(["']?){re.escape(id)}\1[ \t]*=""", re.MULTILINE)
    match = wanted.search(text, start.end() if start else 0)
    return f":{text.count(chr(10), 0, match.start()) + 1}" if match else ""


# The user's own keys


class Keys(NamedTuple):
    """The table of actions, and the keys of results by their ids, as the user wants them."""

    table: tuple[Command, ...]
    results: Mapping[str, tuple[str, ...]]


def mapped(
    table: Sequence[Command], wanted: Mapping[str, object], where: Mapping[str, str]
) -> Keys:
    """The table and the keys of results with the user's in them.

    `where` gives file and line of each id for the refusals: an unknown id, no list of keys, or
    a key that does two things in one place.
    """
    changed: dict[str, str] = {}
    commands = []
    asked = {id: _keys(id, keys, where[id]) for id, keys in wanted.items()}
    _refuse_unknown(table, asked, where)
    results = {choice.id: asked[choice.id] for choice in GAME_KEYS if choice.id in asked}
    for bare in (id for id, keys in results.items() if not keys):
        problem = f"{bare} has no key"
        raise Refused(problem, "it could not be entered", "give one", where=where[bare])
    for command in table:
        id = _asked(command, asked)
        if id is None:
            commands.append(command)
            continue
        keys = asked[id]
        if command.id in ESSENTIAL and command.keys[0] not in keys:
            keys = (*keys, command.keys[0])
        changed[_full(command)] = id
        commands.append(command._replace(keys=keys))
    had = {_full(c): c.keys for c in table}
    commands = _own_of_congress(commands, table, asked, SCORES | _result_keys(results))
    new = {_full(c): [k for k in c.keys if k not in had[_full(c)]] for c in commands}
    where_now = {full: where[id] for full, id in changed.items()}
    _refuse_conflicts(commands, new, where_now, SCORES | _result_keys(results))
    _refuse_result_conflicts(commands, results, where)
    return Keys(tuple(commands), results)


def _result_keys(results: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Every key that is a result in one of the schemes."""
    mapped_keys = (results.get(c.id, (*c.keys, *c.second)) for c in GAME_KEYS)
    return frozenset(key for keys in mapped_keys for key in keys)


def _refuse_result_conflicts(
    table: Sequence[Command], results: Mapping[str, Sequence[str]], where: Mapping[str, str]
) -> None:
    """A key of a result is one result, in both schemes, and nothing else where they are typed."""
    for id, key in ((id, key) for id, keys in results.items() for key in keys):
        others = (c for c in GAME_KEYS if c.id != id)
        twice = (c.label for c in others if key in results.get(c.id, (*c.keys, *c.second)))
        acting = (_other(id, key, place, table, frozenset()) for place in TYPED_IN)
        reserved = ("a key of every dialog" if key in NO_RESULTS else "",)
        if other := next(filter(None, (*reserved, *twice, *acting)), ""):
            raise _twice(key, TYPED_IN[0], f"the result, and {other}", where[id])


def _twice(key: str, place: str, detail: str, where: str) -> Refused:
    problem = f"{shown_key(key)} would do two things in {place}"
    return Refused(problem, detail, "give one of them another key", where=where)


def _own_of_congress(
    commands: Sequence[Command],
    table: Sequence[Command],
    asked: Mapping[str, object],
    results: frozenset[str],
) -> list[Command]:
    """A place of a congress has other actions than that of an event: where a key for the one would
    do two things in the other, that place keeps its own keys, but for those asked by its name."""
    before = {_full(c): c for c in table}
    clashing = {
        c.place
        for c in commands
        if c.place.startswith(CONGRESS)
        for key in c.keys
        if key not in before[_full(c)].keys and _other(c.id, key, c.place, commands, results)
    }
    return [
        before[_full(c)] if c.place in clashing and _full(c) not in asked else c for c in commands
    ]


def _full(command: Command) -> str:
    return f"{command.place or 'everywhere'}.{command.id}"


def _asked(command: Command, asked: Mapping[str, object]) -> str | None:
    """The line for that command: the one for its place before the one for all."""
    return next((id for id in _names(command) if id in asked), None)


def _names(command: Command) -> tuple[str, ...]:
    """What the configuration may call it; one of a congress as that of an event too."""
    full = _full(command)
    if command.place.startswith(CONGRESS):
        place = command.place.removeprefix(f"{CONGRESS}_") if "_" in command.place else "everywhere"
        return (full, f"{place}.{command.id}", command.id)
    return (full,) if command.place == APART else (full, command.id)


def _keys(id: str, keys: object, where: str) -> tuple[str, ...]:
    listed = keys if isinstance(keys, list) else [None]
    texts = [k for k in listed if isinstance(k, str) and 0 < len(k) <= LONGEST_KEY]
    if len(texts) != len(listed) or len(texts) > MOST_KEYS:
        raise Refused(
            f"the keys of {id[:40]!r} are not a list of keys",
            "",
            'write them as in ["C", "ctrl+n", "f8"]',
            where=where,
        )
    return tuple(dict.fromkeys(texts))


def _refuse_unknown(
    table: Sequence[Command], asked: Mapping[str, object], where: Mapping[str, str]
) -> None:
    known = {name for c in table for name in _names(c)} | {choice.id for choice in GAME_KEYS}
    for id in asked:
        if id not in known:
            from difflib import get_close_matches

            near = get_close_matches(id, known, 1)
            remedy = f"did you mean {near[0]}?" if near else "docs/keys.md names the actions"
            raise Refused(f"there is no action {id[:40]!r}", "", remedy, where=where[id])


def _refuse_conflicts(
    table: Sequence[Command],
    new: Mapping[str, Sequence[str]],
    where: Mapping[str, str],
    results: frozenset[str],
) -> None:
    """A key that the user gave must do one thing in each place where it works."""
    for command in (c for c in table if new[_full(c)]):
        for place, key in product(_places(command, table), new[_full(command)]):
            if other := _other(command.id, key, place, table, results):
                raise _twice(key, place, f"{command.name}, and {other}", where[_full(command)])


def _places(command: Command, table: Sequence[Command]) -> list[str]:
    if command.place not in ("", LISTS, CONGRESS):
        return [command.place]
    names = dict.fromkeys(c.place for c in table if c.place not in ("", LISTS, APART, CONGRESS))
    own = {c.place for c in table if c.id == command.id and c is not command}
    drawn = {"bracket"} if command.place == LISTS else set()  # no list, and keys of its own
    of_congress = {name for name in names if name.startswith(CONGRESS)}
    elsewhere = {"": of_congress, CONGRESS: {*names} - of_congress}.get(command.place, set())
    return [place for place in names if place not in own | drawn | elsewhere]


def _other(id: str, key: str, place: str, table: Sequence[Command], results: frozenset[str]) -> str:
    """What else that key does there, "" for nothing."""
    if place in (*TYPED_IN, f"{CONGRESS}_results") and key in results:
        return "entering a result"
    own = {c.id for c in table if c.place == place}
    for one in table:
        here = one.place == place or (one.place == LISTS and place not in ("bracket", APART))
        everywhere = CONGRESS if place.startswith(CONGRESS) else ""
        here = here or (one.place == everywhere and one.id not in own and place != APART)
        if here and one.id != id and key in one.keys:
            return one.name
    return ""
