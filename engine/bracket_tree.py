"""A bracket laid out as a tree: the column and the rows of every match.

The layout knows no characters and no sizes: the console and the pages draw from the same one. Lines
never cross, because a match is placed between those that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace

from engine.bracket_words import LUCKY
from engine.brackets import Bracket, Node, Slot
from engine.phrases import listed, phrase

STAGES: Mapping[str, str] = {
    "main": "",
    "third": phrase("Third place"),
    "winners": phrase("Winners' bracket"),
    "losers": phrase("Losers' bracket"),
    "final": phrase("Final"),
    "dko": phrase("Double knockout (DKO)"),
    "sko": phrase("Single knockout (SKO)"),
    "swiss": phrase("Swiss"),
    "qualifying": phrase("Qualifying"),
}
"""The names of the stages, from the top: those of entrants still in come first, the one where
everybody began is last."""
BESIDE = frozenset({"swiss"})
"""Stages shown beside the others where there is room: those who are out there play on here."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a match: its column (from 0), and the row of each side.

    `joined` says of home and away whether a line leads there from a match of the column before.
    """

    node: Node
    column: int
    home: int
    away: int
    joined: tuple[bool, bool] = (False, False)

    @property
    def out(self) -> int:
        """The row on which the winner goes on."""
        return (self.home + self.away) // 2


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of a column: the titles of its matches, if the stage has another name, and where
    their losers go."""

    title: str
    losers: str = ""


@dataclass(frozen=True, slots=True)
class Tree:
    """A stage of a bracket, from one of its columns on. `heads` are those of all columns."""

    stage: str
    heads: tuple[Head, ...]
    spots: tuple[Spot, ...]
    rows: int
    first: int = 0


def stages(bracket: Bracket) -> tuple[str, ...]:
    """The stages from the top; those that have no place of their own in the order in which they
    begin."""
    order = list(STAGES)
    names = dict.fromkeys(node.stage for node in bracket.nodes)
    return tuple(sorted(names, key=lambda s: order.index(s) if s in STAGES else len(order)))


def stage_title(stage: str) -> str:
    """A stage as people call it; empty where a bracket has one alone."""
    return STAGES.get(stage, stage.capitalize())


def tree(
    bracket: Bracket,
    stage: str,
    first: int = 0,
    last: int | None = None,
    hidden: Set[str] = frozenset(),
    gap: int = 0,
) -> Tree:
    """The tree of a stage between two of its columns, without the matches `hidden`.

    What comes before column `first` is left out, and what is shown closes up; `gap` empty rows
    separate two matches if nothing shown leads to either side of them.
    """
    laying = _Laying(bracket, stage, first, last, hidden, gap)
    spots = tuple(laying.spots())
    rows = max((spot.away + 1 for spot in spots), default=0)
    return Tree(stage, laying.heads, spots, rows, first)


class _Laying:
    def __init__(
        self,
        bracket: Bracket,
        stage: str,
        first: int,
        last: int | None,
        hidden: Set[str],
        gap: int,
    ) -> None:
        self.gap = gap
        nodes = [node for node in bracket.nodes if node.stage == stage]
        rounds = sorted({node.round for node in nodes})
        self.column = {node.id: rounds.index(node.round) for node in nodes}
        drops = drop_to(bracket)
        self.heads = tuple(_head(drops, [n for n in nodes if n.round == r]) for r in rounds)
        end = len(rounds) - 1 if last is None else last
        self.nodes = {
            n.id: n for n in nodes if n.id not in hidden and first <= self.column[n.id] <= end
        }
        self._next = 0

    def spots(self) -> Iterable[Spot]:
        """Every root with what leads to it, below what is in the same columns already."""
        claimed = {s.match for n in self.nodes.values() for s in n.slots if self._leads(n, s)}
        free: dict[int, int] = {}
        for node in self.nodes.values():
            if node.id in claimed:
                continue
            self._next = 0
            laid = list(self._lay(node))
            columns = range(min(s.column for s in laid), max(s.column for s in laid) + 1)
            top = max(free.get(column, 0) for column in columns)
            for spot in laid:
                yield replace(spot, home=spot.home + top, away=spot.away + top)
            bottom = top + max(s.away for s in laid) + 1 + self.gap
            free |= dict.fromkeys(columns, bottom)

    def _leads(self, node: Node, slot: Slot) -> bool:
        """Whether the match that the side comes from is in the tree, one column or more to the
        left."""
        before = slot.match
        return (
            slot.kind == "winner"
            and before in self.nodes
            and self.column[before] < self.column[node.id]
        )

    def _lay(self, node: Node) -> Iterable[Spot]:
        rows: list[int] = []
        joined = (self._leads(node, node.home), self._leads(node, node.away))
        for slot, leads in zip(node.slots, joined, strict=True):
            if leads:
                below = list(self._lay(self.nodes[slot.match]))
                yield from below
                rows.append(below[-1].out)
            else:
                rows.append(self._next)
                self._next += 1
        if not any(joined):
            self._next += self.gap
        yield Spot(node, self.column[node.id], rows[0], rows[1], joined)


def drop_to(bracket: Bracket) -> Mapping[str, Node]:
    """Where each match's loser plays next, without the losers who are out."""
    return {s.match: node for node in bracket.nodes for s in node.slots if s.kind == "loser"}


def _head(drops: Mapping[str, Node], nodes: list[Node]) -> Head:
    stages = {stage_title(node.stage) for node in nodes}
    titles = listed(" · ", dict.fromkeys(n.title for n in nodes if n.title not in stages))
    return Head(titles, listed(" · ", _losers(drops, nodes)))


def _losers(drops: Mapping[str, Node], nodes: Iterable[Node]) -> Iterable[str]:
    """Where most of them go, which is out of their stage; last those who go on in it all the
    same."""
    to = [(node, drops[node.id]) for node in nodes if node.id in drops]
    to = [(node, after) for node, after in to if after.unless != node.id]
    away = [after.title for node, after in to if after.stage != node.stage]
    onwards = [n.onward for n in nodes if n.id not in drops and n.onward.loser]
    away += [onward.loser for onward in onwards if not onward.lucky]
    on = [after.title for node, after in to if after.stage == node.stage]
    on += [onward.loser for onward in onwards if onward.lucky]
    return dict.fromkeys((*away, *(listed("", (LUCKY, title)) for title in on)))
