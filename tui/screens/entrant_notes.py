"""What the journal says of each entrant: who did what, when, in few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.actions import (
    Action,
    AddEntrant,
    Adjust,
    CheckIn,
    EditEntrant,
    EnterResult,
    EnterResults,
    PublishRound,
    ReEnter,
    RollCall,
    SetBye,
    Withdraw,
)
from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import EntrantId
from engine.event import Event
from engine.log import LoggedAction
from engine.points import points_text
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class EntrantNote:
    """An action that concerned an entrant; of a result the round and the board (0 for none)."""

    n: int
    t: str
    by: str
    action: Action
    round: int = 0
    board: int = 0


@dataclass(frozen=True, eq=False)
class EntrantNotes:
    """The notes of everybody, the first ones first, as far as the journal has been read."""

    read_to: int = 0
    in_play: int = 0
    """The last round published by then."""
    last: str = ""
    """When the last action was, as the journal says it."""
    of: Mapping[EntrantId, tuple[EntrantNote, ...]] = field(default_factory=dict)

    def followed(self, entries: Iterable[LoggedAction], event: Event) -> EntrantNotes:
        """With the entries that come next in the journal. Who sat at a board is what `event` says
        now."""
        named: dict[str, list[EntrantId]] = {}
        for entrant in event.entrants:
            named.setdefault(entrant.name, []).append(entrant.id)
        notes = {id: list(known) for id, known in self.of.items()}
        read_to, in_play, last = self.read_to, self.in_play, self.last
        for entry in entries:
            action, read_to, last = entry.action, entry.n, entry.t
            if isinstance(action, PublishRound):
                in_play = action.round
            about = action.about(None)
            ids = set(about.entrants)
            if isinstance(action, AddEntrant) and len(named.get(action.entrant.name, ())) == 1:
                ids.update(named[action.entrant.name])
            for id in ids:
                made = EntrantNote(entry.n, entry.t, entry.by, action, about.round or 0)
                notes.setdefault(id, []).append(made)
            number = about.round or in_play
            for board, id in _seated(event, number, about.boards):
                made = EntrantNote(entry.n, entry.t, entry.by, action, number, board)
                notes.setdefault(id, []).append(made)
        return EntrantNotes(read_to, in_play, last, {id: tuple(n) for id, n in notes.items()})


def _seated(event: Event, number: int, boards: Iterable[int]) -> Iterable[tuple[int, EntrantId]]:
    round = next((r for r in event.rounds if r.number == number), None)
    for board in boards if round is not None else ():
        at = round.index(board) if round is not None else None
        if round is not None and at is not None:
            yield from ((board, id) for id in round.matches[at].pair)


def note_text(note: EntrantNote, event: Event, id: EntrantId) -> str:
    """`R6 board 4: 1-0`, `checked in`, `rating 2480 → 2493`."""
    action = note.action
    if isinstance(action, CheckIn):
        return "checked in" if action.present else "not checked in"
    if isinstance(action, AddEntrant):
        return "entered"
    if isinstance(action, EditEntrant):
        return ", ".join(_change(name, action) for name in action.changes if name != "estimated")
    if isinstance(action, Withdraw):
        return "withdrawn"
    if isinstance(action, ReEnter):
        return "back in the event"
    if isinstance(action, RollCall):
        return f"{'out of' if id in action.out else 'back in'} {event.called(action.round)}"
    if isinstance(action, SetBye):
        worth = "no bye" if action.points is None else f"bye {points_text(action.points)}"
        return f"{worth} in {event.called(action.round)}"
    if isinstance(action, Adjust):
        sign = "+" if action.points > 0 else ""
        return f"{sign}{points_text(action.points)}: {action.why}"
    if isinstance(action, EnterResult):
        return _result(note, event, action.result)
    if isinstance(action, EnterResults):
        return _result(note, event, dict(action.results).get(note.board, ""))
    from engine.actions.team_play import EnterBoardResult, EnterBoardResults

    if isinstance(action, EnterBoardResult):
        return _results_of_boards(note, event, [(action.board, action.result)])
    if isinstance(action, EnterBoardResults):
        of_match = [(board, text) for match, board, text in action.results if match == note.board]
        return _results_of_boards(note, event, of_match)
    try:
        return action.describe(event)
    except Refused:
        return action.kind


def _change(name: str, action: EditEntrant) -> str:
    label = ENTRANT_FIELDS[name].label.lower() if name in ENTRANT_FIELDS else name
    old, new = action.seen.get(name), action.changes[name]
    return f"{label} {'' if old is None else f'{old} → '}{'' if new is None else new}"


def _result(note: EntrantNote, event: Event, text: str) -> str:
    return f"{_where(note, event)}: {_shown(text)}"


def _results_of_boards(note: EntrantNote, event: Event, results: Iterable[tuple[int, str]]) -> str:
    shown = ", ".join(f"board {board} {_shown(text)}" for board, text in sorted(results))
    return f"{_where(note, event)}: {shown}"


def _where(note: EntrantNote, event: Event) -> str:
    return f"R{event.settings.round_label(note.round)} {event.board_name(note.board)}"


def _shown(text: str) -> str:
    return "cleared" if text == "-" else text.replace("1/2", "½")


def when_short(t: str, last: str) -> str:
    """`14:02` on the day of the last action, else `21 Nov`, from the journal's ISO times."""
    try:
        moment, newest = (datetime.fromisoformat(one).astimezone() for one in (t, last))
    except ValueError:
        return t[:5]
    return moment.strftime("%H:%M" if moment.date() == newest.date() else "%d %b")
