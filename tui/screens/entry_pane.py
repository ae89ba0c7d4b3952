"""The side pane of Entries: the entrant's rounds, what his entry says, what was done about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
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
from engine.entrants import Entrant, EntrantId
from engine.event import Event, last_call
from engine.history import cards
from engine.log import LoggedAction
from engine.performance import performances
from engine.points import points_text
from engine.protocol import Format, knocked_out
from engine.rating_rule import source_text
from engine.refusal import Refused
from saves.cells import in_lines
from saves.safe_text import shortened
from tui.screens.columns import cell
from tui.screens.entries_lines import rounds_text
from tui.screens.player_lines import (
    numbers_of,
    performed_text,
    round_lines,
    scored,
    trend,
    who_lines,
)
from tui.widgets.lines import Line, line, titled

LABEL = 9
"""Cells of a label and the blank after it."""
WHO = 6
"""Cells for the name of the person who did something."""
MOST_NOTE = 3
"""Lines of an entry's note."""
FEWEST_HISTORY = 3
_FACTS = (
    ("school", "school"), ("family", "family"), ("contact", "contact"), ("captain", "captain"),
    ("fide_id", "FIDE id"),
)  # fmt: skip
"""What an entry says that no column of every list has."""


def entry_pane(
    event: Event,
    format: Format,
    id: EntrantId,
    width: int,
    height: int,
    notes: EntrantNotes | None = None,
    undone: Collection[int] = (),
) -> list[Line]:
    """Who he is; his rounds and performance; the entry; its history, the last action first, as
    far as there is room. `notes` are None until the journal has been read."""
    number = numbers_of(format, event).get(id)
    known = [n for n in (notes.of.get(id, ()) if notes else ()) if n.n not in undone]
    lines = who_lines(event, id, width, f"No {number}")
    entry = entry_facts(event, format, id, width, known)
    if event.published:
        rounds = max(height - len(lines) - len(entry) - FEWEST_HISTORY - 6, 3)
        by_points = not format.several_boards and not format.of_teams(event)
        lines += [
            Line(),
            titled("this event", width, scored(event, id) if by_points else ""),
            *round_lines(event, format, id, width, rounds),
        ]
        if performances(event):
            lines += [Line(), performance_line(event, id, width)]
    lines += [Line(), titled("entry", width), *entry]
    if notes is not None:
        lines += [Line(), titled("history", width, "H all")]
        shown = known[::-1][: max(height - len(lines), 0)]
        lines += [history_line(event, id, note, notes.last, width) for note in shown]
    return lines


def performance_line(event: Event, id: EntrantId, width: int) -> Line:
    """`performance ▃▇█▂▁▆  2210 (-282)`."""
    performed = performances(event).get(id)
    shown, number = trend(event, id), performed_text(performed)
    room = max(len(event.published) + 2, 8)
    rest = max(width - 12 - room, 0)
    return Line(
        (("performance ", "dim"), (cell(shown, room), "accent"), (cell(number, rest), "strong"))
    )


@last_call
def _carried(event: Event) -> tuple[tuple[str, str], ...]:
    """The facts that somebody's entry has: their labels are in every pane."""
    return tuple(
        (name, label) for name, label in _FACTS if any(getattr(e, name) for e in event.entrants)
    )


def entry_facts(
    event: Event, format: Format, id: EntrantId, width: int, known: Collection[EntrantNote]
) -> list[Line]:
    """Check-in, rounds out, points given, board, what else the entry says, the note."""
    entrant = event.entrant(id)
    out = id in knocked_out(format, event) and not entrant.withdrawn
    lines = [
        line(cell("knocked out", width), "attention")
        if out
        else _checked_in(event, entrant, known, width)
    ]
    lines += [_fact("byes", rounds_text(entrant, event), width)]
    if any(e.official for e in event.entrants):
        lines += [_fact("rating", source_text(event, entrant), width)]
    adjustment = cards(event)[id].adjustment
    if event.adjustments:
        lines += [_fact("points", f"{adjustment:+}" if adjustment else "", width)]
    if any(e.fixed_board for e in event.entrants):
        lines += [_fact("board", str(entrant.fixed_board or "free"), width)]
    lines += [_fact(label, str(getattr(entrant, name)), width) for name, label in _carried(event)]
    if entrant.members:
        lines += [_fact("players", "; ".join(entrant.members), width)]
    parts = in_lines(f"note: {entrant.note}", width, "  ") if entrant.note else []
    return [*lines, *(line(cell(part, width), "attention") for part in parts[:MOST_NOTE])]


def _fact(label: str, text: str, width: int) -> Line:
    shown = cell(text or "none", max(width - LABEL, 1))
    return Line(((f"{label:<{LABEL}}", "dim"), (shown, "plain" if text else "dim")))


def _checked_in(event: Event, entrant: Entrant, known: Collection[EntrantNote], width: int) -> Line:
    """To be looked at while people are checked in, and before round 1."""
    if entrant.withdrawn:
        word = "expelled" if entrant.expelled else "withdrawn"
        return line(cell(word, width), "attention")
    if not entrant.present:
        watched = not event.published or any(e.present for e in event.entrants)
        return line(cell("· not checked in", width), "attention" if watched else "dim")
    check_ins = [n for n in known if isinstance(n.action, CheckIn) and n.action.present]
    last = check_ins[-1] if check_ins else None
    by_whom = (
        f" {when_short(last.t, last.t)} by {shortened(last.by, 20)}" if last and last.by else ""
    )
    return line(cell(f"✓ checked in{by_whom}", width))


def history_line(event: Event, id: EntrantId, note: EntrantNote, last: str, width: int) -> Line:
    """`14:01 anna   R6 board 4: 1-0`."""
    when = f"{when_short(note.t, last):<6} {cell(note.by, WHO)} "
    text = cell(note_text(note, event, id), max(width - len(when), 1))
    return Line(((when, "dim"), (text, "plain")))


# What the journal says of each entrant: who did what, when, in few words


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
        """With the entries that come next in the journal. The players at a board are those of
        `event`."""
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
