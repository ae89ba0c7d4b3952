"""The Swiss as the event's rounds have it, and its draw as matches of a half-session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from engine.bridge import Score, blitz
from engine.entrants import EntrantId
from engine.event import Adjustment, Bye, Event, Match, derived_from
from engine.match_results import MatchResult, winning_side
from engine.reasons import Reason
from formats.gnot.calendar import (
    SHORT,
    SWISS_ROUND,
    SWISS_TRIANGLE,
    TRIANGLE,
    half_of_swiss,
    swiss_round,
    swiss_title,
)
from formats.gnot.drop_in import ROUND_AVERAGE
from formats.gnot.flow import parts
from formats.gnot.intake import SWISS_ROUNDS, all_drop_ins
from formats.gnot.lots import LotBook
from formats.gnot.repechage import Repechage, SwissGame
from formats.gnot.swiss_draw import SwissDraw, draw_swiss
from formats.gnot.word import NO_WORD, Word
from formats.gnot.wording import working

SWISS = "swiss"
"""`Match.stage` of its matches."""


def _parts(event: Event) -> tuple[object, ...]:
    return (event.adjustments, *parts(event))


@derived_from(_parts)
def repechage(event: Event) -> Repechage:
    """All of it, from published rounds."""
    entries = all_drop_ins(event)
    inside = {each.team for each in entries}
    return Repechage(
        entries,
        tuple(_games(event)),
        _given(event),
        _rests(event, inside),
        _gone(event, inside),
        tuple(_adjusted(event)),
    )


def _games(event: Event) -> Iterator[SwissGame]:
    for round in event.published:
        for match in round.matches:
            if match.stage == SWISS:
                yield _game(match, round.number)


def _game(match: Match, number: int) -> SwissGame:
    due = swiss_round(match.due or number)
    boards = match.boards or SHORT
    score = _score(match, boards)
    nobody = match.result is not None and not match.result.provisional and score is None
    return SwissGame(
        swiss_round(number), due, match.white, match.black, boards, score, no_show=nobody
    )


def _score(match: Match, boards: int) -> Score | None:
    """Home's view; a forfeit is the least margin that is worth 20 VP, nothing for the other."""
    result = match.result
    if isinstance(result, MatchResult):
        return Score.of(int(result.home), int(result.away))
    side = winning_side(result)
    if side is None:
        return None
    walkover = Score.of(blitz(boards), 0)
    return walkover if side == "white" else walkover.turned()


def _given(event: Event) -> Mapping[int, Decimal]:
    """By round of entry; all who enter for one round have the same score."""
    return {
        a.entering: a.points
        for a in event.adjustments
        if a.cause == "drop-in" and a.entering is not None
    }


def _adjusted(event: Event) -> Iterator[tuple[EntrantId, int, Decimal]]:
    """The director's own adjustments; the result of a play-off gives no points."""
    for adjustment in event.adjustments:
        if adjustment.cause == "points":
            yield adjustment.entrant, swiss_round(adjustment.round), adjustment.points


def _rests(event: Event, inside: set[EntrantId]) -> Mapping[tuple[EntrantId, int], Decimal]:
    return {
        (bye.entrant, swiss_round(round.number)): bye.points
        for round in event.published
        for bye in round.byes
        if bye.entrant in inside and bye.points
    }


def _gone(event: Event, inside: set[EntrantId]) -> Mapping[EntrantId, frozenset[int]]:
    """The Swiss rounds that each team is not there for: withdrawn, and not come back yet."""
    numbers = range(1, SWISS_ROUNDS + 2)
    missed = {}
    for team in inside:
        entrant = event.entrant(team)
        away = frozenset(n for n in numbers if not entrant.active(half_of_swiss(n)))
        if away:
            missed[team] = away
    return missed


def swiss_drawn(event: Event, number: int, book: LotBook, word: Word = NO_WORD) -> SwissDraw:
    """The draw of Swiss round `number`; everything before it is published."""
    return draw_swiss(repechage(event), number, book, word)


def swiss_matches(drawn: SwissDraw, board: int) -> tuple[Match, ...]:
    """Its matches from that board on, the triangle's three last."""
    matches = [
        Match(
            0,
            p.home,
            p.away,
            stage=SWISS,
            group=swiss_title(drawn.round),
            part=SWISS_ROUND,
            boards=SHORT,
            why=p.why,
        )
        for p in drawn.pairs
    ]
    if drawn.triangle is not None:
        a, b, c = drawn.triangle
        due = half_of_swiss(drawn.due) if drawn.due != drawn.round else None
        matches += [
            Match(0, home, away, stage=SWISS, group=TRIANGLE, part=SWISS_TRIANGLE,
                  boards=drawn.boards, due=due, why=drawn.triangle_why)
            for home, away in ((a, b), (b, c), (c, a))
        ]  # fmt: skip
    return tuple(replace(match, board=no) for no, match in enumerate(matches, start=board))


def swiss_byes(drawn: SwissDraw) -> tuple[Bye, ...]:
    """Whoever has nobody to play counts an average round."""
    if drawn.rests is None:
        return ()
    why = (Reason("round-average"),)
    return (
        Bye(drawn.rests, ROUND_AVERAGE, why=why, group=swiss_title(drawn.round), part=SWISS_ROUND),
    )


def with_drop_ins_kept(event: Event) -> Event:
    """The event with the drop-in scores that count from the round published last on: later
    corrections do not change them (3.8). Applied when a half has just been published."""
    number = len(event.published)
    before = event.until(number - 1)
    swiss = repechage(before)
    lots = tuple(
        Adjustment(
            team.team,
            score.points,
            f"drop-in score {entering}: {working(score)}",
            number - 1,
            cause="drop-in",
            entering=entering,
        )
        for entering in _known_now(swiss_round(number))
        if entering not in swiss.given
        for score in [swiss.drop_in(entering)]
        for team in swiss.entries
        if team.entering_round == entering and swiss.there(team.team, entering)
    )
    return replace(event, adjustments=(*event.adjustments, *lots)) if lots else event


def _known_now(number: int) -> tuple[int, ...]:
    """The rounds whose drop-in scores are given when round `number` begins: its own; that for
    round 2 only when round 3 begins."""
    if number == 3:
        return (2, 3)
    return (number,) if 3 < number < SWISS_ROUNDS else ()
