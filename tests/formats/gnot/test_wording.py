"""Reasons of the repechage in an arbiter's words, each once."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.reasons import Reason
from formats.gnot.repechage import drop_in_score
from formats.gnot.wording import worded, working
from tests.formats.gnot.evenings import Evenings

EVENT = Evenings(20).event
of = Reason.of


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (of("set-draw", high=1, low=8, of=8), "set draw: 1 v 8 of 8"),
        (
            of("repeat", stage="A"),
            "they met in session 1, match 2, which could not be avoided",
        ),
        (of("met", stage="S1"), "they met in SKO round 1"),
        (of("forces-repeats", team="2"), "others would have to meet again"),
        (
            of("gave-way", what="opt-outs", stage="D2"),
            "DKO round 2: opting out lapses: otherwise teams would meet again",
        ),
        (
            of("gave-way", what="pool"),
            "anybody not yet drawn may be chosen: otherwise teams would meet again",
        ),
        (
            of("lucky-again", team="3"),
            "T3 is a lucky loser for the second time: nobody else was left",
        ),
        (
            of("walkover", stage="D1", left="2", imps=80),
            "DKO round 1: a walkover, T2 has withdrawn (0 against 80 IMPs for "
            "ranking, the least margin worth 20 VP)",
        ),
        (
            of("both-withdrawn", stage="S3", teams=("2", "3")),
            "SKO round 3: T2 and T3 have both withdrawn",
        ),
        (
            of("first-rests", team="1"),
            "SKO round 1: a bye to round 2, T1 ranks first",
        ),
        (
            of("dropping-in", place=1, rank=3, of=3),
            "number 1 in the Swiss against number 3 of 3 dropping in (rule 2.5)",
        ),
        (
            of("more-dropping-in", ranks=(1, 2)),
            "more teams drop in than are in the Swiss: numbers 1 and 2 of them meet",
        ),
        (
            of("swiss-places", places=(3, 4)),
            "numbers 3 and 4 of the Swiss: first against second as far as repeats allow",
        ),
        (
            of("triangle", boards=7, places=(5, 6, 7), of=7, repeats=1),
            "a triangle in this half alone: the field is odd, and of the threes that leave the "
            "fewest repeats numbers 5, 6 and 7 of 7 are the lowest placed, 1 of their matches a "
            "repeat",
        ),
        (
            of("moved-by-appeal", moves=(("1", "2"), ("2", "1"))),
            "T1 and T2 swapped places after an appeal (3.8)",
        ),
        (
            of("moved-by-appeal", moves=(("1", "2"), ("2", "3"), ("3", "1"))),
            "T2 has the place of T1, T3 has the place of T2, T1 has the place of T3 after an "
            "appeal (3.8)",
        ),
    ],
)
def test_every_reason_is_worded(reason: Reason, text: str) -> None:
    assert worded(reason, EVENT) == text


@pytest.mark.parametrize(
    ("entering", "leader", "text"),
    [
        (3, None, "no Swiss match yet: 2 × 10 = 20"),
        (3, "20.00", "A: 80 % of 20.00 = 16.00"),
        (2, "20.00", "B: 10.00, more than 40 % of 20.00"),
        (3, "40.00", "B: 40.00 − 6.0 = 34.00"),
    ],
)
def test_a_drop_in_score_says_what_it_was_worked_out_from(
    entering: int, leader: str | None, text: str
) -> None:
    score = drop_in_score(entering, Decimal(leader) if leader else None)
    assert working(score) == text
