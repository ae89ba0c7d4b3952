"""The rule of prizes played out by brute force, from the text of docs/prizes.md alone.

Every way to hand out prizes is tried, every set of tied players is looked at. Nothing of the
program's own division is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations

Wants = Mapping[str, set[str]]


def all_pools(
    players: Sequence[str], prizes: Mapping[str, int], wants: Wants
) -> set[frozenset[str]]:
    """Every set of prizes that some of the players can win, one each."""
    found: set[frozenset[str]] = {frozenset()}
    for size in range(1, min(len(players), len(prizes)) + 1):
        for some in combinations(sorted(prizes), size):
            for people in permutations(players, size):
                if all(p in wants[who] for who, p in zip(people, some, strict=True)):
                    found.add(frozenset(some))
                    break
    return found


def largest(players: Sequence[str], prizes: Mapping[str, int], wants: Wants) -> int:
    """What these players could win if nobody else were there."""
    return max(sum(prizes[p] for p in pool) for pool in all_pools(players, prizes, wants))


def divided(players: Sequence[str], prizes: Mapping[str, int], wants: Wants) -> dict[str, Fraction]:
    """Money rises evenly for everybody until some of them have together all that they could win
    without the others; these stop, the others go on."""
    limits = {
        frozenset(some): largest(some, prizes, wants)
        for size in range(1, len(players) + 1)
        for some in combinations(players, size)
    }
    shares = dict.fromkeys(players, Fraction(0))
    rising = set(players)
    while rising:
        room = min(
            (Fraction(limit) - sum(shares[p] for p in some)) / len(some & rising)
            for some, limit in limits.items()
            if some & rising
        )
        for player in rising:
            shares[player] += room
        for some, limit in limits.items():
            if sum(shares[p] for p in some) == limit:
                rising -= some
    return shares


def by_groups(
    groups: Sequence[Sequence[str]],
    prizes: Mapping[str, int],
    wants: Wants,
    order: Sequence[str],
) -> dict[str, Fraction]:
    """From the top: each group brings the most valuable prizes that are left, by `order` where
    they are worth the same, and divides them."""
    left, all_shares = dict(prizes), dict[str, Fraction]()
    for group in groups:
        pools = all_pools(group, left, wants)
        pool = max(pools, key=lambda p: (sum(prizes[x] for x in p),
                                         [x in p for x in order]))  # fmt: skip
        at_stake = {prize: left.pop(prize) for prize in pool}
        all_shares |= divided(group, at_stake, wants)
    return all_shares


def stable(order: Sequence[str], prizes: Sequence[str], wants: Wants) -> dict[str, str]:
    """By place, nobody shares: the one way to hand out the prizes, of all there are, in which
    nobody sees a more valuable prize go to somebody behind him, or to nobody. `prizes` stand with
    the most valuable first."""
    ways: list[dict[str, str]] = [{}]
    for player in order:
        ways = [
            {**way, player: prize} if prize else way
            for way in ways
            for prize in (*(p for p in prizes if p in wants[player] and p not in way.values()), "")
        ]
    calm = []
    for way in ways:
        owner = {prize: player for player, prize in way.items()}
        if not any(
            prize in wants[player]
            and (player not in way or prizes.index(prize) < prizes.index(way[player]))
            and (prize not in owner or order.index(player) < order.index(owner[prize]))
            for player in order
            for prize in prizes
        ):
            calm.append(way)
    assert len(calm) == 1
    return calm[0]


def by_figures(figures: Mapping[str, Fraction], amounts: Sequence[int]) -> dict[str, Fraction]:
    """A list by itself: from the highest figure down, those of the same figure share the prizes of
    the places that they take up, equally."""
    left, won = list(amounts), dict[str, Fraction]()
    for figure in sorted(set(figures.values()), reverse=True):
        level = [player for player, own in figures.items() if own == figure]
        taken, left = left[: len(level)], left[len(level) :]
        if sum(taken):
            won |= dict.fromkeys(level, Fraction(sum(taken), len(level)))
    return won


def figures_of_board(
    seats: Sequence[tuple[str, int]],
    games: Sequence[tuple[str, Fraction]],
    among: Callable[[str, int], bool],
    by: str,
    least: int,
) -> dict[str, Fraction]:
    """What players go by: `seats` are (player, board) of each round in which he was in the line-up,
    `games` (player, score) of each game over the board, `among` says of a player and the board
    where he was most often (the higher of as many) whether the list is for him."""
    figures = {}
    for player in {player for player, _ in games}:
        own = [score for who, score in games if who == player]
        boards = [board for who, board in seats if who == player]
        most = min(set(boards), key=lambda board: (-boards.count(board), board))
        if len(own) >= least and among(player, most):
            figures[player] = sum(own, Fraction(0)) / (1 if by == "points" else len(own))
    return figures
