"""What the review judges a board by: the absolute criteria."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.colours import COLOUR_NAMES
from engine.event import Event, Match
from engine.history import Colour, PairingCard, cards
from engine.protocol import Conflict, Rule, Severity
from engine.rules import ColourDifference, ThirdColour
from formats.dutch.criteria import Traits, c3_same_absolute
from formats.dutch.position import topscore
from formats.dutch.preferences import preference
from formats.dutch.reading import Extra, bars_bye, most_in_a_round, score_for_pairing
from formats.swiss import BarredBye, OppositeColours


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
