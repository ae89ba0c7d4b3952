"""How good a round is by the rules of the format, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from engine.colours import COLOUR_NAMES
from engine.event import Event, Round
from engine.history import Colour
from engine.points import points_named
from engine.protocol import Measure, Severity, with_reasons
from formats.ecf.accelerated import AFAR
from formats.ecf.bye import holders, holders_among
from formats.ecf.drawing import colour_of_higher, ranked
from formats.ecf.floats import floaters, opponents
from formats.ecf.level import LevelGroup
from formats.ecf.look import EcfReview
from formats.ecf.sides import wanted_colours
from formats.ecf.zones import Zone
from formats.score_field import Game

REASONS = {
    "repeats": "fewest games are played twice",
    "colours": (
        "fewest players have one colour three times running, or in over two more games (rule 8)"
    ),
    "second bye": "the bye goes to somebody who has had none",
    "floats": "fewest players leave their group",
    "outnumbered": "enough of the top half are left for the bottom half on this score",
    "distance": "floaters go down as little as can be",
    "unmatched": "as many of the bottom half as can be meet the top half",
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
    "distance": "how far they float",
    "unmatched": "bottom half who do not meet the top half",
    "taken": "who is taken",
    "median": "how far they are from the median",
    "squares": "squared distances from the average",
}
"""What is counted, in the few words of a narrow line, where its text is too long for one."""

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
        text, reason = "place of the bye's holder in its order (rule 5)", f"{name} has the bye"
        reason = f"{reason}, as the first who can (rule 5)"
        yield Measure("", "bye", text, place, name, reason=reason)


def _floats(look: EcfReview, zone: Zone) -> Iterator[Measure]:
    """Rule 7 in one group; for a two-sided one, who is taken into it."""
    if zone.kind == "sided":
        yield from _taken(look, zone)
    games = look.leaving(zone)
    text = "players who leave the group" if zone.kind != "sided" else "of them, who float down"
    yield Measure(zone.name, "floats", text, len(games))
    if zone.kind == "own":
        text = "of the bottom half on this score, more than are left of the top half for them"
        yield Measure(zone.name, "outnumbered", text, look.outnumbered(zone, games))
    yield _how_far(zone, [look.distance(zone, o) for _, o in games])
    yield _who_floats(look, zone, games)


def _how_far(zone: Zone, distances: list[int]) -> Measure:
    """The sum orders them; shown are the points, and who goes to the bottom half too early."""
    text, below = "how far they float", Decimal(sum(d % AFAR for d in distances)) / 100
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
    yield Measure(zone.name, "unmatched", "of the bottom half, who do not meet the top half", lost)
    for later in look.zones[look.zones.index(zone) + 1 :]:
        if later.kind == "sided":
            lost = later.players.bit_count() - look.within(later).half
            brief = f"bottom half of ({later.part}) who do not meet the top half"
            text = f"{brief}, by the count for it"
            yield Measure(zone.name, "count", text, lost, brief=brief)
    dues = [look.field.players[i].due for i in top]
    room = wanted_colours(look.field, bottom)
    short = sum(max(0, room[colour] - dues.count(colour)) for colour in room)
    yield Measure(zone.name, "wanted", "colours that the bottom half lacks in the top half", short)
    order = sorted(look.targets(zone), key=lambda i: look.field.players[i].place)
    who = tuple(order.index(i) for i in top)
    names = " · ".join(map(look.field.name, top)) or "nobody"
    reason = f"{names}: the highest of the right colours are taken"
    yield Measure(zone.name, "taken", "who is taken, as high as can be", who, names, reason=reason)


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
        same = sum(group.same_side(a, b) for a, b in boards)
        yield Measure(zone.name, "same side", "games that do not cross the mid-line", same)
        total = sum(group.deviation(a, b) for a, b in boards)
        # no figure of the average: a round by hand is held against the computer draw, with its own
        text = "squared distances from the average difference of the grades, summed"
        shown = plain(Fraction(total, group.half**2))
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
    yield Measure(zone.name, "claims", "how strong their claims are", flat, names, reason=reason)
    off = sum(group.off_median(group.cards[p]) for p in refused)
    text, reason = (
        "how far they are from the median, in half places",
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
    return plain(Fraction(abs(group.spread), group.half))


def plain(number: Fraction) -> str:
    """A fraction to one decimal, halves up; whole numbers without any."""
    tenths = (20 * number.numerator + number.denominator) // (2 * number.denominator)
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest}" if rest else str(whole)
