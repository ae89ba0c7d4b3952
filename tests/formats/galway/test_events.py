"""Whole Galway events with absences, byes, late entries and withdrawals: what always holds."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine.actions import AddEntrant, EnterResults, Propose, PublishRound, ReEnter, Withdraw
from engine.entrants import Entrant, RequestedBye
from engine.event import Bye, Event, Instruction, Match
from engine.history import RoundKind, cards
from engine.instead import compared
from engine.next_draw import next_draw
from engine.points import HALF
from engine.protocol import Severity
from engine.refusal import Refused
from engine.rules import conflicts
from formats.galway.sections import sections_of
from tests.formats.galway.events import (
    GALWAY,
    by_chance,
    congress,
    drawn,
    event,
    letters,
    player,
    rounds,
)
from tests.sampling import sampled


@cache
def life(seed: int) -> Event:
    """An event as it comes: its players change before every round."""
    rng = Random(seed)
    given = event(
        [
            player(no, rng.randrange(900, 2300) if rng.random() < 0.95 else None)
            for no in range(1, rng.randrange(32, 110))
        ],
        mixed_groups=rng.choice(("upper first", "upper first", "plain dutch")),
        odd_section=rng.choice(("neighbour", "neighbour", "bye")),
        section_sizes=rng.choice(("even out", "equal")),
    )
    for number in range(1, 7):
        given = _between(given, number, rng)
        given = _played(given, rng)
    return given


def _between(given: Event, number: int, rng: Random) -> Event:
    here = [e for e in given.entrants if e.active(number)]
    asking = {e.id for e in rng.sample(here, rng.randrange(4))}
    byes = (RequestedBye(number, HALF),)
    given = replace(
        given,
        entrants=tuple(
            replace(e, byes=(*e.byes, *byes)) if e.id in asking else e for e in given.entrants
        ),
    )
    if number > 1 and rng.random() < 0.5:
        given = Withdraw(rng.choice(here).id).apply(given, GALWAY)
    gone = [e for e in given.entrants if not e.active(number) and e.withdrawn]
    if gone and rng.random() < 0.4:
        given = ReEnter(rng.choice(gone).id).apply(given, GALWAY)
    if 1 < number < 5 and rng.random() < 0.5:
        given = AddEntrant(Entrant("", f"Late {number}", rng.randrange(900, 2300))).apply(
            given, GALWAY
        )
    return given


def _played(given: Event, rng: Random) -> Event:
    given = drawn(given)
    assert given.current is not None
    decide = by_chance(rng, 0.25)
    results = tuple((m.board, decide(given, m)) for m in given.current.matches)
    return EnterResults(results).apply(given, GALWAY)


@pytest.mark.parametrize("seed", sampled(range(20), range(5)))
def test_nobody_meets_twice_and_byes_and_colours_are_legal(seed: int) -> None:
    given = life(seed)
    known, sections = cards(given), sections_of(given)
    for card in known.values():
        met = Counter(line.opponent for line in card.lines if line.met and line.opponent)
        assert max(met.values(), default=0) <= 1
        given_byes = [line for line in card.lines if line.kind is RoundKind.PAIRING_BYE]
        assert len(given_byes) <= 1
    for current in given.published:
        told = conflicts(GALWAY, given, current)
        assert [c for c in told if c.severity is Severity.MUST] == []
        if current.number > 4:
            across = {m.board for m in current.matches if len({*_sections(given, m.pair)}) > 1}
            assert across == {c.board for c in told if c.rule == "cross-section"}
        for bye in current.byes:
            if bye.kind == "pairing" and given.settings.chosen.get("odd_section") != "bye":
                lowest = max(sections.of[id] for m in current.matches for id in m.pair)
                able = not any(
                    line.kind is RoundKind.PAIRING_BYE or (not line.met and line.points >= 1)
                    for e in given.entrants
                    if sections.of[e.id] == lowest
                    for line in known[e.id].lines
                )
                assert not able or sections.of[bye.entrant] == lowest


def _sections(given: Event, ids: tuple[str, str]) -> list[int]:
    return [sections_of(given).of[id] for id in ids]


@pytest.mark.parametrize("seed", range(5))
def test_nobody_is_left_out_of_a_round(seed: int) -> None:
    given = life(seed + 100)
    for current in given.published:
        here = {e.id for e in given.entrants if e.active(current.number)}
        placed = Counter([id for m in current.matches for id in m.pair])
        placed.update(b.entrant for b in current.byes)
        assert set(placed) == here
        assert set(placed.values()) == {1}


def entered_otherwise(given: Event, rng: Random) -> tuple[Event, dict[str, str]]:
    """The same players before round 1 in another order of entry, and their new numbers."""
    players = list(given.entrants)
    rng.shuffle(players)
    number = {e.id: str(no) for no, e in enumerate(players, start=1)}
    return replace(given, entrants=tuple(replace(e, id=number[e.id]) for e in players)), number


def test_another_order_of_entry_gives_the_same_draws() -> None:
    one = congress()
    other, number = entered_otherwise(one, Random(4))
    for _ in range(6):
        games = [{frozenset(m.pair) for m in GALWAY.draw(e).matches} for e in (one, other)]
        assert {frozenset(number[id] for id in pair) for pair in games[0]} == games[1]
        one, other = drawn(one), drawn(other)
        assert one.current is not None
        assert other.current is not None
        of = {frozenset(m.pair): m for m in other.current.matches}
        first, second = [], []
        for n, m in enumerate(one.current.matches):
            twin = of[frozenset(number[id] for id in m.pair)]
            assert (number[m.white], number[m.black]) == twin.pair
            result = ("1-0", "1/2-1/2", "0-1")[n * 7 % 3]
            first.append((m.board, result))
            second.append((twin.board, result))
        one = EnterResults(tuple(first)).apply(one, GALWAY)
        other = EnterResults(tuple(second)).apply(other, GALWAY)


ALONE = """
from random import Random
from tests.formats.galway.events import GALWAY, by_chance, event, rounds
given = event(66, initial_colour="lot")
for given in rounds(given, by_chance(Random(5))):
    print([m.pair for m in given.current.matches], [b.entrant for b in given.current.byes])
"""


def test_another_process_draws_the_same() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", ALONE],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert len(answers.pop().splitlines()) == 6


def test_a_draw_made_twice_is_the_same_and_its_own_record_does_not_change_it() -> None:
    given = list(rounds(congress(), by_chance(Random(6)), 4))[-1]
    made = next_draw(given, GALWAY)
    action = Propose.of(made)
    proposed = action.apply(given, GALWAY)
    assert next_draw(proposed, GALWAY) == made == next_draw(given, GALWAY)
    assert letters(PublishRound(5).apply(proposed, GALWAY)) == letters(given)


@pytest.mark.parametrize("number", [3, 5])
def test_the_engines_own_draw_measures_better_than_any_two_boards_exchanged(number: int) -> None:
    before = list(rounds(event(48), by_chance(Random(9)), number - 1))[-1]
    own = drawn(before).rounds[number - 1]
    rng = Random(number)
    for _ in range(12):
        one, other = rng.sample(own.matches, 2)
        swapped = replace(own, matches=tuple(
            replace(m, black=other.black) if m is one
            else replace(m, black=one.black) if m is other else m
            for m in own.matches
        ))  # fmt: skip
        changes = compared(GALWAY.measures(before, own), GALWAY.measures(before, swapped))
        assert changes
        assert changes[0].worse, changes[0]


def test_a_locked_cross_section_game_is_measured_as_worse() -> None:
    before = list(rounds(event(48), by_chance(Random(9)), 4))[-1]
    known = cards(before)
    other = next(str(n) for n in range(13, 25) if str(n) not in known["1"].opponents)
    told = replace(before, instructions=(Instruction("lock", "1", other, 5),))
    own, forced = drawn(before).rounds[4], GALWAY.draw(told)
    made = replace(own, matches=forced.matches, byes=forced.byes)
    changes = compared(GALWAY.measures(before, own), GALWAY.measures(before, made))
    first = next(c for c in changes if c.worse)
    assert (first.measure.name, first.shown) == ("cross-section", ("0", "2"))


def test_every_board_and_bye_can_be_explained() -> None:
    given = life(3)
    for current in given.published:
        before = given.until(current.number - 1)
        places: list[Match | Bye] = [*current.matches[::5], *current.byes]
        for place in places:
            assert GALWAY.explain(before, current, place)


def test_players_who_have_all_met_leave_no_draw_and_are_named() -> None:
    """Sixteen players, two sections of eight, fifteen rounds: then nobody is left."""
    reached = [event(16, rounds=15, closed_rounds=1)]
    with pytest.raises(Refused, match="no legal draw"):
        reached.extend(rounds(reached[0], by_chance(Random(1))))
    assert 6 < len(reached[-1].published) < 15
