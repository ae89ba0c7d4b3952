"""Actions of Standings: tables, their working, cards."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "standings", name, keys, help, short)


STANDINGS = (
    _command("next_table", "Next table", ("right", "c"), "overall, categories …", "table"),
    _command("last_table", "Table before", ("left", "C"), "the table before this one"),
    _command("card", "Card", ("enter",), "the player's card: every round", "card"),
    _command("working", "Working", ("w",), "how the tie-breaks came about", "working"),
    _command("beside", "Tables beside", ("v",), "what the format shows besides", "beside"),
    _command(
        "cross",
        "Cross-table",
        ("x",),
        "all against all, the rounds, the table",
        "cross",
    ),
    _command("round_before", "Round before", ("<", "["), "as it stood a round before", "earlier"),
    _command("round_after", "Round after", (">", "]"), "as it stood a round later", "later"),
    _command("hand_out", "Export", ("o", "F"), "pages, lists and files, into a folder", "export"),
    _command("cut", "Cut to a knockout", ("K",), "the first of it into an event of their own"),
    _command("finals", "Finals", ("f",), "a place declined, a play-off entered", "finals"),
    _command("find", "Find", ("/",), "show only what holds a text", "find"),
    _command("all", "Show all", ("escape",), "end find"),
)
