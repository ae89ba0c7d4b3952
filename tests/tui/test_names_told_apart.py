"""Names that are longer than their column: what is cut, and how equal ones are told apart."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import ImportEntrants
from engine.entrants import Entrant
from saves.cells import text_width
from tests.playing import play, propose
from tests.tui.driver import Driver, MemoryDesk
from tui.places.pairings import PAIRINGS
from tui.places.results import RESULTS
from tui.places.shape import PlaceKind
from tui.screens.names import told_apart

ALIKE = (
    "de la Fuente y Martínez de Hoz, José E.",
    "de la Fuente y Martínez de Hoz, José X.",
    "Quirós, Ivo",
)


def test_a_name_that_fits_stays_whole_and_a_longer_one_loses_its_end() -> None:
    assert told_apart(("Quirós, Ivo", "Ballinrobe-Okeke, Maeve"), ("1", "2"), 20) == [
        "Quirós, Ivo",
        "Ballinrobe-Okeke, M…",
    ]


def test_cut_names_that_are_alike_show_the_end_of_the_given_name() -> None:
    assert told_apart(ALIKE, ("1", "2", "3"), 24) == [
        "de la Fuente y M…José E.",
        "de la Fuente y M…José X.",
        "Quirós, Ivo",
    ]


def test_where_given_names_are_alike_too_the_number_tells() -> None:
    shown = told_apart((ALIKE[0], ALIKE[1], ALIKE[1]), ("7", "8", "131"), 22)
    assert shown == ["de la Fuente y…José E.", "de la Fuente y Mart… 8", "de la Fuente y Ma… 131"]


@pytest.mark.parametrize("width", [3, 9, 20, 33])
def test_no_text_is_wider_than_its_column_in_any_script(width: int) -> None:
    names = (
        "北京市朝阳区王小明, 王小明",
        "北京市朝阳区王小明, 王大明",
        "Ω" * 40,
        "a" + "\u0301" * 60,
        *ALIKE,
    )
    shown = told_apart(names, [str(n) for n in range(len(names))], width)
    assert all(text_width(text) <= width for text in shown)


@pytest.mark.parametrize("place", [RESULTS, PAIRINGS], ids=["results", "pairings"])
def test_boards_name_two_of_one_family_so_that_they_are_told_apart(place: PlaceKind[Any]) -> None:
    desk = MemoryDesk.created(rounds=3)
    names = (*ALIKE[:2], *(f"Player {n}" for n in range(6)))
    desk.do(ImportEntrants(tuple(Entrant("", name, rating=2000) for name in names)))
    if place is RESULTS:
        play(desk, 1, last_open=True)
    else:
        propose(desk)
    shown = "\n".join(one.text for one in Driver(place, desk).shown.body)
    assert "José E." in shown
    assert "José X." in shown
