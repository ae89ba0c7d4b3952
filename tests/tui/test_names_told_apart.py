"""Names that are longer than their column: what is cut, and how equal ones are told apart."""

from __future__ import annotations

import pytest

from tui.screens.names import told_apart
from tui.terminal.widths import cell_len

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
    assert all(cell_len(text) <= width for text in shown)
