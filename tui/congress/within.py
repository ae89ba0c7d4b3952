"""A step that a place of one event makes, as a step of the congress: its questions, the line being
typed and what it queues say in which event they are. So nothing that can be done in one event is
written again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tui.congress.view import CongressView
from tui.places.shape import (
    Answering,
    Converse,
    DeskView,
    Do,
    Draw,
    Effect,
    Fetch,
    Following,
    GoesOn,
    PlaceState,
    Question,
    Step,
    Typing,
    Within,
    unasked,
)

if TYPE_CHECKING:
    from tui.app import TopboardApp


def congress_of(desk: DeskView) -> CongressView:
    """The events of the congress."""
    assert desk.congress is not None
    return desk.congress


@dataclass(frozen=True, slots=True)
class CongressEventsState(PlaceState):
    """What a place of the congress remembers of each event: the state of that event's own place,
    whose message, questions and line are shown here."""

    events: Mapping[str, Any] = field(default_factory=dict)
    """By folder."""

    def own(self, folder: str) -> Any:
        """What is remembered of an event."""
        return self.events[folder]

    def selected_in(self, folder: str) -> Hashable | None:
        """The line of that event that is selected."""
        return cast("Hashable | None", self.own(folder).selected)

    def key_of(self, folder: str, key: Hashable) -> Hashable:
        """A line of an event as a line of all."""
        return key

    def event_desk(self, desk: DeskView, folder: str) -> DeskView:
        """As the event's own place would see it."""
        view: DeskView = congress_of(desk).by_folder[folder].desk
        return view

    def behind(self, desk: DeskView, step: Step[Any]) -> Step[Any]:
        """What follows when a line was typed in an event: `self` is the state before it."""
        return step


E = TypeVar("E", bound=CongressEventsState)
Act = Callable[[DeskView, Any], Step[Any]]


@dataclass(frozen=True, slots=True)
class AskedWithin:
    """A question of one event."""

    folder: str
    purpose: Answering
    back: Hashable | None = None
    """The line that was selected when it was asked without a key, and is again afterwards."""

    def yes(self, desk: DeskView, state: Any) -> Step[Any]:
        """As in the event's own place."""
        return self._answered(desk, state, self.purpose.yes)

    def no(self, desk: DeskView, state: Any) -> Step[Any]:
        """As there."""
        return self._answered(desk, state, self.purpose.no)

    def goes_on(self, desk: DeskView, state: Any, key: str) -> Step[Any]:
        """As there: what is typed on."""
        purpose = self.purpose
        if not isinstance(purpose, GoesOn):
            return self.no(desk, state)
        return self._answered(desk, state, lambda d, s: purpose.goes_on(d, s, key))

    def _answered(self, desk: DeskView, state: CongressEventsState, answer: Act) -> Step[Any]:
        step = within(desk, state, self.folder, answer)
        if self.back is None:
            return state.behind(desk, step)
        waiting = step.state.questions[0].purpose if step.state.questions else None
        typed = getattr(getattr(waiting, "purpose", None), "typed", None)
        key = self.back
        if typed is not None and isinstance(waiting, AskedWithin):
            key = state.key_of(waiting.folder, typed.board)
        return step._replace(state=replace(step.state, selected=key))


@dataclass(frozen=True, slots=True)
class TypedWithin:
    """A line that is typed for one event."""

    folder: str
    purpose: Typing

    def changed(self, desk: DeskView, state: Any, text: str) -> Step[Any]:
        """As in the event's own place."""
        return within(desk, state, self.folder, lambda d, s: self.purpose.changed(d, s, text))

    def entered(self, desk: DeskView, state: Any, text: str) -> Step[Any]:
        """As there."""
        step = within(desk, state, self.folder, lambda d, s: self.purpose.entered(d, s, text))
        behind: Step[Any] = state.behind(desk, step)
        return behind

    def dropped(self, desk: DeskView, state: Any) -> Step[Any]:
        """As there."""
        return within(desk, state, self.folder, self.purpose.dropped)


@dataclass(frozen=True, slots=True)
class FollowedWithin:
    """What follows from a dialog or something worked out in one event."""

    folder: str
    then: Following

    def answered(self, desk: DeskView, state: Any, value: Any) -> Step[Any]:
        """As in the event's own place; nothing where the event is not open any more."""
        if self.folder not in congress_of(desk).by_folder:
            return Step(state)
        return within(desk, state, self.folder, lambda d, s: self.then.answered(d, s, value))


def within(desk: DeskView, state: E, folder: str, act: Act) -> Step[E]:
    """What `act` does in that event."""
    own, event_desk = own_state(state, folder), state.event_desk(desk, folder)
    return lifted(desk, state, folder, unasked(event_desk, own, act(event_desk, own)))


def own_state(state: CongressEventsState, folder: str) -> Any:
    """What the place of that event would remember now: its own questions and its own line too."""
    questions = tuple(
        question._replace(purpose=question.purpose.purpose)
        for question in state.questions
        if isinstance(question.purpose, AskedWithin) and question.purpose.folder == folder
    )
    prompt, mine = state.prompt, None
    purpose = prompt.purpose if prompt is not None else None
    if prompt is not None and isinstance(purpose, TypedWithin) and purpose.folder == folder:
        mine = prompt._replace(purpose=purpose.purpose)
    return replace(
        state.own(folder), selected=state.selected_in(folder), questions=questions, prompt=mine,
        message=None, last_key=state.last_key,
    )  # fmt: skip


def lifted(desk: DeskView, state: E, folder: str, step: Step[Any]) -> Step[E]:
    """The state of all with that of the event, and what to do in it."""
    before, own = own_state(state, folder), step.state
    name = congress_of(desk).names[folder]
    quiet = replace(own, message=None, questions=(), prompt=None)
    after = replace(state, events={**state.events, folder: quiet})
    if own.message is not None:
        after = replace(after, message=own.message._replace(text=f"{name}: {own.message.text}"))
    if own.questions != before.questions:
        after = replace(after, questions=_questions(state, folder, own.questions, name))
    if own.prompt is not None:
        purpose = TypedWithin(folder, own.prompt.purpose)
        after = replace(after, prompt=own.prompt._replace(purpose=purpose))
    elif before.prompt is not None:
        after = replace(after, prompt=None)
    if own.selected != before.selected:
        after = replace(after, selected=state.key_of(folder, own.selected))
    return Step(after, tuple(_effect(folder, effect) for effect in step.effects))


def _questions(
    state: CongressEventsState, folder: str, asked: tuple[Question, ...], name: str
) -> tuple[Question, ...]:
    """Those of other events stay where they are; the first in front does too."""
    known = [
        (question.purpose.purpose, question)
        for question in state.questions
        if isinstance(question.purpose, AskedWithin) and question.purpose.folder == folder
    ]
    mine = []
    for question in asked:
        old = next((shown for purpose, shown in known if purpose == question.purpose), None)
        text, purpose = f"{name}\n{question.text}", AskedWithin(folder, question.purpose)
        mine.append(old or question._replace(text=text, purpose=purpose))
    of_event = [shown for _, shown in known]
    others = [question for question in state.questions if question not in of_event]
    first = state.questions[0] if state.questions else None
    return (*mine, *others) if first in of_event else (*others, *mine)


def _effect(folder: str, effect: Effect) -> Effect:
    if isinstance(effect, Converse | Draw | Fetch) and effect.then is not None:
        effect = effect._replace(then=FollowedWithin(folder, effect.then))
    return Within(folder, effect) if isinstance(effect, Do | Converse | Draw | Fetch) else effect


async def enter_event(
    app: TopboardApp, folder: str, place: str = "", line: Hashable | None = None
) -> None:
    """That event, in one of its own places and on that line."""
    await app.enter_event(folder, place, line)
