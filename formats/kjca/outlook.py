"""How many must float at least: one matching over a group and all that is below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.matching import Criterion, any_best
from engine.pairable import mask_of, members
from engine.perfect import Edge
from formats.kjca.field import KjcaField
from formats.score_field import Game


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is settled of a group. Sets of players as bits."""

    stay: int
    """Drawn within the group, unless they are among those who may float."""
    down: int
    """They float."""
    may: int
    """They may float besides."""
    lower: int
    next: int
    """All below, and the group just below."""
    bound: int
    """They may float to the next group, and not past it."""
    games: tuple[Game, ...]
    """Floaters from above with their opponents here; a floater who may float on leaves his."""
    resting: int
    """Who may have the bye."""


def fewest_floaters(outlook: Outlook, field: KjcaField) -> int | None:
    """How many besides those who are `down` must float at least, for everything to be drawn; None
    if it cannot be. Somebody floats who is matched below his group."""
    # every opponent that a floater tries asks the same of the groups above
    if outlook not in field.fewest_floaters:
        here = _here(outlook)
        least = _least(outlook, field, lambda a, b: int((here >> a & 1) != (here >> b & 1)))
        field.fewest_floaters[outlook] = None if least is None else least[0]
    return field.fewest_floaters[outlook]


def most_before_passers(outlook: Outlook, field: KjcaField) -> int | None:
    """By how many the floaters who play in the next group can outnumber those who play below it
    at most, whoever floats, if everything is drawn; None if it cannot be."""
    floaters = _here(outlook) | outlook.down | outlook.may

    def step(a: int, b: int) -> int:
        other = b if floaters >> a & 1 else a
        if not (floaters >> a | floaters >> b) & 1 or not outlook.lower >> other & 1:
            return 1
        return 0 if outlook.next >> other & 1 else 2

    least = _least(outlook, field, step)
    return None if least is None else least[1] - least[0]


def _here(outlook: Outlook) -> int:
    return outlook.stay | mask_of(player for game in outlook.games for player in game)


def _least(
    outlook: Outlook, field: KjcaField, cost: Callable[[int, int], int]
) -> tuple[int, int] | None:
    """The least cost of pairs in which everything is drawn, and how many pairs those are."""
    edges = _edges(outlook, field)
    wanted = _here(outlook) | outlook.down | outlook.lower
    if wanted.bit_count() % 2:
        rest = len(field)
        below = outlook.lower | outlook.down | outlook.may
        edges |= {(v, rest) for v in members(outlook.resting & below & ~outlook.bound)}
        wanted |= 1 << rest
    players = list(members(wanted))
    number = {player: i for i, player in enumerate(players)}
    numbered = [(number[a], number[b]) for a, b in edges]
    costs = Criterion("cost", lambda i, j: cost(players[i], players[j]))
    matching = any_best(len(players), numbered, [costs])
    return (matching.totals["cost"], len(players) // 2) if matching else None


def _edges(outlook: Outlook, field: KjcaField) -> set[Edge]:
    """Games within the group, games below, games of floaters below."""
    edges: set[Edge] = set()
    home = outlook.stay | mask_of(o for _, o in outlook.games)
    guests = mask_of(f for f, _ in outlook.games)
    for a in members(home):
        edges |= {(min(a, b), max(a, b)) for b in members(field.legal[a] & home)}
    for a in members(outlook.lower):
        edges |= {(min(a, b), max(a, b)) for b in members(field.legal[a] & outlook.lower)}
    for f in members(outlook.down | (outlook.may & (home | guests))):
        reach = outlook.next if outlook.bound >> f & 1 else outlook.lower
        edges |= {(f, b) for b in members(field.legal[f] & reach)}
    return edges | set(outlook.games)
