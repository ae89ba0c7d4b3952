"""Who floats and who goes on, in fields small enough to be checked by hand."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from formats.kjca.drawing import draw_round
from formats.kjca.field import Field, Seat


def field(scores: Mapping[str, int], met: str, third: str = "") -> Field:
    """Players of one letter each in grade order; `met` are pairs, `third` have had White twice."""
    pairs = met.split()
    return Field.of(
        Seat(
            name,
            place,
            score=Decimal(score),
            colours="WW" if name in third else "",
            met=frozenset(p.replace(name, "") for p in pairs if name in p),
            name=name,
        )
        for place, (name, score) in enumerate(scores.items(), start=1)
    )


def games(field: Field) -> set[str]:
    boards = draw_round(field).boards
    return {field.players[b.high].id + field.players[b.low].id for b in boards}


THREE_GROUPS = {"a": 2, "b": 2, "c": 2, "d": 1, "e": 0, "f": 0}


def test_nobody_goes_past_a_group_where_somebody_is_left_to_play() -> None:
    """One floater must play d, which leaves e and f, who have met: three float, and two of them
    find d taken."""
    assert games(field(THREE_GROUPS, "ef")) == {"ad", "be", "cf"}


def test_a_legal_opponent_is_passed_by_if_no_number_of_floaters_helps_otherwise() -> None:
    """As above, but a and b have met e and f as well: only c can go there."""
    assert games(field(THREE_GROUPS, "ef ae af be bf")) == {"ab", "ce", "df"}


def test_a_floater_whose_only_opponent_is_taken_goes_on() -> None:
    scores = {"a": 2, "b": 2, "c": 1, "d": 1, "e": 0, "f": 0}
    assert games(field(scores, "ab bd cd")) == {"ac", "be", "df"}


def test_a_legal_game_is_made_before_a_third_colour_even_if_somebody_is_passed_by() -> None:
    drawn = draw_round(field(THREE_GROUPS, "ef ae af be bf"))
    assert not drawn.field.exempt
