"""When acceleration ends, and that it is not resumed."""

from __future__ import annotations

import pytest

from engine.event import Event
from tests.formats.ecf.events import (
    ECF,
    as_round,
    by_chance,
    event,
    higher_wins,
    lower_wins,
    published,
    score,
    some_event,
)

ACCELERATED = ("(", "A v B", "C v D")


def chased(event: Event, less: float) -> bool:
    """Whether a bottom-half player is on 100 %, or on as much less."""
    done = len(event.published)
    bottom = [e.id for e in event.entrants if e.section in ("C", "D")]
    return any(score(event, id) >= done - less for id in bottom)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("kind", "less"), [("basic", 0.0), ("advanced", 0.5)])
def test_it_ends_when_no_bottom_half_player_is_up_or_two_rounds_are_left(
    kind: str, less: float, seed: int
) -> None:
    now = some_event(seed, low=14, acceleration=kind)
    on = True
    for number in range(1, now.settings.rounds + 1):
        left = now.settings.rounds - number + 1
        if number > 1:
            on = on and left > 2 and chased(now, less)
        drawn = ECF.draw(now)
        assert any(m.group.startswith(ACCELERATED) for m in drawn.matches) == on
        told = "accelerated: " if on else "acceleration ended before round"
        assert told in next(iter(ECF.headings(now, as_round(drawn)).values()))
        assert number == 1 or any(a.text.startswith(told) for a in ECF.advise(now))
        now = published(now, drawn, by_chance(seed))


@pytest.mark.parametrize(
    ("kind", "rounds"),
    [("basic", [True] * 4 + [False] * 3), ("advanced", [True] * 2 + [False] * 5)],
)
def test_a_fixed_number_of_rounds_is_kept_in_basic_and_a_limit_in_advanced(
    kind: str, rounds: list[bool]
) -> None:
    now = event(16, rounds=7, acceleration=kind, acceleration_rounds=4)
    state = []
    for _ in range(7):
        drawn = ECF.draw(now)
        state.append(any(m.group.startswith(ACCELERATED) for m in drawn.matches))
        now = published(now, drawn, higher_wins)
    assert state == rounds


def test_advanced_stops_after_its_fixed_rounds_though_somebody_is_up() -> None:
    now = event(16, rounds=7, acceleration="advanced", acceleration_rounds=3)
    state = []
    for _ in range(7):
        drawn = ECF.draw(now)
        state.append(any(m.group.startswith(ACCELERATED) for m in drawn.matches))
        now = published(now, drawn, lower_wins)
    assert state == [True] * 3 + [False] * 4


def test_with_the_higher_grade_always_winning_one_player_at_most_ends_on_full_score() -> None:
    for kind in ("basic", "advanced"):
        now = event(64, rounds=6, acceleration=kind)
        for _ in range(6):
            now = published(now, ECF.draw(now), higher_wins)
        assert sum(score(now, e.id) == 6 for e in now.entrants) <= 1
