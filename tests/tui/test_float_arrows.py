"""Arrows stand at those who float by the draw, not at everybody who meets another score."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.actions import EnterResults, Propose, PublishRound
from engine.entrants import Entrant
from engine.event import Event, Round, RoundState
from engine.history import cards
from engine.next_draw import next_draw
from engine.proposal import turn
from engine.protocol import Format
from formats.registry import format_named
from saves.as_drawn import RoundAsDrawn
from tui.places.pairings.lines import Review


def drawn(format: Format, event: Event) -> tuple[Event, Round]:
    made = next_draw(event, format)
    event = Propose.of(made).apply(event, format)
    return event, Round(made.round, RoundState.PROPOSAL, made.matches, made.byes)


def third_round(format: Format, **settings: Any) -> tuple[Event, Round]:
    """Round 3 proposed, after two played at random."""
    chance = Random(5)
    players = tuple(Entrant(str(n), f"P{n}", 2400 - 20 * n) for n in range(1, 41))
    event = Event("Test", format.name, format.settings(settings), 7, players, next_id=99)
    for number in (1, 2):
        event, round = drawn(format, event)
        event = PublishRound(number).apply(event, format)
        results = [(m.board, chance.choice(["1-0", "0-1", "1/2-1/2"])) for m in round.matches]
        event = EnterResults(tuple(results)).apply(event, format)
    return drawn(format, event)


def test_arrows_of_porous_rounds_go_by_notional_points() -> None:
    galway = format_named("galway")
    event, round = third_round(galway, rounds=6)
    review = Review(event, galway, round)
    known = cards(event.until(2))
    bonus = {e.id: 3 - (int(e.id) - 1) // 10 for e in event.entrants}
    mixed = 0
    for match in round.matches:
        white, black = (known[id].score + bonus[id] for id in match.pair)
        wanted = (" ", " ") if white == black else ("↓", "↑") if white > black else ("↑", "↓")
        assert review.arrows(match) == wanted
        mixed += white == black and known[match.white].score != known[match.black].score
    assert mixed > 0


@pytest.mark.parametrize("acceleration", ["basic", "advanced"])
def test_nobody_floats_in_a_two_sided_group(acceleration: str) -> None:
    ecf = format_named("ecf")
    event, round = third_round(ecf, rounds=7, acceleration=acceleration)
    review = Review(event, ecf, round)
    known = cards(event.until(2))
    sided = [m for m in round.matches if "v top half" in m.group]
    assert sided
    for match in round.matches:
        white, black = (known[id].score for id in match.pair)
        assert (review.arrows(match) == (" ", " ")) == (match in sided or white == black)


def test_what_is_said_of_a_group_with_a_corrected_board_is_said_to_be_of_then() -> None:
    ecf = format_named("ecf")
    event, round = third_round(ecf, rounds=7)
    round = replace(round, state=RoundState.PUBLISHED)
    first = round.matches[0]
    then = RoundAsDrawn(event.until(2), round)
    said = Review(event, ecf, round, then).headings
    corrected = Review(event, ecf, turn(round, first.board), then).headings
    assert corrected == {**said, first.group: f"as published: {said[first.group]}"}
