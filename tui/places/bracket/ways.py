"""From match to match through a bracket: columns, rounds, winners, losers, what is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.alphabet import fold, holds
from engine.bracket_tree import Tree, drop_to, stages, tree
from engine.bracket_words import SideWords, scores, sides
from engine.brackets import Node
from engine.entrants import EntrantId
from engine.event import Event
from engine.fixtures import Filled, gone_through
from engine.phrases import phrase_of
from saves.cells import text_width
from saves.safe_text import safe
from tui.screens.names import entrants_in_short

ROUND, R = phrase_of("stage", "round"), phrase_of("stage", "R")
UNCUT = 400
"""Cells of a name that is long enough."""


def shortened(title: str, say: Callable[[str], str]) -> str:
    """`SKO R5`, of a stage that is called `SKO round 5`."""
    return say(title).replace(f"{say(ROUND)} ", say(R))


@dataclass(frozen=True)
class Ways:
    """The matches of a bracket that are shown, and the ways between them."""

    filled: Filled
    say: Callable[[str], str] = str
    """Translates a phrase for its reader."""
    hall: bool = False
    """Whether who reads it knows no match by its id."""
    _laid: dict[tuple[str, int, int, int], Tree] = field(default_factory=dict, repr=False)
    _words: dict[tuple[str, int], tuple[SideWords, SideWords]] = field(
        default_factory=dict, repr=False
    )

    def then(self, filled: Filled) -> Ways:
        """The ways through the bracket a result later: what has not changed is not made again."""
        after = Ways(filled, self.say, self.hall)
        if filled.bracket is not self.filled.bracket or after.hidden != self.hidden:
            return after
        for attribute in ("stages", "columns", "place", "_after", "_drops"):
            after.__dict__[attribute] = getattr(self, attribute)
        after._laid.update(self._laid)
        before = self.filled.fixtures
        for (id, room), words in self._words.items():
            if before[id] == filled.fixtures[id]:
                after._words[id, room] = words
        return after

    def laid(self, stage: str, first: int, last: int, gap: int) -> Tree:
        """The tree between two columns, laid out once."""
        key = (stage, first, last, gap)
        if key not in self._laid:
            self._laid[key] = tree(self.filled.bracket, stage, first, last, self.hidden, gap)
        return self._laid[key]

    def words(self, event: Event, id: str, room: int = UNCUT) -> tuple[SideWords, SideWords]:
        """Both sides of a match, in the event that this bracket is in; names that have no
        room in so many cells in short, told apart."""
        if (id, room) not in self._words:
            fixture = self.filled.fixtures[id]
            home, away = sides(event, self.filled, fixture)
            self._words[id, room] = (
                self._said(home, fixture.home, event, room),
                self._said(away, fixture.away, event, room),
            )
        return self._words[id, room]

    def _said(self, side: SideWords, who: EntrantId | None, event: Event, room: int) -> SideWords:
        if not side.known:
            said = map(self.say, side.origins if self.hall else ())
            fitting = (words for words in said if text_width(words) <= room)
            return replace(side, name=next(fitting, self.say(side.name)))
        if who is None or text_width(safe(side.shown)) <= room:
            return side
        before = text_width(side.shown) - text_width(side.name)  # a seed, a mark
        name = entrants_in_short(event.entrants, max(room - before, 1))[who].name
        return replace(side, name=name)

    @cached_property
    def score(self) -> int:
        """Cells of the longest score, with the blank before it."""
        fixtures = self.filled.fixtures.values()
        return max(1 + max(len(text) for each in fixtures for text in scores(each)), 2)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Matches that nobody plays."""
        return gone_through(self.filled)

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """Stages with a match that is shown."""
        return tuple(s for s in stages(self.filled.bracket) if any(self.columns[s]))

    @cached_property
    def columns(self) -> dict[str, list[list[str]]]:
        """By stage and column the matches from the top."""
        titles: dict[str, list[list[str]]] = {}
        for stage in stages(self.filled.bracket):
            laid = tree(self.filled.bracket, stage, hidden=self.hidden)
            columns: list[list[str]] = [[] for _ in laid.heads]
            for spot in sorted(laid.spots, key=lambda s: s.home):
                columns[spot.column].append(spot.node.id)
            titles[stage] = columns
        return titles

    @cached_property
    def place(self) -> dict[str, tuple[str, int, int]]:
        """(stage, column, place in the column) of every match."""
        return {
            id: (stage, at, row)
            for stage, columns in self.columns.items()
            for at, column in enumerate(columns)
            for row, id in enumerate(column)
        }

    def node(self, id: str) -> Node:
        """The match of that id."""
        return self.filled.bracket.by_id[id]

    @cached_property
    def _after(self) -> dict[str, str]:
        nodes = self.filled.bracket.nodes
        return {s.match: n.id for n in nodes for s in n.slots if s.kind == "winner"}

    @cached_property
    def _drops(self) -> dict[str, str]:
        return {id: node.id for id, node in drop_to(self.filled.bracket).items()}

    def winners_next(self, id: str) -> str | None:
        """Where the winner plays, in whatever stage."""
        return self._shown(self._after.get(id))

    def losers_next(self, id: str) -> str | None:
        """Where the loser plays; None if he is out."""
        return self._shown(self._drops.get(id))

    @cached_property
    def marks(self) -> dict[str, tuple[str, str]]:
        """By decided match where its loser goes on to, in short: `→L2.3`, `→SKO R5`; and its
        winner, where the other winners of the round do not go there."""
        marks_by_match = {}
        ways = Counter((node.title, node.onward.winner) for node in self.filled.bracket.nodes)
        usual = {title: way for (title, way), _ in reversed(ways.most_common())}
        for id, fixture in self.filled.fixtures.items():
            to = self.losers_next(id) if fixture.loser else None
            named = self.node(to).title if to is not None else self.node(id).onward.loser
            if to is not None and self.filled.bracket.crown:
                named = to
            if fixture.loser and named:
                mark = f"→{shortened(named, self.say)}"
                winner = self.node(id).onward.winner
                other = winner == named and winner != usual[self.node(id).title]
                marks_by_match[id] = (mark, mark if other else "")
        return marks_by_match

    @property
    def drawn_anew(self) -> bool:
        """Whether there is no tree beforehand: every round is drawn when it comes."""
        return not self.filled.bracket.crown

    @property
    def losers_play_on(self) -> bool:
        """Whether any match leads its loser to another one."""
        return bool(self._drops)

    def _shown(self, id: str | None) -> str | None:
        """That match, or the next one in which whoever goes through it plays."""
        while id is not None and id not in self.place:
            id = self._after.get(id)
        return id

    def right(self, id: str) -> str:
        """To the match after it, else to one beside it in the next column."""
        stage, _, _ = self.place[id]
        after = self.winners_next(id)
        if after is not None and self.place[after][0] == stage:
            return after
        return self._beside(id, 1)

    def left(self, id: str) -> str:
        """To a match that it comes from, else to one beside it in the column before."""
        stage, _, _ = self.place[id]
        for slot in self.node(id).slots:
            before = slot.match
            if slot.kind == "winner" and before in self.place and self.place[before][0] == stage:
                return before
        return self._beside(id, -1)

    def _beside(self, id: str, by: int) -> str:
        stage, at, row = self.place[id]
        columns = self.columns[stage]
        here = columns[at]
        at += by
        while 0 <= at < len(columns):
            if columns[at]:
                return columns[at][min(row * len(columns[at]) // len(here), len(columns[at]) - 1)]
            at += by
        return id

    def step(self, id: str, by: int) -> str:
        """That many matches down its column (up: negative), on into the next stage."""
        stage, at, row = self.place[id]
        column = self.columns[stage][at]
        if 0 <= row + by < len(column):
            return column[row + by]
        if abs(by) > 1:
            return column[-1] if by > 0 else column[0]
        return self.next_stage(id, by, turn=False)

    def ends(self, id: str, last: bool) -> str:
        """The first or the last match of its column."""
        stage, at, _ = self.place[id]
        return self.columns[stage][at][-1 if last else 0]

    def next_stage(self, id: str, by: int = 1, turn: bool = True) -> str:
        """A match of the next stage, near the same column, or near in time where every round is
        drawn anew; round and round if `turn`. To a stage of one column, as a match for third place
        is, and from the last column of any it is the match that leads there, or where it leads."""
        stage, at, _ = self.place[id]
        number = self.stages.index(stage) + by
        if not turn and not 0 <= number < len(self.stages):
            return id
        to = self.stages[number % len(self.stages)]
        columns = self.columns[to]
        if led := self._led(id, to):
            return led[0 if by > 0 else -1]
        filled = [i for i, column in enumerate(columns) if column]
        now = self.node(id).round

        def away(i: int) -> tuple[int, int]:
            apart = abs(self.node(columns[i][0]).round - now) if self.drawn_anew else abs(i - at)
            return apart, i

        near = columns[min(filled, key=away)]
        return near[0 if by > 0 else -1]

    def _led(self, id: str, to: str) -> list[str]:
        """Matches of the stage `to` that this one leads to, or that lead to it, from the top; none
        for one that is followed by others of its own stage, where both have several columns."""
        stage, at, _ = self.place[id]
        if len(self.columns[to]) > 1 and at < len(self.columns[stage]) - 1:
            return []
        before = {slot.match for slot in self.node(id).slots}
        near = before | {self.winners_next(id), self.losers_next(id)}
        return [one for column in self.columns[to] for one in column if one in near]

    def next_open(self, id: str, by: int = 1, typed: Container[str] = ()) -> str | None:
        """The next match that waits for its result, or else for its draw; None for none. Those
        whose result is `typed`, and on its way, wait for none."""
        order = list(self.place)
        for state in ("drawn", "ready"):
            wanted = [i for i in order if self._is(i, state) and i not in typed]
            if wanted:
                return _following(order, wanted, id, by)
        return None

    def _is(self, id: str, state: str) -> bool:
        return self.filled.fixtures[id].state == state

    def named(self, event: Event, text: str, start: str, skip: bool) -> str | None:
        """The first match from `start` on (after it: `skip`) with a name that holds the text, or
        that start number."""
        order, hits = list(self.place), self.holding(event, text)
        at = order.index(start) + skip if start in order else 0
        return next((one for one in hits if order.index(one) >= at), next(iter(hits), None))

    def holding(self, event: Event, text: str) -> list[str]:
        """The matches with a name that holds the text, or that start number."""
        return [
            id
            for id in self.place
            if any(text == no or holds(name, fold(text)) for no, name in self._names(event, id))
        ]

    def _names(self, event: Event, id: str) -> Iterator[tuple[str, str]]:
        for entrant in map(event.entrant, self.filled.fixtures[id].pair):
            yield str(entrant.start_number), fold(entrant.name)


def _following(order: list[str], wanted: Iterable[str], id: str, by: int) -> str:
    here = order.index(id) if id in order else -1
    places = sorted(order.index(one) for one in wanted)
    if by > 0:
        return order[next((p for p in places if p > here), places[0])]
    return order[next((p for p in reversed(places) if p < here), places[-1])]
