"""Which team is in which stage, derived from the boards and results of the event; and what a team
did in a match, as the rankings of the knockout sections see it.

What has been drawn stays as it was drawn; what has not follows from the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from engine.bridge import Quotient, Score, blitz, halved, summed
from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round, derived_from
from engine.match_results import PLAYOFF, MatchResult, winning_side
from engine.results import Side
from formats.common import seniority
from formats.gnot.calendar import (
    LONG,
    LONG_KEYS,
    SHORT,
    STARTS,
    Key,
    in_triangle,
    key_of,
    onward,
    title_of,
)
from formats.gnot.lots import RANK_IN_TRIANGLE, LotBook, lucky_losers_of, rank_in
from formats.gnot.settings import settings_of
from formats.gnot.tables import DKO, SKO_2, Layout, layout

T = TypeVar("T")
Teams = tuple[EntrantId, ...]
_LUCKY_GO_TO: dict[Key, Key] = {"Q": "A", "A": "D1", "B": "S1", "S1": "S2"}


@derived_from(lambda event: (event.entrants,))
def seeding(event: Event) -> Teams:
    """All entrants by seed, then by rating, title, name."""
    ranked = sorted(event.entrants, key=lambda e: (e.seed or 10_000, seniority(e)))
    return tuple(e.id for e in ranked)


class Flow:
    """The boards and stages of one event in their present state. Lots that are needed go into
    `book`."""

    def __init__(self, event: Event, book: LotBook | None = None) -> None:
        self.event = event
        self.book = book or LotBook(event)
        self._worked_out: dict[tuple[str, Key], object] = {}

    @cached_property
    def teams(self) -> Teams:
        """Everybody who plays, by seed: fixed when round 1 is published."""
        first = next(iter(self.event.published), None)
        if first is not None:
            placed = first.placed
            return tuple(id for id in seeding(self.event) if id in placed)
        return tuple(id for id in seeding(self.event) if self.event.entrant(id).active(1))

    @cached_property
    def row(self) -> Layout | None:
        """The row of the tables; None for 16 to 19 teams."""
        return layout(len(self.teams), settings_of(self.event).layout_27)

    @cached_property
    def few(self) -> bool:
        """16 to 19 teams: one qualifying match of 28 boards, no pools."""
        return self.row is None

    def boards(self, key: Key) -> int:
        """Deals of a match there."""
        return LONG if key in LONG_KEYS or (key == "Q" and self.few) else SHORT

    def gone(self, team: EntrantId, number: int) -> bool:
        """Withdrawn by half `number`."""
        return not self.event.entrant(team).active(number)

    # boards as drawn

    def drawn(self, key: Key) -> bool:
        """Its half is published."""
        return STARTS[key] <= len(self.event.published)

    @cached_property
    def _boards(self) -> dict[Key, list[Match]]:
        boards: dict[Key, list[Match]] = {}
        for round in self.event.published:
            for match in round.matches:
                key = key_of(match)
                if key is not None:
                    boards.setdefault(key, []).append(match)
        return boards

    def matches(self, key: Key) -> Sequence[Match]:
        """Its published boards, a triangle's left out."""
        return self._matches.get(key, ())

    @cached_property
    def _matches(self) -> dict[Key, list[Match]]:
        return {
            key: [m for m in boards if not in_triangle(m)] for key, boards in self._boards.items()
        }

    @cached_property
    def triangle_matches(self) -> list[Match]:
        """The three of the qualifying triangle; empty without one."""
        return [m for m in self._boards.get("Q", ()) if in_triangle(m)]

    @cached_property
    def triangle(self) -> list[TriangleTeam]:
        """The qualifying triangle from the top; empty without one."""
        return triangle_ranked(self.triangle_matches, self.book, RANK_IN_TRIANGLE)

    def met(self, a: EntrantId, b: EntrantId, number: int) -> Key | None:
        """Where the two met in the knockout sections before half `number`; a walkover is not a
        meeting."""
        there = self._pairs.get(frozenset((a, b)), ())
        return next((key for key, half in there if half < number), None)

    @cached_property
    def _pairs(self) -> dict[frozenset[EntrantId], list[tuple[Key, int]]]:
        meetings: dict[frozenset[EntrantId], list[tuple[Key, int]]] = {}
        for key, matches in self._boards.items():
            for match in matches:
                if match.result is None or match.result.played:
                    meetings.setdefault(frozenset(match.pair), []).append((key, STARTS[key]))
        return meetings

    def _once(self, name: str, key: Key, compute: Callable[[], T]) -> T:
        if (name, key) not in self._worked_out:
            self._worked_out[name, key] = compute()
        known: T = self._worked_out[name, key]  # type: ignore[assignment]
        return known

    # who is there

    def field(self, key: Key) -> Teams:
        """The teams of a stage's round: as drawn, or by the results."""
        return self._once("field", key, lambda: self._field(key))

    def _field(self, key: Key) -> Teams:
        if not self.drawn(key):
            return self.entitled(key)
        number = STARTS[key]
        there = [team for m in self.matches(key) for team in m.pair]
        if key == "Q":
            return tuple(there)
        round = self.event.round(number)
        playing = {team for m in round.matches for team in m.pair} | elsewhere(round, key)
        # a team that has a walkover, sits out or has left has no board but is there all the same
        rest = [t for t in self.entitled(key) if t not in playing]
        return (*there, *rest[: self.size(key) - len(there)])

    def size(self, key: Key) -> int:
        """How many teams a stage's round has."""
        fixed = {"D1": 8, "D2": 4, "D3": 2, "S2": 8, "S3": 8, "S4": 4, "S5": 4, "S6": 2, "S7": 2}
        if key in fixed:
            return fixed[key]
        if self.row is None:
            return {"Q": len(self.teams), "S1": len(self.teams) - DKO}.get(key, 0)
        row = self.row
        rows = {"A": row.pool_a, "B": row.pool_b, "S1": row.sko_1}
        return rows.get(key, len(self.teams) - row.triangle)

    def entitled(self, key: Key) -> Teams:
        """The teams that the results send there, in no particular order."""
        return self._once("entitled", key, lambda: tuple(self._entitled(key)))

    def _entitled(self, key: Key) -> list[EntrantId]:
        if key == "Q":
            return list(self.teams)
        if self.few and key in ("A", "B"):
            return []
        if key == "A":
            return [*self.winners("Q"), *self.lucky("Q")]
        if key == "B":
            up = set(self.lucky("Q"))
            return [t for t in self.losers("Q") if t not in up]
        if key in ("D1", "S1"):
            return self._first_dko() if key == "D1" else self._first_sko()
        if key == "S2":
            return [*self.winners("S1"), *self.resting("S1"), *self.lucky("S1")]
        if key in ("S3", "S5", "S7"):
            dko: Key = {"S3": "D1", "S5": "D2", "S7": "D3"}[key]  # type: ignore[assignment]
            return [*self.losers(dko), *self.winners(_before(key))]
        return list(self.winners(_before(key)))

    def _first_dko(self) -> list[EntrantId]:
        first = [line.team for line in self.triangle[:1]]
        if self.row is not None:
            return [*self.winners("A"), *self.lucky("A"), *first]
        ranked = self.by_rank([*self.winners("Q"), *first], 2, "DKO round 1")
        return ranked[:DKO]

    def _first_sko(self) -> list[EntrantId]:
        if self.row is None:
            there = set(self.field("D1"))
            return [t for t in self.teams if t not in there]
        up = set(self.lucky("A"))
        losers = [t for t in self.losers("A") if t not in up]
        rest = [line.team for line in self.triangle[1:]]
        return [*losers, *rest, *self.winners("B"), *self.lucky("B")]

    # what came out

    def played(self, key: Key, team: EntrantId) -> Performance:
        """What the team did there, including a walkover or a forfeit."""
        known = self._once("played", key, lambda: self._played(key))
        if team in known:
            return known[team]
        return walkover(team in self.winners(key), self.boards(key))

    def _played(self, key: Key) -> dict[EntrantId, Performance]:
        return {team: side_of(match, team) for match in self.matches(key) for team in match.pair}

    def winners(self, key: Key) -> Teams:
        """Who won there, walkovers included. A triangle and a team that sat out do not count."""
        return self._once("winners", key, lambda: self._winners(key))

    def _winners(self, key: Key) -> Teams:
        won = [self._winner(m, key) for m in self.matches(key)]
        if key == "Q":
            return tuple(won)
        number = STARTS[key]
        playing = {t for m in self.matches(key) for t in m.pair}
        off = [t for t in self.field(key) if t not in playing]
        resting = set(self.resting(key))
        free = {b.entrant for b in self.event.round(number).byes if of_stage(b, key)}
        through = [t for t in off if t in free and t not in resting]
        lost = [t for t in off if t not in free]
        # of two that have both left one goes on, to lose again
        both = max(len(lost) - len(through), 0) // 2
        return (*won, *through, *sorted(lost, key=self.teams.index)[:both])

    def _winner(self, match: Match, key: Key) -> EntrantId:
        side = winning_side(match.result)
        if side is not None:
            return match.white if side == "white" else match.black
        # forfeited by both, or open again: as drawn, else the one still in the event, or else home
        drawn = went_on(self.event.published, STARTS[key], match, self.few)
        if drawn is not None:
            return drawn
        return match.black if self.gone(match.white, STARTS[key] + 1) else match.white

    def losers(self, key: Key) -> Teams:
        """The others there."""
        won = {*self.winners(key), *self.resting(key)}
        return tuple(t for t in self.field(key) if t not in won)

    def resting(self, key: Key) -> Teams:
        """The team that sat SKO round 1 out, at 17 and 19 teams."""
        return self._once("resting", key, lambda: self._resting(key))

    def _resting(self, key: Key) -> Teams:
        if key != "S1" or not self.few or not self.drawn(key) or len(self.teams) % 2 == 0:
            return ()
        free = {b.entrant for b in self.event.round(STARTS[key]).byes}
        ranked = self.by_rank(self.field(key), STARTS[key], title_of(key))
        return tuple(t for t in ranked if t in free)[:1]

    # lucky losers, 1.5

    def places(self, key: Key) -> int:
        """How many losers of it go on as lucky losers."""
        row = self.row
        if row is not None:
            places = {"Q": row.lucky_a, "A": row.lucky_dko, "B": row.lucky_b, "S1": row.lucky_sko_2}
            return places.get(key, 0)
        if key != "S1":
            return 0
        return SKO_2 - len(self.winners("S1")) - len(self.resting("S1"))

    def lucky(self, key: Key) -> Teams:
        """The lucky losers of it, the luckiest first; once the next round is drawn, as drawn."""
        return self._once("lucky", key, lambda: self._lucky(key))

    def _lucky(self, key: Key) -> Teams:
        after = _LUCKY_GO_TO.get(key)
        if after is None or not self.places(key):
            return ()
        order = self.lucky_order(key)
        if self.drawn(after):
            round = self.event.round(STARTS[after])
            stages = {t: key_of(m) for m in round.matches for t in m.pair}
            there = [t for t in order if stages.get(t) == after]
            stages |= dict.fromkeys(elsewhere(round, after))
            # a team that has a walkover there, or has left, is on no board: the first of those
            off = [t for t in order if t not in stages]
            there += off[: max(self.places(key) - len(there), 0)]
            return tuple(t for t in order if t in there)
        return tuple(order[: self.places(key)])

    def lucky_order(self, key: Key) -> list[EntrantId]:
        """Its losers in the order of 1.5: teams that have not been lucky before come first, then
        the smallest margin (a lost tie-break counts as none), the lower turnover, the lot."""
        been = self.lucky_before(key)

        def order(team: EntrantId) -> tuple[object, ...]:
            score = self.played(key, team).score
            left = self.gone(team, STARTS[key] + 1)
            return (left, team in been, -score.net, score.turnover)

        return ordered(self.losers(key), order, self.book, lucky_losers_of(key))

    def lucky_before(self, key: Key) -> frozenset[EntrantId]:
        """The teams that have been lucky losers before it."""
        earlier: dict[Key, Sequence[Key]] = {"A": "Q", "B": "Q", "S1": ("Q", "A", "B")}  # type: ignore[dict-item]
        return frozenset(t for one in earlier.get(key, ()) for t in self.lucky(one))

    def lucky_again(self, key: Key) -> Teams:
        """Lucky losers of it who have been that before: there was nobody else left."""
        been = self.lucky_before(key)
        return tuple(t for t in self.lucky(key) if t in been)

    # ranking, 3.2 and 3.3

    def previous(self, team: EntrantId, number: int) -> Performance | None:
        """The team's last match in the knockout sections before half `number`."""
        for key in reversed(STARTS):
            if STARTS[key] >= number or not self.drawn(key):
                continue
            if team in self.field(key) and team not in self.resting(key):
                return self.played(key, team)
        line = next((line for line in self.triangle if line.team == team), None)
        return line.performance(whole=self.few) if line else None

    def by_rank(self, teams: Sequence[EntrantId], number: int, where: str) -> list[EntrantId]:
        """By net IMPs in the previous match, quotient, tie-break, lot. Teams that have left are
        last."""

        def rank(team: EntrantId) -> tuple[object, ...]:
            last = self.previous(team, number)
            here = not self.gone(team, number)
            return (here, last is not None, *(last.rank if last else ()))

        return ordered(teams, rank, self.book, rank_in(where), highest=True)

    def ranked(self, key: Key) -> list[EntrantId]:
        """The teams of a stage's round in the order of its draw."""
        return self._once("ranked", key, lambda: self._ranked(key))

    def _ranked(self, key: Key) -> list[EntrantId]:
        number, title, there = STARTS[key], title_of(key), self.field(key)

        def rank(teams: Sequence[EntrantId]) -> list[EntrantId]:
            return self.by_rank([t for t in teams if t in there], number, title)

        if key == "S1" and not self.few:
            return _last(self, self._rank_first_sko(rank), number)
        if key in ("S3", "S5", "S7"):
            dko: Key = {"S3": "D1", "S5": "D2", "S7": "D3"}[key]  # type: ignore[assignment]
            above = set(self.losers(dko))
            upper = rank([t for t in there if t in above])
            return _last(self, [*upper, *rank([t for t in there if t not in above])], number)
        if key == "S2" and self.resting("S1"):
            free, won = set(self.resting("S1")), set(self.winners("S1"))
            parts = [
                [t for t in there if t in won],
                [t for t in there if t in free],
                [t for t in there if t not in won | free],
            ]
            return _last(self, [t for part in parts for t in rank(part)], number)
        return rank(there)

    def _rank_first_sko(self, rank: Callable[[Sequence[EntrantId]], list[EntrantId]]) -> Teams:
        """Pool A's losers, Pool B's winners, its lucky losers; the triangle's two put between."""
        winners, lucky = set(self.winners("B")), set(self.lucky("B"))
        rest = [line for line in self.triangle[1:] if line.team in self.field("S1")]
        apart = winners | lucky | {line.team for line in rest}
        ranked = [
            *rank([t for t in self.field("S1") if t not in apart]),
            *rank(sorted(winners, key=int)),
            *rank(sorted(lucky, key=int)),
        ]
        size = len(ranked) + len(rest)
        for place, line in enumerate(rest):
            if place == 0 and line is self.triangle[1]:
                ranked.insert(2, line.team)
            elif line.wins:
                ranked.insert(size // 2, line.team)
            else:
                at = next((i for i, t in enumerate(ranked) if t in lucky), len(ranked))
                ranked.insert(at, line.team)
        return tuple(ranked)


def _before(key: Key) -> Key:
    return f"{key[0]}{int(key[1]) - 1}"  # type: ignore[return-value]


def _last(flow: Flow, teams: Sequence[EntrantId], number: int) -> list[EntrantId]:
    """Teams that have left come after all others."""
    return sorted(teams, key=lambda t: flow.gone(t, number))


def parts(event: Event) -> tuple[object, ...]:
    """The parts of an event on which the stages depend; choices, bars and adjustments do not move
    them."""
    return (event.entrants, event.settings, event.seed, *event.lots, *event.rounds)


@derived_from(parts)
def flow(event: Event) -> Flow:
    """The stages of the event, computed once."""
    return Flow(event)


def of_stage(bye: Bye, key: Key) -> bool:
    """Whether a walkover may be one of that stage's round."""
    return key_of(bye) in (None, key)


def elsewhere(round: Round, key: Key) -> frozenset[EntrantId]:
    """The teams with a walkover in that half in another stage."""
    return frozenset(bye.entrant for bye in round.byes if not of_stage(bye, key))


def went_on(rounds: Iterable[Round], number: int, match: Match, few: bool) -> EntrantId | None:
    """The team that is where the winner of that match of half `number` goes, with a walkover too;
    else the opponent of the one that plays on as the loser. None if these rounds do not say."""
    key = key_of(match)
    after = onward(key, few) if key is not None else None
    up, below = set[EntrantId](), set[EntrantId]()
    for round in rounds:
        if round.number <= number:
            continue
        for later in round.matches:
            won = after is not None and key_of(later) == after
            (up if won else below).update(set(later.pair) - up - below)
        for bye in round.byes:
            won = after is not None and key_of(bye) == after
            (up if won else below).update({bye.entrant} - up - below)
    one, other = match.pair
    if (one in up) != (other in up):
        return one if one in up else other
    if (one in below) != (other in below):
        return other if one in below else one
    return None


@dataclass(frozen=True, slots=True)
class Performance:
    """One match as a team sees it.

    `tiebreak` is 1 for the winner of a tie-break, -1 for its loser, 0 without one; `playoff` the
    margin of a play-off that was lost.
    """

    score: Score
    won: bool
    tiebreak: int = 0
    playoff: int | None = None

    @property
    def rank(self) -> tuple[Fraction, Quotient, int]:
        """3.2 and 3.3: net IMPs, quotient, a tie-break's winner above its loser."""
        return (*self.score.rank, self.tiebreak)


def walkover(won: bool, boards: int | None) -> Performance:
    """A match that was not played: 0 against the least margin that is worth 20 VP."""
    most = blitz(boards or SHORT)
    return Performance(Score.of(most, 0) if won else Score.of(0, most), won)


def performance(match: Match, side: Side) -> Performance:
    """Of one side of a match with a result."""
    result = match.result
    winner = winning_side(result)
    if not isinstance(result, MatchResult):
        return walkover(winner == side, match.boards)
    won, lost = (int(p) for p in (result.home, result.away))
    score = Score.of(won, lost) if side == "white" else Score.of(lost, won)
    if not result.tied:
        return Performance(score, score.net > 0)
    mine = 0 if winner is None else (1 if winner == side else -1)
    by = result.tiebreak
    margin = by.margin if by is not None and by.method == PLAYOFF and mine < 0 else None
    return Performance(score, mine > 0, mine, margin)


def side_of(match: Match, team: EntrantId) -> Performance:
    """The team's performance in it."""
    return performance(match, match.side(team))


@dataclass(frozen=True, slots=True)
class TriangleTeam:
    """A team of a triangle: wins (a tie is a half) and the sum of its two matches."""

    team: EntrantId
    wins: Fraction
    score: Score

    def performance(self, whole: bool) -> Performance:
        """Its previous match for 3.2: half of the sum, or all of it beside 28-board matches."""
        return Performance(self.score if whole else halved(self.score), won=False)


def triangle_ranked(matches: Sequence[Match], book: LotBook, purpose: str) -> list[TriangleTeam]:
    """Three teams by wins, net, quotient, lot."""
    teams = list(dict.fromkeys(t for m in matches for t in m.pair))
    lines = []
    for team in teams:
        own = [side_of(m, team) for m in matches if team in m.pair]
        # by net: a tie counts as one here, whoever has won a tie-break
        wins = sum((Fraction(1 + int(p.score.net > 0) - int(p.score.net < 0), 2) for p in own),
                   Fraction(0))  # fmt: skip
        lines.append(TriangleTeam(team, wins, summed(p.score for p in own)))
    by_team = {line.team: line for line in lines}
    order = ordered(
        teams, lambda t: (by_team[t].wins, *by_team[t].score.rank), book, purpose, highest=True
    )
    return [by_team[team] for team in order]


def ordered(
    teams: Iterable[EntrantId],
    key: Callable[[EntrantId], tuple[object, ...]],
    book: LotBook,
    purpose: str,
    highest: bool = False,
) -> list[EntrantId]:
    """The teams by that key, equal ones by lot, for a lot of that `purpose`."""
    known = {team: key(team) for team in teams}
    order: list[EntrantId] = []
    by_key = sorted(known, key=lambda t: known[t], reverse=highest)
    for _, equal in groupby(by_key, key=lambda t: known[t]):
        order += book.order(purpose, list(equal))
    return order
