"""Pairing by hand: a session with a beginning and an end, boards taken apart, two paired, the rest
drawn."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from engine.actions import FinishEditing, PairByHand, PairRest, StartEditing, TakeApart
from engine.actions.editing import (
    all_boards,
    edited_round,
    refuse_unfinished,
    refuse_unpairable,
    rest_drawn,
    without_board,
)
from engine.entrants import EntrantId
from engine.event import Event, Round
from engine.points import counted
from engine.protocol import Format, numbers
from engine.refusal import Refused
from saves.safe_text import shortened
from tui.places.pairings import talks
from tui.places.pairings.picture import (
    PairingsState,
    refuse_while_drawing,
    review_of,
    selected_match,
)
from tui.places.shape import (
    Converse,
    DeskView,
    Do,
    Fetch,
    Perform,
    Prompt,
    Question,
    Step,
    said,
)

if TYPE_CHECKING:
    from tui.app import TopboardApp

BYE = "0"
"""Typed in place of an opponent."""

PairingsStep = Step[PairingsState]


def edit(desk: DeskView, state: PairingsState) -> PairingsStep:
    """The session begins with the proposal, or with an empty round; once begun it is finished,
    after a look at what it breaks."""
    event, format = desk.event, desk.format
    refuse_while_drawing(desk)
    if event.proposal is None or not event.proposal.editing:
        number = len(event.published) + 1
        done = "pairing by hand: p two numbers, - takes apart, r draws the rest, e finishes"
        state = replace(state, viewed=None, picked=None)
        return Step(state, (Do(StartEditing(number), done=done),))
    refuse_unfinished(event, format)
    review = review_of(desk, replace(state, viewed=None))
    assert review is not None
    return Step(state, (Converse(talks.ask_finished, (review,), Finished(event.proposal)),))


@dataclass(frozen=True, slots=True)
class Finished:
    """All by which a round is not the computer draw was listed, and asked about."""

    round: Round

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """The edit is finished as it was looked at."""
        if not isinstance(value, FinishEditing):
            return Step(state)
        if desk.event.proposal != self.round:
            raise Refused("these pairings have changed meanwhile", "", "look at them, then e again")
        return Step(state, (Do(value, done="finished: P publishes"),))


def pair(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Two by their numbers, pair after pair until Esc; one number is who meets the selected one."""
    if desk.event.proposal is None or not desk.event.proposal.editing:
        refuse_unpairable(desk.event, desk.format, len(desk.event.published) + 1)
        # whoever knows other programs means the printer
        raise Refused(
            f"p pairs two {desk.event.entrant_word}s by hand",
            "nobody is pairing by hand",
            "F prints; e begins to pair a proposal by hand",
        )
    return _pairing(desk, state)


def _pairing(desk: DeskView, state: PairingsState, text: str = "") -> PairingsStep:
    label = f"{' and '.join(desk.event.side_words)} by number, 0 for the bye"
    return Step(replace(state, prompt=Prompt(label, PairTyped(), text)))


@dataclass(frozen=True, slots=True)
class PairTyped:
    """A pair, as two start numbers."""

    def changed(self, desk: DeskView, state: PairingsState, text: str) -> PairingsStep:
        """Nothing while it is typed."""
        return Step(state)

    def entered(self, desk: DeskView, state: PairingsState, text: str) -> PairingsStep:
        """Both have no board yet; the next pair is asked for while anybody is left."""
        ids = {str(no): id for id, no in numbers(desk.format, desk.event).items()}
        words = text.replace("-", " ").replace(":", " ").split()
        if len(words) == 1 and is_left(state.selected):
            selected = cast(tuple[str, EntrantId], state.selected)[1]
            words = [str(numbers(desk.format, desk.event)[selected]), *words]
        unknown = next((w for w in words if w not in ids and w != BYE), "")
        if unknown or len(words) != 2 or words[0] == BYE:
            wrong = "type two numbers: 3 17, or 3 0 for the bye"
            if unknown:
                wrong = f"no {desk.event.entrant_word} has the number {shortened(unknown, 12)}"
            return Step(said(_pairing(desk, state, text).state, wrong, "bad"))
        black = "" if words[1] == BYE else ids[words[1]]
        more = len(without_board(desk.event, desk.format)) > (2 if black else 1)
        state = _pairing(desk, state).state if more else state
        return Step(state, (Do(PairByHand(ids[words[0]], black)),))

    def dropped(self, desk: DeskView, state: PairingsState) -> PairingsStep:
        """Nobody more is paired."""
        return Step(state)


def _edited(desk: DeskView) -> Round:
    """The proposal that is being edited; if the format pairs alone, nobody is asked to begin."""
    if desk.event.proposal is None or not desk.event.proposal.editing:
        refuse_unpairable(desk.event, desk.format, len(desk.event.published) + 1)
    return edited_round(desk.event)


def apart(desk: DeskView, state: PairingsState) -> PairingsStep:
    """The selected board, or the bye."""
    _edited(desk)
    match = selected_match(desk, state)
    if match is not None:
        return Step(state, (Do(TakeApart((match.board,), was=(match.pair,))),))
    if isinstance(state.selected, tuple) and state.selected[0] == "bye":
        return Step(state, (Do(TakeApart(byes=(str(state.selected[1]),))),))
    word = desk.event.board_word
    raise Refused(f"no {word} is selected", "", f"select a {word} or the bye")


def clear(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Every board and the bye (asks)."""
    action = all_boards(_edited(desk))
    if not action.boards and not action.byes:
        raise Refused(f"no {desk.event.board_word} is left")
    text = f"Take all {counted(len(action.boards), desk.event.board_word)} apart?"
    done = f"all are without a {desk.event.board_word}"
    return Step(replace(state, questions=(Question(text, Perform(action, done)),)))


def draw_rest(desk: DeskView, state: PairingsState) -> PairingsStep:
    """Everybody without a board, beside the keys."""
    edited_round(desk.event)
    arguments = (desk.event, desk.format)
    return Step(said(state, "the rest is being drawn …"), (Fetch(_rest, RestDrawn(), arguments),))


def _rest(app: TopboardApp, event: Event, format: Format) -> PairRest:
    return rest_drawn(event, format)


@dataclass(frozen=True, slots=True)
class RestDrawn:
    """The rest is drawn around the boards that were there."""

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> PairingsStep:
        """It is taken, unless the boards have changed meanwhile."""
        if isinstance(value, Refused):
            return Step(said(state, str(value), "bad"))
        rest = cast(PairRest, value)
        return Step(state, (Do(rest, done=rest.describe(desk.event)),))


def is_left(key: Hashable) -> bool:
    """Whether a line is somebody without a board."""
    return isinstance(key, tuple) and key[:1] == ("left",)
