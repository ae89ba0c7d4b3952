"""Knockouts as directed graphs: matches, and where their winners and losers go.

One representation for the single knockout, the double knockout and the flow of a repechage: a
node is a match, an edge leads from a match to one that its winner or its loser plays in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, Literal

from engine.phrases import phrase

Outlet = Literal["winner", "loser"]
SlotKind = Literal["line", "winner", "loser", "drawn"]
KEPT = 8
"""Brackets that are kept once built: an event has one."""
THIRD = phrase("Third place")
_WINNERS_FINAL, _LOSERS_FINAL = phrase("Winners' final"), phrase("Losers' final")
_GRAND, _AGAIN = phrase("Grand final"), phrase("Grand final, again")
_FINALS = (_WINNERS_FINAL, _LOSERS_FINAL, _GRAND, _AGAIN)


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a side of a match comes from: a line of the draw (from 1), the winner or the loser
    of another match, or a draw of its own among those who are left (`drawn`)."""

    kind: SlotKind
    line: int = 0
    match: str = ""


def line(number: int) -> Slot:
    """A line of the draw."""
    return Slot("line", number)


def winner(match: str) -> Slot:
    """Whoever wins that match."""
    return Slot("winner", match=match)


def loser(match: str) -> Slot:
    """Whoever loses that match."""
    return Slot("loser", match=match)


@dataclass(frozen=True, slots=True)
class Onward:
    """Where those of a match go on to, in words, as long as no match of the bracket says it.

    `note` is what more is known of that, `lucky` that the loser goes on like a winner.
    """

    winner: str = ""
    loser: str = ""
    note: str = ""
    lucky: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A match of a bracket.

    `id` is unique in it (`R1.3`), `title` that of its round in its stage, `number` its place
    there from 1. `round` is the first round of the event that it can be played in. A match with
    `unless` is played only if the home side of that match does not win it.
    """

    id: str
    stage: str
    title: str
    round: int
    number: int
    home: Slot
    away: Slot
    unless: str = ""
    onward: Onward = Onward()

    @property
    def slots(self) -> tuple[Slot, Slot]:
        """Home, away."""
        return (self.home, self.away)

    @property
    def label(self) -> str:
        """`Quarter-finals, match 2`; the title alone where the round has one match."""
        return labelled(self.title, self.number)


def labelled(title: str, number: int) -> str:
    """A match by the title of its round and its number there: `Quarter-finals, match 2`."""
    return phrase("{round}, match {number}", round=title, number=number) if number else title


@dataclass(frozen=True)
class Bracket:
    """All matches, each after those that it depends on.

    `lines` is the number of lines of the draw, `entrants` how many of them are filled: the lines
    after these are byes. `crown` names the matches whose winner wins the whole event: the first of
    them that is played counts.
    """

    nodes: tuple[Node, ...]
    lines: int
    entrants: int
    crown: tuple[str, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Node]:
        """Every match by its id."""
        return {node.id: node for node in self.nodes}

    @cached_property
    def graph(self) -> Any:
        """The networkx `DiGraph`: nodes carry their `node`, edges their `outlets`, a tuple of
        `winner` and `loser`."""
        import networkx  # type: ignore[import-untyped]

        graph = networkx.DiGraph()
        for node in self.nodes:
            graph.add_node(node.id, node=node)
        for node in self.nodes:
            for slot in node.slots:
                if slot.match:
                    before = graph.get_edge_data(slot.match, node.id, {"outlets": ()})
                    graph.add_edge(slot.match, node.id, outlets=(*before["outlets"], slot.kind))
        return graph

    def after(self, id: str) -> tuple[Node, ...]:
        """Every match that depends on this one, in order of play."""
        import networkx

        later = networkx.descendants(self.graph, id)
        return tuple(node for node in self.nodes if node.id in later)

    def before(self, id: str) -> tuple[Node, ...]:
        """Every match that this one depends on, in order of play."""
        import networkx

        earlier = networkx.ancestors(self.graph, id)
        return tuple(node for node in self.nodes if node.id in earlier)

    def goes_to(self, id: str, outlet: Outlet) -> Node | None:
        """The match that its winner or its loser plays next."""
        for _, to, outlets in self.graph.out_edges(id, data="outlets"):
            if outlet in outlets:
                return self.by_id[to]
        return None

    def played(self, slot: Slot) -> Slot:
        """Where a side comes from: nobody is the winner of a match without an opponent, he comes
        from his line."""
        if slot.kind == "winner":
            sides = self.by_id[slot.match].slots
            filled = [s for s in sides if not (s.kind == "line" and s.line > self.entrants)]
            if len(filled) == 1:
                return self.played(filled[0])
        return slot

    def origin(self, slot: Slot) -> str:
        """`line 5`, `winner of Semi-finals, match 1`; `drawn` where a draw decides."""
        slot = self.played(slot)
        if slot.kind == "line":
            return phrase("line {number}", number=slot.line)
        if not slot.match:
            return slot.kind
        match = self.by_id[slot.match].label
        if slot.kind == "winner":
            return phrase("winner of {match}", match=match)
        return phrase("loser of {match}", match=match)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Every match's place in the order of play."""
        return {node.id: place for place, node in enumerate(self.nodes)}

    @cached_property
    def feeds(self) -> Mapping[str, tuple[str, ...]]:
        """The matches that wait for each one."""
        fed: dict[str, list[str]] = {node.id: [] for node in self.nodes}
        for node in self.nodes:
            for match in {*(slot.match for slot in node.slots), node.unless} - {""}:
                fed[match].append(node.id)
        return {id: tuple(waiting) for id, waiting in fed.items()}

    @cached_property
    def columns(self) -> Mapping[tuple[str, int], tuple[Node, ...]]:
        """The matches of each (stage, round), from the top."""
        by_column: dict[tuple[str, int], list[Node]] = {}
        for node in self.nodes:
            by_column.setdefault((node.stage, node.round), []).append(node)
        return {key: tuple(nodes) for key, nodes in by_column.items()}

    @property
    def rounds(self) -> int:
        """Rounds of the event if all goes on as planned, matches that may fall away included."""
        return max(node.round for node in self.nodes)


def levels(entrants: int) -> int:
    """Rounds of a single knockout: 5 for 17 to 32 entrants."""
    return max((entrants - 1).bit_length(), 1)


@cache
def standard_lines(size: int) -> tuple[int, ...]:
    """The lines of the draw from the top of the bracket: 1 8 5 4 3 6 7 2 for eight.

    Seeds 1 and 2 can meet in the final only, 1 to 4 not before the semi-finals, and so on; the best
    seeds are drawn against the last lines, which are the byes. `size` is a power of two.
    """
    lines = [1]
    while len(lines) < size:
        total = 2 * len(lines) + 1
        # seed 1 at the very top, seed 2 at the very bottom
        lines = [
            one
            for place, line in enumerate(lines)
            for one in ((line, total - line) if place % 2 == 0 else (total - line, line))
        ]
    return tuple(lines)


def title_of(text: str) -> str:
    """The title of a round as a phrase: a save has it as plain text."""
    return _titles().get(text, text)


@cache
def _titles() -> Mapping[str, str]:
    depth = 16  # more than anybody draws
    rounds = range(1, 2 * depth)
    titles = [_main_title(depth, number) for number in range(1, depth + 1)]
    titles += [*map(_winners_title, rounds), *map(_losers_title, rounds), *_FINALS, THIRD]
    return {title: title for title in titles}


@lru_cache(KEPT)
def single(entrants: int, third_place: bool = False) -> Bracket:
    """A single knockout of 2 and more; with a match for third place from three entrants on."""
    depth = levels(entrants)
    nodes = _knockout("R", "main", depth, [_main_title(depth, r) for r in range(1, depth + 1)])
    if third_place and entrants > 2:
        home, away = (loser(f"R{depth - 1}.{i}") for i in (1, 2))
        nodes.append(Node("T", "third", THIRD, depth, 0, home, away))
    return Bracket(tuple(nodes), 1 << depth, entrants, (f"R{depth}.1",))


def _winners_title(number: int) -> str:
    return phrase("Winners, round {number}", number=number)


def _losers_title(number: int) -> str:
    return phrase("Losers, round {number}", number=number)


def _main_title(depth: int, number: int) -> str:
    left = depth - number
    near = (phrase("Final"), phrase("Semi-finals"), phrase("Quarter-finals"),
            phrase("Round of 16"), phrase("Round of 32"))  # fmt: skip
    return near[left] if left < len(near) else phrase("Round of {count}", count=1 << (left + 1))


def _knockout(letter: str, stage: str, depth: int, titles: Sequence[str]) -> list[Node]:
    """Round after round, the winners of two neighbours meeting."""
    places = standard_lines(1 << depth)
    nodes = []
    for number in range(1, depth + 1):
        count = 1 << (depth - number)
        for i in range(count):
            if number == 1:
                home, away = line(places[2 * i]), line(places[2 * i + 1])
            else:
                before = f"{letter}{number - 1}"
                home, away = winner(f"{before}.{2 * i + 1}"), winner(f"{before}.{2 * i + 2}")
            place = 0 if count == 1 else i + 1
            id = f"{letter}{number}.{i + 1}"
            nodes.append(Node(id, stage, titles[number - 1], number, place, home, away))
    return nodes


def crossing(depth: int, number: int) -> int:
    """How the losers of winners' round `number` (from 2) cross over: their match `i` (from 0) of
    that round drops to place `i` XOR this.

    Losers of successive rounds are sent into parts of the draw that are as far from each other
    as halves, quarters, eighths (bits reversed). Any crossing must bring two who have met into
    one part once `number` parts no longer fit into the draw, that is when number × 2^number
    exceeds the lines; by this one it does not happen before.
    """
    turned = int(f"{number - 1:0{depth}b}"[::-1], 2)
    return turned >> number


@lru_cache(KEPT)
def double(entrants: int, reset: bool = True) -> Bracket:
    """A double knockout: entrants who have lost twice are out.

    The losers of the first winners' round play each other; those of each later one meet the
    winners of the losers' bracket (`crossing`), between which these halve their number. The
    grand final is played again where the winners' champion loses it, if `reset`.
    """
    depth = levels(entrants)
    titles = [_winners_title(r) for r in range(1, depth + 1)]
    if depth > 1:
        titles[-1] = _WINNERS_FINAL
    nodes = _knockout("W", "winners", depth, titles)
    for number in range(1, 2 * depth - 1):
        nodes += _losers_round(depth, number)
    last = loser("W1.1") if depth == 1 else winner(f"L{2 * depth - 2}.1")
    at = 2 * depth
    nodes.append(Node("G1", "final", _GRAND, at, 0, winner(f"W{depth}.1"), last))
    if reset:
        again = (winner("G1"), loser("G1"))
        nodes.append(Node("G2", "final", _AGAIN, at + 1, 0, *again, unless="G1"))
    stages = ("winners", "losers", "final")
    nodes.sort(key=lambda node: (node.round, stages.index(node.stage)))
    return Bracket(tuple(nodes), 1 << depth, entrants, ("G2", "G1") if reset else ("G1",))


def _losers_round(depth: int, number: int) -> Iterable[Node]:
    drop = number // 2 + 1
    count = 1 << (depth - 1 - (number + 1) // 2)
    last = number == 2 * depth - 2
    title = _LOSERS_FINAL if last else _losers_title(number)
    cross = crossing(depth, drop) if number % 2 == 0 else 0
    for i in range(count):
        if number == 1:
            home, away = loser(f"W1.{2 * i + 1}"), loser(f"W1.{2 * i + 2}")
        elif number % 2 == 0:
            home, away = loser(f"W{drop}.{(i ^ cross) + 1}"), winner(f"L{number - 1}.{i + 1}")
        else:
            before = f"L{number - 1}"
            home, away = winner(f"{before}.{2 * i + 1}"), winner(f"{before}.{2 * i + 2}")
        place = 0 if count == 1 else i + 1
        yield Node(f"L{number}.{i + 1}", "losers", title, number + 1, place, home, away)
