"""How good a round of the diagonal is by the criteria of its later rounds, whoever made it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.event import Event, Round
from engine.protocol import Measure, Severity, with_reasons
from formats.diagonal.course import field_of, settings_of
from formats.diagonal.drawing import meetings
from formats.diagonal.rings import Pair, ordered
from formats.diagonal.setup import Wanted, ring, row

REASONS = {
    "repeats": "nobody meets an earlier opponent again",
    "opponents": "everybody has as many opponents as the set-up gives",
    "replaced": "most matches of the set-up are played",
    "distance": "everybody plays near neighbours on the row",
    "squares": "nobody is far from the opponent that the set-up gives",
}
"""Why the draw is as it is by each criterion, in an arbiter's words."""

BRIEFS = {"squares": "squared places between actual and wanted opponents"}
"""What is counted, in the few words of a narrow line, where its text is too long for one."""


def measures(event: Event, round: Round) -> tuple[Measure, ...]:
    """The round by places in the row of those who are left; `event` is as it was before it."""
    players = field_of(event, round.number)
    place = {id: at for at, id in enumerate(players, start=1)}
    matches = [m for m in round.matches if m.white in place and m.black in place]
    pairs = [ordered(place[m.white], place[m.black]) for m in matches]
    met = sum(frozenset(m.pair) in meetings(event) for m in matches)
    ringed = len(players) < settings_of(event).ring_below
    wanted = ring(len(players)) if ringed else row(len(players))
    few = _opponents([w.pair for w in wanted], len(players))
    opponents = _opponents(pairs, len(players))
    short = sum(max(0, len(few[p]) - len(opponents[p])) for p in few)
    text = "opponents fewer than the set-up gives"
    dropped = len({w.pair for w in wanted} - set(pairs))
    counts = [
        Measure("", "repeats", "matches of two who have met", met, severity=Severity.MUST),
        Measure("", "opponents", text, short),
        Measure("", "replaced", "matches of the set-up that are not played", dropped),
    ]
    if ringed:
        far = sum(b - a for a, b in pairs)
        counts.append(Measure("", "distance", "places between opponents", far))
        return with_reasons(counts, REASONS)
    off = list(_off(wanted, pairs, few, opponents))
    text = "places between actual and wanted opponents"
    counts.append(Measure("", "distance", text, sum(off)))
    counts.append(Measure("", "squares", "the same, squared", sum(places**2 for places in off)))
    return with_reasons(counts, REASONS, BRIEFS)


def _opponents(pairs: Sequence[Pair], size: int) -> dict[int, list[int]]:
    opponents: dict[int, list[int]] = {place: [] for place in range(1, size + 1)}
    for a, b in pairs:
        opponents[a].append(b)
        opponents[b].append(a)
    return opponents


def _off(
    wanted: Sequence[Wanted],
    pairs: Sequence[Pair],
    few: Mapping[int, Sequence[int]],
    now: Mapping[int, Sequence[int]],
) -> list[int]:
    """By new opponent of each player how far he stands from the one he stands for: taken in the
    order of the row, which is the least that any assignment comes to."""
    unchanged = {w.pair for w in wanted} & set(pairs)
    distances = []
    for place in few:
        lost = sorted(p for p in few[place] if ordered(place, p) not in unchanged)
        new = sorted(p for p in now[place] if ordered(place, p) not in unchanged)
        distances += [abs(a - b) for a, b in zip(lost, new, strict=False)]
    return distances
