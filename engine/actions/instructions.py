"""Actions that tie the draw's hands: locks, bars, and pairs allowed in spite of school or club."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions.base import About, Action, about_entrants, name_of
from engine.entrants import EntrantId
from engine.event import Event, Instruction, InstructionKind
from engine.protocol import Format
from engine.refusal import NoDraw, Refused
from engine.warnings import Level, Warning


@dataclass(frozen=True)
class Instruct(Action):
    """A lock, a bar or an allowance for two entrants; `round` None is every round."""

    kind: ClassVar[str] = "instruct"
    instruction: Instruction

    def judge(self, event: Event, format: Format) -> None:
        """A lock and a bar on the same pair exclude each other, as do two locks on one; what no
        draw can obey would stop every draw."""
        i = self.instruction
        if i in event.instructions:
            return
        _refuse_contradiction(i, event)
        if (obstacle := _cannot_be_obeyed(i, event, format)) is not None:
            names = f"{name_of(event, i.a)} and {name_of(event, i.b)}"
            done = {"lock": "locked", "bar": "barred", "allow": "allowed"}[i.kind]
            why, remedy = obstacle
            raise Refused(f"{names} cannot be {done}", why, remedy or "draw without it")

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Who shall not meet is settled before round 1 (195, 196)."""
        i = self.instruction
        if i.kind != "bar" or not event.published or i in event.instructions:
            return ()
        from engine.settled import bar_warning

        return (bar_warning(event, i),)

    def change(self, event: Event, format: Format) -> Event:
        """Given once."""
        new = self.instruction
        event.entrant(new.a)
        event.entrant(new.b)
        if new.a == new.b:
            raise Refused("a lock or a bar needs two entrants", "both are the same", "give two")
        if new in event.instructions:
            return event
        return replace(event, instructions=(*event.instructions, new))

    def about(self, event: Event | None) -> About:
        """Both, or the one."""
        return about_entrants(self.instruction.a, self.instruction.b)

    def describe(self, event: Event) -> str:
        """Who with whom."""
        i = self.instruction
        when = "every round" if i.round is None else event.called(i.round)
        return f"{i.kind}: {name_of(event, i.a)} and {name_of(event, i.b)}, {when}"


def _refuse_contradiction(new: Instruction, event: Event) -> None:
    if new.kind == "allow":
        return
    for old in event.instructions:
        together = old.round is None or new.round is None or old.round == new.round
        if not together or old.kind == "allow":
            continue
        if old.pair == new.pair and old.kind != new.kind:
            raise Refused(
                "these two are locked and barred at once",
                "one excludes the other",
                f"take the {old.kind} back first",
            )
        if old.kind == new.kind == "lock" and len(old.pair & new.pair) == 1:
            (twice,) = old.pair & new.pair
            raise Refused(
                f"{name_of(event, twice)} is locked with somebody else already",
                "",
                "take that lock back first",
            )


def _cannot_be_obeyed(new: Instruction, event: Event, format: Format) -> tuple[str, str] | None:
    """Why no draw can obey it, and what to do instead: because of the format's own rules, because
    one of the two does not play, or because the round can only be drawn without it. None if it can
    be obeyed, and if that cannot be said yet."""
    if why := format.instruction_refused(event, new):
        return why, ""
    number = len(event.published) + 1
    if new.kind == "allow" or not new.holds(number) or new.a == new.b:
        return None
    for id in (new.a, new.b) if new.kind == "lock" else ():
        entrant = event.entrant(id)
        away = entrant.withdrawn if new.round is None else not entrant.to_be_paired(number)
        if away:
            return f"{entrant.name} does not play in {event.called(number)}", ""
    if format.next_step(event).name not in ("draw", "publish") or _upsets_a_choice(new, event):
        return None
    before = event.until(number - 1)
    try:
        format.draw(replace(before, instructions=(*before.instructions, new)))
    except Refused as refusal:
        reason = f"{refusal.what}: {refusal.why}" if refusal.why else refusal.what
        remedy = refusal.remedy if isinstance(refusal, NoDraw) else ""
        return (reason, remedy) if _drawable(before, format) else None
    return None


def _upsets_a_choice(new: Instruction, event: Event) -> bool:
    """Whether a draw by choice of the next round has to be made anew for it."""
    number = len(event.published) + 1
    chosen = [{c.chooser, c.opponent} for c in event.choices if c.round == number and c.opponent]
    if new.kind == "bar":
        return new.pair in chosen
    return any(len(pair & new.pair) == 1 for pair in chosen)


def _drawable(event: Event, format: Format) -> bool:
    try:
        format.draw(event)
    except Refused:
        return False
    return True


@dataclass(frozen=True)
class Release(Action):
    """Take a lock, a bar or an allowance back."""

    kind: ClassVar[str] = "release"
    what: InstructionKind
    a: EntrantId
    b: EntrantId

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """A bar that is taken back once the event has begun is recorded."""
        if self.what != "bar" or not event.published:
            return ()
        return (Warning.of(Level.RECORD, "bar-released", a=self.a, b=self.b),)

    def change(self, event: Event, format: Format) -> Event:
        """Whatever rounds it was given for."""
        pair = frozenset((self.a, self.b))
        others = tuple(
            i for i in event.instructions if not (i.kind == self.what and i.pair == pair)
        )
        if len(others) == len(event.instructions):
            raise Refused(f"there is no {self.what} on these two", "", "nothing to take back")
        return replace(event, instructions=others)

    def about(self, event: Event | None) -> About:
        """Both, or the one."""
        return about_entrants(self.a, self.b)

    def describe(self, event: Event) -> str:
        """Who with whom."""
        return f"{self.what} taken back: {name_of(event, self.a)} and {name_of(event, self.b)}"
