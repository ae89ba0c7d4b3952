"""The first of all ways to give every row a column of its own.

A bipartite matching on bit sets: the opponent of the first player of the upper half as high as
possible, then that of the second, and so on. For the Dutch system the first transposition of S2
(article 4.2) in which every player of S1 has a partner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.pairable import members


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
