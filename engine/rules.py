"""Rules judge one board or bye; the same objects serve the draw and the review. Also the rules that
a round breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Match, Round
from engine.history import (
    MOST_DIFFERENCE,
    Colour,
    PairingCard,
    RoundKind,
    cards,
    exceeds,
    third_running,
)
from engine.protocol import Conflict, Format, Rule, Severity


class Repeat(Rule):
    """Two entrants meet at most once; a forfeited game is not a meeting."""

    id = "repeat"

    @staticmethod
    def barred(a: PairingCard, b: PairingCard) -> bool:
        """Whether the two have met."""
        return b.entrant.id in a.opponents

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """The round of the first meeting is named."""
        white, black = cards(event)[match.white], cards(event)[match.black]
        if self.barred(white, black):
            yield self._found(match, f"they met in round {white.met_in(match.black)}")


class ThirdColour(Rule):
    """Nobody has the same colour in three successive games."""

    id = "third-colour"

    @staticmethod
    def barred(card: PairingCard, colour: Colour) -> bool:
        """Whether that colour would be the third running."""
        return third_running(card.colours, colour)

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """One conflict for each of the two whom it strikes."""
        for id, colour, name in _sides(match):
            card = cards(event)[id]
            if self.barred(card, colour):
                text = f"{card.entrant.name} has {name} for the third time running"
                yield self._found(match, text, id)


class ColourDifference(Rule):
    """Nobody has one colour three times more often than the other (C.04.1)."""

    id = "colour-difference"

    @staticmethod
    def barred(card: PairingCard, colour: Colour) -> bool:
        """Whether that colour would make the difference larger than 2."""
        return exceeds(card.colours, colour)

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """One conflict for each of the two whom it strikes."""
        for id, colour, name in _sides(match):
            card = cards(event)[id]
            if self.barred(card, colour):
                more = abs(card.colours.count("W") - card.colours.count("B")) + 1
                text = f"{card.entrant.name} has {name} in {more} more games"
                yield self._found(match, f"{text}, {MOST_DIFFERENCE} is the most", id)


class SecondFloat(Rule):
    """Nobody floats down twice, or up twice, in an event (each counted by itself)."""

    id = "second-float"
    severity = Severity.SHOULD

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Compares the two scores; equal scores are not a float."""
        white, black = cards(event)[match.white], cards(event)[match.black]
        if white.score == black.score:
            return
        high, low = (white, black) if white.score > black.score else (black, white)
        if high.downfloats:
            text = f"{high.entrant.name} floats down again ({_rounds(high.downfloats)})"
            yield self._found(match, text, high.entrant.id)
        if low.upfloats:
            text = f"{low.entrant.name} floats up again ({_rounds(low.upfloats)})"
            yield self._found(match, text, low.entrant.id)


class SecondBye(Rule):
    """Nobody has the bye twice."""

    id = "second-bye"

    @staticmethod
    def barred(card: PairingCard) -> bool:
        """Whether the bye has fallen to this entrant before."""
        return card.pairing_byes > 0

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Only byes that the draw gives; a requested one is the entrant's own wish."""
        card = cards(event)[bye.entrant]
        if bye.kind == "pairing" and self.barred(card):
            rounds = _rounds(x.round for x in card.lines if x.kind is RoundKind.PAIRING_BYE)
            text = f"{card.entrant.name} had the bye in {rounds}"
            yield Conflict(self.id, self.severity, text, None, (bye.entrant,))


@dataclass(frozen=True)
class SameGroup(Rule):
    """Entrants of one school, club or family rather do not meet."""

    field: str

    @property
    def id(self) -> str:  # type: ignore[override]
        """`same-school`, `same-club` or `family`."""
        return "family" if self.field == "family" else f"same-{self.field}"

    @property
    def severity(self) -> Severity:  # type: ignore[override]
        """Should."""
        return Severity.SHOULD

    def shared(self, a: Entrant, b: Entrant) -> str:
        """What the two have in common; empty if nothing."""
        value = str(getattr(a, self.field))
        other = str(getattr(b, self.field))
        return value if value and value.casefold() == other.casefold() else ""

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Not where the arbiter has allowed this pair."""
        if frozenset(match.pair) in event.instructed("allow", number):
            return
        common = self.shared(event.entrant(match.white), event.entrant(match.black))
        if common:
            yield self._found(match, f"same {self.field}: {common}")


class Barred(Rule):
    """The arbiter's own bar: these two shall not meet."""

    id = "barred"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Whatever a hand change has brought about."""
        if frozenset(match.pair) in event.instructed("bar", number):
            yield self._found(match, "the arbiter has barred this pair")


class Locked(Rule):
    """The arbiter's own lock: these two shall meet."""

    id = "lock"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """A locked entrant who meets somebody else."""
        for pair in event.instructed("lock", number):
            if len(pair & set(match.pair)) == 1:
                text = " and ".join(event.entrant(id).name for id in sorted(pair, key=int))
                yield self._found(match, f"the arbiter has locked {text}")


class FixedBoard(Rule):
    """Somebody always plays at one board: a wheelchair, a board for the blind, a helper."""

    id = "fixed-board"
    severity = Severity.SHOULD

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Whoever sits elsewhere: by a hand change, or because two want one board."""
        for entrant in map(event.entrant, match.pair):
            if entrant.fixed_board not in (None, match.board):
                text = f"{entrant.name} always plays at board {entrant.fixed_board}"
                yield self._found(match, text, entrant.id)


ARBITERS_WORD: tuple[Rule, ...] = (Barred(), Locked(), FixedBoard())
"""Judged in every format."""


class OutOfRound(Rule):
    """For a proposal: an entrant who left after the draw, or asked for a bye, may not have a place
    in it. The bye of the draw is judged if `byes`: a bracket gives its free line all the same."""

    id = "out"

    def __init__(self, byes: bool) -> None:
        self.byes = byes

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """One conflict for each of the two whom it strikes."""
        for id in match.pair:
            if not event.entrant(id).to_be_paired(number):
                yield self._found(match, self._text(event, id, number), id)

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """As of a board."""
        gone = not event.entrant(bye.entrant).to_be_paired(number)
        if gone and self.byes and bye.kind == "pairing":
            text = self._text(event, bye.entrant, number)
            yield Conflict(self.id, self.severity, text, None, (bye.entrant,))

    @staticmethod
    def _text(event: Event, id: EntrantId, number: int) -> str:
        return f"{event.entrant(id).name} is out of {event.called(number)}"


def conflicts(format: Format, event: Event, round: Round) -> list[Conflict]:
    """All conflicts of a round: in a proposal, entrants who are out of it, then by the format's
    rules and the arbiter's instructions."""
    rules = (*format.rules(event.until(round.number - 1)), *ARBITERS_WORD)
    return [*out_of_round(format, event, round), *judge(round, event, rules)]


def out_of_round(format: Format, event: Event, round: Round) -> list[Conflict]:
    """In a proposal, entrants with a place who have left since it was drawn, or asked for a bye."""
    if round.published or format.seats_kept:
        return []
    return judge(round, event, (OutOfRound(byes=not format.free_lines),))


def judge(round: Round, event: Event, rules: Sequence[Rule]) -> list[Conflict]:
    """All conflicts of a round, boards first, in board order.

    The event may already contain the round: it is judged by what was known before it.
    """
    before = event.until(round.number - 1)
    matches = round.matches + (round.extra.matches if round.extra else ())
    byes = round.byes + (round.extra.byes if round.extra else ())
    conflicts = [
        c for m in matches for rule in rules for c in rule.judge_match(m, round.number, before)
    ]
    conflicts += [
        c for b in byes for rule in rules for c in rule.judge_bye(b, round.number, before)
    ]
    return conflicts


def _sides(match: Match) -> tuple[tuple[EntrantId, Colour, str], ...]:
    return ((match.white, "W", "White"), (match.black, "B", "Black"))


def _rounds(numbers: Iterable[int]) -> str:
    *first, last = map(str, numbers)
    return f"rounds {', '.join(first)} and {last}" if first else f"round {last}"
