"""Byes, the arbiter's word, and rounds that have no legal draw."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from decimal import Decimal

import pytest

from engine.entrants import Away, RequestedBye
from engine.event import Event, Match, Round
from engine.protocol import Proposal, Severity
from engine.reasons import codes
from engine.refusal import NoDraw, Refused
from engine.rules import conflicts
from tests.formats.ecf.events import (
    ECF,
    as_written,
    by_chance,
    event,
    floats,
    higher_wins,
    meets,
    pairs,
    player,
    published,
    score,
    some_event,
    told,
)
from tests.formats.ecf.test_told import due, last_round
from tests.sampling import each

KINDS = ["none", "basic", "advanced"]


def bye(drawn: Proposal) -> str:
    return next(b.entrant for b in drawn.byes if b.kind == "pairing")


def test_the_bye_falls_from_the_median_of_the_lowest_level_downwards() -> None:
    # 9 players, 5 has the first bye; on 0 are 6, 7, 8 and 9, who all had Black
    after = as_written(event(9), "1-6 1-0,2-7 1-0,3-8 1-0,4-9 1-0", bye="5")
    drawn = ECF.draw(after)
    assert bye(drawn) == "8"
    assert drawn.byes[0].points == 1


def test_the_bye_comes_from_the_larger_colour_group() -> None:
    # on 0 are 6 (W), 7 (W), 8 (B), 9 (W): of those due Black the first below the median
    after = as_written(event(9), "6-1 0-1,7-2 0-1,3-8 1-0,9-4 0-1", bye="5")
    assert bye(ECF.draw(after)) == "9"


@pytest.mark.parametrize(
    ("kind", "taken"), [("basic", ["6", "7", "8", "9"]), ("advanced", ["7", "8", "9", "10"])]
)
def test_the_bye_of_an_accelerated_round_comes_from_the_last_pairing_group(
    kind: str, taken: list[str]
) -> None:
    """19 players, the favourites win. Basic, by hand: 3 floats to 11; 12 to 15 are due Black,
    White, Black and nothing, so (b) takes 6 and 8, 7, and 9. The last group is 10 and 16 to 19;
    10, 17 and 19 are due White, and 17 is the median."""
    before = event(19, acceleration=kind)
    after = published(before, ECF.draw(before), higher_wins)
    drawn = ECF.draw(after)
    top = {e.id for e in after.entrants if e.section in "AB"}
    chased = {id for m in drawn.matches if m.group.startswith("(b)") for id in m.pair}
    assert sorted(chased & top, key=int) == taken
    assert bye(drawn) == "17"
    holder = next(b for b in drawn.byes if b.kind == "pairing")
    assert [holder.why[0][k] for k in ("place", "count", "score")] == [3, 5, 0]


def test_who_has_arranged_a_bye_is_passed_over() -> None:
    entrants = [player(no) for no in range(1, 10)]
    entrants[7] = replace(entrants[7], byes=(RequestedBye(4, Decimal("0.5")),))
    before = event(9, entrants=entrants)
    after = as_written(before, "1-6 1-0,2-7 1-0,3-8 1-0,4-9 1-0", bye="5")
    assert bye(ECF.draw(after)) == "9"


@pytest.mark.parametrize("kind", KINDS)
@each("seed", range(12))
def test_nobody_has_the_bye_twice_and_it_stays_at_the_bottom(kind: str, seed: int) -> None:
    now = some_event(seed, low=21, high=35, acceleration=kind)
    if len(now.entrants) % 2 == 0:
        now = replace(now, entrants=now.entrants[:-1])
    had: set[str] = set()
    for _ in range(now.settings.rounds):
        drawn = ECF.draw(now)
        holder = bye(drawn)
        assert holder not in had
        able = [score(now, e.id) for e in now.entrants if e.id not in had]
        assert score(now, holder) == min(able)
        had.add(holder)
        now = published(now, drawn, by_chance(seed))


@pytest.mark.parametrize("kind", KINDS)
def test_requested_byes_and_withdrawals_are_kept_to(kind: str) -> None:
    entrants = [player(no) for no in range(1, 21)]
    entrants[3] = replace(entrants[3], byes=(RequestedBye(2, Decimal("0.5")),))
    entrants[4] = replace(entrants[4], away=(Away(2),))
    now = event(20, entrants=entrants, acceleration=kind)
    now = published(now, ECF.draw(now), higher_wins)
    drawn = ECF.draw(now)
    playing = {id for p in pairs(drawn) for id in p}
    assert playing == {str(no) for no in range(1, 21)} - {"4", "5"}
    assert [(b.entrant, b.points, b.kind) for b in drawn.byes] == [
        ("4", Decimal("0.5"), "requested")
    ]


@pytest.mark.parametrize("kind", KINDS)
@each("seed", range(15))
def test_locking_a_board_of_the_proposal_within_its_group_changes_nothing(
    kind: str, seed: int
) -> None:
    levels = re.compile(r"[^(]+|\([cde]\) .* and remaining .*")

    def of_plain_levels(round: Round) -> list[Match]:
        return [m for m in round.matches if not floats(m) and levels.fullmatch(m.group)]

    drawn_so = (
        last_round(other, 2 + seed % 2, low=16, acceleration=kind)
        for other in range(seed, 1000, 100)
    )
    before, round = next(found for found in drawn_so if of_plain_levels(found[1]))
    own = of_plain_levels(round)
    match = random.Random(seed).choice(own)
    drawn = ECF.draw(told(before, "lock", *match.pair))
    assert [(m.board, m.white, m.black) for m in drawn.matches] == [
        (m.board, m.white, m.black) for m in round.matches
    ]


@pytest.mark.parametrize("kind", KINDS)
@each("seed", range(15))
def test_locks_and_bars_hold_anywhere(kind: str, seed: int) -> None:
    before, round = last_round(seed, 3, low=16, acceleration=kind)
    lot = random.Random(seed)
    a, b, c = lot.sample([id for m in round.matches for id in m.pair], 3)
    barred = next(m.opponent(c) for m in round.matches if c in m.pair)
    told_all = told(told(before, "lock", a, b), "bar", c, barred)
    drawn = ECF.draw(told_all)
    assert meets(drawn, a) == b
    if c not in (a, b):
        holders = {bye.entrant for bye in drawn.byes}
        assert c in holders or meets(drawn, c) != barred or {c, barred} == {a, b}
    placed = [id for p in pairs(drawn) for id in p] + [bye.entrant for bye in drawn.byes]
    assert sorted(placed) == sorted(e.id for e in before.entrants)


def test_a_locked_board_is_off_the_ideal_one_only_where_it_is() -> None:
    before = event(16)
    for locked, off in ((("1", "9"), ""), (("1", "10"), "opponents")):
        drawn = ECF.draw(told(before, "lock", *locked))
        (match,) = (m for m in drawn.matches if {*m.pair} == {*locked})
        assert (match.altered, codes(match.why)) == (off, {"locked"})


def test_two_locks_on_one_player_are_refused() -> None:
    with pytest.raises(Refused, match="P1 is locked twice"):
        ECF.draw(told(told(event(10), "lock", "1", "2"), "lock", "1", "3"))


def everybody_met() -> Event:
    """Four players after three rounds."""
    now = event(4, rounds=4)
    now = replace(now, settings=ECF.settings({"rounds": 3}))
    for games in ("1-3 1-0,4-2 0-1", "2-1 0-1,3-4 1-0", "1-4 1-0,3-2 0-1"):
        now = as_written(now, games)
    return replace(now, settings=ECF.settings({"rounds": 4}))


def test_where_all_have_met_the_smallest_stuck_set_is_named() -> None:
    with pytest.raises(NoDraw) as refusal:
        ECF.draw(everybody_met())
    assert "round 4 has no legal draw" in str(refusal.value)


def test_a_repeat_that_the_arbiter_decides_for_is_drawn() -> None:
    decided = told(told(everybody_met(), "lock", "1", "2"), "lock", "3", "4")
    drawn = ECF.draw(decided)
    assert set(pairs(drawn)) == {frozenset("12"), frozenset("34")}
    round = replace(decided.rounds[-1], number=4, matches=drawn.matches, byes=())
    found = conflicts(ECF, decided, round)
    assert {c.rule for c in found if c.severity is Severity.MUST} == {"repeat"}


def test_colours_give_way_where_no_legal_draw_is_left_and_the_conflict_is_shown() -> None:
    # 1 and 2 had White twice, 3 and 4 Black twice; who may still meet are 1 v 2 and 3 v 4
    now = event(4, rounds=3)
    now = as_written(now, "1-3 1/2-1/2,2-4 1/2-1/2")
    now = as_written(now, "1-4 1/2-1/2,2-3 1/2-1/2")
    drawn = ECF.draw(now)
    assert set(pairs(drawn)) == {frozenset("12"), frozenset("34")}
    round = replace(now.rounds[-1], number=3, matches=drawn.matches, byes=())
    found = {c.rule for c in conflicts(ECF, now, round)}
    assert found == {"third-colour", "colour-difference"}
    assert "games-against-rule-8" in codes(drawn.notes)
    assert all("against-rule-8" in codes(m.why) for m in drawn.matches)


@pytest.mark.parametrize("kind", KINDS)
@each("seed", range(15))
def test_everybody_who_is_due_a_colour_on_a_board_without_a_clash_gets_it(
    kind: str, seed: int
) -> None:
    before, round = last_round(seed, 2 + seed % 5, acceleration=kind)
    for match in round.matches:
        white, black = due(before, match.white), due(before, match.black)
        if white and black and white != black:
            assert (white, black) == ("W", "B")
