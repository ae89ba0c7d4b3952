"""Answers of the Dutch draw are those of an endorsed engine, pairs and colours."""

from __future__ import annotations

import pytest

from saves.trf_read import read_trf
from tests.formats.dutch.conformance import (
    DATA,
    Case,
    answer_of,
    position,
    position_names,
    rounds_of,
    table_of,
    tournament_names,
)

SAMPLE = 5
"""Every fifth position and every twentieth tournament are drawn in the normal run."""


@pytest.mark.parametrize("name", position_names()[::SAMPLE])
def test_position(name: str) -> None:
    case = position(name)
    assert answer_of(case) == case.answer


@pytest.mark.parametrize("name", tournament_names()[::20])
def test_tournament(name: str) -> None:
    for case in rounds_of(name):
        assert answer_of(case) == case.answer, case.name


@pytest.mark.slow
def test_all_positions() -> None:
    cases = [position(name) for name in position_names()]
    assert len(cases) == 390
    assert [case.name for case in cases if answer_of(case) != case.answer] == []


@pytest.mark.slow
def test_all_positions_by_the_reference() -> None:
    cases = (position(name) for name in position_names())
    assert [c.name for c in cases if answer_of(c, reference=True) != c.answer] == []


@pytest.mark.slow
def test_all_tournaments() -> None:
    names = tournament_names()
    assert len(names) == 180
    cases = (case for name in names for case in rounds_of(name))
    assert [case.name for case in cases if answer_of(case) != case.answer] == []


def test_the_players_of_a_remainder_are_numbered_by_themselves() -> None:
    """4.1 numbers "all players in the bracket". The answer is an endorsed engine's, which counts a
    remainder afresh: with the numbers of the bracket 2 would play 5."""
    file = read_trf((DATA / "remainder.trf").read_bytes(), "remainder.trf")
    answer = {(4, 1), (8, 9), (6, 3), (10, 14), (5, 7), (2, 12), (13, 11)}
    table = table_of(file, file.rounds, file.entrants, "B")
    assert answer_of(Case("remainder", table, answer)) == answer
