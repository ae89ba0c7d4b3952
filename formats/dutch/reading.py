"""An event in the terms of C.04.3: the position before a round, the initial colour, a round by its
pairing numbers, the data of a player for reasons, and what the review judges a board by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from engine.entrants import EntrantId
from engine.event import COLOUR_NAMES, Event, Lot, Match, Round
from engine.history import CardLine, Colour, PairingCard, RoundKind, cards
from engine.lots import draw_lot
from engine.points import NIL, Points, points_named, points_text
from engine.protocol import Conflict, Rule, Severity
from engine.reasons import Reason
from engine.rules import ColourDifference, ThirdColour
from formats.dutch.acceleration import added
from formats.dutch.criteria import Traits, c3_same_absolute
from formats.dutch.position import (
    DutchDraw,
    DutchPlayer,
    Float,
    Numbers,
    Position,
    preference,
    topscore,
)
from formats.dutch.settings import settings_of
from formats.swiss import BarredBye, OppositeColours, drawn_by_numbers, locked_pairs

Extra = Mapping[EntrantId, Sequence[Points]]
"""Points added for pairing (acceleration), by entrant and round from the first."""

UNIT = 100
"""Scores are whole numbers of hundredths."""
_AWAY = (RoundKind.REQUESTED_BYE, RoundKind.ABSENT, RoundKind.MISSED)


@dataclass(frozen=True)
class PairingTable:
    """A position and the entrants of its pairing numbers."""

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
    """The name of a scoregroup: `2½ points`."""
    return points_named(Decimal(score) / UNIT)


def with_virtual(
    headings: Mapping[str, str],
    added: Mapping[EntrantId, tuple[Points, ...]],
    round: int,
    levels: Mapping[EntrantId, int],
) -> Mapping[str, str]:
    """The headings of scoregroups, with how many are in one by points added for that round:
    `; 8 with 1 virtual point`. `levels` are the points that all are paired by."""
    counts = Counter(
        (group_name(level), added[id][round - 1]) for id, level in levels.items() if id in added
    )
    words: dict[str, str] = {}
    for (group, points), count in sorted(counts.items(), key=lambda each: -each[0][1]):
        if points:
            worth = points_named(points, "virtual point")
            words[group] = f"{words.get(group, '')}; {count} with {worth}"
    return {group: f"{text}{words.get(group, '')}" for group, text in headings.items()}


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
    """The most points for a game, in hundredths."""
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
        """5.2.5 numbers the players who have been paired before, or had the bye."""
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


PURPOSE = "initial colour"


def initial_colour(
    event: Event, order: Sequence[EntrantId], chosen: str
) -> tuple[Colour, tuple[Lot, ...]]:
    """`chosen` is white, black or lot: then the lot drawn with round 1, or as round 1 was played.

    With it the lots to record: one, where it has just been drawn.
    """
    if chosen != "lot":
        return ("W" if chosen == "white" else "B"), ()
    lot = next((lot for lot in event.lots if lot.purpose == PURPOSE), None)
    if lot is None and event.published:
        return _played_initial(event, order), ()
    drawn = lot or draw_lot(event, PURPOSE, ("white", "black"))
    return ("W" if drawn.order[0] == "white" else "B"), (() if lot else (drawn,))


def origin(event: Event) -> str:
    """`lot`, `set` or `played`: the origin of that colour in an event, or the origin it will have
    before the lot is recorded with round 1; empty in a format without it."""
    chosen = getattr(event.settings, "initial_colour", "")
    if chosen != "lot":
        return "set" if chosen else ""
    drawn = not event.published or any(lot.purpose == PURPOSE for lot in event.lots)
    return "lot" if drawn else "played"


def _played_initial(event: Event, order: Sequence[EntrantId]) -> Colour:
    matches = event.published[0].matches
    first = next((id for id in order if any(id in m.pair for m in matches)), None)
    return "B" if any(m.black == first for m in matches) else "W"


def pairing_table(event: Event, order: Sequence[EntrantId]) -> tuple[PairingTable, tuple[Lot, ...]]:
    """The position after the published rounds, and the lot to record if it took one."""
    before = event.until(len(event.published))
    settings = settings_of(event)
    colour, lots = initial_colour(event, order, settings.initial_colour)
    return read_table(before, order, initial=colour, extra=added(before, order, settings)), lots


def locked(event: Event, table: PairingTable) -> list[Numbers]:
    """Locked pairs with both players here."""
    return locked_pairs(event, table.position.round, table.numbers)


def drawn_in(table: PairingTable, round: Round) -> DutchDraw:
    """The round's pairs and the bye by pairing numbers; boards of others are left out."""
    pairs, rests = drawn_by_numbers(round, table.numbers)
    return DutchDraw(pairs, rests[0] if rests else None)


def resting_in(table: PairingTable, round: Round) -> list[int]:
    """The players with the pairing-allocated bye, by pairing numbers: several if each section has
    its own."""
    return drawn_by_numbers(round, table.numbers)[1]


def points(score: int, **more: str | bool) -> Reason:
    """A scoregroup by its score in hundredths; `section` and `notional` where it has these."""
    return Reason.of("points", score=Decimal(score) / UNIT, **more)


@dataclass(frozen=True)
class Context:
    """Players are pairing numbers of the table. `group` is a scoregroup by its score in hundredths,
    `group_name` its name for readers.

    `event` is as it was before the round that is explained.
    """

    event: Event
    table: PairingTable
    group: Callable[[int], Reason] = points
    group_name: Callable[[int], str] = group_name

    def id(self, number: int) -> EntrantId:
        """Who it is."""
        return self.table.ids[number]

    def ids(self, *numbers: int) -> tuple[EntrantId, ...]:
        """Who they are."""
        return tuple(self.table.ids[number] for number in numbers)

    def card(self, number: int) -> PairingCard:
        """The player's card."""
        return cards(self.event)[self.id(number)]

    def met(self, *pair: int) -> Reason:
        """The meeting of two who have met."""
        a, b = self.ids(*pair)
        return Reason.of("met", players=(a, b), round=cards(self.event)[a].met_in(b) or 0)

    def game_rounds(self, number: int) -> list[int]:
        """The rounds of the games whose colours the player has."""
        return [line.round for line in self.card(number).lines if line.met and line.colour]

    def no_bye(self, number: int) -> Reason:
        """What bars a player from the bye (C2)."""
        line = next(x for x in self.card(number).lines if bars_bye(x, self.event))
        code = "bye-in" if line.kind is RoundKind.PAIRING_BYE else "won-unplayed"
        return Reason.of(code, players=self.ids(number), round=line.round)

    def went_down(self, number: int, round: int, rule: str) -> Reason:
        """What made a round a downfloat (1.4)."""
        line = self.card(number).line(round)
        unplayed = line is not None and not line.met
        code = "scored-unplayed" if unplayed else "floated-down"
        return Reason.of(code, players=self.ids(number), round=round, by_rule=rule)


@dataclass(frozen=True)
class AbsoluteColour(Rule):
    """C3: two players with the same absolute colour preference do not meet.

    In the last round they may if one of them is a topscorer. `extra` are the points added for
    pairing, as in the draw.
    """

    extra: Extra
    id = "absolute-colour"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Whoever of the two is given the other colour."""
        white, black = (self._traits(cards(event)[id], number, event) for id in match.pair)
        if c3_same_absolute(white, black):
            name = COLOUR_NAMES[white.preference.colour or "B"]
            yield self._found(match, f"both must have {name}")

    def _traits(self, card: PairingCard, number: int, event: Event) -> Traits:
        return Traits(preference(card.colours), _topscorer(card, number, event, self.extra))


def _topscorer(card: PairingCard, number: int, event: Event, extra: Extra) -> bool:
    score = score_for_pairing(card, number, extra)
    return topscore(score, number, event.settings.rounds, most_in_a_round(event))


@dataclass(frozen=True)
class ColourLaw(Rule):
    """A rule of C.04.1 on colours. Topscorers and their opponents may break it in the last round
    (C10, C11): there it should hold."""

    rule: Rule
    extra: Extra

    @property
    def id(self) -> str:  # type: ignore[override]
        """That of the rule."""
        return self.rule.id

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """As the rule itself."""
        both = (cards(event)[id] for id in match.pair)
        lifted = any(_topscorer(card, number, event, self.extra) for card in both)
        for conflict in self.rule.judge_match(match, number, event):
            yield conflict._replace(severity=Severity.SHOULD) if lifted else conflict


def _due(card: PairingCard, number: int, event: Event) -> Colour | None:
    return preference(card.colours).colour


def law(extra: Extra) -> tuple[Rule, ...]:
    """Besides repeats: C2, C3, 5.2.1 and the colours of C.04.1; `extra` are points for pairing."""
    third, wide = ColourLaw(ThirdColour(), extra), ColourLaw(ColourDifference(), extra)
    return (AbsoluteColour(extra), third, wide, OppositeColours(_due), BarredBye(bars_bye))
