"""What the smallest entries do otherwise, and what the director is told about sizes."""

from __future__ import annotations

from functools import cache

import pytest

from engine.event import Match
from engine.reasons import Reason
from formats.gnot.flow import Flow
from formats.gnot.repechage import swiss_field
from tests.formats.gnot.audit import losers, teams, winners
from tests.formats.gnot.evenings import Evenings
from tests.formats.gnot.test_appendix_1 import net


def slip(match: Match) -> str:
    """The home side wins by its board's number and twenty, everywhere."""
    return f"{50 + match.board}-30"


@cache
def played(size: int) -> Evenings:
    evenings = Evenings(size, seed=9)
    while evenings.play_on(slip) != "finished":
        pass
    return evenings


def resting(size: int, half: int) -> list[str]:
    return [b.entrant for b in played(size).half(half).byes]


@pytest.mark.parametrize("size", [16, 17, 18, 19])
def test_one_match_of_28_boards_fills_the_first_evening(size: int) -> None:
    first = [m for m in played(size).stage(1, "qualifying") if m.group != "Triangle"]
    assert {(m.boards, m.due) for m in first} == {(28, 2)}
    assert played(size).half(2).matches == ()
    assert len(teams(played(size).stage(3, "dko"))) == 8


def test_16_lose_nobody_in_sko_1() -> None:
    assert teams(played(16).stage(3, "sko")) == teams(played(16).stage(4, "sko"))
    assert played(16).stage(3, "swiss") == played(16).stage(4, "swiss") == []
    assert len(teams(played(16).stage(5, "swiss"))) == 4


def test_17_have_a_bye_and_one_who_waits_for_the_third_evening() -> None:
    (free,) = resting(17, 3)
    assert free in teams(played(17).stage(4, "sko"))
    assert len(teams(played(17).stage(3, "sko"))) == 8
    (out,) = losers(played(17).stage(3, "sko")) - teams(played(17).stage(4, "sko"))
    assert out in swiss_field(played(17).event, 3)
    assert played(17).stage(4, "swiss") == []
    # five start the Swiss: a triangle and a match
    swiss = played(17).stage(5, "swiss")
    assert len(swiss) == 4
    assert len(teams(swiss)) == 5


def test_the_bye_goes_to_the_first_by_imps_and_ranks_between_winners_and_lucky_losers() -> None:
    (free,) = resting(17, 3)
    now = Flow(played(17).event)
    assert now.ranked("S1")[0] == free
    order = now.ranked("S2")
    won = winners(played(17).stage(3, "sko"))
    assert set(order[:4]) == won
    assert order[4] == free
    assert len(order) == 8


def test_the_ninth_winner_of_18_is_the_one_with_the_fewest_imps() -> None:
    first = played(18).stage(1, "qualifying")
    ninth = min(winners(first), key=lambda t: net(first, t))
    assert teams(played(18).stage(3, "dko")) == winners(first) - {ninth}
    assert ninth in teams(played(18).stage(3, "sko"))
    assert Flow(played(18).event).ranked("S1")[0] == ninth
    # two are out and meet in Swiss round 2, drawn by lot
    assert len(played(18).stage(4, "swiss")) == 1
    assert played(18).stage(3, "swiss") == []


def test_three_of_19_play_a_triangle_of_seven_boards_in_the_second_half() -> None:
    swiss = played(19).stage(4, "swiss")
    assert len(swiss) == 3
    assert {m.boards for m in swiss} == {7}
    assert teams(swiss) == losers(played(19).stage(3, "sko")) - teams(played(19).stage(4, "sko"))


def test_the_triangle_beside_28_boards_counts_whole_beside_14_half() -> None:
    for size, share in ((17, 1), (21, 2)):
        now = Flow(played(size).event)
        line = now.triangle[0]
        last = now.previous(line.team, 3)
        assert last is not None
        assert last.score.net * share == line.score.net
        triangle = [m for m in played(size).stage(1, "qualifying") if m.group == "Triangle"]
        assert line.score.net == net(triangle, line.team)


@pytest.mark.parametrize(("size", "told"), [
    (15, "15 teams cannot play this format"), (33, "33 teams cannot play this format"),
    (16, "play SKO round 1 for their ranking only"), (19, "a triangle of seven boards"),
    (23, "12 in Pool A, 8 in Pool B, a triangle of three"),
    (29, "teams in SKO round 1 16 (printed 14)"),
])  # fmt: skip
def test_the_director_is_told_what_a_size_means(size: int, told: str) -> None:
    evenings = Evenings(size)
    advice = " ".join(a.text for a in evenings.format.advise(evenings.event))
    assert told in advice
    assert evenings.step.name == ("draw" if 16 <= size <= 32 else "register")


def test_the_correction_of_29_is_told_with_the_draw_and_while_it_is_played() -> None:
    evenings = Evenings(29)
    (note,) = evenings.format.draw(evenings.event).notes
    assert note == Reason.of("printed-otherwise", layout="29")
    assert "(printed 14)" in evenings.format.worded(note, evenings.event)
    evenings.publish()
    assert any("(printed 14)" in a.text for a in evenings.format.advise(evenings.event))


def test_lots_are_recorded_with_what_they_decided_and_come_out_the_same_again() -> None:
    one, other, third = Evenings(21, seed=4), Evenings(21, seed=4), Evenings(21, seed=5)
    for evenings in (one, other, third):
        evenings.publish()
    purposes = [lot.purpose for lot in one.event.lots]
    assert purposes == ["opponents of the top seeds in match 1", "the seven in the middle"]
    assert one.event.lots == other.event.lots
    assert one.half(1) == other.half(1)
    assert one.event.lots[0].order != third.event.lots[0].order
