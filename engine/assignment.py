"""Rows to columns at the least total cost, with potentials that prove it.

The part of the search for draws that only cross a line: the first half are rows, the second half
columns. It starts from a guess, a good one being most of the answer: potentials of the columns and
a column for each row. What the guess has wrong is mended by cheapest augmenting paths over reduced
costs (Hungarian method), exact in whole numbers of any width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

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
        """What the assignment costs."""
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
