"""The data of the tie-breaks: every entrant's rounds, sorted by the articles on unplayed ones.

Article numbers are those of FIDE C.07 in force from 1 March 2026. Points here are those of the
rounds alone: adjustments change the points by which entrants are ranked, never a tie-break. The
matches of chess teams are read by their boards too, for article 12.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from engine.entrants import Entrant, EntrantId
from engine.event import Event, EventSettings, Match
from engine.event_data import each_rounds_ratings
from engine.history import CardLine, RoundKind, cards
from engine.match_results import TeamResult
from engine.numbers import start_numbers
from engine.points import NIL, ONE, Points
from engine.results import Outcome, Side


class Category(Enum):
    """A game over the board, or the kind of unplayed round (article 16.2)."""

    GAME = "game"
    FULL_BYE = "16.2.1"
    """The pairing-allocated bye, or a requested bye that scores a win's points."""
    FORFEIT_WIN = "16.2.2"
    REQUESTED = "16.2.3"
    """A requested bye (article 16.1.1), an available round following."""
    FORFEIT_LOSS = "16.2.4"
    TRAILING = "16.2.5"
    """A requested bye in the last round, or with nothing but VURs after it."""


_VOLUNTARY = {Category.REQUESTED, Category.FORFEIT_LOSS, Category.TRAILING}
FORFEITS = {Category.FORFEIT_WIN, Category.FORFEIT_LOSS}


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round of an entrant, or one match of a round with several.

    `points` are what it scored, `adjusted` what it counts for the opponents' tie-breaks (16.3).
    """

    line: CardLine
    category: Category
    points: Points
    adjusted: Points

    @property
    def number(self) -> int:
        """The round's number."""
        return self.line.round

    @property
    def game(self) -> bool:
        """Over the board."""
        return self.category is Category.GAME

    @property
    def opposed(self) -> bool:
        """With an opponent, played or forfeited."""
        return self.line.opponent is not None

    @property
    def voluntary(self) -> bool:
        """A voluntary unplayed round (16.1.2): a requested bye or a forfeit loss."""
        return self.category in _VOLUNTARY


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """An entrant with all rounds that count: `rounds` are the `lines` without open games."""

    entrant: Entrant
    no: int
    lines: tuple[CardLine, ...]
    rounds: tuple[RoundRecord, ...]
    score: Points
    adjusted: Points

    @property
    def short(self) -> str:
        """The name up to the comma."""
        return self.entrant.name.partition(",")[0].strip()


@dataclass(frozen=True)
class Tally:
    """Every record of an event in its present state, and what the articles ask of the whole.

    `rounds` is the number of rounds published so far: a standing after round 5 of 9 is reckoned
    like the final one of a tournament of five rounds.
    """

    records: Mapping[EntrantId, EntrantRecord]
    settings: EventSettings
    rounds: int
    predetermined: bool = False
    """A round robin: forfeits are games (15.2), article 16 does not apply."""
    each_round: bool = False
    """In a long event each round's ratings are those of the list then in force."""
    boards_of_match: int = 0
    """Of chess teams."""
    boards: Mapping[EntrantId, tuple[MatchBoards, ...]] = field(default_factory=dict)
    """Of chess teams, every team's matches."""

    @property
    def complete(self) -> bool:
        """The last round is published."""
        return self.rounds >= self.settings.rounds

    @cached_property
    def most_possible(self) -> Points:
        """The highest score possible: wins all along, in rounds with an opponent where every
        pairing is fixed beforehand (9.2)."""
        rounds = self.rounds
        if self.predetermined:
            opposed = [sum(t.opposed for t in r.rounds) for r in self.records.values()]
            rounds = max(opposed, default=0)
        return rounds * self.settings.win_points

    @cached_property
    def _shared(self) -> frozenset[str]:
        counts = Counter(record.short for record in self.records.values())
        return frozenset(short for short, count in counts.items() if count > 1)

    def short(self, id: EntrantId) -> str:
        """The name up to the comma; with the pairing number where others share it."""
        record = self.records[id]
        return f"{record.short} ({record.no})" if record.short in self._shared else record.short

    @cached_property
    def unrated(self) -> int:
        """Entrants without a rating."""
        return sum(r.entrant.rating is None for r in self.records.values())


def tally(event: Event, order: Sequence[EntrantId], predetermined: bool = False) -> Tally:
    """The records of an event's published rounds; `order` gives the pairing numbers."""
    current = event.current
    each_round = each_rounds_ratings(event)
    rounds = current.number if current else 0
    of_teams = getattr(event.settings, "teams", False)
    boards: int = getattr(event.settings, "boards", 0) if of_teams else 0
    by_board = boards_of(event, boards) if boards else {}
    empty = Tally({}, event.settings, rounds, predetermined, each_round, boards, by_board)
    known = cards(event)
    records = {
        id: _record(known[id].entrant, no, known[id].lines, empty)
        for id, no in start_numbers(event, order).items()
    }
    return replace(empty, records=records)


def fore(actual: Tally) -> Tally:
    """The tally as if all paired games of the final round had ended in draws (article 8.3).

    The same tally while the final round is not published.
    """
    if not actual.complete:
        return actual
    records = {
        id: _record(r.entrant, r.no, [_drawn(line, actual) for line in r.lines], actual)
        for id, r in actual.records.items()
    }
    return replace(actual, records=records)


def _record(entrant: Entrant, no: int, lines: Sequence[CardLine], tally: Tally) -> EntrantRecord:
    rounds: list[RoundRecord] = []
    following = False
    for line in reversed(lines):
        if line.kind is RoundKind.OPEN:
            following = True
            continue
        category = _category(line, following, tally)
        draw = category is Category.TRAILING and not tally.predetermined
        adjusted = tally.settings.draw_points if draw else line.points
        rounds.append(RoundRecord(line, category, line.points, adjusted))
        following = following or category not in _VOLUNTARY
    rounds.reverse()
    score = sum((t.points for t in rounds), NIL)
    adjusted_score = sum((t.adjusted for t in rounds), NIL)
    return EntrantRecord(entrant, no, tuple(lines), tuple(rounds), score, adjusted_score)


def _category(line: CardLine, following: bool, tally: Tally) -> Category:
    """`following`: an available round comes after this one."""
    if line.kind is RoundKind.GAME:
        return Category.GAME
    if line.kind is RoundKind.FORFEIT:
        won = line.outcome is Outcome.WIN
        return Category.FORFEIT_WIN if won else Category.FORFEIT_LOSS
    if line.kind is RoundKind.PAIRING_BYE or line.points >= tally.settings.round_points[-1]:
        return Category.FULL_BYE
    return Category.REQUESTED if following else Category.TRAILING


def _drawn(line: CardLine, tally: Tally) -> CardLine:
    if line.round != tally.settings.rounds or line.opponent is None:
        return line
    points = tally.settings.draw_points
    return replace(line, kind=RoundKind.GAME, points=points, outcome=Outcome.DRAW, result=None)


@dataclass(frozen=True, slots=True)
class MatchBoards:
    """A match of a chess team by its boards: `points` are None if it was entered as a whole, and
    the opponent is None for a bye."""

    round: int
    opponent: EntrantId | None
    points: tuple[Points, ...] | None


def boards_of(event: Event, boards: int) -> dict[EntrantId, tuple[MatchBoards, ...]]:
    """Every team's matches by board. In a match won by forfeit, and in the bye, every board counts
    as a standard win."""
    matches: dict[EntrantId, list[MatchBoards]] = {e.id: [] for e in event.entrants}
    sides: tuple[Side, Side] = ("white", "black")
    for round in event.published:
        for match in round.matches:
            for side, id, opponent in zip(sides, match.pair, match.pair[::-1], strict=True):
                if match.result is not None:
                    points = _by_board(match, side, boards)
                    matches[id].append(MatchBoards(round.number, opponent, points))
        for bye in round.byes:
            if bye.kind == "pairing":
                matches[bye.entrant].append(MatchBoards(round.number, None, (ONE,) * boards))
    return {id: tuple(each) for id, each in matches.items()}


def _by_board(match: Match, side: Side, boards: int) -> tuple[Points, ...] | None:
    result = match.result
    if match.lineups and all(board.result for board in match.lineups):
        points = tuple(board.points(side) for board in match.lineups)
        if not isinstance(result, TeamResult) or result.games(side) == sum(points, NIL):
            return points
    if isinstance(result, TeamResult) and result.games(side) in (0, boards):
        return (ONE if result.games(side) else NIL,) * boards
    return None
