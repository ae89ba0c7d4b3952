"""The position of an event: what its cards say in the terms of C.04.3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from engine.entrants import EntrantId
from engine.event import Event
from engine.history import CardLine, Colour, PairingCard, RoundKind, cards
from engine.points import NIL, Points, points_named, points_text
from formats.dutch.position import DutchPlayer, Float, Position

Extra = Mapping[EntrantId, Sequence[Points]]
"""Points added for pairing (acceleration), by entrant and round from the first."""

UNIT = 100
"""Scores are whole numbers of hundredths."""


@dataclass(frozen=True)
class PairingTable:
    """A position and the entrants behind its pairing numbers."""

    position: Position
    ids: Mapping[int, EntrantId]

    @property
    def levels(self) -> Mapping[EntrantId, int]:
        """By entrant the points that he is paired by, in hundredths."""
        return {self.ids[player.number]: player.score for player in self.position.players}

    @property
    def numbers(self) -> Mapping[EntrantId, int]:
        """The pairing numbers of those to be paired."""
        return {self.ids[player.number]: player.number for player in self.position.players}


def score_text(score: int) -> str:
    """A score for pairing: `2½`."""
    return points_text(Decimal(score) / UNIT)


def group_name(score: int) -> str:
    """What a scoregroup is called: `2½ points`."""
    return points_named(Decimal(score) / UNIT)


def read_table(
    event: Event, order: Sequence[EntrantId], *, initial: Colour = "W", extra: Extra | None = None
) -> PairingTable:
    """The event before its next round; `order` is that of the pairing numbers."""
    reader = _Reader(event, extra or {})
    here = {e.id for e in event.entrants if e.to_be_paired(reader.round)}
    appeared = [id for id in order if id in here or reader.appeared(id)]
    number = {id: n for n, id in enumerate(appeared, start=1)}
    players = tuple(reader.player(id, number) for id in appeared if id in here)
    position = Position(
        players,
        reader.round,
        event.settings.rounds,
        initial,
        most_in_a_round(event),
        _forbidden(event, reader.round, number),
    )
    return PairingTable(position, {n: id for id, n in number.items()})


def _forbidden(
    event: Event, round: int, number: Mapping[EntrantId, int]
) -> frozenset[frozenset[int]]:
    barred = event.instructed("bar", round)
    return frozenset(frozenset(number[id] for id in p) for p in barred if p <= number.keys())


def most_in_a_round(event: Event) -> int:
    """What a game scores at most, in hundredths."""
    return _units(max(event.settings.win_points, event.settings.draw_points))


def score_for_pairing(card: PairingCard, round: int, extra: Extra) -> int:
    """The score before that round with the points added for it, in hundredths; `card` is of
    the rounds before."""
    return _units(card.score + _added(extra, card.entrant.id, round))


def _added(extra: Extra, id: EntrantId, round: int) -> Points:
    points = extra.get(id, ())
    return points[round - 1] if round <= len(points) else NIL


def _units(points: Points) -> int:
    return int(points * UNIT)


def bars_bye(line: CardLine, event: Event) -> bool:
    """C2: whether that round bars its player from the bye."""
    won = line.points >= event.settings.win_points
    return line.kind is RoundKind.PAIRING_BYE or (not line.met and won)


def floats(event: Event, id: EntrantId, extra: Extra) -> tuple[list[int], list[int]]:
    """The rounds in which he floated down, and up (1.4)."""
    reader = _Reader(event, extra)
    by_round = {line.round: reader.float(line.round, id) for line in reader.cards[id].lines}
    down, up = ([n for n, f in by_round.items() if f is way] for way in (Float.DOWN, Float.UP))
    return down, up


class _Reader:
    def __init__(self, event: Event, extra: Extra) -> None:
        self.event = event
        self.extra = extra
        self.cards = cards(event)
        self.round = len(event.published) + 1

    def appeared(self, id: EntrantId) -> bool:
        """5.2.5 numbers those who have been paired before, or had the bye."""
        return any(line.kind not in _AWAY for line in self.cards[id].lines)

    def player(self, id: EntrantId, number: Mapping[EntrantId, int]) -> DutchPlayer:
        card = self.cards[id]
        return DutchPlayer(
            number=number[id],
            score=score_for_pairing(card, self.round, self.extra),
            colours=card.colours,
            met=frozenset(number[other] for other in card.opponents if other in number),
            floats=(self.float(self.round - 1, id), self.float(self.round - 2, id)),
            may_have_bye=not any(bars_bye(line, self.event) for line in card.lines),
            unplayed=sum(not line.met for line in card.lines),
        )

    def float(self, round: int, id: EntrantId) -> Float:
        """1.4, with the scores for pairing of that round."""
        line = self.cards[id].line(round)
        if line is None:
            return Float.NONE
        if not line.met:
            scored = line.points > self.event.settings.loss_points
            return Float.DOWN if scored else Float.NONE
        assert line.opponent is not None
        assert line.opponent_score is not None
        mine = line.score + _added(self.extra, id, round)
        yours = line.opponent_score + _added(self.extra, line.opponent, round)
        if mine == yours:
            return Float.NONE
        return Float.DOWN if mine > yours else Float.UP


_AWAY = (RoundKind.REQUESTED_BYE, RoundKind.ABSENT, RoundKind.MISSED)
