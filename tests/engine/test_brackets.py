"""The shape of knockouts: who meets whom when, and what depends on what."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from engine.brackets import Bracket, crossing, double, levels, single, standard_lines
from engine.event import Bye, Match, Round, RoundState
from engine.fixtures import NOBODY, Filled, filled
from engine.reasons import said
from engine.results import GameResult

SIZES = [*range(2, 34), 47, 48, 63, 64, 65, 100, 255, 256, 257, 512, 1000, 1023, 1024]


def played(number: int, *boards: tuple[str, str, str], byes: str = "") -> Round:
    """A published round: (home, away, result) a board; `byes` names who went through."""
    results = {"1": GameResult.WHITE, "0": GameResult.BLACK, "x": GameResult.DOUBLE_FORFEIT}
    matches = tuple(
        Match(no, home, away, results.get(text)) for no, (home, away, text) in enumerate(boards, 1)
    )
    return Round(number, RoundState.PUBLISHED, matches, tuple(Bye(id) for id in byes))


def meeting_depths(size: int) -> dict[tuple[int, int], int]:
    """The round in which two lines meet at the earliest."""
    place = {line: at for at, line in enumerate(standard_lines(size))}
    lines = range(1, min(size, 64) + 1)
    return {(a, b): (place[a] ^ place[b]).bit_length() for a in lines for b in lines if a < b}


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 1024])
def test_the_best_seeds_meet_as_late_as_possible(size: int) -> None:
    meets = meeting_depths(size)
    depth = levels(size)
    assert meets[1, 2] == depth
    for (a, b), earliest in meets.items():
        # the first 2^k seeds stand in 2^k different parts of the draw
        assert earliest > depth - (b - 1).bit_length()
        assert a < b


@pytest.mark.parametrize("size", [2, 4, 8, 64, 1024])
def test_in_the_first_round_the_best_meet_the_last(size: int) -> None:
    lines = standard_lines(size)
    pairs = zip(lines[::2], lines[1::2], strict=True)
    assert all(sum(pair) == size + 1 for pair in pairs)
    assert sorted(lines) == list(range(1, size + 1))


@pytest.mark.parametrize("entrants", SIZES)
def test_byes_go_to_the_first_seeds_and_never_two_to_one_match(entrants: int) -> None:
    bracket = single(entrants)
    free = []
    for node in bracket.nodes:
        if node.round == 1:
            a, b = sorted(slot.line for slot in node.slots)
            assert a <= entrants, "a match without anybody"
            free += [a] if b > entrants else []
    assert sorted(free) == list(range(1, bracket.lines - entrants + 1))


@pytest.mark.parametrize("entrants", SIZES)
def test_a_single_knockout_has_a_match_less_than_entrants(entrants: int) -> None:
    first = filled(single(entrants), [str(i) for i in range(1, entrants + 1)])
    real = [f for f in first.fixtures.values() if f.state != "decided"]
    assert len(real) == entrants - 1
    assert single(entrants).rounds == levels(entrants)


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, 64, 100])
@pytest.mark.parametrize("build", [single, double])
def test_every_loser_has_a_place_to_go_or_is_out(entrants: int, build) -> None:
    bracket: Bracket = build(entrants)
    for node in bracket.nodes:
        onward = {outlet: bracket.goes_to(node.id, outlet) for outlet in ("winner", "loser")}
        if node.id not in bracket.crown:
            assert onward["winner"] is not None
        if node.stage == "winners":
            assert onward["loser"] is not None
            assert onward["loser"].stage in ("losers", "final")
        elif node.stage in ("losers", "main", "third"):
            assert onward["loser"] is None
        for later in onward.values():
            assert later is None or later.round > node.round


def test_what_depends_on_a_result_and_what_it_depends_on() -> None:
    bracket = double(8)
    assert [n.id for n in bracket.after("W2.1")] == ["W3.1", "L2.2", "L3.1", "L4.1", "G1", "G2"]
    assert {n.id for n in bracket.before("L2.1")} == {
        *("W1.1", "W1.2", "L1.1"),
        *("W1.3", "W1.4", "W2.2"),
    }
    assert bracket.graph.edges["G1", "G2"]["outlets"] == ("winner", "loser")


def possible_repeat(lines: int, crossings: dict[int, int]) -> int:
    """The first losers' round in which two can meet who may have met before, by following every
    line through every way it can take: an account of its own, from nothing but the rules."""
    depth = lines.bit_length() - 1
    met = {
        frozenset((a, b)): (a ^ b).bit_length() for a in range(lines) for b in range(lines) if a < b
    }
    # who may stand where in the losers' bracket, with the winners' round in which he lost
    parts = [{(line, 1) for line in range(4 * i, 4 * i + 4)} for i in range(lines // 4)]
    pairs = [
        ({(4 * i, 1), (4 * i + 1, 1)}, {(4 * i + 2, 1), (4 * i + 3, 1)}) for i in range(lines // 4)
    ]
    for number in range(1, 2 * depth - 1):
        for one, other in pairs:
            for (a, lost_a), (b, lost_b) in product(one, other):
                # they met if the one who lost first came up against the other then
                if a != b and met[frozenset((a, b))] <= min(lost_a, lost_b):
                    return number
        parts = [one | other for one, other in pairs]
        drop = number // 2 + 2
        if number % 2:
            block = 1 << drop
            pairs = [
                (
                    {(x, drop) for x in range(block * (i ^ crossings[drop]),
                                              block * (i ^ crossings[drop]) + block)},
                    parts[i],
                )
                for i in range(len(parts))
            ]  # fmt: skip
        else:
            pairs = [(parts[2 * i], parts[2 * i + 1]) for i in range(len(parts) // 2)]
    return 2 * depth - 1


@pytest.mark.parametrize("depth", [3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_no_crossing_puts_off_repeats_longer(depth: int) -> None:
    ours = possible_repeat(1 << depth, {k: crossing(depth, k) for k in range(2, depth + 1)})
    choices = [range(1 << (depth - k)) for k in range(2, depth + 1)]
    best = max(
        possible_repeat(1 << depth, dict(enumerate(chosen, start=2)))
        for chosen in product(*choices)
    )
    assert ours == best


def test_no_other_order_of_the_losers_of_sixteen_puts_off_repeats_longer() -> None:
    """All orders, not only crossings: the losers of four matches to four places."""
    depth = 4
    ours = possible_repeat(16, {k: crossing(depth, k) for k in range(2, depth + 1)})

    def first_repeat(order: tuple[int, ...]) -> int:
        # losers' round 2: no two of one part; round 3: parts 0, 1 and 2, 3 join
        if any(order[i] == i for i in range(4)):
            return 2
        joined = [({0, 1}, {order[0], order[1]}), ({2, 3}, {order[2], order[3]})]
        return 3 if any(lost & dropped for lost, dropped in joined) else 4

    assert max(first_repeat(order) for order in permutations(range(4))) == ours


def test_who_rests_while_the_opponent_plays_elsewhere_has_not_gone_through() -> None:
    """A board by hand has C with D: the match of B and C is still to be played."""
    now = filled(single(4), "ABCD", [played(1, ("D", "C", "1"), byes="AB")])
    assert [(set(f.pair), f.state, f.winner) for f in now.ready] == [({"B", "C"}, "ready", None)]


def test_a_bracket_is_filled_from_the_rounds() -> None:
    now = filled(single(5), "ABCDE", [played(1, ("E", "D", "1"), byes="ABC")])
    assert [(f.node.id, set(f.pair)) for f in now.ready] == [
        ("R2.1", {"A", "E"}),
        ("R2.2", {"C", "B"}),
    ]
    assert now.on_board[1, 1].loser == "D"
    assert now.champion is None
    assert now.rounds(1) == 3
    then = filled(
        single(5),
        "ABCDE",
        [
            played(1, ("E", "D", "1"), byes="ABC"),
            played(2, ("A", "E", "1"), ("B", "C", "0")),
            played(3, ("C", "A", "0")),
        ],
    )
    assert then.champion == "A"
    assert then.over
    assert {id: len(lost) for id, lost in then.losses.items()} == dict.fromkeys("BCDE", 1)


def test_a_correction_undoes_what_was_drawn_from_it_and_nothing_else() -> None:
    rounds = [
        played(1, ("A", "H", "1"), ("E", "D", "1"), ("C", "F", "1"), ("G", "B", "1")),
        played(2, ("A", "E", "1"), ("C", "G", "1")),
    ]
    now = filled(single(8), "ABCDEFGH", rounds)
    assert [f.node.id for f in now.depending("R1.1")] == ["R2.1"]
    assert now.depending("R2.1") == ()
    final = filled(single(8), "ABCDEFGH", [*rounds, played(3, ("A", "C", "?"))])
    assert [f.node.id for f in final.depending("R1.4")] == ["R2.2", "R3.1"]
    assert final.fixtures["R3.1"].state == "drawn"


def test_the_grand_final_is_played_again_only_if_the_unbeaten_side_lost_it() -> None:
    first = [played(1, ("A", "B", "1"))]
    won = filled(double(2), "AB", [*first, played(2, ("A", "B", "1"))])
    assert (won.champion, won.over, won.rounds(2)) == ("A", True, 2)
    lost = filled(double(2), "AB", [*first, played(2, ("A", "B", "0"))])
    assert (lost.champion, lost.over, lost.rounds(2)) == (None, False, 3)
    assert lost.ready[0].node.id == "G2"
    last = filled(double(2), "AB", [*first, played(2, ("A", "B", "0")), played(3, ("B", "A", "0"))])
    assert last.champion == "A"
    assert len(last.losses["B"]) == 2


def test_a_walkover_sends_on_who_is_there() -> None:
    rounds = [
        played(1, ("A", "D", "1"), ("C", "B", "1")),
        Round(2, RoundState.PUBLISHED, byes=(Bye("C", why=said("A has withdrawn")),)),
    ]
    now = filled(single(4), "ABCD", rounds)
    assert now.champion == "C"
    assert now.fixtures["R2.1"].walkover
    assert [f.node.id for f in now.losses["A"]] == ["R2.1"]


def test_a_match_that_neither_came_to_sends_nobody_on() -> None:
    now = filled(single(4), "ABCD", [played(1, ("A", "D", "x"), ("C", "B", "1"))])
    assert now.champion == "C"
    assert now.fixtures["R1.1"].winner == NOBODY
    assert set(now.losses) == {"A", "B", "D"}


def test_two_who_have_left_leave_an_empty_match() -> None:
    rounds = [played(1, ("A", "H", "1"), ("E", "D", "1"), ("C", "F", "1"), ("G", "B", "1"))]
    now = filled(single(8), "ABCDEFGH", rounds, lambda id, number: id in "AE" and number > 1)
    assert [f.node.id for f in now.ready] == ["R2.2"]
    assert now.fixtures["R3.1"].home == NOBODY


def test_third_place_is_played_by_the_losers_of_the_semi_finals() -> None:
    now = filled(single(4, True), "ABCD", [played(1, ("A", "D", "1"), ("C", "B", "1"))])
    assert {f.node.id: set(f.pair) for f in now.ready} == {"R2.1": {"A", "C"}, "T": {"B", "D"}}
    three: Filled = filled(single(3, True), "ABC", [played(1, ("C", "B", "1"), byes="A")])
    assert three.fixtures["T"].winner == "B"
