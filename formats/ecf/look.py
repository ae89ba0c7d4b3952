"""A round as it stands, by whomever it was made, in the groups that the rules would make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as knob
from functools import cached_property

from engine.event import Event, Round
from engine.history import Colour
from engine.pairable import mask_of, members
from formats.ecf.accelerated import AFAR, eligible
from formats.ecf.field import EcfField, Mode
from formats.ecf.level import LevelGroup
from formats.ecf.proposing import field_of, first_colour, mode_of
from formats.ecf.zones import Zone, zones
from formats.score_field import Game


@dataclass(frozen=True)
class EcfReview:
    """Who meets whom with which colour; everybody is a position in the field."""

    field: EcfField
    mode: Mode
    partner: Mapping[int, int]
    colour: Mapping[int, Colour]
    bye: int | None
    part: Mapping[int, str] = knob(default_factory=dict)
    """As the draw gave it; who was promoted cannot be told from the players alone."""
    board: Mapping[int, int] = knob(default_factory=dict)
    """By player the number of his board."""
    first: Colour = "W"
    """Of the higher player on board 1, where nobody is due a colour."""

    @classmethod
    def at(cls, event: Event, round: Round) -> EcfReview:
        """`event` is as it was before the round; extra boards do not count."""
        field = field_of(event)
        here = field.position
        matches = [m for m in round.matches if m.white in here and m.black in here]
        partner = {here[m.white]: here[m.black] for m in matches}
        partner |= {here[m.black]: here[m.white] for m in matches}
        colour: dict[int, Colour] = {here[m.white]: "W" for m in matches}
        colour |= {here[m.black]: "B" for m in matches}
        byes = (here[b.entrant] for b in round.byes if b.kind == "pairing" and b.entrant in here)
        part = {here[id]: m.part for m in matches for id in m.pair}
        board = {here[id]: m.board for m in matches for id in m.pair}
        first, bye = first_colour(event)[0], next(byes, None)
        return cls(field, mode_of(event), partner, colour, bye, part, board, first)

    @cached_property
    def zones(self) -> list[Zone]:
        """All players, each in one zone, in the order in which they are placed."""
        return list(zones(self.field, self.mode))

    def within(self, zone: Zone) -> LevelGroup:
        """The zone's own games: among itself, or with the top half that it is to meet."""
        playing = [i for i in members(zone.players) if i in self.partner]
        if zone.kind == "sided":
            low = [i for i in playing if self.partner[i] in self.targets(zone)]
            low = [i for i in low if not self.raised >> i & 1]
            bottom = self.field.by_grade(mask_of(low))
            top = self.field.by_grade(mask_of(self.partner[i] for i in bottom))
            return LevelGroup(self.field, (*top, *bottom), two_sided=True)
        inside = {i for i in playing if zone.players >> self.partner[i] & 1}
        if _is_c(zone):
            # who was promoted counts with the top half
            met = {i: self.partner[i] for i in playing if self.promoted >> self.partner[i] & 1}
            inside |= met.keys() | set(met.values())
            inside |= {i for i in members(self.raised) if self.raised >> self.partner[i] & 1}
        return LevelGroup(self.field, tuple(self.field.by_grade(mask_of(inside))))

    @cached_property
    def _from_median(self) -> Mapping[int, tuple[str, int]]:
        """By player the group in which he plays and how far he is from its median there."""
        groups = ((zone.name, self.within(zone)) for zone in self.zones)
        return {
            player: (name, group.off_median(card))
            for name, group in groups
            for card, player in enumerate(group.players)
        }

    def nearer(self, one: int, other: int) -> int:
        """Below 0 if the first is nearer the median of the group where they meet, above 0 if the
        second is; 0 in a game between groups."""
        mine, his = self._from_median.get(one), self._from_median.get(other)
        return mine[1] - his[1] if mine and his and mine[0] == his[0] else 0

    @cached_property
    def promoted(self) -> int:
        """Bottom-half players on half a point less, whom Advanced 7 may promote into (c)."""
        return sum(
            zone.players
            for zone in self.zones
            if zone.kind == "sided" and zone.chase is not None and zone.chase.second
        )

    @cached_property
    def raised(self) -> int:
        """Those of them who have a board of (c)."""
        parts = {zone.part for zone in self.zones if _is_c(zone)}
        return mask_of(i for i in members(self.promoted) if self.part.get(i) in parts)

    def _own(self, zone: Zone) -> int:
        """The zone's players, who was promoted counted with (c)."""
        return zone.players | self.raised if _is_c(zone) else zone.players & ~self.raised

    def targets(self, zone: Zone) -> frozenset[int]:
        """The top-half players whom a side of the bottom half is to meet."""
        assert zone.chase is not None
        return frozenset(eligible(self.field, self.field.everybody, zone.chase))

    def leaving(self, zone: Zone) -> list[Game]:
        """Games with somebody of a later zone, the zone's own player first; the games of a
        two-sided group are none."""
        own = set(self.within(zone).players)
        before, here = self._before(zone), self._own(zone)
        return [
            (i, self.partner[i])
            for i in self.field.by_grade(here)
            if i in self.partner and i not in own and not (before | here) >> self.partner[i] & 1
        ]

    def remaining(self, zone: Zone) -> int:
        """The zone without those whom a floater from above, or the bye, has taken out of it."""
        before = self._before(zone)
        return mask_of(
            i
            for i in members(self._own(zone))
            if i in self.partner and not before >> self.partner[i] & 1
        )

    def _before(self, zone: Zone) -> int:
        return mask_of(
            i for earlier in self.zones[: self.zones.index(zone)] for i in members(earlier.players)
        )

    def outnumbered(self, zone: Zone, floats: list[Game]) -> int:
        """How many bottom-half players on the score of (a), or of (c), are more than the top-half
        players left for them after these floats."""
        assert zone.chase is not None
        met = mask_of(opponent for _, opponent in floats)
        bottom = self.field.on(zone.chase.score) & ~self.field.top & ~met
        return max(0, bottom.bit_count() - len(self.targets(zone) - set(members(met))))

    @cached_property
    def open_to_the_bye(self) -> int:
        """Whom the bye may go to, as a bit set: in an accelerated round those who stand in none of
        the lettered groups for the chase and are met by nobody of them."""
        chased = [zone for zone in self.zones if zone.chase is not None]
        out = mask_of(
            i
            for zone in chased
            for player in members(zone.players)
            for i in (player, self.partner.get(player, player))
        )
        return self.field.everybody & ~out

    def distance(self, zone: Zone, opponent: int) -> int:
        """How far away a floater's opponent is: hundredths of a point, or by the list of those
        whom the floater is to meet."""
        score = max(self.field.players[i].score for i in members(zone.players))
        other = self.field.players[opponent]
        below = abs(int(100 * (score - other.score)))
        if zone.kind != "own":
            return below
        if other.top:
            return below
        return AFAR if not below else 2 * AFAR + below


def _is_c(zone: Zone) -> bool:
    return zone.kind == "own" and zone.chase is not None and zone.chase.second
