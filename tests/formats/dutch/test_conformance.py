"""Answers of the Dutch draw are those of an endorsed engine, pairs and colours."""

from __future__ import annotations

import pytest

from tests.formats.dutch.conformance import (
    answer_of,
    position,
    position_names,
    rounds_of,
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
