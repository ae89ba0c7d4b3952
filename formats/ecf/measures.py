"""A round as it is, whoever made it, in the groups that the rules would make, and how good it is by
them, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as knob
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from engine.event import COLOUR_NAMES, Event, Round
from engine.history import Colour
from engine.pairable import mask_of, members
from engine.points import points_named
from engine.protocol import Measure, Severity, with_reasons
from formats.ecf.drawing import colour_of_higher, ranked
from formats.ecf.field import EcfField, Mode
from formats.ecf.floats import floaters, holders, holders_among, opponents
from formats.ecf.groups import AFAR, Zone, eligible, wanted_colours, zones
from formats.ecf.level import LevelGroup
from formats.ecf.proposing import field_of, first_colour, mode_of
from formats.score_field import Game
from formats.wording import one_decimal


@dataclass(frozen=True)
class EcfReview:
    """Who meets whom with which colour; everybody is a position in the field."""

    field: EcfField
    mode: Mode
    partner: Mapping[int, int]
    colour: Mapping[int, Colour]
    bye: int | None
    part: Mapping[int, str] = knob(default_factory=dict)
    """As the draw gave it; the players alone do not show who was promoted."""
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
            # promoted players count with the top half
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
        """The zone's players, those promoted counted with (c)."""
        return zone.players | self.raised if _is_c(zone) else zone.players & ~self.raised

    def targets(self, zone: Zone) -> frozenset[int]:
        """The top-half players whom a side of the bottom half is to meet."""
        assert zone.chase is not None
        return frozenset(eligible(self.field, self.field.everybody, zone.chase))

    def leaving(self, zone: Zone) -> list[Game]:
        """Games with somebody of a later zone, the zone's own player first; the games of a
        two-sided group do not count."""
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

    def before(self, zone: Zone) -> list[Zone]:
        """The zones that are drawn before it."""
        return self.zones[: self.zones.index(zone)]

    def _before(self, zone: Zone) -> int:
        return mask_of(i for earlier in self.before(zone) for i in members(earlier.players))

    def outnumbered(self, zone: Zone, floats: list[Game]) -> int:
        """How many bottom-half players on the score of (a), or of (c), are more than the top-half
        players left for them after these floats."""
        assert zone.chase is not None
        met = mask_of(opponent for _, opponent in floats)
        bottom = self.field.on(zone.chase.score) & ~self.field.top & ~met
        return max(0, bottom.bit_count() - len(self.targets(zone) - set(members(met))))

    @cached_property
    def open_to_the_bye(self) -> int:
        """The players to whom the bye may go, as a bit set: in an accelerated round those who are
        in none of the lettered groups for the chase and meet nobody of them."""
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


REASONS = {
    "repeats": "fewest games are played twice",
    "colours": (
        "fewest players have one colour three times running, or in over two more games (rule 8)"
    ),
    "second bye": "the bye goes to somebody who has had none",
    "floats": "fewest players leave their group",
    "outnumbered": "enough of the top half are left for the bottom half on this score",
    "distance": "floaters go down as little as possible",
    "unmatched": "as many of the bottom half as possible meet the top half",
    "count": "enough of the top half are left for group (d)",
    "wanted": "the top half brings the colours that the bottom half needs",
    "refused": "most players get the colour that is due",
    "same side": "games cross the mid-line",
    "squares": "every game is near the average difference of the grades in the group",
    "displacement": "everybody stays near the ideal opponent",
    "order": "what is equal goes by grading order",
    "turned": "colours go by the rules (rule 8)",
}
"""Why the draw is as it is by each criterion, in an arbiter's words."""

BRIEFS = {
    "floats": "players who leave the group",
    "outnumbered": "bottom half beyond what is left of the top half",
    "distance": "how far floaters go down",
    "unmatched": "bottom half who do not meet the top half",
    "taken": "who is taken",
    "median": "how far they are from the median",
    "squares": "squared distances from the average",
}
"""What is counted, in a few words for a narrow line, where its text is too long for one."""

MILLION = 10**6
"""Squares are compared in millionths: exact among rounds of as many boards, up to a thousand."""


def measures(event: Event, round: Round) -> tuple[Measure, ...]:
    """The whole round, then every group from the highest down: floats, colours, games."""
    return with_reasons(of_look(EcfReview.at(event, round)), REASONS, BRIEFS)


def of_look(look: EcfReview) -> tuple[Measure, ...]:
    """The same of a round that has been read."""
    groups = (m for zone in look.zones for m in (*_floats(look, zone), *of_group(look, zone)))
    return (*_whole(look), *groups, _off_colour(look))


def _whole(look: EcfReview) -> Iterator[Measure]:
    """What nobody may have, and the bye."""
    players = look.field.players
    games = [(a, b) for a, b in look.partner.items() if a < b]
    repeats = sum(players[b].id in players[a].met for a, b in games)
    against = sum(look.colour[i] in players[i].forbidden for i in look.colour)
    must = Severity.MUST
    yield Measure("", "repeats", "games that repeat an earlier one", repeats, severity=must)
    text = "players with one colour three times running, or in over two more games (rule 8)"
    yield Measure("", "colours", text, against, severity=must)
    if look.bye is not None:
        again = players[look.bye].byes
        text = "byes that its holder has had before"
        yield Measure("", "second bye", text, again, severity=must)
    if look.bye is not None:
        order = holders(look.field, look.mode)
        if look.mode in ("basic", "advanced"):
            order = holders_among(look.field, look.open_to_the_bye)
        place = order.index(look.bye) if look.bye in order else len(order)
        name = look.field.name(look.bye)
        text, reason = "who has the bye, in the order of rule 5", f"{name} has the bye"
        reason = f"{reason}, as the first who can (rule 5)"
        yield Measure("", "bye", text, place, name, reason=reason)


def _floats(look: EcfReview, zone: Zone) -> Iterator[Measure]:
    """Rule 7 in one group; for a two-sided one, the players taken into it."""
    if zone.kind == "sided":
        yield from _taken(look, zone)
    elif _is_c(zone) and not any(z.kind == "sided" for z in look.before(zone)):
        # without anybody in (b) the count for (d) comes before (c)
        yield from _counted(look, zone)
    games = look.leaving(zone)
    text = "players who leave the group"
    if zone.kind == "sided":
        text = "players of the group who float down"
    yield Measure(zone.name, "floats", text, len(games))
    if zone.kind == "own":
        text = "bottom-half players on this score beyond the top-half players left for them"
        yield Measure(zone.name, "outnumbered", text, look.outnumbered(zone, games))
    yield _how_far(zone, [look.distance(zone, o) for _, o in games])
    yield _who_floats(look, zone, games)


def _how_far(zone: Zone, distances: list[int]) -> Measure:
    """The sum orders them; shown are the points, and players who go to the bottom half too
    early."""
    text, below = "how far floaters go down", Decimal(sum(d % AFAR for d in distances)) / 100
    early = sum(d >= AFAR for d in distances)
    shown = points_named(below) + (f" ({early} to the bottom half)" if early else "")
    return Measure(zone.name, "distance", text, sum(distances), shown)


def _who_floats(look: EcfReview, zone: Zone, games: list[Game]) -> Measure:
    """Floater after floater by the order of rule 7, each with his opponent by the same rule."""
    order = floaters(look.field, look.remaining(zone))
    value: list[int] = []
    games = sorted(games, key=lambda game: order.index(game[0]))
    for floater, opponent in games:
        others = opponents(look.field, floater, look.field.everybody ^ 1 << floater)
        others.sort(key=lambda o: look.distance(zone, o))
        value += (order.index(floater), others.index(opponent))
    names = [f"{look.field.name(x)} to {look.field.name(o)}" for x, o in games]
    text = "floaters and their opponents, in the order of choice (rule 7)"
    shown = " · ".join(names) or "nobody"
    reason = f"{shown}: the first who can (rule 7)" if names else "nobody has to leave the group"
    return Measure(zone.name, "who floats", text, tuple(value), shown, reason=reason)


def _taken(look: EcfReview, zone: Zone) -> Iterator[Measure]:
    group = look.within(zone)
    top, bottom = group.players[: group.half], group.players[group.half :]
    lost = zone.players.bit_count() - len(bottom)
    text = "bottom-half players who do not meet the top half"
    yield Measure(zone.name, "unmatched", text, lost)
    yield from _counted(look, zone)
    dues = [look.field.players[i].due for i in top]
    room = wanted_colours(look.field, bottom)
    short = sum(max(0, room[colour] - dues.count(colour)) for colour in room)
    yield Measure(
        zone.name,
        "wanted",
        "colours that the bottom half needs and the top half does not bring",
        short,
    )
    order = sorted(look.targets(zone), key=lambda i: look.field.players[i].place)
    who = tuple(order.index(i) for i in top)
    names = " · ".join(map(look.field.name, top)) or "nobody"
    reason = f"{names}: the highest of the right colours are taken"
    yield Measure(
        zone.name, "taken", "who is taken (the higher the better)", who, names, reason=reason
    )


def _counted(look: EcfReview, zone: Zone) -> Iterator[Measure]:
    """Of a group that is drawn later, the players who are promoted or get nobody (Advanced 7)."""
    for later in look.zones[look.zones.index(zone) + 1 :]:
        if later.kind == "sided":
            lost = later.players.bit_count() - look.within(later).half
            brief = f"bottom-half players of ({later.part}) who do not meet the top half"
            text = f"{brief}, by the count for it"
            yield Measure(zone.name, "count", text, lost, brief=brief)


def of_group(look: EcfReview, zone: Zone) -> Iterator[Measure]:
    """Rules 8 and 9 within a group."""
    group = look.within(zone)
    if not group.players:
        return
    card = {player: i for i, player in enumerate(group.players)}
    pairs = [(card[p], card[look.partner[p]]) for p in group.players]
    boards = [(a, b) for a, b in pairs if a < b]
    yield from _colours(look, zone, group)
    if not look.field.graded:
        moved = sum(group.displacement(a, b) for a, b in boards)
        yield Measure(zone.name, "displacement", "places away from the ideal opponents", moved)
    else:
        same = sum(group.same_half(a, b) for a, b in boards)
        yield Measure(zone.name, "same side", "games that do not cross the mid-line", same)
        total = sum(group.deviation(a, b) for a, b in boards)
        # no figure of the average: a round by hand is compared with the computer draw, with its own
        text = "squared distances from the average difference of the grades, summed"
        shown = one_decimal(Fraction(total, group.half**2))
        # `total` is in squared boards of the group, which are more where fewer float
        yield Measure(zone.name, "squares", text, MILLION * total // group.half**2, shown)
    order = tuple(b for _, b in boards)
    shown = " ".join(str(b + 1) for b in order)
    yield Measure(zone.name, "order", "opponents in grading order", order, shown)


def _colours(look: EcfReview, zone: Zone, group: LevelGroup) -> Iterator[Measure]:
    refused = [p for p in group.players if refused_colour(look, p)]
    text = "players who do not get the colour that is due"
    yield Measure(zone.name, "refused", text, len(refused))
    claims = sorted((group.claim(group.cards[p]) for p in refused), reverse=True)
    flat = tuple(x for claim in claims for x in (*claim, -1))
    names = " · ".join(map(look.field.name, refused)) or "nobody"
    without = _without_his_colour(look, refused)
    reason = f"{without}: the weakest claim to the other colour"
    text = "claims to a colour that are not met (the weaker the better)"
    yield Measure(zone.name, "claims", text, flat, names, reason=reason)
    off = sum(group.off_median(group.cards[p]) for p in refused)
    text, reason = (
        "half places from the median, of those without the colour due",
        f"{without}: nearest the median",
    )
    yield Measure(zone.name, "median", text, off, reason=reason)


def _without_his_colour(look: EcfReview, refused: Sequence[int]) -> str:
    """`Ashgrove must have White and Bede Black`."""
    demands = [f"{look.field.name(p)} must have {COLOUR_NAMES[look.colour[p]]}" for p in refused]
    return " · ".join(demands) or "nobody is refused his colour"


def _off_colour(look: EcfReview) -> Measure:
    """Boards whose colours are turned, whoever meets whom."""
    off = 0
    for one, other in look.partner.items():
        if look.colour[one] == "W":
            high, low = ranked(look.field, one, other)
            nearer, board = look.nearer(high, low), look.board[high]
            due = colour_of_higher(look.field, (high, low), nearer, board, look.first)
            off += look.colour[high] != due
    return Measure("", "turned", "boards with other colours than the rules give (rule 8)", off)


def refused_colour(look: EcfReview, player: int) -> Colour | None:
    """The colour that is due to a player and that he does not get; None if he gets it."""
    due = look.field.players[player].due
    return due if due and look.colour.get(player, due) != due else None


def average(group: LevelGroup) -> str:
    """D of a group for people: to one decimal."""
    return one_decimal(Fraction(abs(group.spread), group.half))
