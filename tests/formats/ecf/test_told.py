"""What the review says: numbers that an independent count confirms."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from engine.by_hand import own_round
from engine.event import Event, Instruction, Match, Round, RoundState
from engine.instead import instead
from engine.proposal import swap, turn
from engine.reasons import codes, sentence
from formats.ecf.groups import GROUP_A, GROUP_B
from formats.ecf.measures import measures
from tests.formats.ecf.events import (
    ECF,
    by_chance,
    event,
    floats,
    grade,
    player,
    published,
    score,
    some_event,
)
from tests.sampling import each, sampled

KINDS = ["none", "basic", "advanced"]


@cache
def last_round(seed: int, rounds: int, **settings: Any) -> tuple[Event, Round]:
    """The event before some round, and that round."""
    before = now = some_event(seed, **settings)
    for _ in range(min(rounds, now.settings.rounds)):
        before = now
        now = published(now, ECF.draw(now), by_chance(seed))
    return before, now.rounds[-1]


def colours(event: Event, id: str) -> str:
    """Of the games so far."""
    games = [m for r in event.published for m in r.matches if id in m.pair]
    return "".join("W" if m.white == id else "B" for m in games)


def due(event: Event, id: str) -> str:
    """What equalises, else alternates."""
    had = colours(event, id)
    gap = had.count("W") - had.count("B")
    if gap or not had:
        return "" if not had else "B" if gap > 0 else "W"
    return "B" if had[-1] == "W" else "W"


def seated(match: Match) -> list[tuple[str, str]]:
    return [(match.white, "W"), (match.black, "B")]


@pytest.mark.parametrize("kind", KINDS)
@each("seed", range(25))
def test_headings_count_games_differences_and_colours(kind: str, seed: int) -> None:
    before, round = last_round(seed, 2 + seed % 4, acceleration=kind)
    found = ECF.headings(before, round)
    assert list(found) == list(dict.fromkeys(m.group for m in round.matches))
    for group, text in found.items():
        here = [m for m in round.matches if m.group == group]
        assert text.startswith(f"{len(here)} game{'' if len(here) == 1 else 's'};")
        gaps = [abs(grade(before, m.white) - grade(before, m.black)) for m in here]
        told = re.search(r"; differences? ([\d, ]+|\d+ to \d+)(;|$)", text)
        assert told
        numbers = [int(number) for number in re.findall(r"\d+", told[1])]
        assert numbers == (gaps if " to " not in told[1] else [min(gaps), max(gaps)])
        claims = [(due(before, id), had) for m in here for id, had in seated(m)]
        granted = sum(wanted == had for wanted, had in claims if wanted)
        refused = sum(wanted != had for wanted, had in claims if wanted)
        if granted + refused:
            assert f"{granted} granted" in text
            assert (f"{refused} refused" in text) == bool(refused)


@each("seed", range(25))
def test_the_heading_of_b_names_who_was_taken_from_which_level(seed: int) -> None:
    before, round = last_round(seed, 2 + seed % 2, low=20, acceleration="basic")
    if GROUP_B not in {m.group for m in round.matches}:
        return
    text = ECF.headings(before, round)[GROUP_B]
    top = {e.id for e in before.entrants if e.section in "AB"}
    for match in (m for m in round.matches if m.group == GROUP_B):
        (id,) = top & set(match.pair)
        halves = int(2 * score(before, id))
        points = f"{halves // 2 or ''}{'½' if halves % 2 else ''}" or "0"
        assert re.search(rf"from {points}: ([^()]* )?P{id}[, ]", text)


@pytest.mark.parametrize("seed", range(8))
def test_the_heading_of_a_group_changed_by_hand_says_who_floats_now(seed: int) -> None:
    before, round = last_round(seed, 3, low=12)
    alone = [m for m in round.matches if not floats(m)]
    for match in filter(floats, round.matches):
        floater, below = sorted(match.pair, key=lambda id: -score(before, id))
        same = [id for m in alone for id in m.pair if score(before, id) == score(before, floater)]
        for other in same[:1]:
            changed = swap(round, floater, other)
            text = ECF.headings(before, changed)[match.group]
            assert f"P{floater} to P{below}" not in text
            assert f"P{other} to P{below}" in text


@pytest.mark.parametrize("seed", range(8))
def test_the_heading_of_b_changed_by_hand_names_who_is_in_it_now(seed: int) -> None:
    before, round = last_round(seed, 2, low=20, acceleration="basic")
    top = {e.id for e in before.entrants if e.section in "AB"}
    others = [
        id for m in round.matches if m.group not in (GROUP_A, GROUP_B) for id in {*m.pair} & top
    ]
    for match in (m for m in round.matches if m.group == GROUP_B):
        (taken,) = top & {*match.pair}
        for other in others[:1]:
            told = ECF.headings(before, swap(round, taken, other))[GROUP_B].partition("(")[0]
            assert f"P{taken}," not in told.replace(" ", ", ")
            assert f"P{other}" in told


@pytest.mark.parametrize("kind", KINDS)
@each("seed", range(20))
def test_the_average_difference_and_the_board_s_own_are_those_of_the_grades(
    kind: str, seed: int
) -> None:
    before, round = last_round(seed, 1 + seed % 5, acceleration=kind)
    for match in round.matches:
        told = {r.code: r for r in ECF.explanation(before, round, match)}
        if floats(match):
            assert "average" not in told
            continue
        ids = match.pair
        assert told["average"]["here"] == abs(grade(before, ids[0]) - grade(before, ids[1]))
        here = [m for m in round.matches if m.group == match.group and not floats(m)]
        assert told["mid-line"]["half"] == len(here)
        average = abs(_average(before, here, two_sided=" v top" in match.group))
        assert abs(Fraction(told["average"]["average"]) - average) <= Fraction(1, 20)
        for id, had in seated(match):
            (colour,) = (
                r
                for r in ECF.explanation(before, round, match)
                if r.code == "colour" and r["player"] == id
            )
            assert (colour["due"], colour["colour"]) == (due(before, id), had)
            assert colour["colours"] == colours(before, id)
            assert colour["equalises"] == (not _even(colours(before, id)))


def _even(had: str) -> bool:
    return 2 * had.count("W") == len(had)


def _average(event: Event, matches: list[Match], *, two_sided: bool) -> Fraction:
    """Mean grade above the line less mean grade below it."""
    ids = [id for m in matches for id in m.pair]
    if two_sided:
        ids.sort(key=lambda id: (event.entrant(id).section not in "AB", -grade(event, id)))
    else:
        ids.sort(key=lambda id: -grade(event, id))
    half = len(ids) // 2
    above, below = ids[:half], ids[half:]
    return Fraction(sum(grade(event, i) for i in above) - sum(grade(event, i) for i in below), half)


def test_a_locked_game_of_who_leaves_his_group_is_drawn_and_told() -> None:
    before, _ = last_round(48, 2, acceleration="advanced", pairing="graded")
    order = Instruction("lock", "12", "17")
    drawn = ECF.draw(replace(before, instructions=(order,)))
    (match,) = [m for m in drawn.matches if set(m.pair) == {"12", "17"}]
    assert "locked" in codes(match.why)
    assert match.altered == "opponents"


@pytest.mark.parametrize("pairing", ["graded", "seeded"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seeds", sampled([(*range(6), 21), range(6, 60)], [(*range(6), 21)]))
def test_no_other_opponent_is_better_by_the_first_criterion_that_differs(
    seeds: Sequence[int], kind: str, pairing: str
) -> None:
    """The draw again with somebody else locked: its measures never beat those of the draw."""
    asked = 0
    for seed in seeds:
        before, round = last_round(seed, 2 + seed % 4, acceleration=kind, pairing=pairing)
        lot = random.Random(seed)
        match = lot.choice(round.matches)
        ids = [id for m in round.matches for id in m.pair if id not in match.pair]
        for cost in instead(before.with_round(round), ECF, round, match, lot.choice(ids)):
            if cost.possible and cost.changes:
                asked += 1
                assert cost.changes[0].worse, cost.changes[0]
    assert asked > 5


@each("seed", range(20))
def test_measures_count_refused_colours_and_squares(seed: int) -> None:
    before, round = last_round(seed, 2 + seed % 4)
    for where in dict.fromkeys(m.group for m in round.matches):
        here = [m for m in round.matches if m.group == where and not floats(m)]
        found = {m.name: m for m in ECF.measures(before, round) if m.where == where}
        if not here:
            continue
        claims = [(due(before, id), had) for m in here for id, had in seated(m)]
        assert found["refused"].value == sum(bool(w) and w != had for w, had in claims)
        average = _average(before, here, two_sided=False)
        gaps = [abs(grade(before, m.white) - grade(before, m.black)) for m in here]
        squares = sum((gap - abs(average)) ** 2 for gap in gaps)
        assert found["squares"].value == 10**6 * squares // 1


def test_the_squares_of_a_round_by_hand_are_not_told_with_the_d_of_the_computer_draw() -> None:
    entrants = [player(1, 2400), *(player(no) for no in range(2, 21))]
    before = event(20, entrants=entrants, acceleration="basic")
    drawn = own_round(before, ECF, Round(1))
    assert drawn is not None
    by_hand = swap(drawn, "1", "12")
    was, now = (
        next(m for m in ECF.measures(before, round) if (m.where, m.name) == ("A v B", "squares"))
        for round in (drawn, by_hand)
    )
    assert was.value != now.value
    assert was.text == now.text
    assert not re.search(r"\d", was.text)


@pytest.mark.parametrize("seed", range(12))
def test_a_board_turned_by_hand_is_told_with_the_colours_that_it_has(seed: int) -> None:
    before, round = last_round(seed, 4)
    for match in round.matches:
        changed = turn(round, match.board)
        board = changed.match(match.board)
        told = [r for r in ECF.explanation(before, changed, board) if r.code == "colour"]
        assert {(r["player"], r["colour"]) for r in told} == {*seated(board)}
        line = sentence(board.why, before, ECF.worded)
        if "colour-refused" in codes(match.why):
            turned = r"the draw: P\d+ has (White|Black), though due .*; turned by hand"
            assert re.search(turned, line)


@pytest.mark.parametrize("kind", KINDS)
def test_where_d_counts_for_nothing_no_heading_has_it(kind: str) -> None:
    before, round = last_round(3, 3, low=20, acceleration=kind, pairing="seeded")
    one, other = round.matches[0].white, round.matches[-1].white
    for made in (round, swap(round, one, other)):
        assert "average difference" not in " ".join(ECF.headings(before, made).values())


def test_the_count_for_d_says_what_it_counts_where_it_stands_alone() -> None:
    before, round = last_round(52, 2, low=16, acceleration="advanced")
    (count,) = (m for m in ECF.measures(before, round) if m.name == "count")
    for text in (count.brief, count.text):
        assert text.startswith("bottom-half players of (d) who do not meet the top half")


def test_opponents_in_grading_order_are_numbered_as_everywhere() -> None:
    before = event(8)
    round = own_round(before, ECF, Round(1))
    assert round is not None
    (order,) = (m for m in ECF.measures(before, round) if m.name == "order")
    assert order.shown == "5 6 7 8", "1 v 5, 2 v 6 …"


def test_a_floater_is_told_with_his_place_in_the_search_and_his_opponent() -> None:
    for seed in range(40):
        before, round = last_round(seed, 3)
        boards = [m for m in round.matches if floats(m)]
        for match in boards:
            told = {r.code: r for r in ECF.explanation(before, round, match)}
            place = told["floater-place"]
            assert 1 <= place["place"] <= place["count"]
            assert {place["player"], told["opponent-place"]["player"]} == {*match.pair}
            assert score(before, match.white) != score(before, match.black)
        if boards:
            return
    pytest.fail("no round had a floater")


def test_group_a_says_how_acceleration_stood_where_no_advice_does() -> None:
    before, round = last_round(3, 2, low=30, acceleration="basic")
    proposed = replace(round, state=RoundState.PROPOSAL)
    assert not any("accelerated: " in text for text in ECF.headings(before, proposed).values())
    assert any("accelerated: " in advice.text for advice in ECF.advise(before))
    published = replace(round, state=RoundState.PUBLISHED)
    first = next(iter(ECF.headings(before, published).items()))
    assert first[0] == GROUP_A
    assert "accelerated: " in first[1]
    assert "rounds are left" in first[1]


def test_what_is_tested_later_is_told_with_its_round() -> None:
    """Before round 2 is drawn "the next draw" would be that of round 2, which is decided."""
    before, _ = last_round(3, 2, low=30, acceleration="basic")
    told = " | ".join(a.text for a in ECF.advise(before))
    assert "round 3 is decided before its draw" in told


def test_promoted_players_who_meet_each_other_count_with_their_group() -> None:
    """Advanced 7: refused colours and squares of (c) are of everybody in it."""
    met = 0
    for seed in (52, 65, 67, 129):
        before, round = last_round(seed, 2, low=16, acceleration="advanced")
        top = {e.id for e in before.entrants if e.section in "AB"}
        found = {m.name: m for m in ECF.measures(before, round) if m.where.startswith("(c)")}
        boards = [m for m in round.matches if m.group.startswith("(c)")]
        here = [m for m in boards if not floats(m)]
        met += sum(not top & set(m.pair) for m in here)
        claims = [(due(before, id), had) for m in here for id, had in seated(m)]
        assert found["refused"].value == sum(bool(w) and w != had for w, had in claims)
        average = abs(_average(before, here, two_sided=False))
        gaps = [abs(grade(before, m.white) - grade(before, m.black)) for m in here]
        squares = sum((gap - average) ** 2 for gap in gaps)
        assert found["squares"].value == 10**6 * squares // 1
        told = [r for m in here for r in ECF.explanation(before, round, m)]
        counted = [r for r in told if r.get("criterion") == "squares"]
        assert len(counted) == len(here) * bool(squares)
    assert met >= 4


def test_how_far_somebody_floats_by_hand_is_told_in_points_and_halves_of_the_field() -> None:
    """Hundredths of a point, and the rank of an opponent in the bottom half as 1000050 of them,
    stood on the screen."""
    told = []
    for seed in range(12):
        before, drawn = last_round(seed, 2, acceleration="basic")
        first = drawn.matches[0]
        for other in drawn.matches[1:]:
            a, b = replace(first, white=other.white), replace(other, white=first.white)
            boards = {first: a, other: b}
            changed = replace(drawn, matches=tuple(boards.get(m, m) for m in drawn.matches))
            told += [m for m in measures(before, changed) if m.name == "distance"]
    assert any("bottom half" in m.shown for m in told)
    for measure in told:
        assert measure.text == "how far floaters go down"
        assert re.fullmatch(
            r"((½|1) point|(0|1½|[2-9]½?|\d\d½?) points)( \([1-9] to the bottom half\))?",
            measure.shown,
        )
