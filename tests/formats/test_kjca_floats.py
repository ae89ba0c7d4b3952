"""Who floats and who goes on, in fields small enough to be checked by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from string import ascii_letters

import pytest

from formats.kjca import floats
from formats.kjca.drawing import draw_round
from formats.kjca.field import KjcaField, Seat
from formats.kjca.floats import plan


def field(scores: Mapping[str, int], met: str, third: str = "", club: str = "") -> KjcaField:
    """Players of one letter each in grade order; `met` are pairs, `third` have had White twice,
    those of `club` are clubmates."""
    pairs = met.split()
    return KjcaField.of(
        Seat(
            name,
            place,
            score=Decimal(score),
            colours="WW" if name in third else "",
            met=frozenset(p.replace(name, "") for p in pairs if name in p),
            ties=frozenset({"club:rook"} if name in club else ()),
            name=name,
        )
        for place, (name, score) in enumerate(scores.items(), start=1)
    )


def games(field: KjcaField) -> set[str]:
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


def test_so_many_float_that_a_group_which_cannot_meet_has_opponents() -> None:
    """The eight on none have had White twice and cannot meet. Six floaters must take the six in
    between, and eight more reach the eight: any fewer leave somebody without a game. Each number
    of floaters was tried set by set, which did not end."""
    upper, between, last = ascii_letters[:16], ascii_letters[16:22], ascii_letters[22:30]
    scores = dict.fromkeys(upper, 2) | dict.fromkeys(between, 1) | dict.fromkeys(last, 0)
    drawn = games(field(scores, "", third=last))
    assert Counter(tuple(scores[one] for one in pair) for pair in drawn) == {
        (2, 2): 1,
        (2, 1): 6,
        (2, 0): 8,
    }


ALONE = {"a": 2, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 0, "h": 0, "i": 0, "j": 0}
"""One leader, five on one point, four on none: ten players."""


def test_a_floater_passes_by_nobody_where_the_round_has_no_fewer_games_of_clubmates() -> None:
    """a past b, c, d and e to f would leave four clubmates to play each other."""
    assert games(field(ALONE, "", club="abcde")) == {"ab", "ce", "df", "gi", "hj"}


def test_a_floater_passes_by_a_clubmate_where_that_leaves_one_game_fewer() -> None:
    assert games(field(ALONE, "", club="ab")) == {"ac", "be", "df", "gi", "hj"}


def test_passing_by_is_worth_only_two_altered_boards_a_game() -> None:
    """b has met d and e: whomever a plays in his place, two boards are altered beside a's own,
    for one game. At a price of three it is done."""
    met = "be bd"
    assert "ab" in games(field(ALONE, met, club="ab"))
    drawn = field(ALONE, met, club="ab")
    assert "ac" in games(replace(drawn, avoid_cost=3))


def test_no_clubmate_is_passed_by_where_somebody_would_float_again_for_it() -> None:
    seats = [
        replace(s, upfloats=1) if s.id == "c" else s
        for s in field(ALONE, "ad ae af", club="ab").players
    ]
    assert "ab" in games(KjcaField.of(seats))


def test_the_floaters_of_a_large_group_are_those_who_leave_a_rest_that_can_be_drawn() -> None:
    """110 leaders, 65 of whom have all met each other, above 200 others: at least 20 of the 65
    float, and they are the lowest of them."""
    club = {f"{no}" for no in range(110) if no % 5 in (0, 2, 4) or no < 5}
    large = KjcaField.of(
        Seat(
            f"{no}",
            no + 1,
            score=Decimal(1 if no < 110 else 0),
            met=frozenset(club - {f"{no}"}) if f"{no}" in club else frozenset(),
        )
        for no in range(310)
    )
    needed = 2 * len(club) - 110
    top = plan(large).groups[0]
    lowest = sorted(club, key=int)[-needed:]
    assert sorted(large.players[i].id for i in top.floaters) == sorted(lowest)


@pytest.mark.parametrize("seed", range(200))
def test_large_and_small_fields_choose_the_same_floaters(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is tried first in a large field and counted in a small one comes out alike."""
    lot = random.Random(seed)
    letters = "abcdefghijklmnop"[: lot.choice((8, 11, 14, 16))]
    scores = {letter: lot.randint(0, 2) for letter in letters}
    apart = lot.uniform(0.2, 0.6)
    met = " ".join(a + b for a, b in combinations(letters, 2) if lot.random() < apart)
    small = field(scores, met, third=letters[::4])
    if not small.pairable.perfect(small.free):
        return
    counted = plan(small)
    monkeypatch.setattr(floats, "COUNTABLE", 0)
    tried = plan(field(scores, met, third=letters[::4]))
    assert tried.games == counted.games
    assert tried.bye == counted.bye
    assert [group.floaters for group in tried.groups] == [
        group.floaters for group in counted.groups
    ]
