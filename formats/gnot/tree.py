"""The flow of stages as a bracket: who came to each match from which other one."""

from __future__ import annotations

from functools import partial

from engine.event import Event, derived
from engine.fixtures import Filled
from engine.stages import Stage, flow
from formats.gnot.ways_on import onward

STAGES = (
    Stage("dko", "DKO"),
    Stage("sko", "SKO"),
    Stage("swiss", "Swiss", loose=True),
    Stage("qualifying", "Qualifying", loose=True),
)


@derived
def played_so_far(event: Event) -> Filled | None:
    """All that is published or proposed; None before the first draw."""
    return flow(event, STAGES, partial(onward, event)) if event.rounds else None
