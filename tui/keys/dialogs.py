"""Keys of the dialogs that are read, by dialog: their own, always the same, shown at `?`."""

from __future__ import annotations

from tui.keys.table import Command


def _key(name: str, keys: tuple[str, ...], help: str) -> Command:
    return Command(name.lower().replace(" ", "_"), "dialog", name, keys, help)


_HELP = _key("Help", ("?",), "these keys, found by typing")
_LEAVE = _key("Back", ("escape", "q"), "leave it as it is")

DIALOGS: dict[str, tuple[Command, ...]] = {
    "Lines to read or to choose from": (
        _key("Choose", ("enter",), "the selected line, where lines are choices"),
        _LEAVE,
        _HELP,
    ),
    "Why these two": (
        _key("Numbers", ("n",), "the numbers behind the reasons, or without them"),
        _key("Why not", ("/", "w"), "ask about another opponent: a name, enter"),
        _key("Lock", ("l",), "lock that pair, or the games offered, and draw again"),
        _key("Back", ("escape", "q"), "from the answer, then from the dialog; stops what runs"),
        _HELP,
    ),
    "Sections": (
        _key("Boundary down", ("+",), "one more above the selected boundary"),
        _key("Boundary up", ("-",), "one fewer above it"),
        _key("As proposed", ("0", "backspace"), "every boundary as the format proposes"),
        _key("Back", ("escape", "enter", "q"), "what was moved stays; u takes it back"),
        _HELP,
    ),
    "Draw by choice": (
        _key("Choose", ("enter",), "the selected team becomes the opponent"),
        _key("Forfeit", ("f",), "the one whose turn it is forfeits the choice"),
        _key("Available", ("a",), "the selected one may be chosen, where that is allowed"),
        _key("Opt out", ("o",), "the selected one will not be chosen, or declines"),
        _key("Take back", ("u", "ctrl+z"), "the last choice"),
        _key("Draw", ("D",), "the round, once everything is chosen"),
        _LEAVE,
        _HELP,
    ),
    "Import of entries": (
        _key("Choose", ("enter",), "a folder or a file; it is read, and nothing taken over yet"),
        _key("Type a path", ("p",), "of a file that is somewhere else"),
        _key("As Latin-1", ("l",), "read it again in the older encoding"),
        _key("Take over", ("y",), "the entries that were shown"),
        _key("Back", ("escape", "q"), "to the files, then to the entries"),
        _HELP,
    ),
}
QUESTION = (
    _key("Yes", ("y",), "do it; some questions name another key"),
    _key("No", ("enter", "escape", "n", "q"), "leave everything as it is"),
)
"""A question that is asked before something hard to reverse; Enter is never yes."""
