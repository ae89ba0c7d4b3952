"""Rule 8: players of one school, club or family rather do not meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.event import Event, Match
from engine.rules import Conflict, SameGroup
from formats.kjca.order import leaders

FIELDS = ("school", "club", "family")


@dataclass(frozen=True)
class Rule8(SameGroup):
    """As the engine's rule, but off for two who are alone on maximum points before the last
    round."""

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Should conflicts that the draw tries to avoid."""
        if frozenset(match.pair) == leaders(event, number):
            return ()
        return super().judge_match(match, number, event)


def carried(event: Event) -> tuple[str, ...]:
    """Whichever of school, club and family the entries carry."""
    return tuple(f for f in FIELDS if any(getattr(e, f) for e in event.entrants))
