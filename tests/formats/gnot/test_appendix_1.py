"""Appendix 1: the format for 23 teams, session by session, as a director follows it.

The seeds are 1 to 23. The better seed wins by as many IMPs as the two seeds are apart, but a
match whose seeds add up to a multiple of five is an upset, by half as much.
"""

from __future__ import annotations

from functools import cache

from engine.event import Match
from engine.match_results import MatchResult, winning_side
from engine.protocol import qualified
from engine.reasons import codes
from tests.formats.gnot.audit import losers, losing_margins, teams, winners
from tests.formats.gnot.evenings import Evenings


def slip(match: Match) -> str:
    home, away = int(match.white), int(match.black)
    apart, upset = abs(home - away), (home + away) % 5 == 0
    net = (apart + 1) // 2 if upset else apart
    return f"{30 + net}-30" if (home < away) != upset else f"30-{30 + net}"


@cache
def before(half: int) -> Evenings:
    """All played up to that half-session; its draw comes next."""
    evenings = Evenings(23, seed=2018)
    evenings.play_until(half, slip)
    return evenings


@cache
def after(half: int) -> Evenings:
    """That half-session drawn; the first offered was chosen by everybody who might."""
    evenings = Evenings(23, seed=2018)
    evenings.play_until(half, slip)
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.publish()
    return evenings


@cache
def finished() -> Evenings:
    evenings = Evenings(23, seed=2018)
    while evenings.play_on(slip) != "finished":
        pass
    return evenings


def pairs(matches: list[Match]) -> set[frozenset[str]]:
    return {frozenset(m.pair) for m in matches}


def seeds(first: int, last: int) -> set[str]:
    return {str(i) for i in range(first, last + 1)}


def net(matches: list[Match], team: str) -> int:
    """A team's net IMPs in these matches."""
    found = 0
    for match in matches:
        assert isinstance(match.result, MatchResult)
        difference = int(match.result.home - match.result.away)
        found += difference if team == match.white else -difference if team == match.black else 0
    return found


def match_1() -> list[Match]:
    return [m for m in finished().stage(1, "qualifying") if m.group != "Triangle"]


def triangle() -> list[Match]:
    return [m for m in finished().stage(1, "qualifying") if m.group == "Triangle"]


def pool(name: str) -> list[Match]:
    return finished().stage(2, "qualifying", name)


def dko(number: int) -> list[Match]:
    return finished().stage(1 + 2 * number, "dko")


def sko(number: int) -> list[Match]:
    return finished().stage(2 + number, "sko")


def swiss(number: int) -> set[str]:
    """The teams of a Swiss round, those whose triangle goes on in it included."""
    half = number + 2
    running = [m for m in finished().stage(half - 1, "swiss") if m.due == half]
    return teams(finished().stage(half, "swiss")) | teams(running)


# Session 1


def test_the_top_8_seeds_meet_the_bottom_8_and_three_of_the_middle_7_play_a_triangle() -> None:
    top = [m for m in match_1() if int(m.white) <= 8]
    assert {m.white for m in top} == seeds(1, 8)
    assert {m.black for m in top} == seeds(16, 23)
    assert all(m.boards == 14 for m in match_1())
    middle = [m for m in match_1() if m not in top]
    assert len(middle) == 2
    assert len(triangle()) == 3
    assert len(teams(triangle())) == 3
    assert teams(triangle()) | teams(middle) == seeds(9, 15)
    assert {(m.boards, m.due) for m in triangle()} == {(14, 2)}


def test_ten_winners_and_the_two_closest_losers_make_pool_a() -> None:
    margins = losing_margins(match_1())
    lucky = sorted(margins, key=lambda team: margins[team])[:2]
    assert teams(pool("A")) == winners(match_1()) | set(lucky)
    assert teams(pool("B")) == losers(match_1()) - set(lucky)
    assert (len(teams(pool("A"))), len(teams(pool("B")))) == (12, 8)


def test_the_top_five_of_pool_a_choose_from_the_other_seven() -> None:
    evenings = Evenings(23, seed=2018)
    evenings.play_until(2, slip)
    ranked = sorted(teams(pool("A")), key=lambda t: -net(match_1(), t))
    assert [net(match_1(), t) for t in evenings.choice.order] == [net(match_1(), t) for t in ranked]
    top, rest = evenings.choice.order[:5], evenings.choice.order[5:]
    for place, chooser in enumerate(top):
        asked = evenings.choice
        assert asked.chooser == chooser
        assert len(asked.pool) + len(asked.barred) == 7 - place
        assert set(asked.pool) <= set(rest)
        evenings.choose()
    assert evenings.step.name == "draw"


def test_in_pool_b_the_smallest_loser_meets_the_biggest_and_so_on() -> None:
    ranked = sorted(teams(pool("B")), key=lambda t: -net(match_1(), t))
    nets = [net(match_1(), t) for t in ranked]
    met = [tuple(net(match_1(), t) for t in m.pair) for m in pool("B")]
    assert sorted(met) == sorted((nets[i], nets[7 - i]) for i in range(4))


def test_eight_go_to_the_dko_twelve_to_the_sko_three_to_the_swiss() -> None:
    margins = losing_margins(pool("A"))
    luckless = [t for t in margins if t in winners(match_1())]
    lucky_a = min(luckless, key=lambda t: margins[t])
    (first,) = teams(triangle()) & teams(dko(1))
    assert teams(dko(1)) == winners(pool("A")) | {lucky_a, first}
    margins = losing_margins(pool("B"))
    (lucky_b,) = losers(pool("B")) & teams(sko(1))
    # two lost by as little with the same turnover: the lot decided between them
    assert margins[lucky_b] == min(margins.values())
    five = losers(pool("A")) - {lucky_a}
    four = winners(pool("B"))
    assert (len(five), len(four)) == (5, 4)
    assert teams(sko(1)) == five | four | {lucky_b} | (teams(triangle()) - {first})
    assert swiss(1) == losers(pool("B")) - {lucky_b}


def test_the_winner_of_the_triangle_has_most_wins_then_net_imps() -> None:
    def standing(team: str) -> tuple[int, int]:
        won = sum(winning_side(m.result) == m.side(team) for m in triangle() if team in m.pair)
        return won, net(triangle(), team)

    (first,) = teams(triangle()) & teams(dko(1))
    assert first == max(teams(triangle()), key=standing)


# Session 2


def test_in_dko_1_three_choose_from_the_last_three_and_from_4_and_5_if_they_like() -> None:
    asked = before(3).choice
    assert asked.stage == "DKO round 1"
    assert len(asked.order) == 8
    assert asked.chooser == asked.order[0]
    assert set(asked.pool) | {t for t, _ in asked.barred} == set(asked.order[5:])
    assert asked.wishes == ((asked.order[3], "available"), (asked.order[4], "available"))
    # beside each team stands the net of its last match, the triangle's winner with half its sum
    (first,) = teams(triangle()) & teams(dko(1))
    nets = [net(triangle(), t) / 2 if t == first else net(pool("A"), t) for t in asked.order]
    assert [float(f.replace("½", ".5")) for f in asked.figures] == nets
    assert nets == sorted(nets, reverse=True)
    assert all((m.boards, m.due) == (28, 4) for m in after(3).stage(3, "dko"))


def test_sko_1_is_a_set_draw_of_twelve_and_eight_of_them_go_on() -> None:
    assert len(sko(1)) == 6
    assert all(m.boards == 14 for m in sko(1))
    assert winners(sko(1)) <= teams(sko(2))
    assert len(teams(sko(2)) - winners(sko(1))) == 2
    assert len(teams(sko(2))) == 8


def test_the_triangle_teams_stand_third_and_by_their_wins_in_sko_1() -> None:
    three = teams(triangle()) & teams(sko(1))
    beaten = {t for t in three if net(triangle(), t) == min(net(triangle(), x) for x in three)}
    pair = next(m for m in sko(1) if m.pair[0] in three or m.pair[1] in three)
    assert "set-draw" in codes(pair.why)
    places = {}
    for match in sko(1):
        places[match.white], places[match.black] = match.why[0]["high"], match.why[0]["low"]
    assert sorted(places.values()) == list(range(1, 13))
    (second,) = three - beaten
    (third,) = beaten
    assert places[second] == 3
    wins = sum(winning_side(m.result) == m.side(third) for m in triangle() if third in m.pair)
    assert places[third] == (7 if wins else 11)


def test_in_sko_2_teams_1_to_3_choose_from_the_others() -> None:
    asked = before(4).choice
    assert asked.stage == "SKO round 2"
    assert asked.chooser == asked.order[0]
    assert set(asked.pool) | {t for t, _ in asked.barred} == set(asked.order[3:])
    # the DKO is still at the tables and waits for nobody
    open_now = {m.board for m in before(4).half(3).matches if m.stage == "dko"}
    assert len(open_now) == 4


def test_swiss_1_is_a_triangle_of_three_and_four_join_for_round_2() -> None:
    first = finished().stage(3, "swiss")
    assert len(first) == 3
    assert len(teams(first)) == 3
    assert {m.due for m in first} == {4}
    assert swiss(2) - swiss(1) == losers(sko(1)) - teams(sko(2))
    assert len(swiss(2)) == 7


# Sessions 3 to 5


def test_session_3() -> None:
    asked = before(5).choice
    assert asked.stage == "DKO round 2"
    assert set(asked.order) == winners(dko(1))
    assert asked.wishes == ((asked.order[1], "opt-out"),)
    assert asked.may_opt_out
    assert teams(dko(2)) == winners(dko(1))
    assert teams(sko(3)) == losers(dko(1)) | winners(sko(2))
    assert teams(sko(4)) == winners(sko(3))
    assert swiss(3) - swiss(2) == losers(sko(2))
    assert swiss(4) - swiss(3) == losers(sko(3))
    assert (len(swiss(3)), len(swiss(4))) == (11, 15)


def test_in_sko_3_the_four_losers_of_the_dko_choose() -> None:
    evenings = Evenings(23, seed=2018)
    evenings.play_until(5, slip)
    while evenings.choice.stage == "DKO round 2":
        evenings.choose()
    asked = evenings.choice
    assert asked.stage == "SKO round 3"
    assert set(asked.order[:4]) == losers(dko(1))
    assert set(asked.pool) | {t for t, _ in asked.barred} == winners(sko(2))


def test_session_4() -> None:
    assert teams(dko(3)) == winners(dko(2))
    assert dko(3)[0].boards == 28
    assert teams(sko(5)) == losers(dko(2)) | winners(sko(4))
    assert teams(sko(6)) == winners(sko(5))
    assert swiss(5) - swiss(4) == losers(sko(4))
    assert swiss(6) - swiss(5) == losers(sko(5))
    assert (len(swiss(5)), len(swiss(6))) == (17, 19)


def test_session_5() -> None:
    assert teams(sko(7)) == losers(dko(3)) | winners(sko(6))
    assert sko(7)[0].boards == 28
    assert swiss(7) - swiss(6) == losers(sko(6))
    assert swiss(8) == swiss(7)
    assert len(swiss(8)) == 20


def test_two_go_to_the_national_final_and_a_seventh_to_the_regional_one() -> None:
    evenings = finished()
    table = evenings.format.standings(evenings.event)[0]
    order = [row.id for row in sorted(table.rows, key=lambda row: row.rank)]
    (winner,) = winners(dko(3))
    (second,) = winners(sko(7))
    (third,) = losers(sko(7))
    assert order[:3] == [winner, second, third]
    assert set(order[3:]) == swiss(8)
    final = [(q.entrant, q.to) for q in qualified(evenings.format, evenings.event)]
    assert [id for id, to in final if "National" in to] == [winner, second]
    assert [id for id, to in final if "Regional" in to] == order[2:6]
