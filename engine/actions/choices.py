"""The draw by choice: an opponent chosen, a choice forfeited, a wish about being chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions.base import About, Action, about_entrants, name_of
from engine.entrants import EntrantId
from engine.event import ChosenKind, DrawChoice, Event
from engine.protocol import Format, declinable
from engine.refusal import Refused
from engine.waiting import Choice, step_words

WISHES: tuple[ChosenKind, ...] = ("opt-out", "available")
_TOLD: dict[ChosenKind, str] = {
    "forfeit": "forfeits the choice",
    "opt-out": "opts out of being chosen",
    "available": "may be chosen",
}


@dataclass(frozen=True)
class ChooseOpponent(Action):
    """A word in the draw by choice of the next round (see `DrawChoice`)."""

    kind: ClassVar[str] = "choose"
    chooser: EntrantId
    what: ChosenKind = "opponent"
    opponent: EntrantId = ""

    def judge(self, event: Event, format: Format) -> None:
        """Only the entrant who is asked chooses, and only among those he may choose."""
        self.change(event, format)
        step = format.next_step(event)
        if self._place_declined(event, format) is not None:
            return
        if step.choice is None:
            raise Refused(
                "there is nothing to choose",
                step_words(event, step),
                "discard the proposal first" if step.name == "publish" else "",
                shell="" if step.name == "publish" else "see `topboard status`",
            )
        new = DrawChoice(step.round, step.choice.stage, self.chooser, self.what, self.opponent)
        if self.what not in WISHES:
            self._refuse_choice(event, format, step.choice, step.round)
        elif new not in event.choices:
            self._refuse_wish(event, step.choice)

    def change(self, event: Event, format: Format) -> Event:
        """Nothing yet: the round and the stage that it is about are the format's to say."""
        event.entrant(self.chooser)
        if self.opponent:
            event.entrant(self.opponent)
        return event

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The word in its round and stage."""
        step, place = format.next_step(after), self._place_declined(after, format)
        stage = place if step.choice is None or place is not None else step.choice.stage
        if stage is None:
            return after
        opponent = self.opponent if place is None else ""
        new = DrawChoice(step.round, stage, self.chooser, self.what, opponent)
        if place is None and self.what in WISHES and new in after.choices:
            return after
        return replace(after, choices=(*after.choices, new))

    def _place_declined(self, event: Event, format: Format) -> str | None:
        return declinable(format, event).get(self.chooser) if self.what == "opt-out" else None

    def _refuse_wish(self, event: Event, choice: Choice) -> None:
        if (self.chooser, self.what) in choice.wishes:
            return
        able = [name_of(event, id) for id, kind in choice.wishes if kind == self.what]
        word = "opt out of being chosen" if self.what == "opt-out" else "become available"
        raise Refused(
            f"{name_of(event, self.chooser)} cannot {word} now",
            f"only {' and '.join(able)} can" if able else "nobody can at this point",
            shell="see `topboard status`",
        )

    def _refuse_choice(self, event: Event, format: Format, choice: Choice, number: int) -> None:
        asked = name_of(event, choice.chooser)
        if self.chooser != choice.chooser:
            done = any(c.chooser == self.chooser and c.round == number and c.stage == choice.stage
                       and c.kind not in WISHES for c in event.choices)  # fmt: skip
            raise Refused(
                f"{name_of(event, self.chooser)} {'has chosen' if done else 'does not choose now'}",
                f"it is the turn of {asked}",
                "take the last choice back first (undo)" if done else "choose in that order",
            )
        if self.what == "forfeit":
            if not choice.may_forfeit:
                raise Refused(f"{asked} cannot forfeit the choice", "", "choose an opponent")
            return
        if self.opponent not in choice.pool:
            can = " · ".join(name_of(event, id) for id in choice.pool)
            raise Refused(
                f"{name_of(event, self.opponent)} cannot be chosen",
                _reason(event, format, self, choice, number),
                f"{asked} chooses from {can}",
            )

    def about(self, event: Event | None) -> About:
        """Chooser and opponent."""
        return about_entrants(self.chooser, self.opponent)

    def describe(self, event: Event) -> str:
        """Who chose whom."""
        who = name_of(event, self.chooser)
        if self.what == "opponent":
            return f"{who} chose {name_of(event, self.opponent)}"
        if self.what == "opt-out" and len(event.published) >= event.settings.rounds:
            return f"{who} declines its place"
        return f"{who} {_TOLD[self.what]}"


def _reason(event: Event, format: Format, new: ChooseOpponent, choice: Choice, number: int) -> str:
    barred = dict(choice.barred).get(new.opponent)
    if barred is not None:
        return format.worded(barred, event)
    if new.opponent == new.chooser:
        return "nobody plays himself"
    for one in event.choices:
        if one.round == number and one.stage == choice.stage:
            if one.opponent and new.opponent in (one.opponent, one.chooser):
                return f"taken by the choice of {name_of(event, one.chooser)}"
            if (one.chooser, one.kind) == (new.opponent, "forfeit"):
                return "it has forfeited its choice"
            if (one.chooser, one.kind) == (new.opponent, "opt-out"):
                return "it has opted out of being chosen"
    if not event.entrant(new.opponent).active(number):
        return "it has withdrawn"
    if choice.order and new.opponent not in choice.order:
        return f"it is not in {choice.stage}"
    if new.opponent in choice.waiting:
        return "it chooses its own opponent later"
    if (new.opponent, "available") in choice.wishes:
        return "a team at its place may be chosen only if it says so before the first choice"
    return f"a team at its place cannot be chosen in {choice.stage or 'this stage'}"
