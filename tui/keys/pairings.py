"""Actions of Pairings: a draw made, reviewed, changed by hand, published."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "pairings", name, keys, help, short)


PAIRINGS = (
    _command("draw", "Draw the next round", ("d",), "make the proposal of the next round", "draw"),
    _command("choose", "Draw by choice", ("C",), "who chooses, who may be chosen", "choose"),
    _command(
        "cancel", "Stop, or unmark", ("x", "escape"), "stop the draw that runs; unmark", "stop"
    ),
    _command(
        "swap", "Swap two", ("s",), "mark one, or the bye; at the second they change places", "swap"
    ),
    _command("side_left", "White's side", ("left",), "s takes the player with White"),
    _command("side_right", "Black's side", ("right",), "s takes the player with Black"),
    _command("turn", "Turn colours", ("t",), "exchange White and Black on the board", "turn"),
    _command("lock", "Lock the pair", ("l",), "these two shall meet; again: taken back", "lock"),
    _command("bar", "Bar the pair", ("b",), "these two shall not meet; again: taken back", "bar"),
    _command(
        "allow",
        "Allow the pair",
        ("a",),
        "school and club do not matter to these two, or to the marked one and this; again: they do",
    ),
    _command("instructions", "Locks and bars", ("L",), "list them, take one back"),
    _command(
        "redraw_rest", "Redraw the rest", ("r",), "draw again under the locks and bars", "redraw"
    ),
    _command("publish", "Publish", ("P",), "the proposal becomes the round (asks)", "publish"),
    _command("next_mark", "Next mark", ("]",), "to the next marked board, gravest first", "mark"),
    _command("last_mark", "Mark before", ("[",), "the same order backwards"),
    _command("why", "Why these two", ("w",), "the whole reason of the selected board", "why"),
    _command("own", "Engine's own draw", ("E",), "what the engine would have done", "own"),
    _command("redraw", "Redraw from scratch", ("R",), "without locks, bars and hand changes"),
    _command("discard", "Discard the proposal", ("X",), "take the standing proposal away"),
    _command(
        "correct", "Correct a board", ("c",), "a published board as it was really played", "correct"
    ),
    _command("seat", "Seat a late entry", ("S",), "in the place of one who did not come"),
    _command("round_before", "Round before", ("<",), "look at the round before", "before"),
    _command("round_after", "Round after", (">",), "look at the round after", "after"),
)
