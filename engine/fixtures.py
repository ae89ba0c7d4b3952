"""A bracket in its present state: who is in which match, who went on, what depends on what.

The rounds of the event are the truth; a bracket is filled from them. A round may hold any of the
matches that could be played, so that a match undone by a correction is drawn again later.

Where opponents are chosen or drawn anew in every round, no bracket says beforehand who meets whom.
It is read from the rounds instead (`bracket_as_drawn`): each side of a match comes from the match
that it won or lost before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from engine.brackets import Bracket, Node, Onward, Slot, loser, winner
from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.match_results import winning_side
from engine.results import Result

NOBODY: EntrantId = ""
"""A side that stays empty: a bye of the draw, or whoever should have come from an empty match."""

State = Literal["waiting", "ready", "drawn", "decided", "unneeded"]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of a bracket in its present state.

    A side is None while it is not known, `NOBODY` if it stays empty. `ready`: both are known, to be
    drawn; `drawn`: on a board, no winner yet; `unneeded`: it is not played. `round` and `board` are
    where it was played; `walkover` that the winner did not have to play. `winner` and `loser` are
    None until decided.
    """

    node: Node
    home: EntrantId | None = None
    away: EntrantId | None = None
    state: State = "waiting"
    winner: EntrantId | None = None
    loser: EntrantId | None = None
    round: int | None = None
    board: int | None = None
    result: Result | None = None
    """As the home side of the bracket sees it."""
    walkover: bool = False

    @property
    def pair(self) -> frozenset[EntrantId]:
        """The two, where both are known and there."""
        return frozenset(id for id in (self.home, self.away) if id)

    @property
    def settled(self) -> bool:
        """Nothing is left to be played here."""
        return self.state in ("decided", "unneeded")


@dataclass(frozen=True)
class Filled:
    """A bracket with everything that has happened in it."""

    bracket: Bracket
    fixtures: Mapping[str, Fixture]

    @cached_property
    def ready(self) -> tuple[Fixture, ...]:
        """Matches that can be drawn now."""
        return tuple(f for f in self.fixtures.values() if f.state == "ready")

    @cached_property
    def on_board(self) -> Mapping[tuple[int, int], Fixture]:
        """Every match by (round, board)."""
        return {
            (f.round, f.board): f
            for f in self.fixtures.values()
            if f.round is not None and f.board is not None
        }

    @cached_property
    def champion(self) -> EntrantId | None:
        """The winner of the whole event, if that is decided; `NOBODY` if nobody is left."""
        for id in self.bracket.crown:
            fixture = self.fixtures[id]
            if fixture.state != "unneeded":
                return fixture.winner
        return None

    @property
    def over(self) -> bool:
        """Nothing is left to be played."""
        return all(f.settled for f in self.fixtures.values())

    @cached_property
    def losses(self) -> Mapping[EntrantId, tuple[Fixture, ...]]:
        """The matches that each entrant has lost, in order of play."""
        lost_by: dict[EntrantId, list[Fixture]] = {}
        for fixture in self.fixtures.values():
            beaten = (fixture.loser,) if fixture.winner else fixture.pair
            for id in beaten if fixture.state == "decided" else ():
                if id:
                    lost_by.setdefault(id, []).append(fixture)
        return {id: tuple(lost) for id, lost in lost_by.items()}

    @cached_property
    def left(self) -> frozenset[EntrantId]:
        """Who still has a match to come, or has won it all."""
        in_play = {id for f in self.fixtures.values() if not f.settled for id in f.pair}
        return frozenset(in_play | ({self.champion} if self.champion else set()))

    @cached_property
    def out(self) -> frozenset[EntrantId]:
        """The entrants who have lost and play no more, of a bracket that leads to one winner."""
        return frozenset(self.losses.keys() - self.left if self.bracket.crown else ())

    def depending(self, id: str) -> tuple[Fixture, ...]:
        """What has been drawn or gone through since because of this match: a correction of its
        winner undoes these."""
        after = (self.fixtures[node.id] for node in self.bracket.after(id))
        return tuple(f for f in after if f.round is not None)

    def strangers(self, round: Round) -> frozenset[EntrantId]:
        """Whom the next round has elsewhere than in a match that could be played: the others are
        placed as the bracket brings them together, on whichever board and with either colour."""
        there = {id for f in self.ready for id in f.pair}
        pairs = {f.pair for f in self.ready}
        boards = {id for match in round.matches if frozenset(match.pair) not in pairs
                  for id in match.pair}  # fmt: skip
        byes = {bye.entrant for bye in round.byes if bye.kind == "pairing"}
        return frozenset(boards | byes - there)

    def rounds(self, drawn: int) -> int:
        """Rounds of the event altogether, when `drawn` are published: those to come are counted
        along the longest way left."""
        last: dict[str, int] = {}
        for node in self.bracket.nodes:
            fixture = self.fixtures[node.id]
            before = max((last[s.match] for s in node.slots if s.match), default=0)
            if fixture.round is not None:
                last[node.id] = fixture.round
            elif fixture.settled:
                last[node.id] = before
            else:
                last[node.id] = max(before + 1, drawn + 1, node.round)
        return max(drawn, *last.values())


def filled(
    bracket: Bracket,
    lines: Sequence[EntrantId],
    rounds: Iterable[Round] = (),
    gone: Callable[[EntrantId, int], bool] = lambda id, number: False,
) -> Filled:
    """The bracket with the draw's lines (from line 1; missing lines are byes) and what the
    published rounds made of it. `gone` says whether an entrant cannot play a round: a match of two
    such entrants is empty from then on."""
    filling = _Filling(bracket, lines)
    number = 0
    for round in rounds:
        number = round.number
        filling.clear(gone, number)
        filling.take(round)
    filling.clear(gone, number + 1)
    return Filled(bracket, filling.fixtures)


class _Filling:
    def __init__(self, bracket: Bracket, lines: Sequence[EntrantId]) -> None:
        self.bracket = bracket
        self.lines = lines
        self.fixtures = {node.id: Fixture(node) for node in bracket.nodes}
        self._ready: set[str] = set()
        self._moved = {n.id for n in bracket.nodes if n.home.kind == n.away.kind == "line"}
        self._advance()

    def take(self, round: Round) -> None:
        """The round's boards and walkovers go to the matches that they are."""
        ready = self._in_order(self._ready)
        boards = {frozenset(m.pair): m for m in round.matches}
        rest = []
        for fixture in ready:
            match = boards.pop(fixture.pair, None)
            if match is None:
                rest.append(fixture)
            else:
                self._put(played(fixture, match, round.number))
        rest = self._changed_by_hand(rest, list(boards.values()), round)
        resting = {bye.entrant for bye in round.byes if bye.kind == "pairing"}
        for fixture in rest:
            there = fixture.pair & resting
            if len(there) == 1 and not fixture.pair - there & round.placed:
                self._put(_walkover(fixture, next(iter(there)), round.number))
        self._advance()

    def _changed_by_hand(
        self, rest: list[Fixture], boards: list[Match], round: Round
    ) -> list[Fixture]:
        """Boards that the bracket does not know, taken as the matches of those who sit there."""
        for match in sorted(boards, key=lambda m: m.board):
            mine = next((f for f in rest if f.pair & set(match.pair)), None)
            if mine is not None:
                rest.remove(mine)
                seated = replace(mine, home=match.white, away=match.black)
                self._put(played(seated, match, round.number))
        return rest

    def clear(self, gone: Callable[[EntrantId, int], bool], number: int) -> None:
        """Matches of two who are not there in that round are empty, and so on."""
        while True:
            ready = self._in_order(self._ready)
            empty = [f for f in ready if all(gone(id, number) for id in f.pair)]
            if not empty:
                return
            for fixture in empty:
                self._put(replace(fixture, state="decided", winner=NOBODY, loser=NOBODY))
            self._advance()

    def _in_order(self, ids: Iterable[str]) -> list[Fixture]:
        return [self.fixtures[id] for id in sorted(ids, key=self.bracket.places.__getitem__)]

    def _put(self, fixture: Fixture) -> None:
        id = fixture.node.id
        self.fixtures[id] = fixture
        self._ready.discard(id)
        if fixture.state == "ready":
            self._ready.add(id)
        if fixture.settled:
            self._moved.update(self.bracket.feeds[id])

    def _advance(self) -> None:
        """Whoever is known goes on; a side without opponent goes through."""
        while self._moved:
            moved, self._moved = self._moved, set()
            for fixture in self._in_order(moved):
                if fixture.state == "waiting":
                    self._put(self._advanced(fixture))

    def _advanced(self, fixture: Fixture) -> Fixture:
        node = fixture.node
        if node.unless:
            first = self.fixtures[node.unless]
            if first.winner is None:
                return fixture
            if first.winner in (first.home, NOBODY):
                return replace(fixture, state="unneeded")
        home, away = (self._from(node, side) for side in (0, 1))
        if home is None or away is None:
            return replace(fixture, home=home, away=away)
        if home and away:
            return replace(fixture, home=home, away=away, state="ready")
        through = home or away
        return replace(fixture, home=home, away=away, state="decided", winner=through, loser=NOBODY)

    def _from(self, node: Node, side: int) -> EntrantId | None:
        slot = node.slots[side]
        if slot.kind == "line":
            return self.lines[slot.line - 1] if slot.line <= len(self.lines) else NOBODY
        if slot.kind == "drawn":
            return None
        before = self.fixtures[slot.match]
        return before.winner if slot.kind == "winner" else before.loser


def played(fixture: Fixture, match: Match, number: int) -> Fixture:
    """The fixture as it was played on that board of round `number`, or is being played."""
    turned = match.white != fixture.home
    result = match.result.turned() if match.result and turned else match.result
    drawn = replace(fixture, round=number, board=match.board, result=result, state="drawn")
    if result is None or result.provisional:
        return drawn
    side = winning_side(result)
    walkover = not result.played
    if side is None:
        # nobody came: both are out
        return replace(drawn, state="decided", winner=NOBODY, loser=NOBODY, walkover=walkover)
    ends = (drawn.home, drawn.away) if side == "white" else (drawn.away, drawn.home)
    return replace(drawn, state="decided", winner=ends[0], loser=ends[1], walkover=walkover)


def _walkover(fixture: Fixture, winner: EntrantId, number: int) -> Fixture:
    loser = fixture.away if winner == fixture.home else fixture.home
    return replace(
        fixture, state="decided", winner=winner, loser=loser, round=number, walkover=True
    )


def gone_through(filled: Filled) -> frozenset[str]:
    """Matches that nobody plays, because a side stays empty: they are left out of the tree,
    unless somebody comes to them from a match of the same stage that is played."""
    empty = {
        id
        for id, f in filled.fixtures.items()
        if f.state == "decided" and f.board is None and not f.walkover and len(f.pair) < 2
    }
    passed: set[str] = set()
    for node in filled.bracket.nodes:
        before = (filled.bracket.by_id[s.match] for s in node.slots if s.kind == "winner")
        if any(b.stage == node.stage and (b.id not in empty or b.id in passed) for b in before):
            passed.add(node.id)
    return frozenset(empty - passed)


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
    """All matches of published rounds and of a proposal as one bracket, in order of play. `onward`
    gives for each where its two sides go on to.

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
