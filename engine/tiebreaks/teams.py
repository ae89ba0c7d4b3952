"""Tie-breaks of chess teams (C.07 articles 11 to 13): match points and game points, and boards.

A tally has the points that teams are ranked by. `in_points` gives the same rounds in the others,
so that every tie-break of articles 6 to 9 can be taken of either.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from typing import cast

from engine.entrants import EntrantId
from engine.event import EventSettings
from engine.points import HALF, NIL, Points, points_text
from engine.tiebreaks.criteria import Group, Sum, TieBreakCriterion, Valued
from engine.tiebreaks.direct import DirectEncounter
from engine.tiebreaks.elements import (
    POINTS_NAMES,
    TIMES,
    Element,
    TeamPoints,
    opponent_score,
    score_text,
)
from engine.tiebreaks.record import Category, EntrantRecord, RoundRecord, Tally

_TITLES = {"C": "board count", "T": "top boards", "B": "bottom boards left out"}


def primary_points(tally: Tally) -> TeamPoints:
    """What ranks the teams."""
    return "GP" if tally.settings.by_games else "MP"


def other_points(points: TeamPoints) -> TeamPoints:
    """The other of the two."""
    return "MP" if points == "GP" else "GP"


@dataclass(frozen=True)
class _OtherScoring:
    """Settings in which the points of a match are the other ones: the most that a win, a draw and a
    loss can give."""

    settings: EventSettings
    boards: int

    def __getattr__(self, name: str) -> object:
        return getattr(self.settings, name)

    @property
    def by_games(self) -> bool:
        """The other way."""
        return not self.settings.by_games

    @property
    def win_points(self) -> Points:
        """All boards, or a won match."""
        return Decimal(self.boards) if self.by_games else self.settings.win_points

    @property
    def draw_points(self) -> Points:
        """Half of the boards, or a drawn match."""
        return self.boards * HALF if self.by_games else self.settings.draw_points

    @property
    def loss_points(self) -> Points:
        """No board, or a lost match."""
        return NIL if self.by_games else self.settings.loss_points

    @property
    def round_points(self) -> tuple[Points, Points, Points]:
        """In these points."""
        return self.loss_points, self.draw_points, self.win_points


def in_points(tally: Tally, points: TeamPoints) -> Tally:
    """The tally in match points or game points. Its settings, and with them the value of a draw,
    are those of that score."""
    own = points == primary_points(tally)
    if own and points == "MP":
        return tally
    if own:  # the settings have the points of matches
        scoring = _OtherScoring(_OtherScoring(tally.settings, tally.boards_of_match),  # type: ignore[arg-type]
                                tally.boards_of_match)  # fmt: skip
    else:
        scoring = _OtherScoring(tally.settings, tally.boards_of_match)
    settings = cast(EventSettings, scoring)
    changed = replace(tally, settings=settings, records={})
    records = {id: _recounted(r, changed, own) for id, r in tally.records.items()}
    return replace(changed, records=records)


def _recounted(record: EntrantRecord, tally: Tally, own: bool) -> EntrantRecord:
    """The same rounds in the other points."""
    rounds = tuple(_round(round, tally, own) for round in record.rounds)
    score = sum((round.points for round in rounds), NIL)
    adjusted = sum((round.adjusted for round in rounds), NIL)
    lines = tuple(r.line for r in rounds)
    return replace(record, lines=lines, rounds=rounds, score=score, adjusted=adjusted)


def _round(round: RoundRecord, tally: Tally, own: bool) -> RoundRecord:
    line = round.line
    points, other = (line.points, line.secondary) if own else (line.secondary, line.points)
    draw = round.category is Category.TRAILING and not tally.predetermined
    adjusted = tally.settings.draw_points if draw else points
    line = replace(line, points=points, secondary=other)
    return replace(round, line=line, points=points, adjusted=adjusted)


# Extended Sonneborn-Berger and schedule strength


def extended_sonneborn_berger(
    tally: Tally, opponents: TeamPoints, scored: TeamPoints, cuts: tuple[int, int]
) -> TieBreakCriterion:
    """13.2: the opponent's final match or game points times those scored against it."""
    strength, own = in_points(tally, opponents), in_points(tally, scored)

    def elements(_: Tally, record: EntrantRecord) -> list[Element]:
        id, terms = record.entrant.id, []
        theirs, mine = strength.records[id], own.records[id]
        for round, points in zip(theirs.rounds, mine.rounds, strict=True):
            if round.opposed or not tally.predetermined:
                score = opponent_score(strength, theirs, round)
                terms.append(Element(points, score, score * points.points))
        return terms

    def text(_: Tally, record: EntrantRecord, element: Element) -> str:
        theirs = strength.records[record.entrant.id]
        named = score_text(strength, theirs, element)
        return f"{named} {TIMES} {points_text(element.round.points)}"

    return Sum(tally, elements, text, cuts, exception=True)


class ScheduleStrength(Valued):
    """SSSC (13.4): the secondary score, and Buchholz on the primary one divided by a factor.

    The factor is the highest primary score that can be reached over the highest secondary score
    of one match, whole (at least 1), or as the code says it (`/K4`). Quotients have four places.
    """

    def __init__(self, tally: Tally, buchholz: TieBreakCriterion, factor: int) -> None:
        super().__init__(tally)
        self.buchholz = buchholz
        primary = primary_points(tally)
        self.secondary = in_points(tally, other_points(primary))
        best = in_points(tally, primary).settings.win_points * tally.rounds
        self.factor = factor or max(1, int(best / self.secondary.settings.win_points))

    def compute(self, record: EntrantRecord) -> Decimal | None:
        """The sum."""
        id = record.entrant.id
        strength = (self.buchholz.value(id) or NIL) / self.factor
        places = Decimal(1).scaleb(-4)
        return self.secondary.records[id].score + strength.quantize(places, ROUND_HALF_UP)

    def working(self, id: EntrantId) -> str:
        """`game points 9½ + Buchholz 24 / 4`."""
        named = POINTS_NAMES[other_points(primary_points(self.tally))]
        score = points_text(self.secondary.records[id].score)
        strength = points_text(self.buchholz.value(id) or NIL)
        return f"{named} {score} + Buchholz {strength} / {self.factor}"


# Boards (article 12)


class _ByBoard:
    """The common part of the tie-breaks of article 12. `against`: only matches with that team
    (13.3.2)."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.known = all(m.points is not None for each in tally.boards.values() for m in each)

    @property
    def note(self) -> str:
        """Where a match was entered as a whole."""
        return "" if self.known else "boards count only where every match is entered by board"

    def points(self, id: EntrantId, against: EntrantId | None = None) -> tuple[Points, ...]:
        """Game points on each board, over all matches."""
        matches = [
            m.points
            for m in self.tally.boards.get(id, ())
            if m.points is not None and (against is None or m.opponent == against)
        ]
        size = self.tally.boards_of_match
        return tuple(sum((m[b] for m in matches), NIL) for b in range(size))

    def keys(self, id: EntrantId, against: EntrantId | None = None) -> tuple[Points, ...]:
        """The values compared, one after the other, the highest first."""
        raise NotImplementedError

    def fresh(self) -> TieBreakCriterion:
        """The same."""
        return cast(TieBreakCriterion, self)

    def value(self, id: EntrantId) -> Decimal | None:
        """The value compared first."""
        return abs(self.keys(id)[0]) if self.known else None

    def split(self, group: Group) -> list[list[EntrantId]]:
        """In order of all that is compared."""
        if not self.known:
            return [list(group)]
        ordered = sorted(group, key=lambda id: tuple(-key for key in self.keys(id)))
        return [list(same) for _, same in groupby(ordered, key=self.keys)]

    def working(self, id: EntrantId) -> str:
        """`board 1 4½, board 2 3, …`."""
        if not self.known:
            return self.note
        points = enumerate(self.points(id), start=1)
        return ", ".join(f"board {board} {points_text(p)}" for board, p in points)


class BoardCount(_ByBoard):
    """12.1: points on each board times its number, the lowest first; between teams whose game
    points are the same."""

    def keys(self, id: EntrantId, against: EntrantId | None = None) -> tuple[Points, ...]:
        """The count, negative."""
        points = enumerate(self.points(id, against), start=1)
        return (-sum((board * p for board, p in points), NIL),)

    def split(self, group: Group) -> list[list[EntrantId]]:
        """Only where all have the same game points."""
        games = {sum(self.points(id), NIL) for id in group}
        return super().split(group) if len(games) == 1 else [list(group)]

    def working(self, id: EntrantId) -> str:
        """`1 × 4½ + 2 × 3 + …, lowest first`."""
        if not self.known:
            return self.note
        points = enumerate(self.points(id), start=1)
        return " + ".join(f"{board} {TIMES} {points_text(p)}" for board, p in points) + (
            ", lowest first"
        )


class TopBoards(_ByBoard):
    """12.2: points on board 1, then on board 2, and so on."""

    def keys(self, id: EntrantId, against: EntrantId | None = None) -> tuple[Points, ...]:
        """From the first board on."""
        return self.points(id, against)


class BottomBoards(_ByBoard):
    """12.3: points without the last board, then without the last two, and so on."""

    def keys(self, id: EntrantId, against: EntrantId | None = None) -> tuple[Points, ...]:
        """Board after board less."""
        points = self.points(id, against)
        return tuple(sum(points[:size], NIL) for size in range(max(len(points) - 1, 1), 0, -1))


BY_BOARD = {"C": BoardCount, "T": TopBoards, "B": BottomBoards}
"""What can follow an extended direct encounter: `EDEBT` is board count, then top boards."""
FOLLOWING = {"EDE": "", "EDEBT": "CT", "EDEBB": "CB", "EDET": "T", "EDEB": "B"}
"""By code (13.3.2)."""


class ExtendedDirectEncounter:
    """13.3: direct encounter by the primary points, then by the secondary ones, from the start for
    every group that it makes; two who are still level then by the boards of their match."""

    note = ""

    def __init__(self, tally: Tally, forfeits: bool, following: str) -> None:
        self.tally = tally
        self.forfeits = forfeits
        self.following = following
        primary = primary_points(tally)
        self.scores = (primary, other_points(primary))
        self.steps = [
            (points, DirectEncounter(in_points(tally, points), forfeits)) for points in self.scores
        ]
        self.boards = [(letter, BY_BOARD[letter](tally)) for letter in following]
        self._boarded: dict[EntrantId, tuple[str, EntrantId]] = {}

    def fresh(self) -> TieBreakCriterion:
        """A new one: the tied entrants differ from table to table."""
        return ExtendedDirectEncounter(self.tally, self.forfeits, self.following)

    def value(self, id: EntrantId) -> Decimal | None:
        """Points in the standing that first decided; None if none did."""
        return next((v for _, step in self.steps if (v := step.value(id)) is not None), None)

    def working(self, id: EntrantId) -> str:
        """Every standing by either points, and the boards."""
        standings = [
            f"{POINTS_NAMES[points]}: {text}"
            for points, step in self.steps
            if (text := step.working(id)) != "no tie to break"
        ]
        if id in self._boarded:
            letter, other = self._boarded[id]
            by_board = BY_BOARD[letter](self.tally)
            points = enumerate(by_board.points(id, other), start=1)
            against = ", ".join(f"board {board} {points_text(p)}" for board, p in points)
            standings.append(f"{_TITLES[letter]} against {self.tally.short(other)}: {against}")
        return "; ".join(standings) or "no tie to break"

    def split(self, group: Group) -> list[list[EntrantId]]:
        """13.3.1 to 13.3.3."""
        if len(group) < 2:
            return [list(group)]
        for _, step in self.steps:
            parts = step.split(group)
            if len(parts) > 1:
                return [again for part in parts for again in self.split(part)]
        return self._by_boards(list(group))

    def _by_boards(self, group: list[EntrantId]) -> list[list[EntrantId]]:
        if len(group) != 2:
            return [group]
        one, other = group
        for letter, by_board in self.boards:
            met = [m for m in self.tally.boards.get(one, ()) if m.opponent == other]
            if not met or any(m.points is None for m in met):
                break
            mine, yours = by_board.keys(one, other), by_board.keys(other, one)
            if mine != yours:
                self._boarded |= {one: (letter, other), other: (letter, one)}
                return [[one], [other]] if mine > yours else [[other], [one]]
        return [group]


def by_board(tally: Tally, letter: str) -> TieBreakCriterion:
    """Board count, top boards or bottom boards, by the letter of its code."""
    return cast(TieBreakCriterion, BY_BOARD[letter](tally))


def extended_direct_encounter(tally: Tally, forfeits: bool, code: str) -> TieBreakCriterion:
    """13.3, with what follows it by its code: `EDEBT`."""
    return ExtendedDirectEncounter(tally, forfeits, FOLLOWING[code])
