"""Grading-based pairing and acceleration against a second reading of their rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.entrants import Entrant
from engine.event import Event
from engine.protocol import divided_field
from formats.registry import FORMATS, format_named
from tests.formats.oracles.ecf_checks import sweep
from tests.formats.oracles.ecf_field import TITLES, advanced_exceptions, halves, opening, quarters
from tests.sampling import each

pytestmark = pytest.mark.skipif("ecf" not in FORMATS, reason="no grading-based pairing yet")

MODES = ["none", "basic", "advanced"]


def entries(count: int, **settings: Any) -> Event:
    """Players of falling grades."""
    players = tuple(Entrant(str(n), f"P{n:03}", 3000 - 10 * n) for n in range(1, count + 1))
    ecf = format_named("ecf")
    return Event("Test", "ecf", ecf.settings({"rounds": 6, **settings}), entrants=players)


def test_halves_of_the_page() -> None:
    found = [halves(n, "basic") for n in range(16, 24)]
    assert found == [(8, 8), (10, 7), (10, 8), (10, 9), (10, 10), (12, 9), (12, 10), (12, 11)]
    tops = {n: halves(n, "advanced")[0] for n in (100, 40, 22, 50)}
    assert tops == {100: 58, 40: 24, 22: 12, 50: 30}
    assert advanced_exceptions(200) == (
        8,
        9,
        11,
        12,
        13,
        15,
        16,
        18,
        19,
        22,
        23,
        26,
        29,
        33,
        36,
        43,
    )


@pytest.mark.parametrize("mode", MODES[1:])
@each("n", range(8, 101))
def test_quarters(mode: str, n: int) -> None:
    divided = divided_field(format_named("ecf"), entries(n, acceleration=mode))
    assert divided is not None
    assert tuple(len(part.entrants) for part in divided.parts) == quarters(n, mode)


@pytest.mark.parametrize("mode", MODES)
@each("n", [*range(8, 41), 61, 100])
def test_the_first_round(mode: str, n: int) -> None:
    event = entries(n, acceleration=mode)
    proposal = format_named("ecf").draw(event)
    pairs, rest = opening(n, mode)
    ranks = [tuple(sorted((int(m.white) - 1, int(m.black) - 1))) for m in proposal.matches]
    assert ranks == pairs
    byes = [int(b.entrant) - 1 for b in proposal.byes]
    assert byes == ([] if rest is None else [rest])
    higher = [int(m.white) < int(m.black) for m in proposal.matches]
    assert higher == [higher[0] if k % 2 == 0 else not higher[0] for k in range(len(higher))]


def test_equal_grades_stand_by_title_and_name() -> None:
    titles = ["", "WFM", "IM", "GM", "WGM", "FM", "WIM", ""]
    players = tuple(
        Entrant(str(n), f"P{9 - n}", 2000, title=title) for n, title in enumerate(titles, start=1)
    )
    event = replace(entries(8), entrants=players)
    titled = [event.entrant(id).title for id in format_named("ecf").order(event)]
    assert titled == [*TITLES, "", ""]
    names = [event.entrant(id).name for id in format_named("ecf").order(event)]
    assert names[-2:] == ["P1", "P8"]


SETTINGS: list[dict[str, Any]] = [
    {},
    {"pairing": "seeded"},
    {"acceleration": "basic"},
    {"acceleration": "advanced"},
    {"acceleration": "basic", "acceleration_rounds": 3},
]
NAMES = ["-".join(map(str, s.values())) or "graded" for s in SETTINGS]


@pytest.mark.parametrize("settings", SETTINGS, ids=NAMES)
def test_draws_are_those_of_the_second_reading(settings: dict[str, Any]) -> None:
    found, count = sweep(range(8), range(10, 25), **settings)
    assert found == []
    assert count["levels"] > 14


@pytest.mark.slow
@pytest.mark.parametrize("settings", SETTINGS, ids=NAMES)
def test_draws_of_many_events(settings: dict[str, Any]) -> None:
    found, count = sweep(range(1000, 1500), range(8, 25), **settings)
    assert found == []
    assert count["levels"] > 1000
