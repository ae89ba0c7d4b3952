"""What Pairings remembers, and what of the event it is about."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from engine.by_hand import Weighed
from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.refusal import Refused
from engine.waiting import NextStep, drawn_from_another
from tui.places.finding import NarrowedState
from tui.places.pairings.lines import Review
from tui.places.shape import DeskView

DRAW_RUNS = "a draw is running: wait, or stop it with x"


@dataclass(frozen=True, slots=True)
class Counted:
    """What changes by hand cost in the proposal of that event."""

    event: Event
    costs: Weighed


@dataclass(frozen=True, slots=True)
class SwapCost:
    """What a change of places would cost: a mark, its style, the gravest reason in a few words,
    and how many more there are."""

    mark: str
    style: str
    words: str
    more: int = 0


@dataclass(frozen=True, slots=True)
class JudgedSwaps:
    """Changes of places that were judged, by the two who would change them, in the proposal of
    that event."""

    event: Event
    costs: Mapping[tuple[EntrantId, EntrantId], SwapCost]


@dataclass(frozen=True, slots=True)
class PairingsState(NarrowedState):
    """The round gone to, the player that a swap would take, and what was counted."""

    viewed: int | None = None
    """The number of the round gone to; None for the proposal or the round in play."""
    side: int = 0
    """0 for White, 1 for Black of the selected board."""
    picked: EntrantId | None = None
    """The first of two who change places."""
    extra: tuple[int, ...] = ()
    """The proposed extra boards that have been selected once."""
    changed_from: Round | None = None
    """The proposal before the change by hand just made."""
    changing: bool = False
    """A change by hand is on its way."""
    counted: Counted | None = None
    swaps: JudgedSwaps | None = None
    """For the side pane."""
    hasty: bool | None = None
    """While a draw that was ordered has not ended: whether publishing was asked for, and not
    done."""
    aimed: EntrantId | None = None
    """In the side pane: with whom Enter changes places; None while keys go to the list."""


def round_shown(desk: DeskView, state: PairingsState) -> Round | None:
    """The round gone to, else the proposal, else the round in play."""
    event = desk.event
    if state.viewed is not None:
        gone_to = next((r for r in event.rounds if r.number == state.viewed), None)
        if gone_to is not None:
            return gone_to
    if event.proposal is not None:
        return event.proposal
    in_play = desk.format.next_step(event).name in ("play", "publish")
    return event.current if in_play else None


class _Reviews:
    """The last review made: much is derived from it, at every key anew were it not kept."""

    last: Review | None = None

    def of(self, desk: DeskView, round: Round, costs: Weighed | None) -> Review:
        """The review of that round, by identity of event and round."""
        last = self.last
        if last is None or last.event is not desk.event or last.round is not round:
            looked_up = round.published or drawn_from_another(desk.event)
            drawn = desk.as_drawn(round) if looked_up else None
            last = Review(desk.event, desk.format, round, drawn, costs)
        elif costs is not None and last.costs is not costs:
            last = last.with_costs(costs)
        self.last = last
        return last


_reviews = _Reviews()


def review_of(desk: DeskView, state: PairingsState) -> Review | None:
    """All that is known of the round shown; None without one."""
    round = round_shown(desk, state)
    if round is None:
        return None
    counted = state.counted
    fits = counted is not None and counted.event is desk.event and counted.costs.round is round
    return _reviews.of(desk, round, counted.costs if counted is not None and fits else None)


def selected_match(desk: DeskView, state: PairingsState) -> Match | None:
    """The match of the selected board."""
    review = review_of(desk, state)
    return review.match(state.selected) if review is not None else None


def selected_player(desk: DeskView, state: PairingsState) -> EntrantId | None:
    """Whom a swap would take: the player at the side gone to, or who has the selected bye."""
    match, key = selected_match(desk, state), state.selected
    if match is not None:
        return match.pair[state.side]
    return str(key[1]) if isinstance(key, tuple) else None


def refuse_while_drawing(desk: DeskView) -> None:
    """What stands is about to be replaced, and is neither changed nor published meanwhile."""
    if desk.beside == "draw":
        raise Refused(DRAW_RUNS)


def refuse_while_busy(desk: DeskView) -> None:
    """One command at a time runs beside the console: a draw, or a comparison with one."""
    refuse_while_drawing(desk)
    if desk.beside:
        raise Refused("a comparison is running: wait, or stop it with x")


def no_proposal(event: Event, step: NextStep) -> Refused:
    """Said to whoever would change one."""
    if step.name == "finished":
        return Refused(
            "there is no proposal", "all rounds are played", "c corrects what was played"
        )
    if step.name == "play":
        return Refused("there is no proposal yet", "results are missing", "F3 Results: enter them")
    why = f"{event.called(step.round)} is not drawn"
    remedies = {
        "draw": "d draws it",
        "choose": "C opens the draw by choice",
        "register": f"F1 Entries: enter the {event.entrant_word}s first",
    }
    return Refused("there is no proposal yet", why, remedies.get(step.name, ""))


def shown_review(desk: DeskView, state: PairingsState) -> Review:
    """The review of the round that is shown; `Refused` where there is none."""
    review = review_of(desk, state)
    if review is None:
        step = desk.format.next_step(desk.event)
        raise no_proposal(desk.event, step)
    return review


def proposed_board(desk: DeskView, state: PairingsState) -> Match:
    """The selected board of the proposal; `Refused` where there is none."""
    round = shown_review(desk, state).round
    if round.published:
        why = f"a published {desk.event.board_word} is corrected, not changed"
        raise Refused("this is not a proposal", why, "c corrects it")
    match = selected_match(desk, state)
    if match is None:
        raise Refused(
            "a bye has no colours and no opponent", "", f"select a {desk.event.board_word}"
        )
    return match


def still_there(desk: DeskView, state: PairingsState) -> bool:
    """Whether who is aimed at in the pane sits in the proposal, and may be swapped."""
    proposal = desk.event.proposal
    refused = desk.format.by_hand_refused(desk.event, "swap")
    return proposal is not None and state.aimed in proposal.drawn and not refused


def settle(desk: DeskView, state: PairingsState) -> PairingsState:
    """Extra boards are selected when they are new; who is aimed at in the pane is in it, and who
    is marked for a swap is in a proposal."""
    if state.aimed is not None and not (desk.paned and still_there(desk, state)):
        state = replace(state, aimed=None)
    round = round_shown(desk, state)
    proposed = round is not None and (not round.published or round.extra is not None)
    if state.picked is not None and not (proposed and round and state.picked in round.drawn):
        state = replace(state, picked=None)
    boards = tuple(m.board for m in round.extra.matches) if round and round.extra else ()
    if boards == state.extra:
        return state
    selected: Hashable | None = boards[0] if boards else state.selected
    return replace(state, extra=boards, selected=selected)
