"""The players who are placed together, in the order in which they are: levels, halves, sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.points import points_named
from formats.ecf.accelerated import Chase, chases, eligible, rest_name
from formats.ecf.field import EcfField, Mode
from formats.ecf.plain import BOTTOM_OPENING, TOP_OPENING
from formats.score_field import Game


@dataclass(frozen=True, slots=True)
class Zone:
    """Players who are placed together: a level, a half, or one side of a two-sided group."""

    name: str
    players: int
    kind: Literal["level", "own", "sided"] = "level"
    chase: Chase | None = None

    @property
    def part(self) -> str:
        """As `Match.part`."""
        if self.chase is None:
            return ""
        return self.chase.own_part if self.kind == "own" else self.chase.sided_part


def zones(field: EcfField, mode: Mode) -> Iterator[Zone]:
    """All players, each in one zone."""
    if mode == "opening by halves":
        yield from (z for z in (
            Zone(TOP_OPENING, field.top),
            Zone(BOTTOM_OPENING, field.everybody & ~field.top),
        ) if z.players)  # fmt: skip
        return
    done = 0
    on, advanced = mode in ("basic", "advanced"), mode == "advanced"
    for chase in chases(field, advanced=advanced) if on else ():
        here = field.on(chase.score)
        for zone in (
            Zone(chase.own, here & field.top, "own", chase),
            Zone(chase.sided, here & ~field.top, "sided", chase),
        ):
            done |= zone.players
            if zone.players:
                yield zone
    for level in field.score_groups:
        rest = level & ~done
        if rest:
            score = field.players[rest.bit_length() - 1].score
            yield Zone(
                rest_name(field, score, advanced=advanced) if on else points_named(score), rest
            )


def inside(field: EcfField, mode: Mode) -> frozenset[Game]:
    """Locked pairs that stay in their group: both of one zone, or of the two sides of a group."""
    return frozenset(
        (a, b)
        for a, b in field.locked.items()
        if a < b and any(_holds(field, zone, a, b) for zone in zones(field, mode))
    )


def _holds(field: EcfField, zone: Zone, a: int, b: int) -> bool:
    here = [zone.players >> i & 1 for i in (a, b)]
    if zone.kind != "sided" or zone.chase is None:
        return all(here)
    other = b if here[0] else a
    return sum(here) == 1 and other in eligible(field, field.everybody, zone.chase)
