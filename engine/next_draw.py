"""The next draw as a proposal: the only way in which the engine's draws come into an event, and a
preview of what a format would mean for the entries (`format_outlook`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median_high

from engine import actions
from engine.actions.base import Action
from engine.entrants import Entrant
from engine.event import Event
from engine.fingerprint import fingerprint
from engine.points import counted
from engine.protocol import Format, Proposal, seated, unplaced
from engine.refusal import Refused
from engine.waiting import Choice, NextStep


@dataclass(frozen=True, slots=True)
class DrawOrders:
    """The arbiter's word on a draw: `first` is done before it (locks, bars, allowances, results
    counted as draws), `redraw` replaces a standing proposal."""

    first: tuple[Action, ...] = ()
    redraw: bool = False


NO_ORDERS = DrawOrders()


def next_draw(event: Event, format: Format, orders: DrawOrders = NO_ORDERS) -> Proposal:
    """The proposal of the next round, or of extra boards for late entries: drawn under the orders,
    seated at its boards, with the fingerprint of the event that it was drawn from.

    `orders.first` is done in memory here, and has to be done before `Propose.of` the result. A
    redraw begins from the published rounds alone. `Refused` where nothing is to be drawn now,
    `NoDraw` where the round has no legal draw.
    """
    for action in orders.first:
        event = action.apply(event, format)
    bare = _without_proposal(event)
    _refuse_nothing_to_draw(event, format, bare)
    drawn = seated(event, format, format.draw(bare))
    return replace(drawn, drawn_from=fingerprint(event), redraw=orders.redraw)


def drawn(event: Event, format: Format) -> Event:
    """The event with the proposal of its next draw."""
    return actions.Propose.of(next_draw(event, format)).apply(event, format)


def waiting_for_a_board(event: Event, format: Format) -> list[Entrant]:
    """Who came after the round in play was published and can still have a board in it."""
    if event.current is None or event.current.extra or event.proposal is not None:
        return []
    return unplaced(event) if format.late_boards(event) else []


def extra_boards_due(event: Event, format: Format) -> bool:
    """Whether the next draw is one of extra boards for the round in play."""
    current = event.current
    if current is None or event.proposal is not None:
        return False
    return current.extra is not None or bool(waiting_for_a_board(event, format))


def rests_on_choices(event: Event) -> bool:
    """Whether opponents were chosen for the standing proposal."""
    return bool(_chosen_pairs(event))


def keeps_choices(event: Event, proposal: Proposal) -> bool:
    """Whether another draw of the current proposal brings together all who were chosen and who
    chose them."""
    pairs = {frozenset(match.pair) for match in proposal.matches}
    return all(pair in pairs for pair in _chosen_pairs(event) if "" not in pair)


def _chosen_pairs(event: Event) -> Sequence[frozenset[str]]:
    standing = event.proposal
    choices = (c for c in event.choices if standing is not None and c.round == standing.number)
    return [frozenset((c.chooser, c.opponent)) for c in choices]


def _without_proposal(event: Event) -> Event:
    current = event.current
    if current is not None and current.extra is not None:
        return event.with_round(replace(current, extra=None))
    return event.until(len(event.published)) if event.proposal is not None else event


def _refuse_nothing_to_draw(event: Event, format: Format, bare: Event) -> None:
    step = format.next_step(event)
    if step.name == "register":
        entered = len(event.entrants)
        there = sum(entrant.active(step.round) for entrant in event.entrants)
        why = f"the event has {counted(entered, 'entrant')}"
        if there < entered:
            why += f", and {there or 'none'} of them can play in it"
        few = there < format.smallest
        raise Refused(
            f"{event.called(step.round)} cannot be drawn",
            "; ".join((why, *step.notes)),
            "add entrants first" if few else "see the entry list",
        )
    # locks and bars can leave a choice of the standing proposal without ground
    before = step if bare is event else format.next_step(bare)
    if before.name == "choose":
        raise _to_be_chosen(event, before.choice)
    waits = step.name == "play" and not extra_boards_due(event, format)
    if waits and step.missing:
        from engine.actions.rounds import results_missing

        raise results_missing(event, step.round, step.missing, "enter them")
    if waits or step.name == "finished":
        raise _all_drawn(event, format, step)


def _to_be_chosen(event: Event, choice: Choice | None) -> Refused:
    why = ""
    if choice is not None:
        able = ", ".join(with_id(event, id) for id in choice.pool)
        why = f"{with_id(event, choice.chooser)} chooses from {able}"
    return Refused("an opponent is to be chosen", why, shell="see `topboard choose --help`")


def with_id(event: Event, id: str) -> str:
    """`3 Kovac`: an Id is what commands take."""
    return f"{id} {event.entrant(id).name}"


def _all_drawn(event: Event, format: Format, step: NextStep) -> Refused:
    """Why nothing follows; more rounds are a remedy only where their number can be chosen."""
    problem = f"{event.called(step.round + 1)} cannot be drawn"
    rounds = event.settings.rounds
    try:
        longer = actions.ChangeSettings({"rounds": rounds + 1}, insist_twice=True).apply(
            event, format
        )
    except Refused:
        longer = event
    if format.next_step(longer).name in ("finished", "play"):
        remedy = "see the standings" if step.name == "finished" else "enter the missing results"
        return Refused(problem, "all that was to be played is drawn", remedy)
    why = f"the event has {rounds} rounds, and all are drawn"
    why = "the event has one round, and it is drawn" if rounds == 1 else why
    return Refused(problem, why, "change the number of rounds if play continues")


@dataclass(frozen=True, slots=True)
class FormatOutlook:
    """What is known of an event in a format before its first round.

    `refused` says why nothing can be drawn, and the rest is empty then. `rounds` is None if play
    decides how many there are; `boards` and `byes` are of round 1; `gap` is the median of the
    differences of ratings at its boards, None if somebody at half of them has no rating.
    """

    refused: Refused | None = None
    rounds: int | None = None
    boards: int = 0
    byes: int = 0
    gap: int | None = None
    advice: tuple[str, ...] = ()


def format_outlook(event: Event, format: Format) -> FormatOutlook:
    """Round 1 of the event is drawn by its seed, and looked at; nothing is kept."""
    try:
        proposal = next_draw(event, format)
    except Refused as refused:
        return FormatOutlook(refused)
    ratings = {entrant.id: entrant.rating for entrant in event.entrants}
    gaps = [
        abs(white - black)
        for match in proposal.matches
        if (white := ratings[match.white]) and (black := ratings[match.black])
    ]
    return FormatOutlook(
        rounds=format.rounds_planned(event),
        boards=len(proposal.matches),
        byes=len(proposal.byes),
        gap=median_high(gaps) if 2 * len(gaps) > len(proposal.matches) else None,
        advice=tuple(advice.text for advice in format.advise(event)),
    )
