"""The page of keys for the documentation, made from the table: `python -m tui.keys.page`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.results import GAME_KEYS
from tui.keys.commands import DIALOGS, PLACES, QUESTION, Command
from tui.keys.help import mark_commands
from tui.settings import APART

INTRODUCTION = """\
# Keys

Generated from the program's own table of actions. In the console `?` lists the keys of the current
screen and can be searched by typing; `ctrl+p` or `:` finds every command by name.

To change keys, add a table `[keys]` to `topboard/config.toml` in your configuration folder
(`~/.config` on Linux). Each entry gives an action, by its id, a list of keys that replaces the one
below; `"results.undo"` changes the key in Results only, `"result.draw"` changes a result key in
both schemes. The projector is a program of its own: its ids begin with `projector`. Conflicting
keys and unknown ids are rejected, with file and line. The first key of `help`, `palette`, `back`
and `quit` always stays.

```toml
result_keys = "second"

[keys]
find_next = ["f9"]
"results.undo" = ["u", "f8"]
"result.draw" = ["=", "r"]
"projector.hold" = ["w"]
```
"""
SCHEMES = """\
One key per result, in one of two schemes. `K` switches between them at this console;
`result_keys = "second"` in the configuration (`topboard/config.toml`) starts with the second.
Where a score is typed (IMPs, games of a match), `+` and `-` open the line as digits do: type `+/-`
and enter for a walkover. Elsewhere a `-` directly behind a digit or `½` asks first, here and
in Bracket: a score typed out, `1-0` and enter, is one result, not three. In Results the question
goes with the rest of the score, `½-½` and `1/2-1/2` are a draw, and a `/` directly behind a `1`
takes back the win that the `1` was; a `½` there asks whether it begins the next board's result.
Where White is below in a match of one game, `1` and `0` in Bracket ask who wins.
"""

DIALOGS_TOLD = """\
Their keys are shown at the foot and are always the same. Lists in them use the keys of every list.
In a text field every character is text; enter accepts it and esc cancels.
"""


def keys_page() -> str:
    """The whole page as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    for place in PLACES:
        yield f"## {place.title}\n"
        if place.name == "results":
            yield from _result_keys()
            yield ""
        if marks := mark_commands(place.name):
            yield "| mark | | |"
            yield "|---|---|---|"
            for mark in marks:
                yield f"| {_code(mark.keys)} | {mark.name.removeprefix('Mark: ')} | {mark.help} |"
            yield ""
        rows = ((_code(c.all_keys.split()), c.name, c.help, _id(c)) for c in place.commands)
        yield from _table(rows)
        yield ""
    yield from _dialogs()


def _dialogs() -> Iterator[str]:
    """The dialogs' keys, which nobody changes."""
    yield "## Dialogs\n"
    yield DIALOGS_TOLD
    for name, commands in {**DIALOGS, "A question": QUESTION}.items():
        yield f"**{name}**\n"
        yield "| keys | action | |"
        yield "|---|---|---|"
        for one in commands:
            yield f"| {_code(one.all_keys.split())} | {one.name} | {one.help} |"
        yield ""


def _id(command: Command) -> str:
    return f"`projector.{command.id}`" if command.place == APART else f"`{command.id}`"


def _result_keys() -> Iterator[str]:
    """Both schemes side by side."""
    yield SCHEMES
    yield "| keys | second scheme | result | | id |"
    yield "|---|---|---|---|---|"
    for key in GAME_KEYS:
        cells = (_code(key.keys), _code(key.second), key.text, key.label, f"`{key.id}`")
        yield f"| {' | '.join(cells)} |"


def _code(keys: Iterable[str]) -> str:
    return " ".join(f"`{key}`" for key in keys)


def _table(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| keys | action | | id |"
    yield "|---|---|---|---|"
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


if __name__ == "__main__":
    print(keys_page(), end="")
