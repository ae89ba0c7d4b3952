"""The tables beside a standing or a bracket: nothing in them is cut that can be broken."""

from __future__ import annotations

from rich.cells import cell_len

from engine.tables import Panel
from tui.screens.meeting_lines import panel_lines

LOT = "lot 3 of this event (rank in Pool A): " + " before ".join(
    ["Żukova und Söhne", "Ødegren", "Kilbracken Rovers", "Tullyroe"]
)


def test_a_lot_is_shown_to_its_last_name() -> None:
    lines = panel_lines([Panel("Lots", ("in order",), ((LOT,), ("lot 4 …",)))], 72)
    assert all(cell_len(one.text) <= 72 for one in lines)
    assert " ".join(" ".join(one.text.split()) for one in lines[2:-1]) == LOT


def test_a_long_cell_goes_on_below_while_the_others_stand_once() -> None:
    teams = ", ".join(["Árnadóttir", "Barrowby", "Ødegren", "Zborowska", "Wexcombe"])
    row = ("3", teams, "25.26", "20.21", "A: 80 % of 25.26 = 20.21")
    panel = Panel("Drop-in scores", ("for round", "teams", "LS", "score", ""), (row,))
    lines = panel_lines([panel], 72)
    shown = [one.text for one in lines[2:]]
    assert all(cell_len(text) <= 72 for text in shown)
    assert sum("25.26" in text and "20.21" in text for text in shown[:1]) == 1
    for name in teams.split(", "):
        assert sum(name in text for text in shown) == 1
    assert "…" not in "".join(shown)
