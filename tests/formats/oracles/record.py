"""What the published rounds of an event say, read without the format: for checking reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import networkx as nx  # type: ignore[import-untyped]

from engine.event import Event, Match
from engine.protocol import Format, Proposal, divided_field
from tests.formats.dutch.brute import Wish, wish_of

HALF = Fraction(1, 2)
GAIN = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "1/2-1/2": (HALF, HALF),
    "+/-": (Fraction(1), Fraction(0)),
    "-/+": (Fraction(0), Fraction(1)),
}
NOTHING = (Fraction(0), Fraction(0))


@dataclass
class Line:
    """A round of a player: `kind` is game, forfeit, bye (the draw's), asked or away."""

    kind: str
    gain: Fraction
    before: Fraction
    opponent: str = ""
    colour: str = ""


@dataclass(eq=False)
class Player:
    """Everything of one player, by name; `rank` by rating from 0."""

    name: str
    id: str
    rank: int
    grade: int
    section: int
    bonus: Fraction
    lines: dict[int, Line] = field(default_factory=dict)

    @property
    def score(self) -> Fraction:
        """Real points."""
        return sum((line.gain for line in self.lines.values()), Fraction(0))

    @property
    def colours(self) -> str:
        """Of games played."""
        return "".join(x.colour for _, x in sorted(self.lines.items()) if x.kind == "game")

    @property
    def wish(self) -> Wish:
        """In the Dutch system."""
        return wish_of(self.colours)

    @property
    def unplayed(self) -> int:
        """Rounds without a game."""
        return sum(line.kind != "game" for line in self.lines.values())

    @property
    def may_have_bye(self) -> bool:
        """C2."""
        return not any(
            x.kind == "bye" or (x.kind != "game" and x.gain >= 1) for x in self.lines.values()
        )


class Record:
    """A drawn round and what was before it."""

    def __init__(self, format: Format, event: Event, proposal: Proposal) -> None:
        self.format, self.event, self.proposal = format, event, proposal
        self.number = proposal.round
        self.last = self.number >= event.settings.rounds
        divided = divided_field(format, event) if format.name == "galway" else None
        parts = [part.entrants for part in divided.parts] if divided else []
        of = {id: n for n, part in enumerate(parts) for id in part}
        ranked = sorted(event.entrants, key=lambda e: -(e.rating or 0))
        self.players = {
            e.name: Player(
                e.name, e.id, n, e.rating or 0, of.get(e.id, 0), self._bonus(parts, of.get(e.id, 0))
            )
            for n, e in enumerate(ranked)
        }
        self.by_id = {p.id: p for p in self.players.values()}
        for round in event.published:
            self._read(round.number)

    @staticmethod
    def _bonus(parts: list[tuple[str, ...]], section: int) -> Fraction:
        return Fraction(max(0, len(parts) - 1 - section))

    def _read(self, number: int) -> None:
        round = self.event.round(number)
        before = {id: p.score for id, p in self.by_id.items()}
        for p in self.by_id.values():
            p.lines[number] = Line("away", Fraction(0), before[p.id])
        for m in round.matches:
            assert m.result is not None
            gains = GAIN.get(m.result.text, NOTHING)
            kind = "game" if m.result.played else "forfeit"
            for me, other, gain, colour in zip(m.pair, reversed(m.pair), gains, "WB", strict=True):
                name = self.by_id[other].name
                self.by_id[me].lines[number] = Line(kind, gain, before[me], name, colour)
        for b in round.byes:
            kind = {"pairing": "bye", "requested": "asked"}.get(b.kind, "away")
            self.by_id[b.entrant].lines[number] = Line(kind, Fraction(b.points), before[b.entrant])

    def porous(self, number: int) -> bool:
        """Whether the sections of that round leak."""
        closed = getattr(self.event.settings, "closed_rounds", None)
        return closed is not None and number <= self.event.settings.rounds - closed

    def points(self, p: Player) -> Fraction:
        """Points that the player is paired by now."""
        return p.score + (p.bonus if self.porous(self.number) else 0)

    def floated(self, p: Player, number: int) -> str:
        """`down`, `up` or nothing, in that round."""
        line = p.lines[number]
        if line.kind != "game":
            return "down" if line.gain > 0 else ""
        other = self.players[line.opponent]
        mine, yours = line.before, other.lines[number].before
        if self.porous(number):
            mine, yours = mine + p.bonus, yours + other.bonus
        return "down" if mine > yours else "up" if mine < yours else ""

    def met(self, a: str, b: str, number: int) -> bool:
        """Whether the two played each other in that round."""
        line = self.players[a].lines.get(number)
        return line is not None and line.kind == "game" and line.opponent == b

    def topscorer(self, p: Player) -> bool:
        """Of the last round."""
        return self.last and 2 * p.score > self.number - 1

    def legal(self, p: Player, q: Player) -> bool:
        """C1 and C3."""
        if any(x.kind == "game" and x.opponent == q.name for x in p.lines.values()):
            return False
        same = p.wish.strength == q.wish.strength == 3 and p.wish.colour == q.wish.colour
        return not same or self.topscorer(p) or self.topscorer(q)

    @cached_property
    def here(self) -> list[Player]:
        """Who is to be paired."""
        found = [e for e in self.event.entrants if e.to_be_paired(self.number)]
        return sorted((self.by_id[e.id] for e in found), key=self.key)

    def key(self, p: Player) -> tuple[Fraction, int]:
        """Order within a bracket."""
        return -self.points(p), p.rank

    def pair(self, m: Match) -> tuple[Player, Player]:
        """Higher and lower of a board."""
        a, b = sorted((self.by_id[m.white], self.by_id[m.black]), key=self.key)
        return a, b

    @cached_property
    def partner(self) -> dict[Player, Player]:
        """Who meets whom."""
        found: dict[str, Player] = {}
        for m in self.proposal.matches:
            a, b = self.pair(m)
            found[a.name], found[b.name] = b, a
        return {self.players[name]: other for name, other in found.items()}

    def colour(self, p: Player) -> str:
        """On the board of this round."""
        return "W" if any(m.white == p.id for m in self.proposal.matches) else "B"

    @cached_property
    def brackets(self) -> dict[tuple[int, Fraction], Bracket]:
        """By section (0 in porous rounds) and points, from the top; games across sections of a
        closed round apart."""
        closed = self.format.name == "galway" and not self.porous(self.number)
        found: dict[tuple[int, Fraction], Bracket] = {}
        for section in sorted({p.section for p in self.here}) if closed else [0]:
            mine = [
                p
                for p in self.here
                if not closed
                or (
                    p.section == section
                    and (p not in self.partner or self.partner[p].section == section)
                )
            ]
            moved: list[Player] = []
            for points in sorted({self.points(p) for p in mine}, reverse=True):
                bracket = Bracket(
                    moved, [p for p in mine if self.points(p) == points], self.partner
                )
                found[section, points] = bracket
                moved = bracket.down
        return found

    def most_pairs(self, bracket: Bracket) -> int:
        """Pairs that can be made in a bracket by itself."""
        graph = nx.Graph()
        for n, p in enumerate(bracket.members):
            for q in bracket.members[max(n + 1, len(bracket.moved)) :]:
                if self.legal(p, q):
                    graph.add_edge(p.name, q.name)
        return len(nx.max_weight_matching(graph, maxcardinality=True))

    def completable(
        self, left: Iterable[Player], apart: set[frozenset[str]], rest: set[str] | None = None
    ) -> bool:
        """Whether these can be paired off without those games, one resting if they are odd."""
        players = list(left)
        graph = nx.Graph()
        for n, p in enumerate(players):
            for q in players[n + 1 :]:
                if self.legal(p, q) and frozenset((p.name, q.name)) not in apart:
                    graph.add_edge(p.name, q.name)
            if len(players) % 2 and p.may_have_bye and (rest is None or p.name in rest):
                graph.add_edge("rest", p.name)
        pairs = nx.max_weight_matching(graph, maxcardinality=True)
        return 2 * len(pairs) == len(players) + len(players) % 2


@dataclass
class Bracket:
    """Moved down players and residents, and who of them leaves."""

    moved: list[Player]
    residents: list[Player]
    partner: dict[Player, Player]

    @property
    def members(self) -> list[Player]:
        """In order of their numbers in the bracket."""
        return [*self.moved, *self.residents]

    @property
    def pairs(self) -> list[tuple[Player, Player]]:
        """Games within it."""
        names = {p.name for p in self.members}
        return [
            (p, self.partner[p])
            for n, p in enumerate(self.members)
            if p in self.partner
            and self.partner[p].name in names
            and p.name in names
            and self.partner[p] in self.members[n + 1 :]
        ]

    @property
    def down(self) -> list[Player]:
        """Who is left over."""
        used = {p.name for pair in self.pairs for p in pair}
        return [p for p in self.members if p.name not in used]
