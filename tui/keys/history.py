"""Actions of History."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "history", name, keys, help, short)


HISTORY = (
    _command(
        "undo", "Undo this", ("u", "ctrl+z"), "take the selected action back (asks)", "undo this"
    ),
    _command(
        "redo",
        "Redo this",
        ("U", "ctrl+r", "ctrl+y"),
        "do the selected action again (asks)",
        "redo this",
    ),
    _command("points", "Restore", ("R",), "go back to a restore point (asks)", "restore"),
    _command("soundness", "Verify", ("V",), "whether the event is sound on disk"),
    _command("whole", "Whole text", ("enter",), "all that is known of the action", "whole text"),
    _command(
        "find",
        "Find",
        ("/",),
        "words; board:12, round:3, entrant:14 or entrant:ash, by:anna",
        "find",
    ),
    _command("leave", "Back", ("escape", "q"), "end find, or back", "back"),
)
