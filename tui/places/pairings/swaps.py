"""What it would cost if a player of the proposal changed places with one nearby: judged while
nobody types, one change at a time, the nearest board first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.by_hand import Cost, cost
from engine.entrants import EntrantId
from engine.event import Event, Round
from engine.instead import CriterionChange
from engine.proposal import swap
from engine.protocol import Conflict, Format, Severity
from engine.refusal import Refused
from tui.places.pairings.lines import SYMBOL, short_name
from tui.places.pairings.state import (
    JudgedSwaps,
    PairingsState,
    SwapCost,
    review_of,
    selected_player,
)
from tui.places.shape import DeskView, Fetch, Step

if TYPE_CHECKING:
    from tui.app import TopboardApp

MOST = 4
"""Others that are looked at for one player."""
LONG = 12
"""Characters of a criterion's value that is a list and says nothing at a glance."""


def subject_of(desk: DeskView, state: PairingsState) -> EntrantId | None:
    """Whose change of places is judged: who is marked for a swap, else whom `s` would take; None
    where nothing is proposed, or nobody can be moved."""
    review = review_of(desk, state)
    if review is None or review.round.published or review.round is not desk.event.proposal:
        return None
    if desk.format.by_hand_refused(desk.event, "swap"):
        return None
    who = state.picked or selected_player(desk, state)
    return who if who in review.round.drawn else None


def others_of(desk: DeskView, state: PairingsState) -> tuple[EntrantId, ...]:
    """With whom: of a marked player the selected one alone, else who sits at that side of the
    boards around, the nearest first; of these as many as are looked at, whoever is aimed at among
    them."""
    return window(all_others(desk, state), state.aimed, MOST)


def window(
    others: tuple[EntrantId, ...], aimed: EntrantId | None, most: int
) -> tuple[EntrantId, ...]:
    """So many of them: the first ones, or those that end with who is aimed at."""
    end = max(others.index(aimed) + 1 if aimed in others else 0, most)
    return others[max(end - most, 0) : end]


def all_others(desk: DeskView, state: PairingsState) -> tuple[EntrantId, ...]:
    """Everybody with whom places can be changed, the nearest first."""
    review, subject = review_of(desk, state), subject_of(desk, state)
    if review is None or subject is None:
        return ()
    if state.picked is not None:
        second = selected_player(desk, state)
        opposite = _opponent(review.round, subject)
        return (second,) if second is not None and second not in (subject, opposite) else ()
    matches = review.round.matches
    at = next((i for i, m in enumerate(matches) if subject in m.pair), len(matches))
    side = state.side if at == len(matches) else matches[at].pair.index(subject)
    near = sorted((i for i in range(len(matches)) if i != at), key=lambda i: (abs(i - at), -i))
    return tuple(matches[i].pair[side] for i in near)


def _opponent(round: Round, id: EntrantId) -> EntrantId | None:
    return next((m.opponent(id) for m in round.matches if id in m.pair), None)


def rest(desk: DeskView, state: PairingsState) -> Step[PairingsState]:
    """Nobody types: the next change that is not judged yet is."""
    review, subject = review_of(desk, state), subject_of(desk, state)
    if review is None or subject is None or desk.beside:
        return Step(state)
    known = judged(desk, state)
    for other in others_of(desk, state):
        if (subject, other) not in known:
            arguments = (desk.event, desk.format, review.round, subject, other)
            return Step(state, (Fetch(judge, SwapJudged(), arguments),))
    return Step(state)


def judged(desk: DeskView, state: PairingsState) -> Mapping[tuple[EntrantId, EntrantId], SwapCost]:
    """What is known of the event as it stands."""
    swaps = state.swaps
    return swaps.costs if swaps is not None and swaps.event is desk.event else {}


@dataclass(frozen=True, slots=True)
class Judged:
    """One change, judged for that event."""

    event: Event
    pair: tuple[EntrantId, EntrantId]
    cost: SwapCost


def judge(
    app: TopboardApp | None, event: Event, format: Format, round: Round, a: EntrantId, b: EntrantId
) -> Judged:
    """What the round would gain and lose."""
    try:
        would_be = swap(round, a, b, lambda id: id)
    except Refused as refusal:
        return Judged(event, (a, b), SwapCost("·", "dim", refusal.what))
    return Judged(event, (a, b), verdict(cost(event, format, round, would_be)))


@dataclass(frozen=True, slots=True)
class SwapJudged:
    """One more change of places is judged."""

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> Step[PairingsState]:
        """It is shown, unless the proposal has changed meanwhile."""
        if not isinstance(value, Judged) or value.event is not desk.event:
            return Step(state)
        costs = {**judged(desk, state), value.pair: value.cost}
        return Step(replace(state, swaps=JudgedSwaps(desk.event, costs)))


# In words


def verdict(cost: Cost) -> SwapCost:
    """The gravest thing that it makes worse, and how many more; else what it makes better."""
    worse = [*_conflicts(cost.more), *map(_change, cost.criteria)]
    better = [f"{one} goes" for one in _conflicts(cost.fewer)] + [*map(_change, cost.better)]
    if cost.severity is not None and worse:
        style = "danger" if cost.severity is Severity.MUST else "attention"
        return SwapCost(SYMBOL[cost.severity], style, worse[0], len(worse) - 1)
    if better:
        return SwapCost("+", "strong", f"better: {better[0]}", len(better) - 1)
    return SwapCost("=", "dim", "as good by every criterion")


def _conflicts(found: tuple[Conflict, ...]) -> Iterator[str]:
    order = (Severity.MUST, Severity.SHOULD, Severity.NOTE)
    for one in sorted(found, key=lambda c: order.index(c.severity)):
        yield short_name(one)


def _change(change: CriterionChange) -> str:
    """`players who float down: 1 → 3`; of a list only that it is worse or better."""
    was, now = change.shown
    text = change.measure.brief or change.measure.text
    if was == now or ", " in was + now or max(len(was), len(now)) > LONG:
        return f"{text}: {'worse' if change.worse else 'better'}"
    return f"{text}: {was or '–'} → {now or '–'}"
