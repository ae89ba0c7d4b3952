"""How good a half is by the rules of the stages, whoever made it: repeats, then the draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.protocol import Measure, Severity, with_reasons
from engine.refusal import Refused
from formats.gnot.calendar import STARTS, Key, in_triangle, key_of
from formats.gnot.drawing import draw
from formats.gnot.flow import Flow, flow
from formats.gnot.judging import ALONE

WRONG_STAGE = "teams in a stage that their results did not send them to"
REPEATS = "matches that repeat one of the knockout sections"
SWISS_REPEATS = "matches that repeat one of the Swiss"
OFF = "teams that do not meet whom ranking, choice or lot gives them"


REASONS = {
    "stage": "every team plays in the stage that its results send it to",
    "repeats": "fewest matches of the knockout sections are played again",
    "Swiss repeats": "fewest matches of the Swiss are played again",
    "drawn": "teams meet whom ranking, choice or lot gives them",
}
"""Why the draw is as it is by each criterion, in a director's words."""


def measures(event: Event, round: Round) -> tuple[Measure, ...]:
    """The whole half, then stage by stage; `event` is as it was before the half."""
    now, number = flow(event), round.number
    wrong = {match.board: _wrong(now, number, match) for match in round.matches}
    misplaced = frozenset(board for board, teams in wrong.items() if teams)
    again = frozenset(m.board for m in round.matches if _again(now, number, m))
    swiss = _swiss_again(event, round.matches)
    whole = (
        Measure(
            "", "stage", WRONG_STAGE, sum(wrong.values()), severity=Severity.MUST, boards=misplaced
        ),
        Measure("", "repeats", REPEATS, len(again), boards=again),
        Measure("", "Swiss repeats", SWISS_REPEATS, len(swiss), boards=swiss),
    )
    free = replace(event, instructions=tuple(i for i in event.instructions if i.kind == "allow"))
    try:
        drawn = draw(free)
    except Refused:
        return with_reasons(whole, REASONS)
    meant = _opponents(drawn.matches, drawn.byes)
    here = _opponents(round.matches, round.byes)
    stage = {team: match.group for match in drawn.matches for team in match.pair}
    off = Counter(stage.get(team, "") for team in meant if meant[team] != here.get(team))
    groups = dict.fromkeys(match.group for match in drawn.matches)
    counted = (*whole, *(Measure(group, "drawn", OFF, off[group]) for group in (*groups, "")))
    return with_reasons(counted, REASONS)


def _wrong(now: Flow, number: int, match: Match) -> int:
    """Teams of a match who play elsewhere by their results; the Swiss takes all the others."""
    starting: list[Key] = [key for key, half in STARTS.items() if half == number and key != "Q"]
    key = key_of(match)
    if key == "Q":
        return 0
    due = (next((k for k in starting if team in now.entitled(k)), None) for team in match.pair)
    return sum(each != key for each in due)


def _again(now: Flow, number: int, match: Match) -> bool:
    key = key_of(match)
    if key in (None, "Q") or key in ALONE or in_triangle(match):
        return False
    return now.met(match.white, match.black, number) is not None


def _swiss_again(event: Event, matches: Iterable[Match]) -> frozenset[int]:
    before = {frozenset(m.pair) for r in event.published for m in r.matches if m.stage == "swiss"}
    again = (m for m in matches if m.stage == "swiss" and frozenset(m.pair) in before)
    return frozenset(m.board for m in again)


def _opponents(
    matches: Iterable[Match], byes: Iterable[Bye]
) -> dict[EntrantId, frozenset[EntrantId]]:
    """By team all it meets: two in a triangle, nobody with a walkover."""
    opponents: dict[EntrantId, frozenset[EntrantId]] = {
        bye.entrant: frozenset() for bye in byes if bye.kind == "pairing"
    }
    for match in matches:
        for team in match.pair:
            opponents[team] = opponents.get(team, frozenset()) | {match.opponent(team)}
    return opponents
