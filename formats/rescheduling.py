"""What is left of a round robin's schedule once a round was played otherwise than it says.

Players are numbers of the table, the dummy of an odd field among them. A game that was played
early is taken out of its later round; one that fell away is put into a round in which both are
free. Where there is none, games of two rounds change places along a chain of players (Kempe's, as
in the colouring of edges), so that nobody plays twice in a round. A game for which no chain makes
room is left over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

Pair = tuple[int, int]
"""White and Black."""
DEEPEST = 3
"""So many changes are made at most to free two players in one round."""
MOST_TRIES = 30_000
"""So many chains are tried before a game is left over."""
TRIES_IN_ALL = 2 * MOST_TRIES
"""And so many in all rounds: what is played by another system altogether has no schedule left."""


@dataclass(frozen=True)
class Timetable:
    """The games of every round, those behind as they were due, and games that find no round."""

    rounds: list[list[Pair]]
    left: tuple[Pair, ...] = ()
    tries: int = TRIES_IN_ALL
    """How many more there are."""

    def after(
        self, at: int, played: Sequence[Pair], resting: Collection[int] = (), dummy: int = 0
    ) -> Timetable:
        """The plan once the round of that place (from 0) was played with these games.

        A game of which neither player met somebody else was played, or forfeited, as it stood.
        Of those `resting` one may have the free round, the game with the `dummy`, of another.
        """
        due = self.rounds[at]
        with_game = {no for pair in played for no in pair}
        free = _freed(due, with_game, resting, dummy)
        played = [*played, *free]
        asked = {frozenset(pair) for pair in due}
        fell_away = [
            pair
            for pair in due
            if with_game & set(pair) and frozenset(pair) not in {frozenset(p) for p in played}
        ]
        others = [pair for pair in played if frozenset(pair) not in asked]
        if not fell_away and not others:
            return self
        coming = _Coming(self.rounds[at + 1 :], self.tries)
        for pair in others:
            coming.take_out(pair)
        rest = [pair for pair in (*self.left, *fell_away) if not _played_now(pair, others)]
        left = tuple(pair for pair in rest if not coming.put_in(pair))
        return Timetable([*self.rounds[: at + 1], *coming.rounds], left, coming.tries)


def _freed(
    due: Sequence[Pair], with_game: Collection[int], resting: Collection[int], dummy: int
) -> Iterator[Pair]:
    """The free round of somebody whose own opponent has played, where the one who was to be free
    has a game."""
    meant = next((pair for pair in due if dummy in pair), None) if dummy else None
    if meant is None or not set(meant) & set(with_game):
        return
    for pair in due:
        for no, other in (pair, pair[::-1]):
            if no in resting and no not in with_game and other in with_game:
                yield no, dummy
                return


def _played_now(pair: Pair, others: Sequence[Pair]) -> bool:
    return frozenset(pair) in {frozenset(other) for other in others}


class _Coming:
    """The rounds to come, as each player's game in each of them."""

    def __init__(self, rounds: Sequence[Sequence[Pair]], tries: int) -> None:
        self.tries = tries
        self.game: list[dict[int, Pair]] = [
            {no: pair for pair in boards for no in pair} for boards in rounds
        ]
        self._order = [list(boards) for boards in rounds]

    @property
    def rounds(self) -> list[list[Pair]]:
        """Games that kept their round first, in their order there."""
        rounds_played = []
        for games, before in zip(self.game, self._order, strict=True):
            wanted = set(games.values())
            unmoved = [pair for pair in before if pair in wanted]
            rounds_played.append(unmoved + sorted(wanted - set(unmoved)))
        return rounds_played

    def take_out(self, pair: Pair) -> None:
        """That game, which has been played; the one with these colours if there are two."""
        for wanted in (pair, pair[::-1]):
            for games in self.game:
                if games.get(pair[0]) == wanted:
                    del games[pair[0]], games[pair[1]]
                    return

    def put_in(self, pair: Pair) -> bool:
        """Into the first round that has, or can be made to have, both of its players free."""
        least = max(0, self.tries - MOST_TRIES)
        return any(self._made_room(pair, depth, least) for depth in range(DEEPEST + 1))

    def _made_room(self, pair: Pair, depth: int, least: int) -> bool:
        """Placed after `depth` changes that free one of the two in another round, while more than
        `least` tries are left."""
        if not depth:
            return self._placed(pair)
        for one in pair:
            for x in list(self._free(one)):
                for z in range(len(self.game)):
                    if self.tries <= least:
                        return False
                    if z != x and self._change(one, z, x):
                        if self._made_room(pair, depth - 1, least):
                            return True
                        self._change(one, x, z)
        return False

    def _placed(self, pair: Pair) -> bool:
        one, other = pair
        for x in self._free(one):
            if other not in self.game[x]:
                self._put(x, pair)
                return True
        for x in self._free(one):
            for y in self._free(other):
                if self._change(other, x, y, without=one):
                    self._put(x, pair)
                    return True
        return False

    def _put(self, x: int, pair: Pair) -> None:
        for no in pair:
            self.game[x][no] = pair

    def _free(self, no: int) -> Iterator[int]:
        return (x for x, games in enumerate(self.game) if no not in games)

    def _change(self, start: int, x: int, y: int, without: int = 0) -> bool:
        """Let the chain of games from a player who is free in round `y` change between the rounds
        `x` and `y`, so that he is free in `x`; not where it comes to `without`."""
        self.tries -= 1
        chain: list[tuple[int, Pair]] = []
        here, now = start, x
        while (pair := self.game[now].get(here)) is not None:
            chain.append((now, pair))
            here = pair[0] if pair[1] == here else pair[1]
            now = y if now == x else x
        if here == without:
            return False
        for round, pair in chain:
            for no in pair:
                if self.game[round].get(no) == pair:
                    del self.game[round][no]
        for round, pair in chain:
            self._put(y if round == x else x, pair)
        return True
