"""A desk without a disk: an event, its log and a plain format, for tests of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import (
    Action,
    AddEntrant,
    CreateEvent,
    EnterResult,
    Propose,
    PublishRound,
    Redo,
    Undo,
)
from engine.actions.base import done
from engine.entrants import Entrant
from engine.event import Bye, Event, Match
from engine.facts import Facts
from engine.log import LoggedAction, after_reversal, begun, fold
from engine.next_draw import next_draw
from engine.protocol import Format, Proposal, Rule
from engine.rules import Repeat, SameGroup, SecondBye, SecondFloat, ThirdColour
from formats.common import TableFormat


class Plain(TableFormat):
    """Pairs neighbours of the entry list; judged by the common rules."""

    name = "plain"
    title = "Plain"
    keeps_apart = True

    def rules(self, event: Event) -> Sequence[Rule]:
        return (Repeat(), ThirdColour(), SecondFloat(), SecondBye(), SameGroup("club"))

    def draw(self, event: Event) -> Proposal:
        number = len(event.published) + 1
        ids = [e.id for e in event.entrants if e.to_be_paired(number)]
        pairs = zip(ids[::2], ids[1::2], strict=False)
        matches = tuple(Match(n, a, b) for n, (a, b) in enumerate(pairs, start=1))
        byes = [
            Bye(e.id, asked.points, "absent" if asked.absent else "requested")
            for e in event.entrants
            if e.active(number) and (asked := e.bye_in(number))
        ]
        if len(ids) % 2:
            byes.append(Bye(ids[-1], event.settings.bye_points))
        return Proposal(number, matches, tuple(byes))

    def late_boards(self, event: Event) -> bool:
        return event.current is not None and event.current.number == 1


PLAIN = Plain()


def plain(name: str) -> Format:
    return PLAIN


class Desk:
    """Does actions, keeps the log, and can undo."""

    def __init__(self, *names: str, rounds: int = 5, **settings: object) -> None:
        self.entries: list[LoggedAction] = []
        self.event = Event("", "", None)  # type: ignore[arg-type]
        self.do(CreateEvent("Test", "plain", {"rounds": rounds, **settings}))
        for name in names:
            self.do(AddEntrant(Entrant("", name)))

    def do(self, action: Action) -> Event:
        n = len(self.entries) + 1
        if isinstance(action, Undo | Redo):
            turn = after_reversal(self.entries, LoggedAction(n, action), plain)
            self.event, facts = turn.event, Facts()
            self.entries = [replace(e, facts=turn.again.get(e.n, e.facts)) for e in self.entries]
        else:
            if isinstance(action, CreateEvent):
                now = begun(action, PLAIN)
            else:
                now = done(action, self.event, PLAIN)
            self.event, facts = replace(now.event, revision=n), now.facts
        self.entries.append(LoggedAction(n, action, facts=facts))
        return self.event

    def draw(self) -> Event:
        return self.do(Propose.of(next_draw(self.event, PLAIN)))

    def publish(self) -> Event:
        self.draw()
        return self.do(PublishRound(len(self.event.rounds)))

    def results(self, *texts: str) -> Event:
        assert self.event.current is not None
        for match, text in zip(self.event.current.matches, texts, strict=True):
            self.do(EnterResult(match.board, text))
        return self.event

    def refolded(self) -> Event:
        return fold(self.entries, plain)
