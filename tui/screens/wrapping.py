"""Texts broken into lines of a width, and the key line packed into one."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from tui.keys import Command, round_trip
from tui.widgets.lines import Line

MOST_LINES = 4
HELP_KEY = " ?"
HELP_TEXT = " help "


def wrapped(text: str, width: int, mark: str = " ", most: int = MOST_LINES) -> list[str]:
    """`text` in lines of `width` cells, the first with `mark` before it; cut after `most`."""
    lines = wrap(text, max(width - 4, 10)) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1] + " …"]
    return [f" {mark if row == 0 else ' '} {one}" for row, one in enumerate(lines)]


def pack_keys(commands: Sequence[Command], width: int, first: str = "") -> Line:
    """As many `key text` pairs as the width holds, in their order; `?` always at the end."""
    room = width - len(first) - len(HELP_KEY)
    parts: list[tuple[str, str]] = [(first, "plain")] if first else []
    for key, text in ((c.key, c.short) for c in commands if c.id != "help"):
        size = len(key) + len(text) + 3
        if size > room:
            break
        room -= size
        parts += [(f" {key}", "key"), (f" {text} ", "dim")]
    parts.append((HELP_KEY, "key"))
    if room >= len(HELP_TEXT):
        parts.append((HELP_TEXT, "dim"))
    return Line(tuple(parts))


def place_bar(here: str, bracket: bool = False) -> Line:
    """The places with their keys, the one in front in brackets: `F1 Entries [F2 Pairings]`."""
    parts: list[tuple[str, str]] = []
    for command in round_trip(bracket):
        if command.id == here:
            parts.append((f" [{command.key} {command.name}]", "key"))
        else:
            parts += [(f"  {command.key}", "key"), (f" {command.name} ", "dim")]
    if bracket:  # five places leave no room for words
        return Line((*parts, ("  tab", "key"), ("  :", "key"), (" all", "dim")))
    return Line(
        (*parts, ("   tab", "key"), (" next place", "dim"), ("   :", "key"), (" all", "dim"))
    )
