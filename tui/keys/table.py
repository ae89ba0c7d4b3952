"""What a console action is: one line of the table that keys, key line, palette and help share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SHOWN = {
    "space": "space",
    "escape": "esc",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}


@dataclass(frozen=True, slots=True)
class Command:
    """One action of the console.

    It is carried out by the place in front, or else by `action_<id>` of the app; one that is
    named as a place goes there. `place` is the place where it works, "" for all of an event,
    "congress" for all of a congress, "list" for what every list does by itself (help only). `keys`
    are characters as typed (`?`, `P`, `]`) or Textual's names (`f1`, `ctrl+p`, `down`, `space`).
    `short` is its text in the key line, empty to leave it out there; the key line takes them in the
    order of the table while there is
    room.
    """

    id: str
    place: str
    name: str
    keys: tuple[str, ...]
    help: str
    short: str = ""

    @property
    def key(self) -> str:
        """The first key as a person writes it."""
        return shown_key(self.keys[0]) if self.keys else ""

    @property
    def all_keys(self) -> str:
        """Every key, as people write them."""
        return " ".join(shown_key(key) for key in self.keys)


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """A place where commands work: the heading of its keys, and what runs it.

    `kind` names its `PlaceKind` as `module:NAME`; empty for what the app does not show by name: a
    card, which needs a player, the projector, a process of its own. `reached` says how one gets
    there: by tab and by its command, only where the format has a bracket, by its command on top
    of the place in front, or only where a congress is open.
    """

    name: str
    title: str
    commands: tuple[Command, ...]
    kind: str = ""
    reached: Literal["", "tab", "tab, of a bracket", "on top", "congress"] = ""


def commands(
    place: str, *rows: tuple[str, str, tuple[str, ...], str, *tuple[str, ...]]
) -> tuple[Command, ...]:
    """The actions of a place: id, name, keys, help and, where it stands in the key line, its
    text there."""
    return tuple(
        Command(id, place, name, keys, help, *short) for id, name, keys, help, *short in rows
    )


def key_name(key: str) -> str:
    """Textual's name of a key of the table: `question_mark` for `?`."""
    from textual.keys import _character_to_key

    return _character_to_key(key) if len(key) == 1 else key


def shown_key(key: str) -> str:
    """A key's name as it stands on the keyboard."""
    if key.startswith("f") and key[1:].isdigit():
        return key.upper()
    return SHOWN.get(key, key)
