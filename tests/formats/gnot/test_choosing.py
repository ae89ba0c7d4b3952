"""The draw by choice: who is offered and who is barred, against every way to finish the draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any, cast

import pytest

from engine.event import DrawChoice, Event, Instruction
from engine.reasons import Reason
from formats.gnot.calendar import STARTS, Key, title_of
from formats.gnot.choosing import PATTERNS, Choosing, Pattern
from formats.gnot.flow import Flow
from formats.gnot.lots import fewest_repeats, set_draw
from tests.formats.gnot.evenings import Evenings
from tests.sampling import sampled

Pairs = frozenset[frozenset[str]]
STAGES: dict[Key, int] = {"D1": 8, "D2": 4, "S2": 8, "S3": 8, "S4": 4, "S5": 4}


class Field:
    """Teams 1, 2, 3 … in this order, of whom these pairs have met; nobody has left."""

    def __init__(self, size: int, met: Pairs) -> None:
        self.event: Event = Evenings(size).event
        self.ranked = [str(i) for i in range(1, size + 1)]
        self.pairs = met

    def met(self, a: str, b: str, number: int) -> str | None:
        return "Q" if frozenset((a, b)) in self.pairs else None

    def gone(self, team: str, number: int) -> bool:
        return False

    def previous(self, team: str, number: int) -> None:
        return None

    def asked(
        self, key: Key, words: Sequence[DrawChoice] = (), pattern: Pattern | None = None
    ) -> Any:
        flow = cast(Flow, self)
        return Choosing(self.event, flow, key, self.ranked, pattern or PATTERNS[key], tuple(words))


def random_meetings(size: int, chance: Random, share: float) -> Pairs:
    teams = [str(i) for i in range(1, size + 1)]
    return frozenset(frozenset(pair) for pair in combinations(teams, 2) if chance.random() < share)


def all_draws(left: tuple[str, ...]) -> Iterator[list[frozenset[str]]]:
    """Every way to pair them off."""
    if not left:
        yield []
        return
    first, rest = left[0], left[1:]
    for other in rest:
        for more in all_draws(tuple(t for t in rest if t != other)):
            yield [frozenset((first, other)), *more]


def least(left: tuple[str, ...], met: Pairs) -> int:
    return min(sum(pair in met for pair in draw) for draw in all_draws(left))


def finished(
    left: tuple[str, ...], choosers: Sequence[str], pool: Sequence[str], met: Pairs
) -> int | None:
    """The fewest repeats when these choose one after the other and the rest is drawn; None where
    nobody is left to be chosen."""
    if not choosers:
        return least(left, met)
    best = None
    for other in pool:
        rest = tuple(t for t in left if t not in (choosers[0], other))
        more = finished(rest, choosers[1:], [t for t in pool if t != other], met)
        if more is not None:
            total = more + (frozenset((choosers[0], other)) in met)
            best = total if best is None else min(best, total)
    return best


class Reference:
    """The rule as it is written, by trying everything."""

    def __init__(self, field: Field, pattern: Pattern, words: Sequence[DrawChoice]) -> None:
        self.field, self.pattern = field, pattern
        self.pairs: list[frozenset[str]] = [
            frozenset((w.chooser, w.opponent)) for w in words if w.kind == "opponent"
        ]
        self.silent = {w.chooser for w in words if w.kind == "forfeit"}
        self.out = {w.chooser for w in words if w.kind == "opt-out"}
        self.there = {w.chooser for w in words if w.kind == "available"}
        self.left = tuple(t for t in field.ranked if all(t not in p for p in self.pairs))
        order = [field.ranked[i] for i in pattern.choosers]
        self.choosers = [t for t in order if t in self.left and t not in self.silent]

    def pool(self, lapse: bool) -> list[str]:
        ranked = self.field.ranked
        pool = {ranked[i] for i in self.pattern.pool}
        if not lapse:
            pool -= {ranked[i] for i in self.pattern.shy} & self.out
        pool |= {ranked[i] for i in self.pattern.asked if lapse or ranked[i] in self.there}
        return [t for t in self.left if t in pool and t not in self.silent]

    def offered(self) -> tuple[list[str], list[str]]:
        """Whom the first chooser may choose, and who of the pool is barred."""
        met, chooser = self.field.pairs, self.choosers[0]
        fewest = least(tuple(self.field.ranked), met)
        done = sum(pair in met for pair in self.pairs)
        for lapse in (False, True):
            pool = [t for t in self.pool(lapse) if t != chooser]
            good = [t for t in pool if self._total(chooser, t, pool) == fewest - done]
            if good:
                return good, [t for t in pool if t not in good]
        pool = [t for t in self.left if t != chooser]
        good = []
        for other in pool:
            rest = tuple(t for t in self.left if t not in (chooser, other))
            if done + (frozenset((chooser, other)) in met) + least(rest, met) == fewest:
                good.append(other)
        return good, [t for t in pool if t not in good]

    def _total(self, chooser: str, other: str, pool: Sequence[str]) -> int | None:
        rest = tuple(t for t in self.left if t not in (chooser, other))
        later = [t for t in self.choosers[1:] if t != other]
        more = finished(
            rest, later, [t for t in pool if t != other and t not in later], self.field.pairs
        )
        again = frozenset((chooser, other)) in self.field.pairs
        return None if more is None else more + again


def follow(field: Field, key: Key, pattern: Pattern, chance: Random) -> int:
    """A draw by choice to its end, each question compared; how many opponents were barred."""
    words: list[DrawChoice] = []
    half, title = STARTS[key], title_of(key)
    for i in (*pattern.asked, *pattern.shy):
        if chance.random() < 0.5:
            wish = "available" if i in pattern.asked else "opt-out"
            words.append(DrawChoice(half, title, field.ranked[i], wish))  # type: ignore[arg-type]
    barred = 0
    while (now := field.asked(key, words, pattern)).question is not None:
        good, bad = Reference(field, pattern, words).offered()
        question = now.question
        assert list(question.offered) == good
        assert [team for team, _ in question.barred] == bad
        barred += len(bad)
        if chance.random() < 0.15:
            words.append(DrawChoice(half, title, question.chooser, "forfeit"))
        else:
            other = chance.choice(question.offered)
            words.append(DrawChoice(half, title, question.chooser, "opponent", other))
    drawn = {frozenset(pair) for pair, _ in now.drawn()}
    assert {t for pair in drawn for t in pair} == set(field.ranked)
    assert len(drawn) == len(field.ranked) // 2
    assert sum(pair in field.pairs for pair in drawn) == least(tuple(field.ranked), field.pairs)
    return barred


@pytest.mark.parametrize("times", sampled([60, 120], [60]))
@pytest.mark.parametrize("key", STAGES)
def test_no_choice_forces_a_repeat_and_none_is_barred_without_need(key: Key, times: int) -> None:
    chance, barred = Random(key), 0
    for _ in range(times):
        share = chance.choice((0.1, 0.3, 0.5, 0.7, 0.9))
        field = Field(STAGES[key], random_meetings(STAGES[key], chance, share))
        barred += follow(field, key, PATTERNS[key], chance)
    # in SKO round 5 nobody is asked where 3.1 leaves one draw
    assert barred > times / 6 or key == "S5"


@pytest.mark.parametrize(("size", "pattern"), [
    (10, Pattern(range(4), range(6, 10))), (12, Pattern(range(5), range(5, 12))),
])  # fmt: skip
def test_the_same_in_pool_a(size: int, pattern: Pattern) -> None:
    chance, barred = Random(size), 0
    for _ in range(2 if size == 12 else 10):
        field = Field(size, random_meetings(size, chance, chance.choice((0.2, 0.5, 0.8))))
        barred += follow(field, "A", pattern, chance)
    assert barred > 0


def test_who_is_barred_by_the_arbiter_is_shown_so() -> None:
    field = Field(8, frozenset())
    bar = Instruction("bar", "1", "7", 3)
    field.event = replace(field.event, instructions=(bar,))
    question = field.asked("D1").question
    assert question.offered == ("6", "8")
    assert question.barred == (("7", Reason("barred")),)


def met(*pairs: str) -> Pairs:
    return frozenset(frozenset(pair.split("-")) for pair in pairs)


def test_who_has_met_the_chooser_is_barred_with_the_reason() -> None:
    asked = Field(8, met("1-7")).asked("D1")
    assert asked.question.chooser == "1"
    assert asked.question.offered == ("6", "8")
    assert asked.question.barred == (("7", Reason.of("met", stage="Q")),)


def test_who_must_be_left_for_another_is_barred_with_that_reason() -> None:
    # 2 has met 6 and 7: the first may not take 8 away from it
    asked = Field(8, met("2-6", "2-7")).asked("D1")
    assert asked.question.offered == ("6", "7")
    assert asked.question.barred == (("8", Reason.of("forces-repeats", team="8")),)


def test_4_and_5_can_be_chosen_only_if_they_say_so() -> None:
    field = Field(8, frozenset())
    assert field.asked("D1").question.offered == ("6", "7", "8")
    said = [DrawChoice(3, "DKO round 1", "5", "available")]
    assert field.asked("D1", said).question.offered == ("5", "6", "7", "8")


def test_the_second_team_may_opt_out_of_being_chosen() -> None:
    field = Field(4, frozenset())
    assert field.asked("D2").question.offered == ("2", "3", "4")
    assert field.asked("D2").wishes == (("2", "opt-out"),)
    said = [DrawChoice(5, "DKO round 2", "2", "opt-out")]
    assert field.asked("D2", said).question.offered == ("3", "4")


def test_opting_out_lapses_where_teams_would_meet_again_otherwise() -> None:
    field = Field(4, met("1-3", "1-4"))
    said = [DrawChoice(5, "DKO round 2", "2", "opt-out")]
    question = field.asked("D2", said).question
    assert question.offered == ("2",)
    assert question.lapsed == "opt-outs"


def test_the_two_losers_of_the_dko_are_drawn_together_in_sko_5_if_only_that_is_new() -> None:
    asked = Field(4, met("1-3", "1-4")).asked("S5")
    assert asked.question is None
    assert {frozenset(pair) for pair, _ in asked.drawn()} == met("1-2", "3-4")


def test_in_sko_5_there_is_a_choice_only_where_3_1_leaves_two_draws() -> None:
    assert Field(4, frozenset()).asked("S5").question.offered == ("3", "4")
    asked = Field(4, met("2-3")).asked("S5")
    assert asked.question is None
    assert {frozenset(pair) for pair, _ in asked.drawn()} == met("1-3", "2-4")


def test_who_forfeits_joins_the_rest_and_cannot_be_chosen() -> None:
    said = [DrawChoice(3, "DKO round 1", "1", "forfeit")]
    asked = Field(8, frozenset()).asked("D1", said)
    assert asked.question.chooser == "2"
    assert "1" not in asked.question.offered
    said += [DrawChoice(3, "DKO round 1", "2", "opponent", "7"),
             DrawChoice(3, "DKO round 1", "3", "opponent", "6")]  # fmt: skip
    pairs = [pair for pair, _ in Field(8, frozenset()).asked("D1", said).drawn()]
    assert pairs == [("2", "7"), ("3", "6"), ("1", "8"), ("4", "5")]


def test_the_set_draw_takes_the_lowest_left_as_far_as_repeats_allow() -> None:
    teams = list("12345678")
    none = met()
    assert set_draw(teams, lambda a, b: frozenset((a, b)) in none) == [
        ("1", "8"), ("2", "7"), ("3", "6"), ("4", "5"),
    ]  # fmt: skip
    some = met("1-8", "2-7")
    assert set_draw(teams, lambda a, b: frozenset((a, b)) in some) == [
        ("1", "7"), ("2", "8"), ("3", "6"), ("4", "5"),
    ]  # fmt: skip


def opponents(teams: Sequence[str], draw: Sequence[Any]) -> list[int]:
    """Of the first team, then of the next that is left …: lowest-ranked first."""
    found, taken = [], set[str]()
    for team in teams:
        if team not in taken:
            (pair,) = (p for p in draw if team in p)
            (other,) = set(pair) - {team}
            taken |= {team, other}
            found.append(-int(other))
    return found


def test_the_set_draw_is_the_first_of_the_best_draws_from_the_top() -> None:
    chance = Random("set draw")
    for _ in range(60):
        pairs = random_meetings(8, chance, chance.choice((0.2, 0.5, 0.8)))
        teams = tuple("12345678")
        drawn = set_draw(teams, lambda a, b, pairs=pairs: frozenset((a, b)) in pairs)  # type: ignore[misc]
        fewest = least(teams, pairs)
        best = [d for d in all_draws(teams) if sum(p in pairs for p in d) == fewest]

        assert opponents(teams, drawn) == min(opponents(teams, draw) for draw in best)
        assert fewest_repeats(teams, lambda a, b, p=pairs: frozenset((a, b)) in p) == fewest  # type: ignore[misc]
