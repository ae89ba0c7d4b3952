"""Why a board or a bye is as it is, in full: group, ideal, what moved it, what its group costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.event import Bye, Event, Match, Round
from engine.reasons import STATED, Reason, Reasons
from formats.kjca.group_reasons import ideal_facts
from formats.kjca.measures import KjcaReview, of_group
from formats.kjca.wording import worded


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
    said = {worded(reason, event) for reason in place.why}
    reasons = [*_standing(look, number, high, low)]
    for card in _moved(look, number, high, low):
        ideal = ideal_facts(look.group(number), card)
        if worded(Reason("ideal", ideal), event) not in said:
            reasons.append(Reason("ideal-for", ideal))
    reasons += (Reason.of(STATED, because=reason) for reason in place.why)
    if within and place.altered != "hand" and not round.altered:
        reasons += _counts(look, number)
    return tuple(reasons)


def _standing(look: KjcaReview, number: int, high: int, low: int) -> Iterator[Reason]:
    """Where the two stand, and whether the ideal pairing has them together."""
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


def _moved(look: KjcaReview, number: int, high: int, low: int) -> tuple[int, ...]:
    """The two cards of a board within a group that is not the ideal one."""
    if look.field.group_of[low] != number:
        return ()
    group = look.group(number)
    a, b = group.players.index(high), group.players.index(low)
    return (a, b) if group.altered(a, b) else ()


def _counts(look: KjcaReview, number: int) -> Iterator[Reason]:
    """What the group costs by each criterion that has something to count."""
    counted = [m for m in of_group(look, number) if m.value and m.name != "altered low"]
    yield Reason("least" if counted else "all-ideal")
    for m in counted:
        shown = m.shown or str(m.value)
        yield Reason.of("counted", criterion=m.name, text=m.text, value=m.value, shown=shown)
