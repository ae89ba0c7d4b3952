"""What a board is judged by (meetings in the knockout sections and the Swiss, tie-breaks), and how
good a half is by the rules of the stages, whoever made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.match_results import MatchResult
from engine.protocol import Conflict, Measure, Rule, Severity, with_reasons
from engine.refusal import Refused
from engine.results import GameResult
from formats.gnot.calendar import LONG, STARTS, Key, in_triangle, key_of, title_of
from formats.gnot.drawing import draw
from formats.gnot.flow import Flow, flow
from formats.gnot.wording import where_met

PLAYOFF_ONLY = ("playoff",)
PLAYOFF_FIRST = ("playoff", "bam", "total", "lot")
RESCORED = ("bam", "total", "lot")
ALONE: frozenset[Key] = frozenset({"D3", "S6", "S7"})
"""Stages of two teams: they meet, whether they have before or not."""


class KnockoutRepeat(Rule):
    """3.1: nobody meets anybody twice in the knockout sections unless it cannot be avoided."""

    id = "repeat"
    severity = Severity.SHOULD

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Session 1 counts as part of the knockout sections; the Swiss does not."""
        key = key_of(match)
        if key is None or key == "Q" or in_triangle(match):
            return
        there = flow(event).met(match.white, match.black, number)
        if there is not None:
            conflict = self._found(match, f"they met in {where_met(there)}")
            yield conflict._replace(severity=Severity.NOTE) if key in ALONE else conflict


class SwissRepeat(Rule):
    """Two teams meet once in the Swiss as far as that is possible."""

    id = "swiss-repeat"
    severity = Severity.SHOULD

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Meetings in the knockout sections do not count (2.6)."""
        if match.stage != "swiss":
            return
        pair = set(match.pair)
        for round in event.published:
            if any(m.stage == "swiss" and set(m.pair) == pair for m in round.matches):
                yield self._found(match, f"they met in Swiss round {round.number - 2}")
                return


class OtherStage(Rule):
    """A team plays in a stage that its results did not send it to."""

    id = "stage"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Only of a board that was changed by hand can that be true."""
        key = key_of(match)
        if key is None or key == "Q" or match.altered != "hand":
            return
        if number != len(event.published) + 1:
            return
        for team in match.pair:
            if team not in flow(event).entitled(key):
                text = f"{event.entrant(team).name} is not in {title_of(key)}"
                yield self._found(match, text, team)


def refuse_other_stage(event: Event) -> None:
    """`Refused` if the half published last has a team in a stage to which its results did not send
    it: all that is drawn later depends on which team was where."""
    number = len(event.published)
    before = flow(event.until(number - 1))
    starting = [key for key, starts in STARTS.items() if starts == number and key != "Q"]
    for match in event.round(number).matches:
        if match.altered != "hand":
            continue
        key = key_of(match)
        for team in match.pair:
            # also a team that has a walkover there, and was swapped with a team of the Swiss
            due = next((k for k in starting if team in before.entitled(k)), None)
            if key != "Q" and due != key:
                where = title_of(key) if key else match.group
                raise Refused(
                    f"{event.entrant(team).name} is not in {where}",
                    "its results sent it elsewhere",
                    "swap it back, or redraw",
                )


class UnlistedTieBreak(Rule):
    """Section 4: a tie was broken by another method than is laid down; noted, never refused."""

    id = "tie-break"
    severity = Severity.NOTE

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """By the length of the match and the half that it is played in."""
        result = match.result
        if not isinstance(result, MatchResult) or result.tiebreak is None:
            return
        known = expected_methods(match, number)
        if not known:
            yield self._found(match, "ties are final here; the tie-break is not used")
        elif result.tiebreak.method not in known:
            text = f"the tie was broken by {result.tiebreak.method}; laid down: {', '.join(known)}"
            yield self._found(match, text)


class WonByLeaving(Rule):
    """A walkover in favour of a team that left while the match ran."""

    id = "walkover"
    severity = Severity.NOTE

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Who leaves before the next half has left this match."""
        winners = {GameResult.WHITE_FORFEIT: match.white, GameResult.BLACK_FORFEIT: match.black}
        if not isinstance(match.result, GameResult) or match.result not in winners:
            return
        entrant = event.entrant(winners[match.result])
        if not entrant.active(max(match.due or number, number) + 1):
            text = f"{entrant.name} has withdrawn and wins by walkover"
            yield self._found(match, text, entrant.id)


class WonByNobody(Rule):
    """A knockout match forfeited by both sides: one of them goes on all the same."""

    id = "double-forfeit"
    severity = Severity.NOTE

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Which of them, later draws and withdrawals decide."""
        if key_of(match) is None or match.result is not GameResult.DOUBLE_FORFEIT:
            return
        if needs_winner(match):
            yield self._found(match, "nobody came; one of the two goes on in name")


def needs_winner(match: Match) -> bool:
    """Whether somebody must win: not in the Swiss, not in a triangle."""
    return match.stage != "swiss" and not in_triangle(match)


def expected_methods(match: Match, number: int) -> tuple[str, ...]:
    """The tie-breaks of section 4, in order: 14 boards of a first half are rescored, later ones
    have a play-off first; if a place in a final depends on it, play-offs only."""
    if not needs_winner(match):
        return ()
    if key_of(match) in ("D3", "S7"):
        return PLAYOFF_ONLY
    if match.boards == LONG or number % 2 == 0:
        return PLAYOFF_FIRST
    return RESCORED


def methods_of(match: Match) -> tuple[str, ...]:
    """The same of a match by itself: the round of its stage gives the half."""
    return expected_methods(match, STARTS[key_of(match) or "Q"])


RULES: tuple[Rule, ...] = (
    KnockoutRepeat(), SwissRepeat(), OtherStage(), UnlistedTieBreak(), WonByLeaving(),
    WonByNobody(),
)  # fmt: skip


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
    stages, number = flow(event), round.number
    wrong = {match.board: _wrong(stages, number, match) for match in round.matches}
    misplaced = frozenset(board for board, teams in wrong.items() if teams)
    again = frozenset(m.board for m in round.matches if _again(stages, number, m))
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


def _wrong(stages: Flow, number: int, match: Match) -> int:
    """Teams of a match who play elsewhere by their results; the Swiss takes all the others."""
    starting: list[Key] = [key for key, half in STARTS.items() if half == number and key != "Q"]
    key = key_of(match)
    if key == "Q":
        return 0
    due = (next((k for k in starting if team in stages.entitled(k)), None) for team in match.pair)
    return sum(each != key for each in due)


def _again(stages: Flow, number: int, match: Match) -> bool:
    key = key_of(match)
    if key in (None, "Q") or key in ALONE or in_triangle(match):
        return False
    return stages.met(match.white, match.black, number) is not None


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
