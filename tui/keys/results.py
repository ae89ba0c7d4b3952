"""Actions of Results. The result keys themselves come from the format (`result_form`)."""

from __future__ import annotations

from tui.keys.table import Command


def _command(id: str, name: str, keys: tuple[str, ...], help: str, short: str = "") -> Command:
    return Command(id, "results", name, keys, help, short)


RESULTS = (
    _command(
        "keep_saved", "What is saved is right", ("s",), "where a slip differs", "saved is right"
    ),
    _command("take_typed", "What was typed is right", ("t",), "a correction", "typed is right"),
    _command("go_to", "Go to a board or a name", ("g",), "a number or letters, enter", "go"),
    _command("missing", "Missing only", ("m",), "only boards without a result, or all", "missing"),
    _command(
        "next_missing", "Next missing", ("N",), "the next board without a result; or g, enter"
    ),
    _command("verify", "Verification pass", ("v",), "enter all again from the slips", "verify"),
    _command("undo", "Undo", ("u", "ctrl+z"), "take back my last result or other action", "undo"),
    _command("correct", "Correct the board", ("c",), "as it was really played", "correct"),
    _command("seat", "Seat a late entry", ("S",), "in the place of one who did not come"),
    _command("adjourn_rest", "Adjourn what is missing", ("A",), "count as draws for pairing only"),
    _command("withdraw_loser", "Withdraw after forfeit", ("x",), "the absent one leaves the event"),
    _command("key_scheme", "Other result keys", ("K",), "1 White 0 Black = draw; or 1 3 2"),
    _command("round_before", "Round before", ("[", "<"), "results of the round before"),
    _command("round_after", "Round after", ("]", ">"), "results of the round after"),
)
