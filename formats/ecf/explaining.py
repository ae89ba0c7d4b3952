"""Why a board or a bye is as it is, in full: group, ideal, colours, floats, with the numbers; and
the text beside the name of a group in the review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.event import COLOUR_NAMES, Bye, Event, Match, Round
from engine.points import counted, points_text
from engine.reasons import STATED, Reason, Reasons
from formats.ecf.acceleration import standing
from formats.ecf.drawing import EcfBoard, EcfDraw
from formats.ecf.field import EcfField, claim_facts
from formats.ecf.floats import floaters, holders, holders_among, opponents
from formats.ecf.groups import DrawnGroup, Zone, taken_from
from formats.ecf.level import LevelGroup
from formats.ecf.measures import EcfReview, average, of_group, refused_colour
from formats.ecf.proposing import engines_own, off_ideal
from formats.ecf.wording import wanted_text, words
from formats.score_field import Game


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
    # the bye is settled before the groups that come after it, and open to earlier ones
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
    """For the board as it is: the arbiter may have turned it."""
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


EVERY = 14
"""Games of which the differences are listed one by one; of more, the least and the largest."""


def headings(event: Event, round: Round) -> Mapping[str, str]:
    """By group: games, the players taken, from where and why, D and each board's grade difference,
    colours granted and refused. Of a published round the first group also says how acceleration was
    then; of a proposal the advice above the list says it."""
    before = event.until(round.number - 1)
    draw = engines_own(before)
    look = EcfReview.at(before, round)
    groups = {group.name: group for group in draw.groups} if draw else {}
    texts = {}
    for name in dict.fromkeys(match.group for match in round.matches):
        here = [match for match in round.matches if match.group == name]
        group = groups.get(name)
        if group is not None and _as_drawn(look.field, group, here):
            parts = _drawn(before, look.field, group)
        else:
            parts = _by_hand(look, name)
        shown = differences(look.field, here), colours(look.field, here)
        texts[name] = "; ".join(filter(None, (counted(len(here), "game"), *parts, *shown)))
    acceleration = standing(before).why if round.published else ""
    for name in list(texts)[:1]:
        texts[name] = "; ".join(part for part in (texts[name], acceleration) if part)
    return texts


def _as_drawn(field: EcfField, group: DrawnGroup, here: Sequence[Match]) -> bool:
    """Whether the same meet as in the draw."""
    drawn = {frozenset(field.players[i].id for i in game) for game in group.games}
    return {frozenset(match.pair) for match in here} == drawn


def _drawn(event: Event, field: EcfField, group: DrawnGroup) -> Iterator[str]:
    bottom = group.group.players[group.group.half :]
    yield taken_text(field, group.taken, bottom)
    yield from (words(note, event) for note in group.notes)
    yield floats_text(field, group.floats)
    if field.graded and group.group.players:
        yield f"average difference {average(group.group)}"


def _by_hand(look: EcfReview, name: str) -> Iterator[str]:
    """The same for a group that the arbiter has changed: as it is, not as it was drawn."""
    zone = next((zone for zone in look.zones if zone.name == name), None)
    if zone is None:
        return
    group = look.within(zone)
    if zone.kind == "sided":
        yield taken_text(look.field, group.players[: group.half], group.players[group.half :])
    yield floats_text(look.field, look.leaving(zone))
    if look.field.graded and group.players:
        yield f"average difference {average(group)}"


def taken_text(field: EcfField, taken: Sequence[int], bottom: Sequence[int]) -> str:
    """The players taken into a two-sided group, from which levels, and for which colours."""
    if not taken:
        return ""
    dues = [field.players[i].due for i in bottom]
    levels = [
        f"from {points_text(score)}: {' · '.join(map(field.name, sorted(players)))}"
        for score, players in sorted(taken_from(field, taken).items(), reverse=True)
    ]
    return f"taken {', '.join(levels)} ({wanted_text(dues.count('W'), dues.count('B'))})"


def floats_text(field: EcfField, floats: Sequence[Game]) -> str:
    """The players who leave the group, and their opponents."""
    games = [f"{field.name(x)} to {field.name(o)}" for x, o in floats]
    return f"floats: {' · '.join(games)}" if games else ""


def differences(field: EcfField, matches: list[Match]) -> str:
    """The grade difference of every board, or their range."""
    grades = {player.id: player.grade for player in field.players}
    here = [m for m in matches if m.white in grades and m.black in grades]
    gaps = [abs(grades[m.white] - grades[m.black]) for m in here]
    if not gaps:
        return ""
    if len(gaps) > EVERY:
        return f"differences {min(gaps)} to {max(gaps)}"
    return f"difference{'s' if len(gaps) > 1 else ''} {', '.join(map(str, gaps))}"


def colours(field: EcfField, matches: list[Match]) -> str:
    """How many get the colour that is due, and which players do not."""
    due, refused = 0, []
    for match in matches:
        for id, colour in ((match.white, "W"), (match.black, "B")):
            place = field.position.get(id)
            wanted = field.players[place].due if place is not None else None
            if place is None or wanted is None:
                continue
            due += 1
            if wanted != colour:
                refused.append(f"{field.name(place)}, due {COLOUR_NAMES[wanted]}")
    if not due:
        return "colours alternate"
    text = f"colours: {due - len(refused)} granted"
    return f"{text}, {len(refused)} refused ({'; '.join(refused)})" if refused else text
