"""Round 1: the mid-line, the bye on it, quarters against quarters, colours down the boards."""

from __future__ import annotations

import pytest

from engine.event import Event
from engine.reasons import codes
from tests.formats.ecf.events import ECF, event, meets, pair, pairs, told
from tests.sampling import each


@pytest.mark.parametrize("pairing", ["graded", "seeded"])
def test_61_players_have_their_line_under_30_and_31_has_the_bye(pairing: str) -> None:
    drawn = ECF.draw(event(61, pairing=pairing))
    assert [bye.entrant for bye in drawn.byes] == ["31"]
    assert drawn.byes[0].points == 1
    assert pairs(drawn) == [pair(i, i + 31) for i in range(1, 31)]


@pytest.mark.parametrize("players", [32, 33, 64])
def test_colours_alternate_down_the_boards_from_the_lot(players: int) -> None:
    for seed in range(4):
        drawn = ECF.draw(event(players, seed=seed))
        (lot,) = drawn.lots
        assert lot.purpose == "colour of board 1"
        first = lot.order[0] == "white"
        half = players // 2
        whites = [int(m.white) <= half for m in drawn.matches]
        assert whites == [first == (board % 2 == 0) for board in range(half)]


def test_the_lot_falls_both_ways() -> None:
    first = {ECF.draw(event(8, seed=seed)).lots[0].order[0] for seed in range(12)}
    assert first == {"white", "black"}


@pytest.mark.parametrize(("kind", "players", "top"), [("basic", 22, 12), ("advanced", 40, 24)])
def test_a_meets_b_and_c_meets_d_in_order(kind: str, players: int, top: int) -> None:
    drawn = ECF.draw(event(players, acceleration=kind))
    upper, lower = top // 2, (players - top) // 2
    wanted = [pair(i, i + upper) for i in range(1, upper + 1)]
    wanted += [pair(top + i, top + lower + i) for i in range(1, lower + 1)]
    assert pairs(drawn) == wanted
    assert {m.group for m in drawn.matches} == {"A v B", "C v D"}


def test_the_bye_of_an_accelerated_round_1_falls_to_the_last_of_c() -> None:
    # 23: 12 and 11; the bottom half is 13 to 23, its player 6 is 18
    drawn = ECF.draw(event(23, acceleration="basic"))
    assert [bye.entrant for bye in drawn.byes] == ["18"]
    assert pairs(drawn)[6:] == [pair(12 + i, 18 + i) for i in range(1, 6)]


@pytest.mark.parametrize("acceleration", ["none", "basic"])
def test_locks_and_bars_hold_and_everything_else_stays_as_near_as_it_can(
    acceleration: str,
) -> None:
    before = told(told(event(16, acceleration=acceleration), "lock", "1", "16"), "bar", "2", "6")
    drawn = ECF.draw(before)
    assert meets(drawn, "1") == "16"
    assert meets(drawn, "2") != "6"
    assert len({id for m in drawn.matches for id in m.pair}) == 16
    locked = next(m for m in drawn.matches if "1" in m.pair)
    assert "locked" in codes(locked.why)


def half(event: Event, id: str) -> bool:
    divided = ECF.divided(event)
    assert divided is not None
    return id in divided.parts[0].entrants + divided.parts[1].entrants


@pytest.mark.parametrize("kind", ["basic", "advanced"])
@each("players", range(8, 40))
def test_round_1_never_mixes_the_halves(kind: str, players: int) -> None:
    before = event(players, rounds=4, acceleration=kind)
    for match in ECF.draw(before).matches:
        assert half(before, match.white) == half(before, match.black)
