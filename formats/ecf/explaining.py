"""Why a board or a bye is as it is, in full: group, ideal, colours, floats, with the numbers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.event import Bye, Event, Match, Round
from engine.reasons import STATED, Reason, Reasons
from formats.ecf.accelerated import taken_from
from formats.ecf.bye import holders, holders_among
from formats.ecf.colours import claim_facts
from formats.ecf.drawing import EcfBoard, EcfDraw
from formats.ecf.field import EcfField
from formats.ecf.floats import floaters, opponents
from formats.ecf.groups import DrawnGroup
from formats.ecf.level import LevelGroup
from formats.ecf.look import EcfReview
from formats.ecf.measures import average, of_group, refused_colour
from formats.ecf.proposing import engines_own
from formats.ecf.reasons import off_ideal
from formats.ecf.zones import Zone


def explain(event: Event, round: Round, place: Match | Bye) -> Reasons:
    """The reasons of a board or a bye; `event` is as it was before the round."""
    before = event.until(round.number - 1)
    draw = engines_own(before)
    if draw is None:
        return place.why
    if isinstance(place, Bye):
        return tuple(_bye(draw, place))
    board = _board(draw, place)
    return place.why if board is None else tuple(_of_board(before, draw, round, board))


def _board(draw: EcfDraw, match: Match) -> EcfBoard | None:
    """The board of the engine's draw at which the same two sit."""
    here = draw.field.position
    pair = {here.get(match.white), here.get(match.black)}
    return next((b for b in draw.boards if {b.high, b.low} == pair), None)


def _of_board(event: Event, draw: EcfDraw, round: Round, board: EcfBoard) -> Iterator[Reason]:
    look = EcfReview.at(event, round)
    if draw.field.locked.get(board.high) == board.low:
        yield Reason("locked-first")
    if board.drawn is not None:
        yield from _group(draw.field, board.drawn)
        if (board.high, board.low) in {_ordered(game) for game in board.drawn.floats}:
            yield from _float(draw, board.drawn, board)
        else:
            yield from _ideal(event, draw.field, board.drawn.group, board)
            yield from _counts(look, round, board)
    yield from _colours(look, board)


def _ordered(game: tuple[int, int]) -> tuple[int, int]:
    return min(game), max(game)


def _stated(reason: Reason) -> Reason:
    """A reason of a line as a sentence of its own."""
    return Reason.of(STATED, because=reason)


def _group(field: EcfField, group: DrawnGroup) -> Iterator[Reason]:
    size = len(group.group.players) + len(group.floats)
    yield Reason.of("group", name=group.name, count=size, floats=len(group.floats))
    if group.taken:
        bottom = [field.players[i].due for i in group.group.players[group.group.half :]]
        for score, players in sorted(taken_from(field, group.taken).items(), reverse=True):
            yield Reason.of(
                "taken",
                score=score, players=tuple(field.players[i].id for i in players),
                black=bottom.count("W"), white=bottom.count("B"),
            )  # fmt: skip
    yield from map(_stated, group.notes)


def _ideal(event: Event, field: EcfField, group: LevelGroup, board: EcfBoard) -> Iterator[Reason]:
    a, b = sorted(group.cards[p] for p in (board.high, board.low))
    half = group.half
    yield Reason.of("mid-line", half=half, two_sided=group.two_sided, high=a + 1, low=b + 1)
    if field.graded:
        yield Reason.of("average", average=average(group), here=group.difference(a, b))
    if b == a + half:
        yield Reason.of("ideal-pairing", places=half)
        return
    for card in (a, b):
        yield Reason("ideal-for", off_ideal(event, field, group, card).facts)


def _counts(look: EcfReview, round: Round, board: EcfBoard) -> Iterator[Reason]:
    """The whole group by each criterion that has something to count."""
    zone = next((z for z in look.zones if board.drawn and z.name == board.drawn.name), None)
    if zone is None or round.altered or board.drawn is None:
        return
    skipped = ("order", "claims", "median")
    counted = [m for m in of_group(look, zone) if m.value and m.name not in skipped]
    if counted:
        yield Reason("least")
        for m in counted:
            shown = m.shown or str(m.value)
            yield Reason.of("counted", criterion=m.name, text=m.text, value=m.value, shown=shown)
    yield from _dues(look, zone)


def _dues(look: EcfReview, zone: Zone) -> Iterator[Reason]:
    """Why so many colours have to be refused."""
    group = look.within(zone)
    due = [look.field.players[i].due for i in group.players]
    refused = tuple(look.field.players[i].id for i in group.players if refused_colour(look, i))
    if refused:
        yield Reason.of("dues", white=due.count("W"), black=due.count("B"), refused=refused)


def _float(draw: EcfDraw, group: DrawnGroup, board: EcfBoard) -> Iterator[Reason]:
    field = draw.field
    floater, other = next(g for g in group.floats if _ordered(g) == (board.high, board.low))
    who, whom = field.players[floater], field.players[other]
    everybody = sum(1 << i for i in (*group.group.players, *(x for x, _ in group.floats)))
    order = floaters(field, everybody)
    place = order.index(floater) + 1
    yield Reason.of("floater-place", player=who.id, place=place, count=len(order))
    # who has the bye is settled before the groups that come after it, and open to earlier ones
    settled = draw.groups.index(group) >= draw.drawn_before_the_bye
    resting = 1 << draw.bye if settled and draw.bye is not None else 0
    level = field.on(whom.score) & field.legal[floater] & field.free & ~resting
    yield Reason.of(
        "opponent-place",
        player=whom.id, place=opponents(field, floater, level).index(other) + 1,
        count=level.bit_count(), score=whom.score, floater=who.id, floater_due=who.due or "",
        due=whom.due or "", upfloat=bool(whom.upfloats), grade=whom.grade,
    )  # fmt: skip


def _colours(look: EcfReview, board: EcfBoard) -> Iterator[Reason]:
    """Of the board as it stands: the arbiter may have turned it."""
    for place in (board.high, board.low):
        who, colour = look.field.players[place], look.colour[place]
        claim = claim_facts(who.colours)
        yield Reason.of("colour", player=who.id, colour=colour, due=who.due or "", **claim)


def _bye(draw: EcfDraw, bye: Bye) -> Iterator[Reason]:
    if bye.kind != "pairing":
        yield Reason("bye-asked-for")
        return
    if draw.bye is None or draw.field.players[draw.bye].id != bye.entrant:
        yield from bye.why or (Reason("bye-by-hand"),)
        return
    yield from map(_stated, bye.why)
    order = holders(draw.field, draw.mode, draw.ground.byes)
    if draw.mode in ("basic", "advanced"):
        order = holders_among(draw.field, draw.open_to_the_bye, draw.ground.byes)
    if passed := order.index(draw.bye):
        yield Reason.of("passed-for-bye", count=passed)
