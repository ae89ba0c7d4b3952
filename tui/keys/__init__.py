"""The one table of the console's actions; it feeds keys, key line, palette and help."""

from __future__ import annotations

from collections.abc import Mapping

from engine.result_forms import KeyChoice
from tui.keys.commands import CONGRESS, EVERYWHERE, PLACES, Command, KnownPlace, key_name, shown_key

COMMANDS: tuple[Command, ...] = tuple(c for place in PLACES for c in place.commands)
ROUND_TRIP = tuple(p.name for p in PLACES if p.reached == "tab")
"""The places in the order of tab; each is also an action of the table."""
WITH_BRACKET = tuple(p.name for p in PLACES if p.reached == "tab, of a bracket")
"""The places behind them, where the format has a bracket."""
CONGRESS_TRIP = tuple(p.name for p in PLACES if p.reached == "congress")
"""The places of a congress, in the order of tab."""
ON_TOP = tuple(p.name for p in PLACES if p.reached == "on top")
"""The places that are shown in front of another one."""

_in_use: tuple[Command, ...] = COMMANDS
_results: Mapping[str, tuple[str, ...]] = {}

__all__ = [
    "COMMANDS",
    "CONGRESS_TRIP",
    "ON_TOP",
    "PLACES",
    "ROUND_TRIP",
    "Command",
    "KnownPlace",
    "commands_in_use",
    "commands_of",
    "congress_trip",
    "keys_of",
    "list_keys",
    "places",
    "result_keys",
    "round_trip",
    "shown_key",
    "use",
]


def use(table: tuple[Command, ...], results: Mapping[str, tuple[str, ...]] | None = None) -> None:
    """The table and the keys of results that the console goes by from now on: with the user's
    own keys, before it begins."""
    global _in_use, _results
    _in_use, _results = table, results or {}


def commands_in_use() -> tuple[Command, ...]:
    """The table as the console goes by it."""
    return _in_use


def commands_of(place: str) -> tuple[Command, ...]:
    """What works in that place, its own actions first."""
    own = tuple(c for c in _in_use if c.place == place)
    replaced = {c.id for c in own}
    everywhere = "congress" if place in CONGRESS_TRIP else ""
    return (*own, *(c for c in _in_use if c.place == everywhere and c.id not in replaced))


def result_keys(choice: KeyChoice, second: bool) -> tuple[str, ...]:
    """The keys of a result: the user's own, or those of the scheme."""
    return _results.get(choice.id) or (choice.second if second else choice.keys)


def list_keys() -> dict[str, str]:
    """Textual's name of a key to the id of what every list does at it."""
    commands = (c for c in _in_use if c.place == "list")
    return {key_name(key): c.id for c in commands for key in c.keys}


def places(bracket: bool = False) -> tuple[str, ...]:
    """The places in the order of tab."""
    return (*ROUND_TRIP, *WITH_BRACKET) if bracket else ROUND_TRIP


def congress_trip() -> tuple[Command, ...]:
    """The actions that go to the places of a congress, in the order of tab."""
    by_id = {c.id: c for c in CONGRESS}
    return tuple(by_id[place] for place in CONGRESS_TRIP)


def round_trip(bracket: bool = False) -> tuple[Command, ...]:
    """The actions that go to the places, in the order of tab."""
    by_id = {c.id: c for c in EVERYWHERE}
    return tuple(by_id[place] for place in places(bracket))


def keys_of(place: str) -> dict[str, Command]:
    """Key to action there; an action of the place wins over one of everywhere."""
    commands: dict[str, Command] = {}
    for command in commands_of(place):
        for key in command.keys:
            commands.setdefault(key, command)
    return commands
