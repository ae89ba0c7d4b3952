"""What the review judges a board by, besides repeats, third colours and second byes."""

from __future__ import annotations

from collections.abc import Iterable

from engine.event import Bye, Event, Match
from engine.history import Card, Colour, Kind, cards
from engine.rules import Conflict, Rule, Severity
from formats.ecf.colours import MOST, NAMES, exceeds


class ColourDifference(Rule):
    """Rule 8: nobody has one colour three times more often than the other."""

    id = "colour-difference"

    @staticmethod
    def barred(card: Card, colour: Colour) -> bool:
        """Whether that colour would make the difference larger than 2."""
        return exceeds(card.colours, colour)

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """One conflict for each of the two whom it strikes."""
        sides: tuple[tuple[str, Colour], ...] = ((match.white, "W"), (match.black, "B"))
        for id, colour in sides:
            card = cards(event)[id]
            if self.barred(card, colour):
                more = abs(card.colours.count("W") - card.colours.count("B")) + 1
                text = f"{card.entrant.name} has {NAMES[colour]} {more} times more often"
                yield self._found(match, f"{text}, {MOST} is the most", id)


class ArrangedBye(Rule):
    """Rule 5: no bye for one who had one, or has arranged one, at his own wish."""

    id = "arranged-bye"
    severity = Severity.SHOULD

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Only byes that the draw gives, from round 2 on: round 1 goes by the mid-line."""
        card = cards(event)[bye.entrant]
        if bye.kind == "pairing" and number > 1 and asked_for(card, number):
            text = f"{card.entrant.name} has asked for a bye in another round"
            yield Conflict(self.id, self.severity, text, None, (bye.entrant,))


def asked_for(card: Card, number: int) -> int:
    """Byes that a player had before that round, or has arranged from it on, at his own wish."""
    had = sum(line.kind is Kind.REQUESTED_BYE for line in card.lines)
    return had + sum(b.round >= number and not b.absent for b in card.entrant.byes)
