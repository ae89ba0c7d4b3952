"""What the review says of games between sections."""

from __future__ import annotations

from collections.abc import Iterable

from engine.event import Event, Match
from engine.protocol import Conflict, Rule, Severity
from formats.galway.notional import porous
from formats.galway.sections import NAMES, sections_of


class CrossSection(Rule):
    """In the closed rounds everybody plays in his section."""

    id = "cross-section"
    severity = Severity.SHOULD

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Both sections are named."""
        one, other = _sections(match, event)
        if one != other and not porous(event, number):
            yield self._found(match, f"a game of sections {NAMES[one]} and {NAMES[other]}")


class SectionsApart(Rule):
    """In the porous rounds two sections that are no neighbours can meet, but rarely do."""

    id = "sections-apart"
    severity = Severity.NOTE

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """A against C, as the source text says: possible but unlikely."""
        one, other = _sections(match, event)
        if other - one > 1 and porous(event, number):
            yield self._found(match, f"{NAMES[one]} v {NAMES[other]}: possible but unlikely")


def _sections(match: Match, event: Event) -> tuple[int, int]:
    of = sections_of(event).of
    one, other = sorted(of[id] for id in match.pair)
    return one, other
