"""What the arbiter should know before a draw."""

from __future__ import annotations

from engine.event import Event, last_call
from engine.performance import mixed_scales
from engine.protocol import Advice, Format, PlayedByTeams, part_of
from engine.teams import no_players

ANOTHER = "Another format (:) makes it anew"
FEW = 4
"""Entrants: where a format needs more of them, others do with those that there are."""


@last_call
def advice_of(event: Event, format: Format) -> tuple[Advice, ...]:
    """Teams without players, ratings of two scales, and what the format advises."""
    without = no_players(event, format) if part_of(format, PlayedByTeams) else ""
    of_entries = [Advice(f"{without}: m in Entries adds them", urgent=True)] if without else []
    mixed = mixed_scales(event)
    of_entries += [Advice(f"{mixed}; e in Entries corrects it", urgent=True)] if mixed else []
    advised = list(format.advise(event))
    if format.smallest > FEW and event.entrants and format.next_step(event).name == "register":
        advised.append(Advice(ANOTHER, urgent=True))
    return (*of_entries, *advised)
