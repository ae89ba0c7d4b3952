"""What an arbiter should know of a plan before anybody wins a prize."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from engine.alphabet import fold
from engine.entrants import Entrant
from engine.points import NIL
from engine.prizes.contenders import Contender, PrizeEvent, boards_of, event_year, meets
from engine.prizes.plan import (
    HALF,
    LEFT,
    RESERVE,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    list_named,
)
from engine.reasons import Reason, Reasons
from engine.teams import players_by_id

NONE: Mapping[str, str] = MappingProxyType({})


def plan_problems(
    plan: PrizePlan, events: Sequence[PrizeEvent], unopened: Mapping[str, str] = NONE
) -> Reasons:
    """Everything of the plan that does not fit its events, or itself. All else goes on.
    `unopened`: the names, by key, of events that belong to them and cannot be opened."""
    lists = [one for one in plan.lists if one.event not in unopened]
    return (
        *_of_purse(plan),
        *_of_unopened(plan, unopened),
        *(r for one in lists for r in _of_list(plan, one, events, bool(unopened))),
    )


def _of_unopened(plan: PrizePlan, unopened: Mapping[str, str]) -> Iterator[Reason]:
    """What waits for events that cannot be opened."""
    over_all = any(not one.event for one in plan.lists)
    for key, name in unopened.items():
        if over_all or any(one.event == key for one in plan.lists):
            yield Reason.of("event-not-open", event=name, over_all=over_all)


def _of_purse(plan: PrizePlan) -> Iterator[Reason]:
    if not plan.lists:
        yield Reason.of("no-prizes")
    if plan.purse is not None and plan.total != plan.purse:
        yield Reason.of("purse", purse=plan.purse, total=plan.total)


def _of_list(
    plan: PrizePlan, one: PrizeList, events: Sequence[PrizeEvent], more: bool
) -> Iterator[Reason]:
    among = [event for event in events if not one.event or event.key == one.event]
    if one.event and not among:
        yield Reason.of("event-missing", list=one.name, event=one.event)
        return
    name = _named(plan, one, among)
    if not one.event and (len(events) > 1 or more) and one.by is PrizeMeasure.STANDING:
        yield Reason.of("no-event", list=name)
    most = max(map(boards_of, among), default=0)
    if one.board is not None and among and not most:
        yield Reason.of("no-boards", list=name)
        return
    if isinstance(one.board, int) and one.board > most:
        yield Reason.of("no-such-board", list=name, board=one.board, boards=most)
        return
    if (_ages(plan, one)) and any(event_year(event.event) is None for event in among):
        yield Reason.of("no-date", list=name)
    elif among and not more and not one.by.of_groups and not _winnable(plan, one, among):
        sexed = any(e.sex for event in among for e in _who(one, event))
        asked = one.who.sex or plan.conditions.sex
        yield Reason.of("nobody-can-win", list=name, unknown="sex" if asked and not sexed else "")
    if one.otherwise not in (LEFT, HALF):
        to = list_named(plan.lists, one.otherwise, one.event)
        if to is None or to is one:
            yield Reason.of("no-heir", list=name, heir=one.otherwise)
    money = [plan.money(place) for place in one.places]
    if any(later > earlier for earlier, later in pairwise(money)):
        yield Reason.of("rising", list=name)
    shares = plan.tie_rule(one) is not TieRule.TIE_BREAK
    if shares and plan.one_prize and not one.special and any(p.worth for p in one.places):
        yield Reason.of("goods-shared", list=name)


def _named(plan: PrizePlan, one: PrizeList, among: Sequence[PrizeEvent]) -> str:
    """The list's name, with its event where lists of other events have the same name."""
    if not one.event or sum(fold(other.name) == fold(one.name) for other in plan.lists) == 1:
        return one.name
    return f"{one.name} ({among[0].name})"


def _ages(plan: PrizePlan, one: PrizeList) -> bool:
    """Whether it asks for ages that are counted by the year of the event."""
    return any(
        age is not None
        for who in (plan.conditions, one.who)
        if not who.age_on
        for age in (who.age_below, who.age_from)
    )


def _winnable(plan: PrizePlan, one: PrizeList, events: Sequence[PrizeEvent]) -> bool:
    """Whether anybody entered meets the conditions; before there are entries that is unknown."""
    people = [(event, e) for event in events for e in _who(one, event) if not e.expelled]
    return not any(event.event.entrants for event in events) or any(
        meets(plan.conditions, as_entered(event, e)) and meets(one.who, as_entered(event, e))
        for event, e in people
    )


def _who(one: PrizeList, event: PrizeEvent) -> Sequence[Entrant]:
    """Entrants, or of a list of boards the players of teams."""
    if one.board is None:
        return event.event.entrants
    known = players_by_id(event.event).values() if boards_of(event) else ()
    reserves = one.board == RESERVE
    return [p.player for p in known if not reserves or p.place > boards_of(event)]


def as_entered(event: PrizeEvent, entrant: Entrant) -> Contender:
    """Somebody as a contender before any standing: he can still play every game."""
    paid = event.paid.get(entrant.id) if event.paid else None
    return Contender(event.key, entrant.id, entrant.name, entrant.id, 0, 0, 0, NIL, entrant,
                     games=9999, year=event_year(event.event), paid=paid)  # fmt: skip
