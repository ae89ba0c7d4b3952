"""Actions of Bracket. The result keys themselves come from the format (`result_form`)."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "bracket", name, keys, help, short)


BRACKET = (
    _command("choose", "Draw by choice", ("C", "c"), "who chooses, who may be chosen", "choose"),
    _command("details", "Match", ("enter",), "all about the selected match", "match"),
    _command("next_open", "Next open match", ("]", "o"), "to the next one to be played", "open"),
    _command("last_open", "Open match before", ("[",), "to the one before to be played"),
    _command("next_stage", "Next stage", ("s",), "winners, losers, final … in turn", "stage"),
    _command("last_stage", "Stage before", ("S",), "the other way"),
    _command("loser", "Follow the loser", ("L",), "to the match that the loser plays next",
             "loser"),
    _command("winner", "Follow the winner", ("W",), "to the winner's next match, in any stage"),
    _command("beside", "Tables beside", ("v",), "lucky losers, the Swiss: what the format shows",
             "tables"),
    _command("draw", "Draw the next round", ("D",), "to Pairings, and draw", "draw"),
    _command("finals", "Finals", ("f",), "a place declined, a play-off entered", "finals"),
    _command("find", "Find", ("/",), "to a match by a piece of a name", "find"),
    _command("left", "Earlier", ("left", "h"), "to a match that this one comes from"),
    _command("right", "Later", ("right", "l"), "to the match that the winner plays next"),
    _command("above", "Up", ("up", "k"), "to the match above"),
    _command("below", "Down", ("down", "j"), "to the match below"),
    _command("page_above", "Page up", ("pageup",), "eight matches up"),
    _command("page_below", "Page down", ("pagedown",), "eight matches down"),
    _command("top", "Top", ("home", "g"), "the first match of the column"),
    _command("bottom", "Bottom", ("end", "G"), "the last match of the column"),
)  # fmt: skip
