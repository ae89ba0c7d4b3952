"""The one table of the console's places and of what can be done there, and the keys of the dialogs:
keys, key line, palette and help go by it.

The keys of results come from the format (`result_form`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.results import KeyChoice

if TYPE_CHECKING:
    from engine.event import Event
    from engine.protocol import Format

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


class Command(NamedTuple):
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


PlaceAction = tuple[str, str]
"""A place and the id of an action there."""


class KnownPlace(NamedTuple):
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
    """The actions of a place: id, name, keys, help and, where it is in the key line, its
    text there."""
    return tuple(
        Command(id, place, name, keys, help, *short) for id, name, keys, help, *short in rows
    )


def key_name(key: str) -> str:
    """Textual's name of a key of the table: `question_mark` for `?`."""
    from textual.keys import _character_to_key

    return _character_to_key(key) if len(key) == 1 else key


@cache
def shown_key(key: str) -> str:
    """A key's name as it is on the keyboard."""
    if key.startswith("f") and key[1:].isdigit():
        return key.upper()
    return SHOWN.get(key, key)


EVERYWHERE = commands(
    "",
    ("help", "Help", ("?",), "the keys of this screen; type to search", "help"),
    ("undo", "Undo", ("u", "ctrl+z"), "undo my last action at this console"),
    ("redo", "Redo", ("U", "ctrl+r", "ctrl+y"), "redo what I undid"),
    ("find", "Find", ("/",), "go to a line by a piece of its text; enter, esc"),
    ("find_next", "Find next", ("n",), "the next line with that text"),
    ("entries", "Entries", ("f1",), "the entry list"),
    ("pairings", "Pairings", ("f2",), "the draw, its review, published rounds"),
    ("results", "Results", ("f3",), "entering results"),
    ("standings", "Standings", ("f4",), "tables and cards"),
    ("bracket", "Bracket", ("f5",), "knockout trees, the draw by choice"),
    ("next_place", "Next place", ("tab",), "go through the places"),
    ("last_place", "Previous place", ("shift+tab",), "go back through the places"),
    ("history", "History", ("H",), "every action of the event: who, when, what"),
    ("prizes", "Prizes", ("$",), "who wins what by the plan of prizes, and why"),
    ("projector", "Projector", ("O",), "what the projector shows, a message to the hall"),
    ("clock", "Round clock", ("T",), "start, delay, stop; boards still playing"),
    ("hand_out", "Export", ("F",), "pages, lists and files, into a folder"),
    ("manual", "Manual", ("M",), "the pages of the manual, the rules of every format"),
    ("back_up", "Back up", (), "this event, in one file"),
    ("another_format", "Another format", (), "this event anew in another, before round 1 is drawn"),
    ("site", "Site for phones", (), "the pages that players read, into a folder"),
    ("theme", "Theme", (), "the colours of this console; your own are listed too"),
    ("hand_edits", "External edits", (), "accept or reject save files changed by hand"),
    ("congress", "Congress", ("f12",), "from an event back to its congress"),
    ("leave_strict", "Leave strict mode", (), "for good: what breaks the rules is allowed then"),
    ("palette", "Commands by name", ("ctrl+p", ":"), "every command, found by name"),
    ("back", "Back or quit", ("q",), "one level back; from a place, out of the event"),
    ("quit", "Quit", ("ctrl+q",), "leave the program; everything is saved"),
)

_IN_A_CONGRESS = frozenset(
    {
        "help",
        "undo",
        "redo",
        "next_place",
        "last_place",
        "manual",
        "theme",
        "palette",
        "back",
        "quit",
    }
)
CONGRESS = (
    *commands(
        "congress",
        ("congress_people", "People", ("f1",), "everybody in any of the events, once"),
        ("congress_pairings", "Pairings", ("f2",), "the rounds of all events: draw, publish"),
        ("congress_results", "Results", ("f3",), "entering results of all events"),
        ("congress_standings", "Standings", ("f4",), "the tables of each event in turn"),
        ("congress_prizes", "Prizes", ("f5",), "the prizes of all events"),
        ("clock", "Round clock", ("T",), "one for all events of a session"),
        ("congress_history", "History", ("H",), "every action of one of the events"),
        ("projector", "Projector", ("O",), "what the hall sees of all events, or of one"),
        ("hand_out", "Export", ("F",), "names, schedule, cash, prizes of the whole congress"),
        ("events_join", "Events join", ("I",), "those of the events folder, or a new one"),
        ("event_leaves", "An event leaves", (), "it stays as it is, with its folder (asks)"),
        ("back_up", "Back up", (), "the congress with all its events, in one file"),
    ),
    *(each._replace(place="congress") for each in EVERYWHERE if each.id in _IN_A_CONGRESS),
)

LIST = commands(
    "list",
    ("list_up", "Up", ("up", "k"), "one line up"),
    ("list_down", "Down", ("down", "j"), "one line down"),
    ("list_page_up", "Page up", ("pageup",), "one page up"),
    ("list_page_down", "Page down", ("pagedown",), "one page down"),
    ("list_home", "First", ("home",), "to the first line"),
    ("list_end", "Last", ("end",), "to the last line"),
)

ENTRIES = commands(
    "entries",
    ("add", "Add entries", ("a", "insert"), "a form, of late ones too; enter saves it", "add"),
    ("edit", "Edit the entry", ("e",), "its name, rating, club, family, fixed board …", "edit"),
    (
        "players",
        "Team members",
        ("m",),
        "players added, put in order, taken out, line after line",
        "players",
    ),
    ("check_in", "Check in", ("space",), "here, or not after all; on to the next", "here"),
    ("withdraw", "Withdraw, re-enter", ("x",), "out of the event, or back", "withdraw"),
    ("expel", "Expel", ("B",), "out of the event and out of the standings, with the reason"),
    ("byes", "Byes by round", ("y",), "rounds missed or asked off: round, points", "sit out"),
    ("bring_in", "Import entries", ("i",), "from a CSV or TRF file", "import"),
    ("sections", "Sections", ("S",), "sections or quarters, their boundaries", "sections"),
    ("settings", "Settings", ("E",), "the event's name, rounds and all the format's"),
    ("event_data", "The event", ("I",), "place, dates of the rounds, time control, arbiters"),
    ("seed", "Seed", ("#",), "the selected one's seed, as a number", "seed"),
    ("seed_up", "Seed up", ("K", "shift+up"), "one place up among the seeds", "seed up"),
    ("seed_down", "Seed down", ("J", "shift+down"), "one place down", "seed down"),
    ("seeds", "Seeds", ("Z",), "all at once: by rating, by lot, none", "seeds"),
    ("exchange_numbers", "Exchange numbers", ("c",), "start numbers of the selected and another"),
    ("remake_numbers", "Numbers anew", ("R",), "start numbers made anew from the ratings (asks)"),
    ("draw", "Draw the next round", ("D",), "to Pairings, and draw", "draw"),
    ("unseen", "Absent only", ("n",), "show only those not checked in, or all", "absent only"),
    (
        "check_anew",
        "Clear check-in",
        ("N",),
        "nobody checked in any more, for the next session",
        "clear",
    ),
    ("all_seen", "All here", ("A",), "check in everybody at once", "all here"),
    ("find", "Find", ("/",), "show only lines with a text; accents do not count", "find"),
    ("sort", "Sort", ("s",), "by number, rating, name in turn; or click on a head", "sort"),
    (
        "absent_out",
        "Absent ones out",
        ("o",),
        "leave out of the next draw who is not checked in (asks)",
        "leave absent out",
    ),
    ("adjust", "Adjust points", ("p",), "a bonus or a penalty, with the reason", "points"),
    ("all", "Show all", ("escape",), "end find and filter"),
    ("try_format", "Try the format", ("t",), "simulate events with these entries"),
    ("card", "Card", ("enter",), "the player's card: every round", "card"),
    ("remove", "Remove the entry", ("X", "delete"), "take it out, before its first round"),
    ("check_ratings", "Compare ratings", ("l",), "entries with the rating lists", "ratings"),
    ("rating_lists", "Rating lists", ("L",), "load FIDE's, the ECF's, any CSV; their order"),
)

PAIRINGS = commands(
    "pairings",
    ("draw", "Draw the next round", ("d",), "make the proposal of the next round", "draw"),
    ("choose", "Draw by choice", ("C",), "who chooses, who may be chosen", "choose"),
    ("cancel", "Stop, or unmark", ("x", "escape"), "stop the draw that runs; unmark", "stop"),
    ("swap", "Swap two", ("s",), "mark one, or the bye; at the second they change places", "swap"),
    ("side_left", "White's side", ("left",), "s takes the player with White"),
    (
        "side_right",
        "Black's side",
        ("right",),
        "s takes the player with Black; again: into the pane, where enter swaps",
    ),
    ("turn", "Turn colours", ("t",), "exchange White and Black on the board", "turn"),
    ("lock", "Lock the pair", ("l",), "these two must meet; again: removed", "lock"),
    ("bar", "Bar in this round", ("b",), "these two must not meet now; again: removed", "bar"),
    (
        "bar_always",
        "Bar in every round",
        ("N",),
        "these two, or the marked one and this, must never meet; again: removed",
    ),
    (
        "allow",
        "Allow the pair",
        ("a",),
        "school and club do not matter to these two, or to the marked one and this; again: they do",
        "allow",
    ),
    ("instructions", "Locks and bars", ("L",), "list them, remove one"),
    (
        "redraw_rest",
        "Redraw the rest",
        ("r",),
        "under the locks; by hand: who has no board",
        "redraw",
    ),
    (
        "by_hand",
        "Pair by hand",
        ("e",),
        "begin with the proposal or without; again: finish",
        "by hand",
    ),
    ("pair", "Pair two", ("p",), "while you pair by hand: their numbers, White first", "pair"),
    ("apart", "Take apart", ("-",), "while you pair by hand: the board, or the bye", "apart"),
    ("clear", "Take all apart", ("A",), "while you pair by hand: every board and the bye"),
    ("publish", "Publish", ("P",), "the proposal becomes the round (asks)", "publish"),
    ("next_mark", "Next mark", ("]",), "to the next board with × ! · * #, gravest first", "mark"),
    ("last_mark", "Previous mark", ("[",), "the same order backwards"),
    ("why", "Why these two", ("w",), "the whole reason of the selected board", "why"),
    ("own", "The computer draw", ("E",), "what the computer would have drawn", "compare"),
    ("redraw", "Redraw from scratch", ("R",), "without locks, bars and hand changes"),
    ("discard", "Discard the proposal", ("X",), "take the standing proposal away"),
    ("correct", "Correct a board", ("c",), "a published board as it was really played", "correct"),
    ("seat", "Seat a latecomer", ("S",), "in the place of a no-show"),
    ("round_before", "Previous round", ("<",), "look at the previous round", "previous"),
    ("round_after", "Next round", (">",), "look at the next round", "next"),
)

RESULTS = commands(
    "results",
    ("go_to", "Go to a board or a name", ("g",), "a number or letters, enter", "go"),
    ("other_result", "Other result", ("o",), "typed: ½-0, 1-0u (not rated); of teams the match"),
    ("lineup", "Line-up", ("l",), "of teams: who plays on which board", "line-up"),
    ("postpone", "Another day", ("D",), "of a league: the match is moved to a date", "date"),
    ("undo", "Undo", ("u", "ctrl+z"), "undo my last result or other action", "undo"),
    ("missing", "Missing only", ("m",), "only boards without a result, or all", "missing"),
    (
        "next_missing",
        "Next missing",
        ("N",),
        "the next board without a result, then adjourned games; or g, enter",
    ),
    ("verify", "Verification pass", ("v",), "enter all again from the slips", "verify"),
    ("keep_saved", "What is saved is right", ("s",), "where a slip differs", "saved is right"),
    ("take_typed", "The slip is right", ("t",), "a correction", "slip is right"),
    ("correct", "Correct the board", ("c",), "as it was really played", "correct"),
    ("seat", "Seat a latecomer", ("S",), "in the place of a no-show"),
    (
        "adjourn_rest",
        "Adjourn what is missing",
        ("A",),
        "postpone: draws until entered; a: one board",
    ),
    ("withdraw_loser", "Withdraw after forfeit", ("x",), "the absent one leaves the event"),
    ("key_scheme", "Other result keys", ("K",), "1 White 0 Black = draw; or 1 3 2"),
    ("round_before", "Previous round", ("<", "["), "results of the previous round", "previous"),
    ("round_after", "Next round", (">", "]"), "results of the next round", "next"),
    ("all", "Show all", ("escape",), "end missing only, then back to the round in play"),
)

STANDINGS = commands(
    "standings",
    ("next_table", "Next table", ("right", "c"), "overall, categories …", "table"),
    ("last_table", "Previous table", ("left", "C"), "the table to the left"),
    ("card", "Card", ("enter",), "the player's card: every round", "card"),
    ("working", "Working", ("w",), "how the tie-breaks came about", "working"),
    ("beside", "Other tables", ("v",), "what else the format shows", "others"),
    ("cross", "Cross-table", ("x",), "all against all, the rounds, the table", "cross"),
    ("sort", "Sort", ("s",), "by rank, number, name, rating in turn; or click on a head"),
    ("round_before", "Previous round", ("<", "["), "as it was a round earlier", "earlier"),
    ("round_after", "Next round", (">", "]"), "as it was a round later", "later"),
    ("hand_out", "Export", ("o", "F"), "pages, lists and files, into a folder", "export"),
    ("cut", "Cut to a knockout", ("K",), "the first places, into a new event"),
    ("finals", "Finals", ("f",), "a place declined, a play-off entered", "finals"),
    ("lots", "Draw lots", ("L",), "among all who share the place", "lots"),
    ("order", "Order by hand", ("t",), "of all who share the place, with a reason", "order"),
    ("find", "Find", ("/",), "show only lines with a text", "find"),
    ("prizes", "Prizes", ("p", "$"), "who wins what by the plan of prizes, and why", "prizes"),
    ("all", "Show all", ("escape",), "close the working, end find; back to the present table"),
)

BRACKET = commands(
    "bracket",
    ("choose", "Draw by choice", ("C", "c"), "who chooses, who may be chosen", "choose"),
    ("details", "Match", ("enter",), "all about the selected match", "match"),
    ("next_open", "Next open match", ("]", "o"), "to the next one to be played", "open"),
    ("last_open", "Previous open match", ("[",), "back to the one before"),
    ("next_stage", "Next stage", ("s",), "winners, losers, final … in turn", "stage"),
    ("last_stage", "Previous stage", ("S",), "the other way"),
    ("loser", "Follow the loser", ("L",), "to the match that the loser plays next", "loser"),
    ("winner", "Follow the winner", ("W",), "to the winner's next match, in any stage"),
    ("beside", "Other tables", ("v",), "lucky losers, the Swiss: what the format shows", "tables"),
    ("draw", "Draw the next round", ("D",), "to Pairings, and draw", "draw"),
    ("finals", "Finals", ("f",), "a place declined, a play-off entered", "finals"),
    ("find", "Find", ("/",), "to a match by a piece of a name", "find"),
    ("go_to_match", "Go to a board or a name", ("g",), "a number or letters, enter"),
    ("left", "Earlier", ("left", "h"), "to a match that this one comes from"),
    ("right", "Later", ("right", "l"), "to the match that the winner plays next"),
    ("above", "Up", ("up", "k"), "to the match above"),
    ("below", "Down", ("down", "j"), "to the match below"),
    ("page_above", "Page up", ("pageup",), "eight matches up"),
    ("page_below", "Page down", ("pagedown",), "eight matches down"),
    ("top", "Top", ("home",), "the first match of the column"),
    ("bottom", "Bottom", ("end", "G"), "the last match of the column"),
)

EVENTS = commands(
    "events",
    ("open", "Open", ("enter",), "the event selected, where it stopped", "open"),
    ("new", "New event", ("n", "a"), "title, format, rounds, entries", "new event"),
    ("new_congress", "New congress", ("C",), "several events at one desk", "new congress"),
    ("where", "Events folder", ("i",), "where the events are kept", "folder"),
    (
        "back_up",
        "Back up",
        ("B",),
        "the event selected, or a congress with its events, in one file",
    ),
    (
        "restore",
        "Restore a backup",
        ("R",),
        "make an event or a congress again from its file",
        "restore",
    ),
    ("soundness", "Verify", ("V",), "whether the event selected is sound on disk"),
    ("again", "Look again", ("r", "f5"), "read the folder once more", "look again"),
    ("find", "Find", ("/",), "show only lines with a text", "find"),
    ("bin", "Delete an event", ("X", "delete"), "the one selected (asks); into the bin", "delete"),
    ("bring_back", "Bring an event back", ("u", "ctrl+z"), "what was deleted last, from the bin"),
    ("all", "Show all", ("escape",), "end find"),
)

_LEAVE_FIND = ("all", "Show all", ("escape",), "end find and filter")

CONGRESS_PEOPLE = commands(
    "congress_people",
    ("check_in", "Check in", ("space",), "here, in all events at once; on to the next", "here"),
    ("unseen", "Absent only", ("n",), "show only those not checked in, or all", "absent only"),
    ("find", "Find", ("/",), "show only lines with a text; accents do not count", "find"),
    ("event", "One event", ("e",), "the people of one event, of the next, of all", "event"),
    ("conflicts", "Conflicts only", ("!",), "in two events at once, namesakes", "conflicts"),
    ("pay", "Paid", ("p",), "what is owed is paid; or an amount", "paid"),
    ("move", "Move to another event", ("m",), "says first what it means there", "move"),
    ("own_console", "Own console", ("enter", "f12"), "the entry in its event", "event's console"),
    _LEAVE_FIND,
)

CONGRESS_PAIRINGS = commands(
    "congress_pairings",
    ("draw", "Draw", ("d",), "every event whose round is complete", "draw what is complete"),
    ("draw_one", "Draw this one", ("D",), "the selected event alone"),
    ("publish", "Publish", ("P",), "every current proposal (asks)", "publish all"),
    ("publish_one", "Publish this one", ("p",), "the selected event's proposal (asks)", "this one"),
    (
        "redraw_one",
        "Redraw this one",
        ("r",),
        "the selected event's proposal again, under its locks",
        "redraw",
    ),
    ("next_mark", "Next mark", ("]",), "to the next board named in the list", "mark"),
    ("last_mark", "Previous mark", ("[",), "the same order backwards"),
    ("cancel", "Stop", ("x", "escape"), "stop the draws that run", "stop"),
    (
        "own_console",
        "Review",
        ("enter", "f12"),
        "the event's own Pairings; F12 leads back",
        "review",
    ),
)

CONGRESS_RESULTS = commands(
    "congress_results",
    (
        "mixed_pile",
        "Mixed pile",
        ("b",),
        "slips in any order: the board number, the result",
        "pile",
    ),
    ("in_order", "Slips in order", ("B",), "end the mixed pile"),
    ("go_to", "Go to a board or a name", ("g",), "a number or letters, enter", "go"),
    ("event", "One event", ("e",), "the boards of one event, of the next, of all", "event"),
    ("missing", "Open only", ("m",), "only boards without a result, or all", "open only"),
    ("find_next", "Find next", ("n",), "the next board with the name that g found"),
    ("next_missing", "Next open", ("N",), "the next board without a result; or g, enter"),
    (
        "verify",
        "Verification pass",
        ("v",),
        "enter all again from the slips, in any order",
        "verify",
    ),
    ("keep_saved", "What is saved is right", ("s",), "where a slip differs", "saved is right"),
    ("take_typed", "The slip is right", ("t",), "a correction", "slip is right"),
    ("undo", "Undo", ("u", "ctrl+z"), "undo my last action, in whichever event it was", "undo"),
    ("draw", "Draw complete ones", ("d",), "to Pairings, and draw every complete round", "draw"),
    ("other_result", "Other result", ("o",), "typed: ½-0, 1-0u (not rated); of teams the match"),
    ("correct", "Correct the board", ("c",), "as it was really played"),
    ("lineup", "Line-up", ("l",), "of teams: who plays on which board"),
    ("seat", "Seat a latecomer", ("S",), "in the place of a no-show"),
    ("adjourn_rest", "Adjourn what is missing", ("A",), "in the event of the selected board"),
    ("withdraw_loser", "Withdraw after forfeit", ("x",), "the absent one leaves the event"),
    ("key_scheme", "Other result keys", ("K",), "1 White 0 Black = draw; or 1 3 2"),
    ("own_console", "Own console", ("enter", "f12"), "the board in its event; F12 leads back"),
    ("all", "All boards", ("escape",), "end the one event and open only; B ends a pile"),
)

CONGRESS_STANDINGS = commands(
    "congress_standings",
    ("event", "Next event", ("right", "e"), "the table of the next event", "event"),
    ("last_event", "Previous event", ("left", "E"), "the table of the previous event"),
    ("next_table", "Next table", ("c",), "overall, categories …", "table"),
    ("find", "Find", ("/",), "show only lines with a text", "find"),
    ("find_next", "Find next", ("n",), "the next line of the hits"),
    (
        "own_console",
        "Own console",
        ("enter", "f12"),
        "the event's Standings; F12 leads back",
        "own",
    ),
    _LEAVE_FIND,
)

CONGRESS_PRIZES = commands(
    "congress_prizes",
    ("why", "Why", ("enter", "w"), "whom the selected prize is for, who has it, and why", "why"),
    ("undo", "Undo", ("u", "ctrl+z"), "nothing here: the plan is not in the history"),
    ("add", "Add prizes", ("a", "insert"), "a list of them, in a form", "add"),
    ("edit", "Change the prizes", ("e",), "the list of the selected one, in a form", "change"),
    ("remove", "Remove the prizes", ("X", "delete"), "the list of the selected one (asks)"),
    ("draw_lot", "Draw lots", ("L",), "among those who are level for goods (asks)", "lot"),
    ("terms", "The plan", ("E",), "purse, currency, ties, one prize a player", "plan"),
    ("example", "Example", ("i",), "begin with an example, where there is no plan", "example"),
    ("find", "Find", ("/",), "show only lines with a text: a prize, a player", "find"),
    ("own_console", "Own console", ("f12",), "the event of the selected prize", "event"),
    _LEAVE_FIND,
)

CARD = commands(
    "card",
    ("opponent", "Opponent's card", ("enter",), "of the round selected", "opponent"),
    ("next_card", "Next card", ("right",), "by number", "next card"),
    ("last_card", "Previous card", ("left",), "by number", "previous card"),
    ("edit", "Edit the entry", ("e",), "change the entry's data", "edit"),
    ("leave", "Back", ("escape", "q"), "to where the card was opened", "back"),
)

HISTORY = commands(
    "history",
    ("undo", "Undo this", ("u", "ctrl+z"), "undo the selected action (asks)", "undo this"),
    (
        "redo",
        "Redo this",
        ("U", "ctrl+r", "ctrl+y"),
        "redo the selected action (asks)",
        "redo this",
    ),
    ("points", "Restore", ("R",), "go back to a restore point (asks)", "restore"),
    ("soundness", "Verify", ("V",), "whether the event is sound on disk"),
    ("whole", "Whole text", ("enter",), "all that is known of the action", "whole text"),
    (
        "find",
        "Find",
        ("/",),
        "words; board:12, round:3, entrant:14 or entrant:ash, by:anna",
        "find",
    ),
    ("leave", "Back", ("escape", "q"), "end find, or back", "back"),
)

PRIZES = commands(
    "prizes",
    ("why", "Why", ("enter", "w"), "whom the selected prize is for, who has it, and why", "why"),
    ("undo", "Undo", ("u", "ctrl+z"), "nothing here: the plan is not in the history"),
    ("add", "Add prizes", ("a", "insert"), "a list of them, in a form", "add"),
    ("edit", "Change the prizes", ("e",), "the list of the selected one, in a form", "change"),
    ("remove", "Remove the prizes", ("X", "delete"), "the list of the selected one (asks)"),
    ("draw_lot", "Draw lots", ("L",), "among those who are level for goods (asks)", "lot"),
    ("terms", "The plan", ("E",), "purse, currency, ties, one prize a player", "plan"),
    ("example", "Example", ("i",), "begin with an example, where there is no plan", "example"),
    ("hand_out", "Export", ("o", "F"), "list, receipts, diplomas and all else", "export"),
    ("find", "Find", ("/",), "show only lines with a text: a prize, a player", "find"),
    ("leave", "Back", ("escape", "q"), "end find, or back to where it was opened", "back"),
)

PROJECTOR = commands(
    "projector",
    ("next", "Next page", ("n", "space", "right", "pagedown"), "turn on now", "next"),
    ("previous", "Previous page", ("p", "left", "pageup"), "turn back"),
    ("hold", "Hold", ("h",), "stay on this page, results still come; again: go on", "hold"),
    ("freeze", "Freeze", ("f",), "stand still whatever comes; again: go on", "freeze"),
    ("blank", "Blank", ("b",), "an empty screen, but for a message; again: back", "blank"),
    ("jump", "Jump to a letter", ("g", "/"), "then the letter: names from there on", "letter"),
    ("other", "Other pages", ("tab", "down"), "names, boards, standings … in turn", "pages"),
    ("other_back", "Other pages, back", ("shift+tab", "up"), "the other way round"),
    ("follow", "Follow the round", ("a", "escape"), "what the desk or the round asks for", "auto"),
    ("clock", "Clock", ("c",), "hours and minutes, with seconds, none", "clock"),
    ("theme", "Theme", ("t",), "the next colours, until this projector ends"),
    (
        "letters",
        "Letters",
        ("l",),
        "large letters of quarter blocks, or none where no font has them",
    ),
    ("keys", "Keys", ("?",), "show these keys, or hide them"),
    ("quit", "Quit", ("q", "ctrl+q", "ctrl+c"), "leave the projector", "quit"),
)

PLACES = (
    KnownPlace("", "Everywhere", EVERYWHERE),
    KnownPlace("list", "In every list", LIST),
    KnownPlace("events", "Event list", EVENTS, "tui.places.events:EVENTS"),
    KnownPlace("entries", "Entries (F1)", ENTRIES, "tui.places.entries:ENTRIES", "tab"),
    KnownPlace("pairings", "Pairings (F2)", PAIRINGS, "tui.places.pairings:PAIRINGS", "tab"),
    KnownPlace("results", "Results (F3)", RESULTS, "tui.places.results:RESULTS", "tab"),
    KnownPlace("standings", "Standings (F4)", STANDINGS, "tui.places.standings:STANDINGS", "tab"),
    KnownPlace(
        "bracket", "Bracket (F5)", BRACKET, "tui.places.bracket.keys:BRACKET", "tab, of a bracket"
    ),
    KnownPlace("congress", "Everywhere in a congress", CONGRESS),
    KnownPlace(
        "congress_people",
        "People of a congress (F1)",
        CONGRESS_PEOPLE,
        "tui.congress.people:CONGRESS_PEOPLE",
        "congress",
    ),
    KnownPlace(
        "congress_pairings",
        "Pairings of a congress (F2)",
        CONGRESS_PAIRINGS,
        "tui.congress.pairings:CONGRESS_PAIRINGS",
        "congress",
    ),
    KnownPlace(
        "congress_results",
        "Results of a congress (F3)",
        CONGRESS_RESULTS,
        "tui.congress.results:CONGRESS_RESULTS",
        "congress",
    ),
    KnownPlace(
        "congress_standings",
        "Standings of a congress (F4)",
        CONGRESS_STANDINGS,
        "tui.congress.standings:CONGRESS_STANDINGS",
        "congress",
    ),
    KnownPlace(
        "congress_prizes",
        "Prizes of a congress (F5)",
        CONGRESS_PRIZES,
        "tui.congress.prizes:CONGRESS_PRIZES",
        "congress",
    ),
    KnownPlace("card", "A player's card", CARD),
    KnownPlace("history", "History (H)", HISTORY, "tui.places.history:HISTORY", "on top"),
    KnownPlace("prizes", "Prizes ($)", PRIZES, "tui.places.prizes:PRIZES", "on top"),
    KnownPlace("projector", "The projector (`topboard project`)", PROJECTOR),
)
"""Every place, in the order of the page of keys and of tab. One that is reached by tab or on top of
another has a command of its name in `EVERYWHERE`."""


def _key(name: str, keys: tuple[str, ...], help: str) -> Command:
    return Command(name.lower().replace(" ", "_"), "dialog", name, keys, help)


_HELP = _key("Help", ("?",), "these keys; type to search")
_LEAVE = _key("Back", ("escape", "q"), "close without a change")

DIALOGS: dict[str, tuple[Command, ...]] = {
    "Lines to read or to choose from": (
        _key("Choose", ("enter",), "the selected line, where lines are choices"),
        _key("Find", ("letters",), "the line that begins with what is typed, or has it"),
        _LEAVE,
        _HELP,
    ),
    "Why these two": (
        _key("In full", ("n",), "all reasons and the numbers behind them, or in short"),
        _key("Why not", ("/", "w"), "ask about another opponent: a name, enter"),
        _key("Lock", ("l",), "lock that pair, or the games offered, and draw again"),
        _key("Back", ("escape", "q"), "from the answer, then from the dialog; stops what runs"),
        _HELP,
    ),
    "Sections": (
        _key("Boundary down", ("+",), "one more above the selected boundary"),
        _key("Boundary up", ("-",), "one fewer above it"),
        _key("As proposed", ("0", "backspace"), "every boundary as the format proposes"),
        _key("Back", ("escape", "enter", "q"), "keeps what was moved; u undoes it"),
        _HELP,
    ),
    "Draw by choice": (
        _key("Choose", ("enter",), "the selected team becomes the opponent"),
        _key("Forfeit", ("f",), "the one whose turn it is forfeits the choice"),
        _key("Available", ("a",), "the selected one may be chosen, where that is allowed"),
        _key("Opt out", ("o",), "the selected one will not be chosen, or declines"),
        _key("Why", ("w",), "what the selected one is in this draw, and who can be chosen"),
        _key("Take back", ("u", "ctrl+z"), "the last choice"),
        _key("Draw", ("D",), "the round, once everything is chosen"),
        _LEAVE,
        _HELP,
    ),
    "Formats to choose from": (
        _key("Find", ("letters",), "those whose name or description has what is typed"),
        _key("All formats", ("ctrl+u",), "where only those with the word typed are shown"),
        _key("Choose", ("enter",), "the selected format"),
        _key("Rules", ("right",), "the format's page of the manual"),
        _key("Back", ("escape",), "without another format; what was typed before is kept"),
        _HELP,
    ),
    "The manual": (
        _key("Find", ("/",), "letters find lines in all pages; accents do not count"),
        _key("Read", ("enter",), "the selected page, or the page of the selected line"),
        _key("Scroll", ("up", "down", "pageup", "pagedown", "home", "end"), "in a page"),
        _key("Back", ("escape",), "to the pages, then out; q in a page closes the manual"),
        _HELP,
    ),
    "Rating lists": (
        _key("Load", ("a",), "a file: FIDE's text or XML, the ECF's, any CSV; zipped or not"),
        _key("Take away", ("X",), "the selected list (asks)"),
        _key("Compare", ("c",), "the entries with the lists"),
        _key("Counts or not", ("space",), "the selected ratings in this event"),
        _key("Up", ("K",), "the selected ratings count before the ones above"),
        _key("Down", ("J",), "they count behind the ones below"),
        _key("As proposed", ("0",), "the order for the rate of play"),
        _key("Method", ("m",), "FIDE, national, one before the other, the higher, the lower …"),
        _LEAVE,
        _HELP,
    ),
    "Ratings compared": (
        _key("Choose", ("space",), "the selected entry, or not"),
        _key("All", ("A",), "everybody, or nobody"),
        _key("Another rating", ("r",), "the next of the player's ratings in the lists"),
        _key("Take over", ("y",), "what the lists have about those chosen"),
        _LEAVE,
        _HELP,
    ),
    "Import of entries": (
        _key("Choose", ("enter",), "a folder or a file; it is read, and nothing taken over yet"),
        _key("Type a path", ("p",), "of a file that is somewhere else"),
        _key("Enter the teams", ("t",), "of a list of teams, not their players; and back"),
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


# The table in use

COMMANDS: tuple[Command, ...] = tuple(c for place in PLACES for c in place.commands)
ROUND_TRIP = tuple(p.name for p in PLACES if p.reached == "tab")
"""The places in the order of tab; each is also an action of the table."""
WITH_BRACKET = tuple(p.name for p in PLACES if p.reached == "tab, of a bracket")
"""The places after them, if the format has a bracket."""
CONGRESS_TRIP = tuple(p.name for p in PLACES if p.reached == "congress")
"""The places of a congress, in the order of tab."""
ON_TOP = tuple(p.name for p in PLACES if p.reached == "on top")
"""The places that are shown in front of another one."""

_in_use: tuple[Command, ...] = COMMANDS
_results: Mapping[str, tuple[str, ...]] = {}


SEEDING = frozenset({"seed", "seeds", "seed_up", "seed_down"})
"""Of entries: for formats in which seeds mean something."""


def use(table: tuple[Command, ...], results: Mapping[str, tuple[str, ...]] | None = None) -> None:
    """The table and the keys of results that the console goes by from now on: with the user's
    own keys, before it begins."""
    global _in_use, _results
    _in_use, _results = table, results or {}
    for each in (commands_of, keys_of, list_keys, result_keys):
        each.cache_clear()


def commands_in_use() -> tuple[Command, ...]:
    """The table as the console goes by it."""
    return _in_use


@cache
def commands_of(place: str) -> tuple[Command, ...]:
    """What works in that place, its own actions first."""
    own = tuple(c for c in _in_use if c.place == place)
    replaced = {c.id for c in own}
    everywhere = "congress" if place in CONGRESS_TRIP else ""
    return (*own, *(c for c in _in_use if c.place == everywhere and c.id not in replaced))


def known_elsewhere(
    place: str,
    key: str,
    bracket: bool = False,
    result: bool = False,
    unused: Collection[PlaceAction] = (),
) -> str:
    """What is said of a key that only other places know: how to do the same here, or where it does
    something; empty for a key that none of them has. `result`: it enters one, or begins one;
    `unused`: what the event can never do."""
    trip = CONGRESS_TRIP if place in CONGRESS_TRIP else places(bracket)
    titles = {known.name: known.title for known in PLACES if known.name in trip}
    if titles.pop(place, "") == "":
        return ""
    if result:
        where = next(title for name, title in titles.items() if name.endswith("results"))
        return f"{shown_key(key)} does nothing here; results are entered in {where}"
    others = [c for c in _in_use if c.place in titles and key in c.keys]
    others = [c for c in others if (c.place, c.id) not in unused]
    own = {(c.id, c.name): c for c in commands_of(place)}
    for one in others:
        here = own.get((one.id, one.name))
        if here is not None and here.keys:
            return f"{shown_key(key)}: {here.name} is {here.key} here"
    there = "; ".join(f"in {titles[c.place]}: {c.name}" for c in others[:2])
    return f"{shown_key(key)} does nothing here; {there}" if there else ""


def never_done(event: Event, format: Format) -> frozenset[PlaceAction]:
    """What that event has no use for as long as it is what it is."""
    from engine.actions.numbering import uses_seeds
    from engine.protocol import (
        OverASeason,
        PlayedByTeams,
        bracketed,
        divided_field,
        gives_no_byes,
        part_of,
    )

    never = {
        ("entries", "byes"): gives_no_byes(format, event)
        and not any(entrant.byes for entrant in event.entrants),
        ("entries", "sections"): divided_field(format, event) is None,
        ("entries", "players"): part_of(format, PlayedByTeams) is None,
        ("results", "lineup"): part_of(format, PlayedByTeams) is None,
        ("results", "postpone"): part_of(format, OverASeason) is None,
        ("pairings", "choose"): not bracketed(format),
        **{("entries", id): not uses_seeds(event, format) for id in SEEDING},
    }
    return frozenset(action for action, useless in never.items() if useless)


@cache
def result_keys(choice: KeyChoice, second: bool) -> tuple[str, ...]:
    """The keys of a result: the user's own, or those of the scheme."""
    return _results.get(choice.id) or (choice.second if second else choice.keys)


@cache
def list_keys() -> Mapping[str, str]:
    """Textual's name of a key to the id of what every list does at it."""
    commands = (c for c in _in_use if c.place == "list")
    return {key_name(key): c.id for c in commands for key in c.keys}


def places(bracket: bool = False) -> tuple[str, ...]:
    """The places in the order of tab."""
    return (*ROUND_TRIP, *WITH_BRACKET) if bracket else ROUND_TRIP


@cache
def congress_trip() -> tuple[Command, ...]:
    """The actions that go to the places of a congress, in the order of tab."""
    by_id = {c.id: c for c in CONGRESS}
    return tuple(by_id[place] for place in CONGRESS_TRIP)


@cache
def round_trip(bracket: bool = False) -> tuple[Command, ...]:
    """The actions that go to the places, in the order of tab."""
    by_id = {c.id: c for c in EVERYWHERE}
    return tuple(by_id[place] for place in places(bracket))


@cache
def keys_of(place: str) -> Mapping[str, Command]:
    """Key to action there; an action of the place wins over one of everywhere."""
    commands: dict[str, Command] = {}
    for command in commands_of(place):
        for key in command.keys:
            commands.setdefault(key, command)
    return commands
