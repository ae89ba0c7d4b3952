"""Actions of Entries: who plays, who is here, who is out of which round."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "entries", name, keys, help, short)


ENTRIES = (
    _command("add", "Add entries", ("a", "insert"), "a form, of late ones too; enter saves it",
             "add"),
    _command("edit", "Edit the entry", ("e",), "all it says: rating, club, family, fixed board …",
             "edit"),
    _command("check_in", "Seen, not seen", ("space",), "check-in, and on to the next", "seen"),
    _command("withdraw", "Withdraw, re-enter", ("x",), "out of the event, or back", "withdraw"),
    _command("byes", "Byes by round", ("y",), "rounds asked off: round and points", "byes"),
    _command("bring_in", "Import entries", ("i",), "from a CSV or TRF file", "import"),
    _command("sections", "Sections", ("S",), "sections or quarters, their boundaries", "sections"),
    _command("settings", "Settings", ("E",), "the event's title, rounds and all the format's"),
    _command("seed", "Seed", ("#",), "the selected one's seed, as a number", "seed"),
    _command("seed_up", "Seed up", ("K", "shift+up"), "one place up among the seeds", "seed up"),
    _command("seed_down", "Seed down", ("J", "shift+down"), "one place down", "seed down"),
    _command("seeds", "Seeds", ("Z",), "all at once: by rating, by lot, none", "seeds"),
    _command("draw", "Draw the next round", ("D",), "to Pairings, and draw", "draw"),
    _command("unseen", "Not seen only", ("n",), "only those not seen yet, or all", "not seen"),
    _command("check_anew", "Check-in anew", ("N",), "nobody seen any more, for the next session",
             "all unseen"),
    _command("all_seen", "All seen", ("A",), "everybody who is in, at once", "all seen"),
    _command("find", "Find", ("/",), "show only what holds a text; accents do not count", "find"),
    _command("sort", "Sort", ("s",), "by number, rating, name in turn", "sort"),
    _command("absent_out", "Absent ones out", ("o",), "all not seen out of the next draw (asks)",
             "absent out"),
    _command("adjust", "Adjust points", ("p",), "a bonus or a penalty, with the reason", "points"),
    _command("all", "Show all", ("escape",), "end find and filter"),
    _command("try_format", "Try the format", ("t",), "events of these entries played by chance"),
    _command("card", "Card", ("enter",), "the player's card: every round", "card"),
    _command("remove", "Remove the entry", ("X", "delete"), "take it out, before its first round"),
)  # fmt: skip
