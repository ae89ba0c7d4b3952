"""What Results of a congress remembers: of each event what its own Results does, and beside that
which board of which event is in hand; and the picture of it: the boards of all events in one
list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from engine.points import counted
from engine.results import brief
from engine.waiting import adjourned_boards, missing_boards
from saves.cells import bar, text_width
from tui.congress.to_settle import first_note, unopened_lines, urgent
from tui.congress.view import EventView
from tui.congress.within import CongressEventsState, congress_of, own_state
from tui.desk import boards_lately
from tui.keys.commands import Command, commands_of
from tui.places.results.picture import (
    ResultsIn,
    Widths,
    any_annulled,
    board_lines,
    first_keys,
    head_line,
    in_one_line,
    last_entered,
)
from tui.places.results.picture import (
    extra_help as extra_help_of_one,
)
from tui.places.results.state import (
    DECIDING,
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
from tui.places.results.verification import IN_A_PASS, PassProgress, called, progress, question
from tui.places.shape import WIDE, DeskView, Screenful, Step, said
from tui.screens.names import name_in
from tui.widgets.lines import Line, fit, line, titled

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
    """The number that is typed is not a board in play, or is outside a pile."""
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
    """Whether the list is not turned to the board of a slip, which is at the foot: a pile that
    is mixed would turn it with each."""
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


def halted_text(desk: DeskView, state: CongressResultsState, there: Sequence[EventView]) -> str:
    """That the pass has stopped because of these events, how far it is, and the keys that
    decide."""
    rounds = {one.folder: one.desk.event.current for one in there}
    names = congress_of(desk).names
    newer = f"newer rounds of {len(there)} events"
    if len(there) == 1 and (current := rounds[there[0].folder]) is not None:
        newer = f"{names[there[0].folder]} {there[0].desk.event.called(current.number)}"
    return verified(desk, state).halted(over(desk, state), newer)


def asked(desk: DeskView, state: CongressResultsState) -> tuple[EventView, Difference] | None:
    """The board on which the verification has stopped, and its event."""
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
    """In a match of chess teams one of its boards is selected, as in their own Results."""
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
        after = pass_reported(desk, after, key[0])
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


def pass_reported(desk: DeskView, state: CongressResultsState, folder: str) -> CongressResultsState:
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


# The picture


EVENT = "Event"
"""Head of the column of their names."""
NAME_MOST = 14
"""Cells of an event's name in the list."""
LETTER = 3
"""Cells of the letter before it that chooses between events."""
LAST = 4
"""Results named at the foot."""
SHARE_LEAST = 24
"""Cells of an event: its name cut, its round, how many are in, a bar."""
SHARE_GAP = 2
SHARE_NAME_MOST = 16
BAR_MOST = 24
MOST_LINES = 3
WITH_BOARDS = frozenset(
    {"mixed_pile", "go_to", "event", "missing", "next_missing", "verify", "own_console"}
)
"""Commands of the key line that need a round in play."""


def picture(desk: DeskView, state: CongressResultsState) -> Screenful:
    """One line a board of any event; marked in a verification pass with what the slips say."""
    whole = congress_of(desk)
    played = [e for e in whole.events if boards(e, state) is not None]
    names = (whole.names[e.folder] for e in played)
    lead = min(max(map(text_width, (EVENT, *names))), NAME_MOST)
    lead += LETTER if state.doubled else 0
    annulled = any(any_annulled(e.desk, e.desk.event.published[-1]) for e in played)
    widths = Widths.of(desk.width - lead - 2, None, 0, bracketed=annulled)
    rows = _rows(desk, state, widths, lead)
    status, more = _progress(desk, state, played)
    stopped = asked(desk, state)
    return Screenful(
        status=status,
        heads=head_line(widths, lead=fit(EVENT, lead) + "  "),
        body=rows or _nothing(desk, state),
        under=more,
        about=_about(desk, state),
        foot=_foot(desk, state),
        first_keys=() if stopped is not None else _first_keys(desk, state),
        first_commands=("keep_saved", "take_typed") if stopped is not None else (),
        idle=_idle(desk, state, played),
        alarm=stopped is not None or bool(halted_events(desk, state)),
        still=stands_still(desk, state),
        bright=frozenset(
            (e.folder, board)
            for e in played
            for number, board in boards_lately(e.desk)
            if _began(e, state, board) == number
        ),
    )


def _began(event: EventView, state: CongressResultsState, board: int) -> int | None:
    listed = boards(event, state)
    return listed.began.get(board) if listed is not None else None


def _rows(desk: DeskView, state: CongressResultsState, widths: Widths, lead: int) -> Sequence[Line]:
    whole = congress_of(desk)
    made: dict[object, list[Line]] = {}
    letters = {
        f: letter.ljust(LETTER) for letter, (f, _) in zip(LETTERS, state.doubled, strict=False)
    }
    asked_for = {(f, key[0] if isinstance(key, tuple) else key) for f, key in state.doubled}
    for event in listed_events(desk, state):
        listed = boards(event, state)
        if listed is None:
            continue
        own = state.own(event.folder)
        key = selected_board(state)
        here = key is not None and key[0] == event.folder
        if own.verification.round is not None:  # its content depends on the selected one
            own = replace(own, selected=key[1] if here and key is not None else None)
        letter = letters.get(event.folder, "")
        name = fit(f"{letter}{whole.names[event.folder]}", lead) + "  "
        if here:
            own = replace(own, selected=state.selected_in(event.folder))
        fitted = event.desk._replace(width=desk.width)
        lined = board_lines(fitted, own, listed, widths, {}, event.folder, name)
        # of the selected match of teams there are more lines than one
        more, lines = len(lined) - len(listed.round.matches), iter(lined)
        wanted = _missing(event, state, listed) if state.missing_only else None
        for match in listed.round.matches:
            shown = [next(lines)]
            if shown[0].key is None:
                for one in (next(lines) for _ in range(more)):
                    key_of_all = (event.folder, one.key) if one.key is not None else None
                    shown.append(one._replace(key=key_of_all))
            if state.doubled and (event.folder, match.board) not in asked_for:
                continue
            if wanted is None or match.board in wanted:
                made[event.folder, match.board] = shown
    return [one for key in order(desk, state) for one in made.get(key, ())]


def _missing(event: EventView, state: CongressResultsState, listed: ListedBoards) -> frozenset[int]:
    own = state.own(event.folder)
    unsaved = (b for b in listed.began if listed.place(b) in own.entry.unsaved)
    return frozenset({*missing_boards(listed.round), *adjourned_boards(listed.round), *unsaved})


def _nothing(desk: DeskView, state: CongressResultsState) -> list[Line]:
    whole = congress_of(desk)
    lines = unopened_lines(whole.unopened, desk.width)
    if any(boards(e, state) is not None for e in whole.events):
        next_rounds = ", d draws the next rounds" if _draws_next(whole.events) else ""
        return [line(f"   all results are in: m shows them{next_rounds}", "done"), *lines]
    texts = ["No round of any event is published yet.", "F2 Pairings: draw and publish them"]
    return [Line(), line(f"   {texts[0]}", "dim"), line(f"   {texts[1]}"), *lines]


# Around the boards


def _progress(
    desk: DeskView, state: CongressResultsState, played: Sequence[EventView]
) -> tuple[Line, Sequence[Line]]:
    """How far every event is, or the pass; what the second line does not hold, below the list."""
    whole = congress_of(desk)
    if passes(desk, state):
        so_far = verified(desk, state)
        return so_far.status(over(desk, state), min(max(desk.across // 5, 8), 48)), ()
    shares = []
    for event in played:
        listed = boards(event, state)
        if listed is not None:
            count = ResultsIn.of(listed.round)
            number = listed.round.number
            mark = event.desk.format.round_mark(event.desk.event, number).partition("/")[0]
            name = whole.names[event.folder]
            shares.append(
                EventShare(
                    name, mark, count.there, count.due, event.folder == state.only, event.away
                )
            )
    if not shares:
        return line(" no round is published"), ()
    lines = progress_lines(shares, desk.across)
    if desk.across >= WIDE:
        return lines[0], lines[1:]
    missing = unopened_lines(whole.unopened[:1], desk.width)
    notes = first_note(urgent(whole), desk.width, "F2")
    return overall(shares, desk.across), [*lines, *missing, *notes]


def _about(desk: DeskView, state: CongressResultsState) -> str:
    key, whole = selected_board(state), congress_of(desk)
    words = []
    if key and key[0] in whole.names:
        event = next(one for one in whole.events if one.folder == key[0])
        words = [f"{whole.names[key[0]]}, {event.desk.event.board_name(key[1])}"]
    words += [f"{whole.names[state.only]} alone"] if state.only in whole.names else []
    words += ["OPEN ONLY"] if state.missing_only else []
    if state.piled:
        words.insert(0, f"mixed pile [{_typed(desk, state)}]")
    return " · ".join(words)


def _typed(desk: DeskView, state: CongressResultsState) -> str:
    return state.digits + "_" * (number_length(desk, state) - len(state.digits))


def _foot(desk: DeskView, state: CongressResultsState) -> Line:
    stopped = asked(desk, state)
    if stopped is not None:
        event, difference = stopped
        name = congress_of(desk).names[event.folder]
        return line(f"! {name}, {question(event.desk, difference)}", "bad")
    if there := halted_events(desk, state):
        return line(f"! {halted_text(desk, state, there)}", "bad")
    if state.doubled:
        return line(f" ! {len(state.doubled)} events have this board: a letter says which", "bad")
    if state.piled and selected_board(state) and state.digits and _whole(desk, state):
        return line(f" {_pair(desk, state)}", "strong")
    if stands_still(desk, state) and not state.digits:
        return line(f" {_pair(desk, state)}")
    if passes(desk, state):
        return line(f" {IN_A_PASS}", "dim")
    names, several = congress_of(desk).names, _numbered_alike(desk, state)
    entered = [
        (when, f"{names[e.folder]} {text}" if e.folder in several else text)
        for e in congress_of(desk).events
        for when, text in last_entered(e.desk, LAST, boards(e, state), mixed=True)
    ]
    entered.sort(key=lambda one: one[0], reverse=True)
    return line(in_one_line([text for _, text in entered[:LAST]]), "dim")


def _numbered_alike(desk: DeskView, state: CongressResultsState) -> frozenset[str]:
    """The events of which a board in play has the number of one of another event."""
    listed = [(e.folder, boards(e, state)) for e in congress_of(desk).events]
    there = [(folder, board) for folder, one in listed if one is not None for board in one.began]
    count = Counter(board for _, board in there)
    return frozenset(folder for folder, board in there if count[board] > 1)


def _whole(desk: DeskView, state: CongressResultsState) -> bool:
    return "_" not in _typed(desk, state) and not state.unknown and not state.doubled


def _pair(desk: DeskView, state: CongressResultsState) -> str:
    """Who sits at the board of a slip, read before its result is typed, and what they have."""
    key = selected_board(state)
    if key is None:
        return ""
    event = congress_of(desk).by_folder[key[0]]
    listed = boards(event, state)
    match = listed.by_number[key[1]] if listed is not None else None
    pair = match.pair if match is not None else ()
    result = match.result if match is not None else None
    covered = verifying(event.desk, state.own(key[0])) and key[1] in to_do(event, state)
    between = f" {brief(result.text)} " if result and not covered else " – "
    names = between.join(name_in(event.desk.event, id, 40) for id in pair)
    return f"{congress_of(desk).names[key[0]]}: {names}"


def slip_lines(desk: DeskView, state: CongressResultsState, width: int) -> list[Line]:
    """What is typed of the next slip, and the players there."""
    if not state.piled:
        return []
    typed = _typed(desk, state)
    names = fit(_pair(desk, state), width - 1).rstrip() if _whole(desk, state) else ""
    return [
        titled("Next slip", width, "B ends"),
        Line(
            ((" board ", "plain"), (f"[{typed}]", "strong"), ("  result ", "plain"), ("[_]", "dim"))
        ),
        line(f" {names}", "strong"),
    ]


def _first_keys(desk: DeskView, state: CongressResultsState) -> Sequence[tuple[str, str]]:
    names = congress_of(desk).names
    if state.doubled:
        letters = zip(LETTERS, state.doubled, strict=False)
        return tuple((letter, names[folder]) for letter, (folder, _) in letters)
    key = selected_board(state)
    if state.piled and not _whole(desk, state):
        return (("0-9", "board"),)
    if key is None or key[0] not in congress_of(desk).by_folder:
        return ()
    event = congress_of(desk).by_folder[key[0]]
    return first_keys(event.desk, own_state(state, key[0]))


def extra_help(desk: DeskView, state: CongressResultsState) -> list[Command]:
    """The result keys of the selected board."""
    key = selected_board(state)
    if key is None or key[0] not in congress_of(desk).by_folder:
        return []
    event = congress_of(desk).by_folder[key[0]]
    return extra_help_of_one(event.desk, own_state(state, key[0]))


def _idle(
    desk: DeskView, state: CongressResultsState, played: Sequence[EventView]
) -> frozenset[str]:
    """For the key line: what decides while a board is in question; the draw once a round is
    complete."""
    if asked(desk, state) is not None:
        return frozenset(c.id for c in commands_of("congress_results")) - DECIDING - {"help"}
    idle = {"keep_saved", "take_typed"}
    if not played:
        idle |= WITH_BOARDS
    if not _draws_next(played):
        idle.add("draw")
    return frozenset(idle)


def _draws_next(events: Sequence[EventView]) -> bool:
    """Whether a round is complete and the next can be drawn with all others."""
    return any(event.member.step.name == "draw" for event in events)


# How far every event is, in as few lines as hold them


@dataclass(frozen=True, slots=True)
class EventShare:
    """Results in, of how many that are due."""

    name: str
    round: str
    there: int
    due: int
    alone: bool = False
    """It is the one that is listed."""
    away: bool = False
    """Nothing can be saved in it."""

    @property
    def label(self) -> str:
        """The name, marked where nothing can be saved."""
        return f"! {self.name}" if self.away else self.name


def progress_lines(shares: Sequence[EventShare], width: int) -> list[Line]:
    """As many events a line as there is room for; at the end of the third line the rest are
    counted."""
    if not shares:
        return []
    room = width - 1
    most = max(room // (SHARE_LEAST + SHARE_GAP), 1)
    lines = min(-(-len(shares) // most), MOST_LINES)
    per_line = min(-(-len(shares) // lines), most)
    cells = min((room - SHARE_GAP * (per_line - 1)) // per_line, SHARE_NAME_MOST + 14 + BAR_MOST)
    name = min(max(text_width(one.label) for one in shares), SHARE_NAME_MOST)
    rows = [shares[at : at + per_line] for at in range(0, len(shares), per_line)]
    shown = [_shares_line(row, cells, name) for row in rows[:MOST_LINES]]
    left = len(shares) - per_line * MOST_LINES
    if left > 0:
        last = _shares_line(rows[MOST_LINES - 1][:-1], cells, name)
        shown[-1] = Line((*last.parts, (f"{' ' * SHARE_GAP} and {left + 1} more", "dim")))
    return shown


def overall(shares: Sequence[EventShare], width: int) -> Line:
    """All together, for a line that has something else at its end."""
    there, due = sum(one.there for one in shares), sum(one.due for one in shares)
    parts = [(f" {there}/{due} ", "strong"), (bar(there, due, max(width // 5, 8)), "accent")]
    return Line((*parts, (f"  {due - there} open" if there < due else "  all in", "plain")))


def _shares_line(shares: Sequence[EventShare], cells: int, name: int) -> Line:
    parts: list[tuple[str, str]] = []
    for at, share in enumerate(shares):
        count = f" {share.there}/{share.due} "
        counted = max(len(count), 8)
        named = max(min(name, cells - text_width(share.round) - counted - 2), 3)
        label = fit(share.label, named)
        text = f" {label} {share.round}"
        blank = counted - len(count)
        bar_cells = cells - text_width(text) - len(count) - blank
        left = "strong" if share.alone or share.there < share.due else "dim"
        parts.append((text, "bad" if share.away else left))
        parts.append((" " * blank + count, "plain"))
        shown = bar(share.there, share.due, bar_cells) if bar_cells > 1 else ""
        parts.append((shown + " " * (SHARE_GAP if at < len(shares) - 1 else 0), "accent"))
    return Line(tuple(parts))
