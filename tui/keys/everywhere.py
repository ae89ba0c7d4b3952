"""Actions that work in every place, and what every list does."""

from __future__ import annotations

from tui.keys.table import Command

ROUND_TRIP = ("entries", "pairings", "results", "standings")
"""The places in the order of tab; each is also an action of the table."""
BRACKET_PLACE = "bracket"
"""The last place, where the format has a bracket."""

EVERYWHERE = (
    Command("help", "", "Help", ("?",), "what can be done here, found by typing", "help"),
    Command("undo", "", "Undo", ("u", "ctrl+z"), "take back my last action at this console"),
    Command("redo", "", "Redo", ("U", "ctrl+r", "ctrl+y"), "do again what I took back"),
    Command("find", "", "Find", ("/",), "go to a line by a piece of its text; enter, esc"),
    Command("find_next", "", "Find next", ("n",), "the next line with that text"),
    Command("entries", "", "Entries", ("f1",), "the entry list"),
    Command("pairings", "", "Pairings", ("f2",), "the draw, its review, published rounds"),
    Command("results", "", "Results", ("f3",), "entering results"),
    Command("standings", "", "Standings", ("f4",), "tables and cards"),
    Command("bracket", "", "Bracket", ("f5",), "knockout trees, the draw by choice"),
    Command("next_place", "", "Next place", ("tab",), "go through the places"),
    Command("last_place", "", "Place before", ("shift+tab",), "go back through the places"),
    Command("history", "", "History", ("H",), "every action of the event: who, when, what"),
    Command("projector", "", "Projector", ("O",), "what the hall sees, and a message to it"),
    Command("clock", "", "Round clock", ("T",), "start, delay, stop; boards still playing"),
    Command("hand_out", "", "Export", ("F",), "pages, lists and files, into a folder"),
    Command("theme", "", "Theme", (), "the colours of this console; your own are listed too"),
    Command("hand_edits", "", "Edits by hand", (), "take changed save files over, or leave them"),
    Command("palette", "", "Commands by name", ("ctrl+p", ":"), "every command, found by name"),
    Command("back", "", "Back or quit", ("q",), "one level back; from a place, out of the event"),
    Command("quit", "", "Quit", ("ctrl+q",), "leave the program; everything is saved"),
)

LIST = (
    Command("list_up", "list", "Up", ("up", "k"), "one line up"),
    Command("list_down", "list", "Down", ("down", "j"), "one line down"),
    Command("list_page_up", "list", "Page up", ("pageup",), "one page up"),
    Command("list_page_down", "list", "Page down", ("pagedown",), "one page down"),
    Command("list_home", "list", "First", ("home",), "to the first line"),
    Command("list_end", "list", "Last", ("end",), "to the last line"),
)
