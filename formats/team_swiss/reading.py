"""The position of an event of teams: what its cards say in the terms of C.04.6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Event, Lot, Round
from engine.history import CardLine, Colour, PairingCard, RoundKind, cards
from engine.points import NIL, Points
from engine.results import Outcome
from engine.teams import team_scores
from formats.dutch.acceleration import baku_group, baku_rounds
from formats.dutch.reading import UNIT, initial_colour
from formats.swiss import drawn_by_numbers, locked_pairs
from formats.team_swiss.position import (
    SwissTeam,
    TeamDraw,
    TeamNumbers,
    TeamPosition,
    team_preference,
)
from formats.team_swiss.settings import team_swiss_settings

ExtraPoints = Mapping[EntrantId, tuple[Points, ...]]
"""Points added for pairing, by round from the first, of the entrants who have any."""
_AWAY = (RoundKind.REQUESTED_BYE, RoundKind.ABSENT, RoundKind.MISSED)


@dataclass(frozen=True)
class TeamTable:
    """A position and the entrants of its pairing numbers."""

    position: TeamPosition
    ids: Mapping[int, EntrantId]

    @property
    def levels(self) -> Mapping[EntrantId, int]:
        """By entrant the points that it is paired by, in hundredths."""
        return {self.ids[team.number]: team.score for team in self.position.teams}

    @property
    def numbers(self) -> Mapping[EntrantId, int]:
        """The pairing numbers of those to be paired."""
        return {self.ids[team.number]: team.number for team in self.position.teams}


def team_table(event: Event, order: Sequence[EntrantId]) -> tuple[TeamTable, tuple[Lot, ...]]:
    """The position after the published rounds, and the lot to record if it took one.

    `order` is that of the pairing numbers, which count the teams that have appeared so far: a team
    that has never been paired has no number yet (C.04.2, 2.4).
    """
    before = event.until(len(event.published))
    settings = team_swiss_settings(event)
    initial, lots = initial_colour(event, order, settings.initial_colour)
    reader = _TeamReader(before, added_points(before, order))
    here = {e.id for e in before.entrants if e.to_be_paired(reader.round)}
    appeared = [id for id in order if id in here or reader.appeared(id)]
    number = {id: n for n, id in enumerate(appeared, start=1)}
    barred = before.instructed("bar", reader.round)
    position = TeamPosition(
        tuple(reader.team(id, number) for id in appeared if id in here),
        reader.round,
        settings.rounds,
        settings.colour_preferences,
        initial,
        frozenset(frozenset(number[id] for id in p) for p in barred if p <= number.keys()),
    )
    return TeamTable(position, {n: id for id, n in number.items()}), lots


def added_points(event: Event, order: Sequence[EntrantId]) -> ExtraPoints:
    """The virtual match points of Baku acceleration (C.04.7); none if game points rank the
    teams."""
    settings = team_swiss_settings(event)
    if settings.acceleration != "baku" or settings.by_games:
        return {}
    whole, accelerated = baku_rounds(settings.rounds)
    worth = [settings.win_points] * whole + [settings.draw_points] * (accelerated - whole)
    points = (*worth, *[NIL] * (settings.rounds - accelerated))
    return dict.fromkeys(baku_group(event, order), points)


def team_bye_barred(line: CardLine, event: Event) -> bool:
    """C2: whether that round bars its team from the bye: the bye itself, a match won by forfeit, a
    full-point bye."""
    settings = team_swiss_settings(event)
    if line.kind is RoundKind.FORFEIT:
        return line.outcome is Outcome.WIN
    won = line.points >= settings.round_points[-1]
    return line.kind is RoundKind.PAIRING_BYE or (not line.met and won)


def colour_due(card: PairingCard, number: int, event: Event) -> Colour | None:
    """The colour that a team is due in that round."""
    settings = team_swiss_settings(event)
    kind, last = settings.colour_preferences, number >= settings.rounds
    return team_preference(card.colours, kind, last).colour


def locked_teams(event: Event, table: TeamTable) -> list[TeamNumbers]:
    """Locked pairs with both teams here."""
    return locked_pairs(event, table.position.round, table.numbers)


def drawn_teams(table: TeamTable, round: Round) -> TeamDraw:
    """The round's pairs and the bye by pairing numbers; tables of others are left out."""
    pairs, rests = drawn_by_numbers(round, table.numbers)
    return TeamDraw(pairs, rests[0] if rests else None)


class _TeamReader:
    def __init__(self, event: Event, extra: ExtraPoints) -> None:
        self.event = event
        self.extra = extra
        self.cards = cards(event)
        self.scores = team_scores(event)
        self.round = len(event.published) + 1

    def appeared(self, id: EntrantId) -> bool:
        """Paired before, or had the bye."""
        return any(line.kind not in _AWAY for line in self.cards[id].lines)

    def team(self, id: EntrantId, number: Mapping[EntrantId, int]) -> SwissTeam:
        card = self.cards[id]
        used = team_swiss_settings(self.event).secondary_colours
        secondary = self.scores[id].secondary(self.event) if used else NIL
        return SwissTeam(
            number=number[id],
            score=int((card.score + self._added(id, self.round)) * UNIT),
            standing=(int(card.score * UNIT), int(secondary * UNIT)),
            colours=card.colours,
            met=frozenset(number[other] for other in card.opponents if other in number),
            floated=self._floated(card),
            may_have_bye=not any(team_bye_barred(line, self.event) for line in card.lines),
        )

    def _floated(self, card: PairingCard) -> bool:
        """1.5: it played a team of another score in the previous round, by the scores for pairing
        of that round."""
        line = card.line(self.round - 1)
        if line is None or not line.met or line.opponent is None or line.opponent_score is None:
            return False
        before = self.round - 1
        mine = line.score + self._added(card.entrant.id, before)
        return mine != line.opponent_score + self._added(line.opponent, before)

    def _added(self, id: EntrantId, round: int) -> Points:
        points = self.extra.get(id, ())
        return points[round - 1] if round <= len(points) else NIL
