"""What the review judges a round of teams by, besides repeats."""

from __future__ import annotations

from collections.abc import Iterable

from engine.event import Bye, Event, Match
from engine.history import RoundKind, cards
from engine.rules import Conflict, Rule, Severity
from formats.team_swiss.preferences import team_preference
from formats.team_swiss.reading import team_bye_barred
from formats.team_swiss.settings import team_swiss_settings


class OppositeTeamColours(Rule):
    """4.3.3: where the two are due different colours, both have them; turned, neither has."""

    id = "opposite-colours"
    severity = Severity.SHOULD

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Never of a draw: of a table turned or paired by hand."""
        settings = team_swiss_settings(event)
        kind, last = settings.colour_preferences, number >= settings.rounds
        wishes = [team_preference(cards(event)[id].colours, kind, last) for id in match.pair]
        if [wish.colour for wish in wishes] == ["B", "W"]:
            yield self._found(match, "both have the colour that the other is due")


class BarredTeamBye(Rule):
    """C2: no bye for a team that had it, won a match by forfeit or had a full-point bye."""

    id = "second-bye"

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Only byes that the draw gives."""
        card = cards(event)[bye.entrant]
        if bye.kind != "pairing":
            return
        line = next((line for line in card.lines if team_bye_barred(line, event)), None)
        if line is not None:
            text = f"{card.entrant.name} won round {line.round} without playing"
            if line.kind is RoundKind.PAIRING_BYE:
                text = f"{card.entrant.name} had the bye in round {line.round}"
            yield Conflict(self.id, self.severity, text, None, (bye.entrant,))
