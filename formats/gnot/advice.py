"""What the director should know before and during the event."""

from __future__ import annotations

from engine.event import Event
from engine.protocol import Advice
from engine.refusal import Refused
from engine.waiting import left_open
from formats.gnot.flow import flow, seeding
from formats.gnot.tables import layout

_FEW = {
    16: "the eight losers of the qualifying match play SKO round 1 for their ranking only: all "
    "eight go on",
    17: "nine teams play SKO round 1: the first has a bye, one is out and waits for Swiss round 3",
    18: "nine winners for eight places in the DKO: the ninth plays SKO round 1, where two are out",
    19: "nine winners for eight places in the DKO: the ninth plays SKO round 1, where three are "
    "out and play a triangle of seven boards in Swiss round 2",
}


def advice(event: Event) -> list[Advice]:
    """The size of the entry while entries are taken, and what the tables print otherwise."""
    if event.published:
        row = flow(event).row
        remarks = [Advice(row.remark)] if row is not None and row.remark else []
        return remarks + _left_open(event)
    count = sum(event.entrant(id).active(1) for id in seeding(event))
    try:
        layout(count)
    except Refused as refusal:
        return [Advice(str(refusal), urgent=True)] if count > 1 else []
    stages = flow(event)
    if stages.row is None:
        return [Advice(f"one qualifying match of 28 boards; {_FEW[count]}")]
    row = stages.row
    pools = f"{row.pool_a} in Pool A, {row.pool_b} in Pool B"
    size = f"{count} teams: {pools}{', a triangle of three' * bool(row.triangle)}"
    return [Advice(size)] + ([Advice(row.remark)] if row.remark else [])


def _left_open(event: Event) -> list[Advice]:
    """Teams that have left while their match runs."""
    after = len(event.published) + 1
    gone = [e for e in event.entrants if not e.active(after)]
    return [
        Advice(f"{e.name} has withdrawn: {consequence}", urgent=True)
        for e in gone
        for consequence in left_open(event, e.id)
    ]
