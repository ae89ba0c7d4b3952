"""Points in a column."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.points import column_texts, counted


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (["89.3", "89.25", "90"], ["89.30", "89.25", "90.00"]),
        (["89.30", "70.5"], ["89.30", "70.50"]),
        (["2.5", "3", "0.5"], ["2½", "3", "½"]),
        (["-1.25", None, "0"], ["-1.25", "", "0.00"]),
    ],
)
def test_a_column_has_one_number_of_decimals(values: list[str | None], texts: list[str]) -> None:
    assert column_texts(None if v is None else Decimal(v) for v in values) == texts


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 entries"), (1, "1 entry"), (2, "2 entries"), (31, "31 entries")]
)
def test_a_number_of_things_is_told_with_its_own_plural(number: int, told: str) -> None:
    assert counted(number, "entry", "entries") == told


def test_most_things_take_an_s() -> None:
    assert [counted(n, "board") for n in (0, 1, 2)] == ["0 boards", "1 board", "2 boards"]
