"""The porous rounds: groups by notional points, and who of which section meets whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from engine.entrants import EntrantId
from engine.event import Event, Instruction, Match
from engine.history import cards
from engine.protocol import Severity
from engine.reasons import Reason, codes
from engine.rules import conflicts
from formats.dutch.reading import points
from formats.galway.sections import sections_of
from tests.formats.galway.events import (
    GALWAY,
    by_chance,
    congress,
    drawn,
    event,
    higher_wins,
    played,
    rounds,
)
from tests.sampling import sampled

ROUND_2 = {
    "4 n-points": {("A", 1)},
    "3½ n-points": {("A", Fraction(1, 2))},
    "3 n-points": {("A", 0), ("B", 1)},
    "2½ n-points": {("B", Fraction(1, 2))},
    "2 n-points": {("B", 0), ("C", 1)},
    "1½ n-points": {("C", Fraction(1, 2))},
    "1 n-point": {("C", 0), ("D", 1)},
    "½ n-point": {("D", Fraction(1, 2))},
    "0 n-points": {("D", 0)},
}
ROUND_3 = {
    "5 n-points": {("A", 2)},
    "4½ n-points": {("A", Fraction(3, 2))},
    "4 n-points": {("A", 1), ("B", 2)},
    "3½ n-points": {("A", Fraction(1, 2)), ("B", Fraction(3, 2))},
    "3 n-points": {("A", 0), ("B", 1), ("C", 2)},
}
"""The pairing groups as the source text lists them, from the top."""


def standing(given: Event) -> Mapping[str, set[tuple[str, Fraction]]]:
    """The sections and scores of every group of the proposed round, from the boards."""
    proposed = GALWAY.draw(given)
    known, sections = cards(given), sections_of(given)
    found: dict[str, set[tuple[str, Fraction]]] = {}
    for match in proposed.matches:
        if "downfloat" not in codes(match.why):
            scores = {(sections.name(id), Fraction(known[id].score)) for id in match.pair}
            found.setdefault(match.group, set()).update(scores)
    return found


def test_round_1_pairs_every_section_within_itself() -> None:
    after = drawn(event(57))
    assert after.current is not None
    of = sections_of(after).of
    assert all(of[m.white] == of[m.black] for m in after.current.matches)
    assert {m.section for m in after.current.matches} == set("ABCD")
    assert [b.entrant for b in after.current.byes] == ["57"]


def test_the_groups_of_round_2_are_those_of_the_source_text() -> None:
    """Two draws in each section, so that all nine groups have even numbers."""

    def decide(given: Event, match: Match) -> str:
        return "1/2-1/2" if min(int(match.white), int(match.black)) % 12 in (1, 2) else "1-0"

    after = played(event(48), decide)
    assert standing(after) == ROUND_2


def test_the_groups_of_round_3_are_those_of_the_source_text() -> None:
    found: dict[str, set[tuple[str, Fraction]]] = {}
    for seed in range(8):
        after = list(rounds(event(96), by_chance(Random(seed), 0.3), 2))[-1]
        now = drawn(after)
        for group, told in GALWAY.headings(now, now.rounds[2]).items():
            for word in told.partition(";")[0].split(", "):
                section, score = word.removesuffix("-scorers").split(" ")
                value = Fraction(score.replace("½", "") or 0) + Fraction("½" in score, 2)
                found.setdefault(group, set()).add((section, value))
    assert {group: found[group] for group in ROUND_3} == ROUND_3


def test_a_group_is_told_as_the_page_words_it() -> None:
    after = list(rounds(event(96), by_chance(Random(1), 0.3), 2))[-1]
    told = GALWAY.headings(drawn(after), drawn(after).rounds[2])
    assert told["3 n-points"].startswith("A 0-scorers, B 1-scorers, C 2-scorers; ")


@pytest.mark.parametrize("seed", sampled(range(40), range(12)))
def test_winners_meet_the_losers_of_the_section_above(seed: int) -> None:
    """Round 2: of n_A losers and n_B winners min(n_A, n_B) meet, less one for each floater."""
    rng = Random(seed)
    after = played(event(rng.randrange(32, 130)), by_chance(rng, rng.choice((0.1, 0.4))))
    proposed = GALWAY.draw(after)
    known, sections = cards(after), sections_of(after)
    for upper in range(sections.count - 1):
        bonus = sections.count - 1 - upper
        losers = _here(after, upper, 0)
        winners = _here(after, upper + 1, 1)
        games = sum(
            len({m.white, m.black} & losers) == len({m.white, m.black} & winners) == 1
            for m in proposed.matches
        )
        floaters = sum(
            (m.white in losers | winners) != (m.black in losers | winners) for m in proposed.matches
        ) + sum(b.entrant in losers | winners for b in proposed.byes)
        wanted = min(len(losers), len(winners))
        assert wanted - floaters <= games <= wanted, (seed, upper, bonus)
        assert {known[id].score for id in losers} <= {0}


def _here(event: Event, section: int, score: int) -> set[EntrantId]:
    of, known = sections_of(event).of, cards(event)
    return {
        e.id
        for e in event.entrants
        if e.to_be_paired(2) and of[e.id] == section and known[e.id].score == score
    }


@pytest.mark.parametrize(
    "entries", sampled([32, 40, 57, 66, 90, 97, 100, 124, 126, 150], [32, 57, 97])
)
def test_the_lowest_section_never_meets_the_highest_when_the_higher_rated_wins(
    entries: int,
) -> None:
    for after in rounds(event(entries), higher_wins):
        of, last = sections_of(after).of, sections_of(after).count - 1
        assert after.current is not None
        assert all({of[m.white], of[m.black]} != {0, last} for m in after.current.matches)


def test_the_higher_rated_winners_play_up() -> None:
    """The source text: not all winners in B float up, but the higher rated certainly do."""

    def decide(given: Event, match: Match) -> str:
        """Two decisive games in A, all of them in B."""
        high = min(int(match.white), int(match.black))
        if high > 12 or high <= 2:
            return higher_wins(given, match)
        return "1/2-1/2"

    after = played(event(48), decide)
    of = sections_of(after).of
    boards = [m for m in GALWAY.draw(after).matches if m.group == "3 n-points"]
    across = {id for m in boards if of[m.white] != of[m.black] for id in m.pair}
    winners = sorted((id for m in boards for id in m.pair if of[id] == 1), key=int)
    assert sorted((id for id in across if of[id] == 1), key=int) == winners[:2]


def test_floats_and_their_history_go_by_notional_points() -> None:
    """In round 2 a loser of A and a winner of B have as many n-points: no float for either."""
    after = played(event(48), higher_wins)
    boards = [m for m in GALWAY.draw(after).matches if m.group == "3 n-points"]
    of = sections_of(after).of
    assert boards
    assert all({of[m.white], of[m.black]} == {0, 1} for m in boards)
    assert not any("downfloat" in codes(m.why) for m in boards)


def test_the_bye_falls_to_the_lowest_section() -> None:
    for after in rounds(event(57), by_chance(Random(5)), 4):
        assert after.current is not None
        byes = [b.entrant for b in after.current.byes]
        assert [sections_of(after).name(id) for id in byes] == ["D"]


def test_games_two_sections_apart_are_a_note() -> None:
    found = []
    for seed in range(3):
        for after in rounds(congress(), by_chance(Random(seed), 0.4), 4):
            current = after.current
            assert current is not None
            told = conflicts(GALWAY, after, current)
            apart = [c for c in told if c.rule == "sections-apart"]
            of = sections_of(after).of
            wide = [m for m in current.matches if abs(of[m.white] - of[m.black]) > 1]
            assert [c.board for c in apart] == [m.board for m in wide]
            assert {c.severity for c in told} <= {Severity.NOTE}
            found += apart
    assert found
    assert any(c.text == "A v C: possible but unlikely" for c in found)


def test_fewer_sections_apart_meet_than_in_plain_dutch() -> None:
    """The reason of the setting: upper first makes A against C rarer."""

    def apart(mixed: str) -> int:
        count = 0
        for seed in range(3):
            given = event(96, mixed_groups=mixed)
            for after in rounds(given, by_chance(Random(seed), 0.4), 4):
                of = sections_of(after).of
                assert after.current is not None
                count += sum(abs(of[m.white] - of[m.black]) > 1 for m in after.current.matches)
        return count

    assert apart("upper first") < apart("plain dutch")


def test_a_lock_and_a_bar_hold_and_the_rest_is_drawn_around_them() -> None:
    before = played(event(40), higher_wins)
    lock, bar = Instruction("lock", "1", "40", 2), Instruction("bar", "2", "3", 2)
    told = replace(before, instructions=(lock, bar))
    proposed = GALWAY.draw(told)
    pairs = {frozenset(m.pair) for m in proposed.matches}
    assert frozenset(("1", "40")) in pairs
    assert frozenset(("2", "3")) not in pairs
    assert len(pairs) == 20
    assert {id for pair in pairs for id in pair} == {e.id for e in before.entrants}


def test_why_names_the_sections_of_a_mixed_group_and_who_is_paired_first() -> None:
    """Two decisive games in A, six in B: the losers of A take the top winners of B."""

    def decide(given: Event, match: Match) -> str:
        high = min(int(match.white), int(match.black))
        return higher_wins(given, match) if high > 12 or high <= 2 else "1/2-1/2"

    after = drawn(played(event(48), decide))
    assert after.current is not None
    match = next(m for m in after.current.matches if m.group == "3 n-points" and not m.section)
    told = GALWAY.explanation(after.until(1), after.current, match)
    group = points(300, notional=True)
    assert Reason.of("scorers", group=group, scorers=(("A", 0), ("B", 1))) in told
    assert Reason.of("upper-first", count=2) in told
    assert [(r["section"], r["group"]) for r in told if r.code == "standing"] == [
        ("A", group), ("B", group)
    ]  # fmt: skip


@pytest.mark.parametrize(("rounds", "closed", "told"), [(3, 2, True), (6, 5, True), (6, 2, False)])
def test_settings_that_let_no_winner_go_up_are_told_with_what_changes_it(
    rounds: int, closed: int, told: bool
) -> None:
    given = event(32, rounds=rounds, closed_rounds=closed)
    said = [advice.text for advice in GALWAY.advise(given) if advice.urgent]
    assert any("no winner meets the section above" in text for text in said) is told
    assert any(f"closed_rounds = {rounds - 2} makes round 2" in text for text in said) is told

    def mixed(event: Event) -> bool:
        of = sections_of(event).of
        return any(of[m.white] != of[m.black] for m in event.round(2).matches)

    def second(event: Event) -> Event:
        return drawn(played(event, lambda event, match: "1-0"))

    assert mixed(second(given)) is not told
    assert mixed(second(event(32, rounds=rounds, closed_rounds=rounds - 2)))
