"""Actions of the projector, a program of its own: `topboard project EVENT`."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "projector", name, keys, help, short)


PROJECTOR = (
    _command("next", "Next page", ("n", "space", "right", "pagedown"), "turn on now", "next"),
    _command("previous", "Page before", ("p", "left", "pageup"), "turn back"),
    _command("hold", "Hold", ("h",), "stay on this page, results still come; again: go on",
             "hold"),
    _command("freeze", "Freeze", ("f",), "stand still whatever comes; again: go on", "freeze"),
    _command("blank", "Blank", ("b",), "an empty screen, but for a message; again: back",
             "blank"),
    _command("jump", "Jump to a letter", ("g", "/"), "then the letter: names from there on",
             "letter"),
    _command("other", "Other pages", ("tab", "down"), "names, boards, standings … in turn",
             "pages"),
    _command("other_back", "Other pages, back", ("shift+tab", "up"), "the other way round"),
    _command("follow", "Follow the round", ("a", "escape"), "what the desk or the round asks for",
             "auto"),
    _command("clock", "Clock", ("c",), "hours and minutes, with seconds, none", "clock"),
    _command("theme", "Theme", ("t",), "the next colours, until this projector ends"),
    _command("keys", "Keys", ("?",), "show these keys, and take them away"),
    _command("quit", "Quit", ("q", "ctrl+q", "ctrl+c"), "leave the projector", "quit"),
)  # fmt: skip
