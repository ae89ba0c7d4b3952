"""When acceleration ends, and that it is not resumed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.event import Event, RoundState
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
from tests.sampling import sampled

ACCELERATED = ("(", "A v B", "C v D")


def chased(event: Event, less: float) -> bool:
    """Whether a bottom-half player is on 100 %, or on as much less."""
    done = len(event.published)
    bottom = [e.id for e in event.entrants if e.section in ("C", "D")]
    return any(score(event, id) >= done - less for id in bottom)


@pytest.mark.parametrize("seed", sampled(range(40), range(0, 40, 6)))
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
        said = told if on else "acceleration end"
        assert number == 1 or any(a.text.startswith(said) for a in ECF.advise(now))
        now = published(now, drawn, by_chance(seed))
        assert told in next(iter(ECF.headings(now, now.round(number)).values()))


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


@pytest.mark.parametrize("kind", ["basic", "advanced"])
@pytest.mark.parametrize("rounds", [1, 2])
def test_an_event_of_two_rounds_is_not_accelerated(kind: str, rounds: int) -> None:
    now = event(12, rounds=rounds, acceleration=kind)
    plain = event(12, rounds=rounds)
    drawn = ECF.draw(now)
    assert [m.pair for m in drawn.matches] == [m.pair for m in ECF.draw(plain).matches]
    assert not any(m.group.startswith(ACCELERATED) for m in drawn.matches)
    assert any(a.urgent and "not accelerated" in a.text for a in ECF.advise(now))


def test_nothing_is_said_of_the_next_round_while_results_are_missing() -> None:
    before = event(16, rounds=5, acceleration="basic")
    drawn = ECF.draw(before)
    played = published(before, drawn, lower_wins)
    open_board = replace(played.rounds[0].matches[0], result=None)
    waiting = played.with_round(
        replace(played.rounds[0], matches=(open_board, *played.rounds[0].matches[1:]))
    )
    told = [a.text for a in ECF.advise(waiting)]
    assert "whether acceleration continues is decided once round 1 is complete" in told
    assert not any("ended" in text or "100 %" in text for text in told)


def test_it_has_ended_only_once_a_round_is_drawn_without_it() -> None:
    now = event(16, rounds=5, acceleration="basic")
    while not any("ends before" in a.text for a in ECF.advise(now)):
        now = published(now, ECF.draw(now), higher_wins)
    number = len(now.published) + 1
    assert not any("ended" in a.text for a in ECF.advise(now))
    drawn = now.with_round(as_round(ECF.draw(now)))
    assert any(f"ended before round {number}" in a.text for a in ECF.advise(drawn))


@pytest.mark.parametrize(("players", "said"), [(100, False), (22, True), (40, False), (9, True)])
def test_a_top_half_outside_56_to_60_per_cent_is_said(players: int, said: bool) -> None:
    found = [a.text for a in ECF.advise(event(players, acceleration="advanced"))]
    assert any("no even number is within 56 to 60 %" in text for text in found) == said
    basic = [a.text for a in ECF.advise(event(players, acceleration="basic"))]
    assert not any("56 to 60" in text for text in basic)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"rounds": 7, "acceleration_rounds": 4}, "accelerated: round 3 of 4 that are fixed"),
        ({"rounds": 5, "acceleration_rounds": 3}, "accelerated: round 3 of 3 that are fixed, the"),
        ({"rounds": 4}, "acceleration ends before round 3: only two rounds are left"),
    ],
)
def test_what_no_result_can_change_is_said_while_results_are_missing(
    settings: dict[str, Any], told: str
) -> None:
    now = event(16, acceleration="basic", **settings)
    now = published(now, ECF.draw(now), lower_wins)
    drawn = as_round(ECF.draw(now))
    waiting = replace(now, rounds=(*now.rounds, replace(drawn, state=RoundState.PUBLISHED)))
    assert any(a.text.startswith(told) for a in ECF.advise(waiting))


@pytest.mark.parametrize(
    ("scoring", "told"),
    [({}, "half a point"), ({"win_points": 3, "draw_points": 1}, "2 points")],
)
def test_what_a_draw_is_less_is_told_in_the_points_of_the_event(
    scoring: dict[str, Any], told: str
) -> None:
    """With three points for a win and one for a draw, half a point less is on no score."""
    now = event(26, acceleration="advanced", rounds=6, **scoring)
    now = published(now, ECF.draw(now), by_chance(4))
    assert any(f"100 % or {told} less" in advice.text for advice in ECF.advise(now))
