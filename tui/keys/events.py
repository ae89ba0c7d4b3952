"""Actions of the event list."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "events", name, keys, help, short)


EVENTS = (
    _command("open", "Open", ("enter",), "the event selected, where it stopped", "open"),
    _command("new", "New event", ("n", "a"), "title, format, rounds, entries", "new event"),
    _command("where", "Where they live", ("i",), "the folder of the events", "where"),
    _command("back_up", "Back up", ("B",), "the event selected, in one file"),
    _command("restore", "Restore a backup", ("R",), "make an event again from its file"),
    _command("soundness", "Verify", ("V",), "whether the event selected is sound on disk"),
    _command("again", "Look again", ("r", "f5"), "read the folder once more", "look again"),
    _command("find", "Find", ("/",), "show only what holds a text", "find"),
    _command("all", "Show all", ("escape",), "end find"),
)
