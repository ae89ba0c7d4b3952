"""Simulated events that use only the protocol: any format, any form of result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter_ns
from typing import NamedTuple

from engine.actions import ChooseOpponent, PublishRound
from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.next_draw import drawn
from engine.performance import GRADES_BELOW, graded
from engine.protocol import Format
from engine.refusal import Refused
from engine.results import Result
from engine.trial.chance import WHOLE, Chance, drawn_among_equals, expectation, outcome
from engine.waiting import Choice, NextStep

BELOW_ALL = 100
"""An unrated player plays so much below the lowest rating of the field."""
GRADE_WORTH, GRADE_FROM = 15, 700
"""A grade of three figures plays as 7½ times as many points above 700: so the ECF converted them
in 2020."""
UNKNOWN = 1500
"""The strength of everybody in a field without ratings."""
STEPS_LIMIT = 2_000
Strengths = Mapping[EntrantId, int]
Promise = Callable[[int], int]


@dataclass(frozen=True)
class Played:
    """An event to its end, or to where it got stuck, and how long each draw took.

    `stopped` says why it did not reach its end, empty if it did.
    """

    event: Event
    drawing: tuple[int, ...]
    """Nanoseconds of every round's draw."""
    stopped: str = ""
    strength: Strengths = field(default_factory=dict)
    """What everybody played by."""


class Odds(NamedTuple):
    """How games come out: by what chance, how often equals draw, in millionths (None: as in the
    published table), and the expected score of the stronger player (`promise` as in `outcome`)."""

    chance: Chance
    draws: int | None
    promise: Promise = expectation

    def outcome(self, white: int, black: int) -> int:
        """2, 1 or 0 for White of that strength against Black of that one."""
        draws = drawn_among_equals(white, black) if self.draws is None else self.draws
        return outcome(self.chance, white - black, draws, self.promise)

    @property
    def decisive(self) -> Odds:
        """The same without draws."""
        return self._replace(draws=0)


def strengths(event: Event) -> dict[EntrantId, int]:
    """By entrant the rating to play by."""
    rated = {e.id: e.rating for e in event.entrants if e.rating}
    if graded(event):
        rated = {
            id: GRADE_FROM + GRADE_WORTH * grade // 2 if grade < GRADES_BELOW else grade
            for id, grade in rated.items()
        }
    other = max(0, min(rated.values()) - BELOW_ALL) if rated else UNKNOWN
    return {e.id: rated.get(e.id, other) for e in event.entrants}


def drawn_around(ratings: Strengths, chance: Chance, deviation: int) -> dict[EntrantId, int]:
    """Strengths spread about the ratings, which are estimates of them."""
    return {id: max(0, chance.around(rating, deviation)) for id, rating in ratings.items()}


def play_out(event: Event, format: Format, odds: Odds, strength: Strengths | None = None) -> Played:
    """Draw, publish and play round after round until the format says that it is finished. Without
    `strength` everybody plays by the rating."""
    strength = strengths(event) if strength is None else strength
    drawing: list[int] = []
    try:
        for _ in range(STEPS_LIMIT):
            step = format.next_step(event)
            if step.name == "finished":
                return Played(event, tuple(drawing), strength=strength)
            if step.name == "draw":
                began = perf_counter_ns()
                event = drawn(event, format)
                drawing.append(perf_counter_ns() - began)
                event = published(event, format)
            elif step.name == "publish":
                event = published(event, format)
            elif step.choice is not None:
                event = chosen(event, format, step.choice, odds.chance)
            elif step.name == "play":
                event = _results(event, format, step, strength, odds)
            else:
                return Played(event, tuple(drawing), _stuck(step), strength)
    except Refused as refusal:
        return Played(event, tuple(drawing), str(refusal), strength)
    return Played(event, tuple(drawing), "the event comes to no end", strength)


def published(event: Event, format: Format) -> Event:
    """With the proposal published, whatever it could not avoid."""
    standing = event.proposal or event.current
    assert standing is not None
    return PublishRound(standing.number, insist=True).apply(event, format)


def chosen(event: Event, format: Format, choice: Choice, chance: Chance) -> Event:
    """With a random choice: any of the pool, now and then a wish, now and then none."""
    if choice.wishes and chance.happens(WHOLE // 4):
        team, wish = chance.pick(choice.wishes)
        return ChooseOpponent(team, wish).apply(event, format)
    if choice.may_forfeit and chance.happens(WHOLE // 10):
        return ChooseOpponent(choice.chooser, "forfeit").apply(event, format)
    return ChooseOpponent(choice.chooser, "opponent", chance.pick(choice.pool)).apply(event, format)


def _stuck(step: NextStep) -> str:
    if step.name == "choose":
        return f"round {step.round} waits for a draw by choice"
    return f"round {step.round} has too few entrants"


def _results(
    event: Event, format: Format, step: NextStep, strength: Strengths, odds: Odds
) -> Event:
    """Every open board played; a board that still prevents the next step is played to a
    decision."""
    open_rounds = [r for r in event.published if any(m.open for m in r.matches)]
    for round in open_rounds:
        event = event.with_round(with_results(round, format, strength, odds))
    if not open_rounds:
        round = event.round(step.round)
        again = tuple(replace(m, result=None) if m.board in step.missing else m
                      for m in round.matches)  # fmt: skip
        if not step.missing:
            raise Refused(f"{event.called(step.round)} does not end", "", "")
        bare = replace(round, matches=again)
        event = event.with_round(with_results(bare, format, strength, odds.decisive))
    return event


def with_results(round: Round, format: Format, strength: Strengths, odds: Odds) -> Round:
    """The round with a result on every open board."""
    played = tuple(
        replace(m, result=_result(m, format, strength, odds)) if m.open else m
        for m in round.matches
    )
    return replace(round, matches=played)


def _result(match: Match, format: Format, strength: Strengths, odds: Odds) -> Result:
    """As the slip would say it, in the form that the format reads."""
    parse = format.result_form(match).parse
    first: Refused | None = None
    for text in _slips(match, strength[match.white], strength[match.black], odds):
        try:
            return parse(text)
        except Refused as refusal:
            first = first or refusal
    assert first is not None
    raise first


def _slips(match: Match, white: int, black: int, odds: Odds) -> Iterator[str]:
    """The possible texts of the slip, the likeliest form first; a decision if a draw is refused."""
    if match.boards is not None:
        yield from _imps(match.boards, white - black, odds.chance)
    elif match.lineups:
        halves = sum(odds.outcome(white, black) for _ in match.lineups)
        yield "-".join(f"{n // 2}.{5 * (n % 2)}" for n in (halves, 2 * len(match.lineups) - halves))
    elif match.games > 1:
        games = [odds.outcome(white, black) for _ in range(match.games)]
        yield ",".join("0=1"[points] for points in games)
    points = odds.outcome(white, black)
    yield ("0-1", "1/2-1/2", "1-0")[points]
    yield ("0-1", "1-0")[odds.decisive.outcome(white, black) // 2]
    yield from _imps(match.boards or 14, white - black, odds.chance)


def _imps(boards: int, difference: int, chance: Chance) -> Iterator[str]:
    """IMPs of both sides: each board swings a few, the stronger side gets more of them."""
    home = away = 0
    for _ in range(boards):
        swing = chance.below(8)
        if outcome(chance, difference // 3, WHOLE // 3) == 2:
            home += swing
        elif outcome(chance, difference // 3, WHOLE // 3) == 0:
            away += swing
    yield f"{home}-{away}" if home != away else f"{home}-{away} home bam"
    yield f"{home}-{away}"
