"""C6 to C8 at their best: a bracket with the next scoregroup, whoever of them is left over.

One matching that need not be perfect tells how many must leave the bracket and the next one, and
from which scores. No round does better: those below can only ask for more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.perfect import BITS, heaviest
from formats.dutch.bracket import ScoreBracket
from formats.dutch.exact import BracketGraph, Scope, below


@dataclass(frozen=True, slots=True)
class Foresight:
    """What C6 to C8 come to, packed into one number, and the places that are left over then."""

    numbers: int
    left: tuple[int, ...]


def foresight(bracket: ScoreBracket, down: int | None = None) -> Foresight | None:
    """The best that C6 to C8 can come to; with just these downfloaters (a bit set), if they are
    given. None after the last scoregroup, or where the numbers are too large for the search."""
    if bracket.following is None:
        return None
    graph = BracketGraph(bracket, Scope(below(bracket, bracket.following.stop)))
    cost, width = _cost(graph)
    if width >= BITS:
        return None
    here, edges = range(graph.size), graph.edges
    alone = [0 if v == graph.bye else cost(v, graph.size) for v in here]
    floating = {
        v for v in here if down is None or v >= graph.members or down >> graph.places[v] & 1
    }
    if down is not None:  # none of them meets another member
        edges = [(a, b) for a, b in edges if a in floating and b >= graph.members]
    # whoever may have the bye has it, whatever it costs
    gains = [alone[a] + alone[b] - cost(a, b) + (int(b == graph.bye) << width) for a, b in edges]
    pairs = heaviest(graph.size, edges, gains)
    left = floating - {v for pair in pairs for v in pair}
    if graph.bye in left:
        return None
    numbers = sum(alone[v] for v in left) + sum(cost(a, b) for a, b in pairs)
    return Foresight(numbers, tuple(graph.places[v] for v in sorted(left)))


def _cost(graph: BracketGraph) -> tuple[Callable[[int, int], int], int]:
    """C6 to C8 of a pair in one number, and how many bits their sums have.

    They tell a player by his level or, below the bracket, by his scoregroup.
    """
    criteria = graph.numbers()
    widths = [(criterion.most or 0).bit_length() for criterion in criteria]
    levels: list[int | str] = [*graph.bracket.levels]
    levels += ["next"] * (len(graph.places) - graph.members)
    levels += ["bye"] * (graph.bye >= 0)
    levels.append("outside")
    known: dict[tuple[int | str, int | str], int] = {}

    def cost(a: int, b: int) -> int:
        kind = levels[a], levels[b]
        if kind not in known:
            packed = 0
            for criterion, width in zip(criteria, widths, strict=True):
                packed = packed << width | criterion.cost(a, b)
            known[kind] = packed
        return known[kind]

    return cost, sum(widths)
