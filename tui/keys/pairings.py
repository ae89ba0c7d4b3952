"""Actions of Pairings: a draw made, reviewed, changed by hand, published."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "pairings", name, keys, help, short)


PAIRINGS = (
    _command("draw", "Draw the next round", ("d",), "make the proposal of the next round", "draw"),
    _command(
        "cancel", "Cancel", ("x", "escape"), "stop the draw that runs; take a mark off", "cancel"
    ),
    _command("swap", "Swap two", ("s",), "mark a player; at the second they change places", "swap"),
    _command("side_left", "White's side", ("left",), "the mark is set on White"),
    _command("side_right", "Black's side", ("right",), "the mark is set on Black"),
    _command("turn", "Turn colours", ("t",), "exchange White and Black on the board", "turn"),
    _command("lock", "Lock the pair", ("l",), "these two shall meet; again: taken back", "lock"),
    _command("bar", "Bar the pair", ("b",), "these two shall not meet; again: taken back", "bar"),
    _command("instructions", "Locks and bars", ("L",), "list them, take one back"),
    _command(
        "redraw_rest", "Redraw the rest", ("r",), "draw again under the locks and bars", "redraw"
    ),
    _command("redraw", "Redraw from scratch", ("R",), "draw again without any change by hand"),
    _command("discard", "Discard the proposal", ("X",), "take the standing proposal away"),
    _command("next_mark", "Next mark", ("]",), "to the next board with a mark", "next mark"),
    _command("last_mark", "Mark before", ("[",), "to the board with a mark before"),
    _command("why", "Why these two", ("w",), "the whole reason of the selected board", "why"),
    _command("own", "Engine's own draw", ("E",), "what the engine would have done", "engine's"),
    _command("publish", "Publish", ("P",), "the proposal becomes the round (asks)", "publish"),
    _command("correct", "Correct a board", ("c",), "a published board as it was really played"),
    _command("round_before", "Round before", ("<",), "look at the round before"),
    _command("round_after", "Round after", (">",), "look at the round after"),
)
