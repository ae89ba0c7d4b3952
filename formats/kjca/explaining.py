"""Why a board or a bye is as it is, in full: group, ideal, what moved it, what its group costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.event import Bye, Event, Match, Round
from engine.reasons import STATED, Fact, Reason, Reasons
from formats.kjca.measures import KjcaReview, of_group


def explain(event: Event, round: Round, place: Match | Bye) -> Reasons:
    """Group, ideal, what moved the board, and what all of its group costs. A board of late cards
    has no group and no ideal: they pair in order of arrival."""
    extra = round.extra and place in (*round.extra.matches, *round.extra.byes)
    if extra or isinstance(place, Bye):
        return place.why
    look = KjcaReview.at(event, round)
    known = look.field.position
    if place.white not in known or place.black not in known:
        return place.why
    high, low = sorted((known[place.white], known[place.black]))
    number = look.field.group_of[high]
    within = look.field.group_of[low] == number
    reasons = [*_standing(look, number, high, low)]
    reasons += (Reason.of(STATED, because=reason) for reason in place.why)
    if within and place.altered != "hand" and not round.altered:
        reasons += _counts(look, number)
    return tuple(reasons)


def _standing(look: KjcaReview, number: int, high: int, low: int) -> Iterator[Reason]:
    """Where the two stand, and whom the ideal pairing gives them."""
    field = look.field
    ids = [field.players[i].id for i in (high, low)]
    here = field.score_groups[number].bit_count()
    yield Reason.of("score-group", score=field.players[high].score, count=here)
    if field.group_of[low] != number:
        score = field.players[low].score
        yield Reason.of("float-to", player=ids[0], opponent=ids[1], score=score)
        return
    group = look.group(number)
    a, b = group.players.index(high), group.players.index(low)
    yield Reason.of("halves", half=group.half, high=a + 1, low=b + 1)
    if not group.altered(a, b):
        yield Reason("ideal-pairing")
        return
    for card, id in ((a, ids[0]), (b, ids[1])):
        other = group.ideal(card)
        first, second = sorted((card, other))
        opponent = field.players[group.players[other]].id
        facts: dict[str, Fact] = {
            "player": id,
            "opponent": opponent,
            "high": first + 1,
            "low": second + 1,
        }
        yield Reason("ideal-for", facts)


def _counts(look: KjcaReview, number: int) -> Iterator[Reason]:
    """What the group costs by each criterion that has something to count."""
    counted = [m for m in of_group(look, number) if m.value and m.name != "altered low"]
    yield Reason("least" if counted else "all-ideal")
    for m in counted:
        shown = m.shown or str(m.value)
        yield Reason.of("counted", criterion=m.name, text=m.text, value=m.value, shown=shown)
