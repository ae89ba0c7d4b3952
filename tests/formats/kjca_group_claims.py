"""Checks what a KJCA proposal says of a board within a score group, over all pairings of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from formats.kjca.field import Seat
from tests.formats.kjca_reference import GroupDraw, best_group, third
from tests.formats.kjca_told import Told


class GroupTruth:
    """A score group as it is drawn, players in order."""

    def __init__(self, truth: Told, players: Sequence[Seat]) -> None:
        self.truth, self.players, self.half = truth, players, len(players) // 2
        best = best_group(players, truth.page)
        assert best is not None
        self.best: GroupDraw = best
        self.card = {s.id: i for i, s in enumerate(players)}
        self.plays = {self.card[a.id]: self.card[b.id] for a, b in best.games}
        self.plays |= {b: a for a, b in self.plays.items()}

    def ideal(self, card: int) -> int:
        return card + self.half if card < self.half else card - self.half

    def of_board(self, high: Seat, low: Seat, why: str) -> None:
        a, b = self.card[high.id], self.card[low.id]
        assert self.plays[a] == b
        changed = self.ideal(a) != b
        self.truth.claim(changed == why.startswith("ideal "), why)
        clauses = why.split("; ") if why else []
        for number, clause in enumerate(clauses):
            self.truth.claim(self.true(a, b, clause, clauses[:number]), clause)

    def true(self, a: int, b: int, text: str, before: Sequence[str]) -> bool:
        truth, players = self.truth, self.players
        board = min(a, self.ideal(a))
        if m := re.fullmatch(r"ideal (\d+) v (\d+) \((P\d+)\)", text):
            told = (int(m[1]) - 1, int(m[2]) - 1)
            named = truth.at[m[3]] is players[self.ideal(a)]
            return told == (board, board + self.half) and named
        if m := re.fullmatch(r"gives way to (\d+) v (\d+): (.*)", text):
            i, j = int(m[1]) - 1, int(m[2]) - 1
            against = truth.hindered(players[i], players[j], m[3])
            return j == i + self.half and i != board and self.plays[i] != j and bool(against)
        if m := re.fullmatch(r"(\d+) and (\d+) exchanged", text):
            x, y = int(m[1]) - 1, int(m[2]) - 1
            crossed = self.plays[x] == self.ideal(y) and self.plays[y] == self.ideal(x)
            return crossed and bool({a, b} & {x, y})
        if m := re.fullmatch(r"([\d, ]+) and (\d+) change places", text):
            cards = {int(n) - 1 for n in re.findall(r"\d+", text)}
            boards = {min(c, self.ideal(c)) for c in cards}
            both = {c for i in boards for c in (i, i + self.half)}
            closed = {self.plays[c] for c in both} == both
            moved = all(self.plays[c] != self.ideal(c) for c in cards)
            return closed and moved and {a, b} <= both
        if m := re.fullmatch(r"colours turned: (P\d+) would have (\w+) for the third .*", text):
            return truth.at[m[1]] is players[b] and third(players[b], m[2][0])
        if "avoid" in text:
            return self.price(a, b, text)
        own = text.startswith("same ") and truth.shared(players[a], players[b], text)
        ideal = truth.hindered(players[board], players[board + self.half], text)
        return bool(own or (ideal and before and before[-1].startswith("ideal ")))

    def price(self, a: int, b: int, text: str) -> bool:
        """What the draw would be without this game."""
        pair = frozenset((self.players[a].id, self.players[b].id))
        page = replace(self.truth.page, bars=self.truth.page.bars | {pair})
        other = best_group(self.players, page)
        if text == "no legal draw of the group avoids it":
            return other is None
        if other is None:
            return False
        games = self.best.avoided_not - other.avoided_not
        more = other.altered - self.best.altered
        if m := re.fullmatch(r"avoiding it would alter (\d+) more boards?, (\d+) may be", text):
            return (int(m[1]), int(m[2])) == (more, games * page.avoid_cost) and games > 0
        m = re.fullmatch(
            r"avoiding it brings another such game(?: and alters (\d+) more .*)?", text
        )
        return m is not None and games <= 0 and max(more, 0) == int(m[1] or 0)
