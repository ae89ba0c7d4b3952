"""Stages that entrants flow through: the bracket of what has been drawn so far.

Where opponents are chosen or drawn anew in every round, no bracket says beforehand who meets
whom. It is read from the rounds instead: each side of a match comes from the match that it won
or lost before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from engine.brackets import Bracket, Node, Onward, Slot, loser, winner
from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.fixtures import Filled, Fixture, played


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of an event through which entrants flow.

    `loose`: its matches send nobody anywhere (a Swiss, a qualifying session): no edge leads on
    from them.
    """

    name: str
    title: str
    loose: bool = False


def bracket_as_drawn(
    event: Event,
    stages: Sequence[Stage],
    onward: Callable[[int, Match], Onward] = lambda number, match: Onward(),
) -> Filled:
    """All matches of published rounds and of a proposal as one bracket, in order of play.
    `onward` says of each where its two go on to.

    A match is named by its round and board (`3.12`). A match whose stage is not among `stages`
    is left out. Nothing in it is to be drawn: `ready` is always empty.
    """
    order = {stage.name: place for place, stage in enumerate(stages)}
    loose = {stage.name for stage in stages if stage.loose}
    matches = [
        (round.number, match)
        for round in event.rounds
        for match in sorted(
            (m for m in round.matches if m.stage in order),
            key=lambda m: (order[m.stage or ""], m.board),
        )
    ]
    fixtures: dict[str, Fixture] = {}
    before: dict[EntrantId, Fixture] = {}
    for (number, match), node in zip(matches, _nodes(matches), strict=True):
        home, away = (_slot(before.get(id), id, loose) for id in match.pair)
        placed = replace(node, home=home, away=away, onward=onward(number, match))
        bare = Fixture(placed, match.white, match.black)
        fixtures[node.id] = played(bare, match, number)
        before |= dict.fromkeys(match.pair, fixtures[node.id])
    nodes = tuple(fixture.node for fixture in fixtures.values())
    return Filled(Bracket(nodes, 0, len(event.entrants), ()), fixtures)


def _nodes(matches: Sequence[tuple[int, Match]]) -> list[Node]:
    """Numbered within their group; without slots yet."""
    sizes = Counter((number, m.stage, m.group) for number, m in matches)
    counted: Counter[tuple[int, str | None, str]] = Counter()
    nodes = []
    for number, match in matches:
        group = (number, match.stage, match.group)
        counted[group] += 1
        place = counted[group] if sizes[group] > 1 else 0
        id, stage = f"{number}.{match.board}", match.stage or ""
        nodes.append(Node(id, stage, match.group, number, place, Slot("drawn"), Slot("drawn")))
    return nodes


def _slot(before: Fixture | None, id: EntrantId, loose: Collection[str]) -> Slot:
    if before is None or before.node.stage in loose or not before.winner:
        return Slot("drawn")
    return (winner if before.winner == id else loser)(before.node.id)
