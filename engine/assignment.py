"""Rows to columns: at the least total cost, and the first of all ways to give every row its own.

`Assignment` is the part of the search for draws that only cross a line: the first half are rows,
the second half columns. It starts from a guess, a good one being most of the answer: potentials of
the columns and a column for each row. What the guess has wrong is mended by cheapest augmenting
paths over reduced costs (Hungarian method), exact in whole numbers of any width; the potentials
prove it.

`Transposition` is a bipartite matching on bit sets: the opponent of the first player of the upper
half as high as possible, then that of the second, and so on. For the Dutch system the first
transposition of S2 (article 4.2) in which every player of S1 has a partner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

from engine.pairable import members

Row = tuple[Sequence[int], Sequence[int]]
"""The columns that a row may take, and what each costs."""


class Assignment:
    """As many rows as columns, both counted from 0."""

    def __init__(self, row: Callable[[int], Row], start: Sequence[int], right: Sequence[int]):
        """`start`: every row's column by the guess; `right`: every column's potential by it."""
        self.row = row
        self.right = list(right)
        self.column = [-1] * len(right)
        self.owner = [-1] * len(right)
        self.left = [0] * len(right)
        self._begin(start)

    def solved(self) -> bool:
        """Give every row its column; False if that is impossible."""
        stuck = [row for row, column in enumerate(self.column) if column < 0]
        return all(self._augment(row) for row in stuck)

    def tight(self) -> list[list[int]]:
        """For each row the columns of all cheapest assignments: an assignment is cheapest if and
        only if it uses these."""
        tight = []
        right = self.right
        for row, least in enumerate(self.left):
            columns, costs = self.row(row)
            pairs = zip(columns, costs, strict=True)
            tight.append([c for c, cost in pairs if cost - right[c] == least])
        return tight

    @property
    def total(self) -> int:
        """The cost of the assignment."""
        return sum(self.left) + sum(self.right)

    def _begin(self, start: Sequence[int]) -> None:
        """The potentials of rows, and the guess as far as they bear it out."""
        right = self.right
        for row, wanted in enumerate(start):
            columns, costs = self.row(row)
            if not columns:
                continue
            reduced = [cost - right[c] for c, cost in zip(columns, costs, strict=True)]
            self.left[row] = least = min(reduced)
            if self.owner[wanted] < 0 and (wanted, least) in zip(columns, reduced, strict=True):
                self.column[row], self.owner[wanted] = wanted, row

    def _augment(self, start: int) -> bool:
        """Find the row a column by the cheapest path, others moving to other columns for it."""
        left, right, owner = self.left, self.right, self.owner
        wants: dict[int, int] = {}
        far: dict[int, int] = {}
        asked = [(start, 0)]
        heap: list[tuple[int, int]] = []
        done: set[int] = set()
        limit: int | None = None
        last = -1
        while True:
            row, length = asked[-1]
            for reached, c in self._reached(row, length - left[row], limit):
                if reached < far.get(c, reached + 1):
                    far[c], wants[c] = reached, row
                    if owner[c] >= 0:
                        heappush(heap, (reached, c))
                    elif limit is None or reached < limit:
                        limit, last = reached, c
            while heap and (heap[0][1] in done or heap[0][0] > far[heap[0][1]]):
                heappop(heap)
            if not heap or (limit is not None and heap[0][0] >= limit):
                break
            length, c = heappop(heap)
            done.add(c)
            asked.append((owner[c], length))
        if limit is None:
            return False
        for row, length in asked:
            left[row] += limit - length
        for c in done:
            right[c] -= limit - far[c]
        self._pass_on(start, last, wants)
        return True

    def _reached(self, row: int, base: int, limit: int | None) -> list[tuple[int, int]]:
        """Columns that can be reached through the row in less than the limit, nearest ones, each
        after how far it is."""
        columns, costs = self.row(row)
        right = self.right
        pairs = zip(columns, costs, strict=True)
        if limit is None:
            return sorted((base + cost - right[c], c) for c, cost in pairs)
        return [(d, c) for c, cost in pairs if (d := base + cost - right[c]) < limit]

    def _pass_on(self, start: int, column: int, wants: dict[int, int]) -> None:
        """The one who asks takes the column and leaves its own to the one who wants it."""
        while True:
            row = wants[column]
            left = self.column[row]
            self.column[row], self.owner[column] = column, row
            if row == start:
                return
            column = left


class Transposition:
    """Rows in order of their say, each with the columns it may take, as a bit set."""

    def __init__(self, rows: Sequence[int], takers: Mapping[int, int]) -> None:
        """`takers`: for every column the rows that may take it, as a bit set."""
        self.rows = rows
        self.takers = takers
        self.column = [-1] * len(rows)
        self.owner = dict.fromkeys(takers, -1)
        self.free = 0
        for column in takers:
            self.free |= 1 << column

    def first(self, counted: int) -> list[int] | None:
        """Every row's column, lexicographically least over the first `counted` rows; None if
        not every row can have one."""
        stuck = []
        for row, columns in enumerate(self.rows):
            open = columns & self.free
            if open:
                self._give(row, (open & -open).bit_length() - 1)
            else:
                stuck.append(row)
        if not all(self._augment(row) for row in stuck):
            return None
        settled = 0
        for row in range(counted):
            below = (1 << self.column[row]) - 1
            better = self.rows[row] & below & ~settled
            if better:
                self._improve(row, better)
            settled |= 1 << self.column[row]
        return self.column

    def _give(self, row: int, column: int) -> None:
        self.column[row] = column
        self.owner[column] = row
        self.free &= ~(1 << column)

    def _augment(self, row: int) -> bool:
        """Find the row a column, others moving to other columns for it."""
        asked = 0
        wants: dict[int, int] = {}
        waiting = [row]
        for asking in waiting:
            fresh = self.rows[asking] & ~asked
            hit = fresh & self.free
            if hit:
                self._pass_on(row, asking, (hit & -hit).bit_length() - 1, wants)
                return True
            asked |= fresh
            for column in members(fresh):
                wants[column] = asking
                waiting.append(self.owner[column])
        return False

    def _pass_on(self, row: int, asking: int, column: int, wants: dict[int, int]) -> None:
        """The one who asks takes the column and leaves its own to the one who wants it."""
        self.free &= ~(1 << column)
        while True:
            left = self.column[asking]
            self.column[asking] = column
            self.owner[column] = asking
            if asking == row:
                return
            asking, column = wants[left], left

    def _improve(self, row: int, better: int) -> None:
        """Give the row the lowest of these columns whose owner, and the owners after it, can move
        on until one takes the row's own column. Only rows after it move."""
        own = self.column[row]
        target: dict[int, int] = {}
        reached = 0
        unseen = (1 << len(self.rows)) - (1 << row + 1)
        waiting = [own]
        lowest = better & -better
        for column in waiting:
            movers = self.takers[column] & unseen
            unseen &= ~movers
            for mover in members(movers):
                held = self.column[mover]
                target[held] = column
                reached |= 1 << held
                waiting.append(held)
            if reached & lowest:
                break
        columns = better & reached
        if not columns:
            return
        column = (columns & -columns).bit_length() - 1
        mover, taken = row, column
        while True:
            displaced = self.owner[taken]
            self.column[mover] = taken
            self.owner[taken] = mover
            if taken == own:
                return
            mover, taken = displaced, target[taken]
