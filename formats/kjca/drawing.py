"""A whole round: floats, groups, colours, in the order of the boards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.colours import OTHER
from engine.history import Colour
from engine.matching import Matching
from formats.kjca.deadends import FeasibleField, prepared
from formats.kjca.field import KjcaField, must_turn, step_four
from formats.kjca.guiding import settled
from formats.kjca.pairing import PairingGroup
from formats.kjca.plans import FloatPlan


@dataclass(frozen=True, slots=True)
class KjcaBoard:
    """A game; players are positions in the field, `high` the one who counts as the top half."""

    number: int
    high: int
    low: int
    high_colour: Colour
    turned: bool = False


@dataclass(frozen=True)
class KjcaDraw:
    """A round, with all that is needed to say why it is so."""

    ground: FeasibleField
    plan: FloatPlan
    groups: tuple[PairingGroup, ...]
    matchings: tuple[Matching, ...]
    boards: tuple[KjcaBoard, ...]

    @property
    def field(self) -> KjcaField:
        """Who was drawn."""
        return self.ground.field

    @property
    def bye(self) -> int | None:
        """Who has the bye."""
        return self.plan.bye


def draw_round(field: KjcaField, *, opening: bool = False) -> KjcaDraw:
    """Everybody in the field gets a board, one the bye if they are odd.

    `opening` is round 1: colours by the number of the card instead of step 4.
    """
    ground = prepared(field)
    whole = settled(ground)
    games = list(whole.plan.games)
    for group, matching in zip(whole.groups, whole.matchings, strict=True):
        games += [(group.players[a], group.players[b]) for a, b in matching.pairs]
    boards = _boards(ground.field, games)
    if opening:
        boards = tuple(_opening_colour(board, whole.groups[0]) for board in boards)
    return KjcaDraw(ground, whole.plan, whole.groups, whole.matchings, boards)


def _opening_colour(board: KjcaBoard, group: PairingGroup) -> KjcaBoard:
    """Odd cards of the top half have White; a game within the bottom half goes by its board."""
    card = group.players.index(board.high)
    number = card + 1 if card < group.half else board.number
    return replace(board, high_colour="W" if number % 2 else "B")


def _boards(field: KjcaField, games: list[tuple[int, int]]) -> tuple[KjcaBoard, ...]:
    """By score group, the group's own boards before its floaters', the higher player first."""
    group_of = field.group_of
    ordered = sorted(games, key=lambda g: (group_of[g[0]], group_of[g[0]] != group_of[g[1]], g))
    return tuple(_board(field, no, *game) for no, game in enumerate(ordered, start=1))


def _board(field: KjcaField, number: int, high: int, low: int) -> KjcaBoard:
    """Colours by step 4, turned if somebody would have a third one."""
    upper, lower = field.players[high], field.players[low]
    colour = step_four(upper, lower) or ("W" if number % 2 else "B")
    if must_turn(upper, lower):
        return KjcaBoard(number, high, low, OTHER[colour], turned=True)
    return KjcaBoard(number, high, low, colour)
