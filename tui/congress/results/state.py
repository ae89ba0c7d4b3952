"""What Results of a congress remembers: of each event what its own Results does, and beside that
which board of which event is in hand."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from engine.points import counted
from tui.congress.view import EventView
from tui.congress.within import CongressEventsState, congress_of
from tui.places.results.state import (
    Difference,
    ListedBoards,
    ResultsState,
    boards_of,
    halted,
    in_question,
    still_open,
    verifying,
)
from tui.places.results.state import settle as settle_results
from tui.places.results.verification import PassProgress, called, progress
from tui.places.shape import WIDE, DeskView, Step, said

BoardKey = tuple[str, int]
"""The folder of an event of the congress, and a board of it."""
LETTERS = "abcdefghijkl"
"""Of the events that have a board of one number."""


@dataclass(frozen=True, slots=True)
class OpenLists:
    """The open boards of each event as they were at a minute: what comes in meanwhile leaves its
    place empty, so that nothing moves by a key."""

    minute: datetime | None
    rounds: tuple[tuple[str, int | None], ...]
    boards: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CongressResultsState(CongressEventsState):
    """`selected` is the folder of an event and a line of its Results: a board, or a board of a
    match of teams. Of each event there is a `ResultsState`."""

    only: str = ""
    """The folder of the one event that is listed; empty: all are."""
    missing_only: bool = False
    piled: bool = False
    """Slips of all events come in any order: a board's number before each result."""
    digits: str = ""
    """Of a board's number, as far as it is typed."""
    unknown: bool = False
    """The number that is typed is no board in play, or stands outside a pile."""
    doubled: tuple[tuple[str, Hashable], ...] = ()
    """The lines between which a letter chooses: two events or more have the number that was typed.
    """
    slip: Hashable | None = None
    """The line to which the number of a slip led, away from the one before: the list stays."""
    name: str = ""
    """The name looked for last, folded."""
    open: OpenLists | None = None
    """For the side pane."""

    def own(self, folder: str) -> ResultsState:
        """What is remembered of an event."""
        return self.events.get(folder) or ResultsState()

    def selected_in(self, folder: str) -> Hashable | None:
        """The selected line, where it is one of that event."""
        key = self.selected
        mine = isinstance(key, tuple) and key[0] == folder
        return key[1] if mine and isinstance(key, tuple) else self.own(folder).selected

    def key_of(self, folder: str, key: Hashable) -> Hashable:
        """A board as one of all."""
        return (folder, key) if isinstance(key, int | tuple) else self.selected

    def behind(self, desk: DeskView, step: Step[Any]) -> Step[Any]:
        """To the next open board of any event."""
        return went_on(desk, self, step)


CongressStep = Step[CongressResultsState]


def gone_to(state: CongressResultsState, line: Hashable | None) -> CongressResultsState:
    """That line is selected, and by the arbiter himself."""
    state = replace(state, selected=line)
    if not isinstance(line, tuple):
        return state
    folder, chosen = line
    own = replace(state.own(folder), selected=chosen, gone_to=chosen)
    return replace(state, events={**state.events, folder: own})


def selected_board(state: CongressResultsState) -> BoardKey | None:
    """The board that is selected, and its event; of teams the match."""
    return board_of(state.selected)


def board_of(line: Hashable | None) -> BoardKey | None:
    """Of a line of the list; of teams the match."""
    if not isinstance(line, tuple):
        return None
    folder, key = line
    return folder, key[0] if isinstance(key, tuple) else key


def stands_still(desk: DeskView, state: CongressResultsState) -> bool:
    """Whether the list is not turned to the board of a slip, which stands at the foot: a pile that
    lies mixed would turn it with each."""
    here = state.slip is not None and state.slip == state.selected
    return state.piled and here and asked(desk, state) is None


def listed_events(desk: DeskView, state: CongressResultsState) -> Iterator[EventView]:
    """Those of which boards are listed."""
    for event in congress_of(desk).events:
        if state.only in ("", event.folder):
            yield event


def boards(event: EventView, state: CongressResultsState) -> ListedBoards | None:
    """The round in play of an event, with what still runs; None where none is published."""
    return boards_of(event.desk, state.own(event.folder))


def order(desk: DeskView, state: CongressResultsState) -> list[BoardKey]:
    """Every board that may be listed, by number."""
    there = [
        (match.board, at, event.folder)
        for at, event in enumerate(listed_events(desk, state))
        if (listed := boards(event, state)) is not None
        for match in listed.round.matches
    ]
    return [(folder, board) for board, _, folder in sorted(there)]


def to_do(event: EventView, state: CongressResultsState) -> frozenset[int]:
    """The boards of an event that have no result; in a pass, those whose slips are to be entered
    again."""
    own, listed = state.own(event.folder), boards(event, state)
    if listed is None:
        return frozenset()
    if verifying(event.desk, own):
        from tui.places.results import verification

        return verification.covered(own, listed)
    return still_open(listed, own)


def following(
    desk: DeskView, state: CongressResultsState, after: BoardKey | None
) -> BoardKey | None:
    """The next board of any event that is to be done; from the top after the last."""
    due = {e.folder: to_do(e, state) for e in listed_events(desk, state)}
    keys = order(desk, state)
    at = keys.index(after) + 1 if after in keys else 0
    later = (key for key in (*keys[at:], *keys[:at]) if key != after)
    return next(((folder, board) for folder, board in later if board in due[folder]), None)


def passes(desk: DeskView, state: CongressResultsState) -> tuple[EventView, ...]:
    """The events whose results are being verified."""
    return tuple(
        event
        for event in congress_of(desk).events
        if verifying(event.desk, state.own(event.folder))
    )


def over(desk: DeskView, state: CongressResultsState) -> str:
    """Which round the pass is over: `round 1`; of each event, where they are not at the same."""
    rounds = [(one, there) for one in passes(desk, state) if (there := boards(one, state))]
    words = [called(one.desk, there) for one, there in rounds]
    if len({*words}) < 2:
        return "".join(words[:1])
    names = congress_of(desk).names
    named = zip(rounds, words, strict=True)
    return ", ".join(f"{names[one.folder]} {word}" for (one, _), word in named)


def halted_events(desk: DeskView, state: CongressResultsState) -> tuple[EventView, ...]:
    """The events in a pass that have published a newer round since."""
    return tuple(one for one in passes(desk, state) if halted(one.desk, state.own(one.folder)))


def halted_told(desk: DeskView, state: CongressResultsState, there: Sequence[EventView]) -> str:
    """That the pass stands still because of these events, how far it is, and the keys that
    decide."""
    rounds = {one.folder: one.desk.event.current for one in there}
    names = congress_of(desk).names
    newer = f"newer rounds of {len(there)} events"
    if len(there) == 1 and (current := rounds[there[0].folder]) is not None:
        newer = f"{names[there[0].folder]} {there[0].desk.event.called(current.number)}"
    return verified(desk, state).halted(over(desk, state), newer)


def asked(desk: DeskView, state: CongressResultsState) -> tuple[EventView, Difference] | None:
    """The board on which the verification stands still, and its event."""
    for event in passes(desk, state):
        difference = in_question(event.desk, state.own(event.folder))
        if difference is not None:
            return event, difference
    return None


def settle(desk: DeskView, state: CongressResultsState) -> CongressResultsState:
    """Each event's own state as it fits the event; a board is selected where there is any."""
    folder = (selected_board(state) or ("", 0))[0]
    events, anew = dict(state.events), False
    for event in congress_of(desk).events:
        before = own = state.own(event.folder)
        if own.round is not None and own.verification.round is None:
            own = replace(own, round=None)  # the pass has ended: only it holds an earlier round
        after = settle_results(event.desk, own)
        after = replace(after, entry=after.entry.settled(event.desk))
        events[event.folder] = after
        anew = anew or (event.folder == folder and after.listed != before.listed)
    if state.only and state.only not in congress_of(desk).by_folder:
        state = replace(state, only="")
    state = replace(state, events=events)
    if not all(folder in events for folder, _ in state.doubled):
        state = replace(state, doubled=(), digits="")
    keys = order(desk, state)
    if anew or selected_board(state) not in keys:
        first = following(desk, state, None) or next(iter(keys), None)
        same = [key for key in keys if anew and key[0] == folder]
        due = {e.folder: to_do(e, state) for e in listed_events(desk, state)} if same else {}
        same = [key for key in same if key[1] in due[folder]] or same
        state = replace(state, selected=same[0] if same else first)
    state = _unfolded(state, congress_of(desk).by_folder)
    return _with_lists(desk, state)


def _unfolded(state: CongressResultsState, events: Mapping[str, EventView]) -> CongressResultsState:
    """Of chess teams a board of the selected match is, as in their own Results."""
    key = selected_board(state)
    if key is None or key[0] not in events:
        return state
    own = replace(state.own(key[0]), selected=state.selected_in(key[0]))
    own = settle_results(events[key[0]].desk, own)
    return replace(state, selected=(key[0], own.selected), events={**state.events, key[0]: own})


def _with_lists(desk: DeskView, state: CongressResultsState) -> CongressResultsState:
    if desk.across < WIDE:
        return state if state.open is None else replace(state, open=None)
    rounds = tuple((folder, own.listed) for folder, own in state.events.items())
    known = state.open
    if known is not None and (known.minute, known.rounds) == (desk.minute, rounds):
        return state
    events = congress_of(desk).events
    lists = {e.folder: tuple(sorted(_open(e, state))) for e in events}
    return replace(state, open=OpenLists(desk.minute, rounds, lists))


def _open(event: EventView, state: CongressResultsState) -> frozenset[int]:
    listed = boards(event, state)
    return still_open(listed, state.own(event.folder)) if listed is not None else frozenset()


def went_on(desk: DeskView, before: CongressResultsState, step: CongressStep) -> CongressStep:
    """Behind a result the next open board of any event is selected; of a pile the number of the
    next slip is awaited. Where nothing was entered all stays."""
    key, after = selected_board(before), step.state
    if key is not None and _entered(before, after, key[0]):
        after = pass_told(desk, after, key[0])
        step = step._replace(state=after)
    if before.piled and len(after.questions) > len(before.questions):
        return step._replace(state=replace(after, digits=""))  # the answer ends this slip
    if key is None or not _entered(before, after, key[0]):
        return step
    if asked(desk, after) is not None or after.questions or after.prompt is not None:
        return step
    event = congress_of(desk).by_folder[key[0]]
    if key[1] in to_do(event, after):
        of_match = isinstance(before.selected_in(key[0]), tuple)
        return step if of_match else step._replace(state=replace(after, selected=key))
    if before.piled:
        return step._replace(state=replace(after, selected=key, digits="", unknown=False))
    return step._replace(state=replace(after, selected=following(desk, after, key) or key))


def _entered(before: CongressResultsState, after: CongressResultsState, folder: str) -> bool:
    was, now = before.own(folder), after.own(folder)
    typed = was.entry is not now.entry or was.team_waiting is not now.team_waiting
    return typed or was.verification is not now.verification


def verified(desk: DeskView, state: CongressResultsState) -> PassProgress:
    """How far the pass is, over all events."""
    each = []
    for one in passes(desk, state):
        listed = boards(one, state)
        if listed is not None:
            each.append(progress(state.own(one.folder), listed))
    return PassProgress(
        sum(one.results for one in each),
        sum(one.verified for one in each),
        sum(one.corrected for one in each),
    )


def pass_told(desk: DeskView, state: CongressResultsState, folder: str) -> CongressResultsState:
    """Where every slip of an event was entered again: what is left of the others, or what the pass
    over all of them came to."""
    event = next((one for one in passes(desk, state) if one.folder == folder), None)
    listed = boards(event, state) if event is not None else None
    own = state.own(folder)
    if listed is None or asked(desk, state) is not None or own.entry.waiting or own.team_waiting:
        return state
    so_far, total = progress(own, listed), verified(desk, state)
    if not so_far.done:
        return state
    if total.done:
        return said(state, f"{total.ended(over(desk, state))} · v ends the pass", "done")
    name, left = congress_of(desk).names[folder], total.results - total.verified
    ended = so_far.ended(called(event.desk, listed)) if event is not None else ""
    return said(state, f"{name}, {ended}; {counted(left, 'slip')} of others to go", "done")


def number_length(desk: DeskView, state: CongressResultsState) -> int:
    """Digits of a board's number: as many as the highest one has."""
    return max((len(str(board)) for _, board in order(desk, state)), default=1)
