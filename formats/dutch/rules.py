"""What the review judges a board by: the absolute criteria."""

from __future__ import annotations

from collections.abc import Iterable

from engine.event import Bye, Event, Match
from engine.history import Card, Kind, cards
from engine.rules import Conflict, Rule
from formats.dutch.preferences import preference


class AbsoluteColour(Rule):
    """C3: two players with the same absolute colour preference do not meet.

    In the last round they may if one of them is a topscorer.
    """

    id = "absolute-colour"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Whoever of the two is given the other colour."""
        white, black = cards(event)[match.white], cards(event)[match.black]
        one, other = preference(white.colours), preference(black.colours)
        if not (one.absolute and other.absolute and one.clashes(other)):
            return
        if any(_topscorer(card, number, event) for card in (white, black)):
            return
        name = "White" if one.colour == "W" else "Black"
        yield self._found(match, f"both must have {name}")


def _topscorer(card: Card, number: int, event: Event) -> bool:
    settings = event.settings
    most = max(settings.win_points, settings.draw_points) * (number - 1)
    return number >= settings.rounds and 2 * card.score > most


class BarredBye(Rule):
    """C2: no bye for one who had it, or who scored a win's points without playing."""

    id = "second-bye"

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Only byes that the draw gives."""
        card = cards(event)[bye.entrant]
        if bye.kind != "pairing":
            return
        for line in card.lines:
            if line.kind is Kind.PAIRING_BYE:
                text = f"{card.entrant.name} had the bye in round {line.round}"
            elif not line.met and line.points >= event.settings.win_points:
                text = f"{card.entrant.name} won round {line.round} without playing"
            else:
                continue
            yield Conflict(self.id, self.severity, text, None, (bye.entrant,))
            return
