"""The hall beside the boards: the map, the clock, boards still playing, how results come in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.actions import EnterResult
from engine.event import Event, Match
from engine.protocol import numbers
from engine.results import CLEAR, Outcome, brief
from engine.waiting import due_now, half_in, missing_boards, not_begun
from saves.cells import bar, spark, text_width
from saves.journal import by_this_clock
from saves.safe_text import safe, shortened
from tui.desk import boards_lately
from tui.places.results.pace import pace
from tui.places.results.state import (
    ListedBoards,
    ResultsState,
    boards_of,
    in_question,
    selected_board,
    verifying,
)
from tui.places.shape import DeskView, Step
from tui.screens.names import short_names
from tui.widgets.lines import Line, fit, line, titled

MOST_SLOW, LEAST_SLOW = 20, 3
"""Lines of open boards."""
MOST_DESKS = 3
WIDE = 44
"""Cells in which sentences are written out."""
OPEN, LATER, PUT_OFF, ADJOURNED, COVERED = "■", "»", ">", "?", "·"
"""A board due now, one that runs on, one that is played on another day, one that goes on later, one
whose slip is still covered."""
LABEL = 5
"""Cells for the number of the first board of a row."""
GROUP = 10
"""Boards between two gaps where each has one cell."""


def pane(desk: DeskView, state: ResultsState, width: int, height: int) -> Sequence[Line] | None:
    """Its parts from top to bottom, as many as there is room for; none where no round is
    published. A part keeps its place and its lines whatever comes in."""
    boards = boards_of(desk, state)
    if boards is None:
        return None
    shown = _layout(desk, state, boards, width, height)
    parts = [_hall(desk, state, boards, shown.hall, width)]
    if shown.clock:
        parts.append(_clock(desk, width))
    if shown.slow:
        parts.append(_slow(desk, state, boards, width, shown.slow))
    if shown.pace:
        parts.append(_pace(desk, boards, width))
    if shown.desks:
        parts.append(last_by_desk([(desk, verifying(desk, state))], width, shown.desks))
    return [one for part in parts for one in (*part, Line())][:-1]


@dataclass(frozen=True, slots=True)
class _Layout:
    """What there is room for; `slow` and `desks` are lines."""

    hall: HallMap
    clock: bool
    slow: int
    pace: bool
    desks: int

    @property
    def height(self) -> int:
        """Lines of all parts, a blank one between two."""
        parts = [self.hall.rows + 2, 3 * self.clock, (self.slow + 2) * bool(self.slow)]
        parts += [2 * self.pace, (self.desks + 1) * bool(self.desks)]
        return sum(part + 1 for part in parts if part) - 1


def _layout(
    desk: DeskView, state: ResultsState, boards: ListedBoards, width: int, height: int
) -> _Layout:
    """By the size, the round and whether it has a clock; nothing in it hangs on a key."""
    numbers = [m.board for m in boards.round.matches]
    in_play = state.round is None
    hall = HallMap.of(numbers, width, max(height // 2, 2), selected_board(state))
    whole = _Layout(
        hall,
        clock=in_play and clock_of(desk) is not None,
        slow=min(MOST_SLOW, len(numbers)) if in_play or missing_boards(boards.round) else 0,
        pace=True,
        desks=MOST_DESKS * in_play,
    )
    fewer: list[_Layout] = [
        replace(whole, slow=lines) for lines in range(whole.slow, min(LEAST_SLOW, whole.slow), -1)
    ]
    whole = replace(whole, slow=min(LEAST_SLOW, whole.slow))
    fewer += [whole, replace(whole, pace=False), replace(whole, pace=False, desks=0)]
    fewer += [replace(fewer[-1], clock=False), replace(fewer[-1], clock=False, slow=0)]
    return next((one for one in fewer if one.height <= height), fewer[-1])


# The map

_WON = {
    "1": "home won",
    "0": "away won",
    "½": "tied",
    "+": "home won, forfeit",
    "-": "away won, forfeit",
}
"""Of a match of teams."""


def _hall(
    desk: DeskView, state: ResultsState, boards: ListedBoards, hall: HallMap, width: int
) -> list[Line]:
    mark = _Marks.of(desk, state, boards)
    marks = {board: mark.of_board(boards.by_number[board]) for board in hall.in_view}
    more = len(hall.boards) - len(hall.in_view)
    right = f"{hall.in_view[0]}–{hall.in_view[-1]}" if more else ""
    lines = [titled(f"Hall: result by {desk.event.board_word}", width, right)]
    lines += hall.lines(marks.__getitem__, selected_board(state))
    return [*lines, _legend(desk, {text for text, _ in marks.values()}, width)]


@dataclass(frozen=True, slots=True)
class _Marks:
    due: frozenset[int]
    over: bool
    """The time of the round is over."""
    covered: frozenset[int]
    asked: int | None
    """The board at which a verification is halted."""
    fresh: frozenset[int]
    """Boards that another desk has just changed."""

    @classmethod
    def of(cls, desk: DeskView, state: ResultsState, boards: ListedBoards) -> _Marks:
        covered: frozenset[int] = frozenset()
        if verifying(desk, state):
            from tui.places.results import verification

            covered = verification.covered(state, boards)
        stopped, clock = in_question(desk, state), clock_of(desk)
        left = clock.left if clock is not None and state.round is None else None
        due = frozenset({*due_now(boards.round), *half_in(boards.round)})
        fresh = frozenset(b for r, b in boards_lately(desk) if boards.began.get(b) == r)
        over = left is not None and left <= timedelta()
        return cls(due, over, covered, stopped.board if stopped else None, fresh)

    def of_board(self, match: Match) -> tuple[str, str]:
        """The mark of a board and its style."""
        mark, style = self._mark(match)
        return mark, "fresh" if match.board in self.fresh else style

    def _mark(self, match: Match) -> tuple[str, str]:
        if match.board == self.asked:
            return "!", "danger"
        if match.board in self.covered:
            return COVERED, "dim"
        if match.board in self.due:
            return OPEN, "attention" if self.over else "strong"
        if not_begun(match):
            return PUT_OFF, "dim"
        return (LATER, "dim") if match.open else result_mark(match)


def _legend(desk: DeskView, marks: set[str], width: int) -> Line:
    """What the marks on the map mean."""
    done = [mark for mark in "10½+-" if mark in marks]
    parts = [f"{OPEN} open"] * (OPEN in marks)
    if desk.format.of_teams(desk.event):  # of their scores it shows who has won
        parts += [f"{mark} {_WON[mark]}" for mark in done]
    else:
        parts += [f"{' '.join(done)} in"] * bool(done)
    parts += [f"{ADJOURNED} adjourned"] * (ADJOURNED in marks)
    parts += [f"{PUT_OFF} put off"] * (PUT_OFF in marks)
    parts += [f"{LATER} runs on"] * (LATER in marks) + [f"{COVERED} to verify"] * (COVERED in marks)
    return line(fit(" " + "  ".join(parts), width).rstrip(), "dim")


def on_pane(desk: DeskView, state: ResultsState, cell: int, row: int) -> Step[ResultsState]:
    """A click on the map, or on a board still played, goes there."""
    from tui.places.results.keys import on_select

    boards = boards_of(desk, state)
    if boards is None:
        return Step(state)
    # the pane begins at the column heads
    shown = _layout(desk, state, boards, desk.pane_width, desk.page + 1)
    board = shown.hall.board_at(cell, row - 1)
    if board is None and shown.slow:
        at = row - (shown.hall.rows + 3 + 4 * shown.clock) - 1
        listed = _listed(state, boards)[: shown.slow]
        board = listed[at].board if 0 <= at < len(listed) else None
    if board is None:
        return Step(state)
    return on_select(desk, replace(state, missing_only=False), board)


# The clock


@dataclass(frozen=True, slots=True)
class ShownClock:
    begins: datetime
    ends: datetime | None
    now: datetime

    @property
    def left(self) -> timedelta | None:
        """Until the time is over; None where nobody said how long the round is played."""
        return self.ends - self.now if self.ends is not None else None


def clock_of(desk: DeskView) -> ShownClock | None:
    """The clock of the round in play, as it was at the last minute."""
    clock, now, current = desk.round_clock, desk.minute, desk.event.current
    if clock is None or now is None or current is None or clock.round != current.number:
        return None
    begins = clock.starts.astimezone(now.tzinfo).replace(second=0, microsecond=0)
    ends = None if clock.minutes is None else begins + timedelta(minutes=clock.minutes)
    return ShownClock(begins, ends, now)


def _clock(desk: DeskView, width: int) -> list[Line]:
    clock = clock_of(desk)
    assert clock is not None
    begun = clock.begins <= clock.now
    text = f"{'began' if begun else 'begins'} {clock.begins:%H:%M}"
    if clock.ends is not None:
        text += f", {'ended' if clock.ends <= clock.now else 'ends'} {clock.ends:%H:%M}"
    return [titled("Clock", width), line(f" {text}"), clock_line(clock, width)]


def clock_line(clock: ShownClock, width: int) -> Line:
    """How much of the time is over as a bar, and what is left."""
    if clock.now < clock.begins:
        return line(f" in {hours(clock.begins - clock.now)}", "strong")
    if clock.ends is None or clock.left is None:
        return line(f" {hours(clock.now - clock.begins)} played", "strong")
    if clock.left <= timedelta():
        return line(f" TIME OVER since {hours(-clock.left)}", "attention")
    text = f" {hours(clock.left)} left"
    gone, whole = clock.now - clock.begins, clock.ends - clock.begins
    shown = bar(gone.total_seconds(), whole.total_seconds(), width - len(text) - 1)
    return Line(((" " + shown, "accent"), (text, "strong")))


def hours(span: timedelta) -> str:
    minutes = -(-int(span.total_seconds()) // 60)
    return f"{minutes // 60}:{minutes % 60:02}"


# Who is still playing


def _listed(state: ResultsState, boards: ListedBoards) -> list[Match]:
    """The open boards as they were at the last minute, the slowest first; after them those that are
    open again since."""
    known = boards.by_number
    if state.slow is None:
        return []
    still = {*due_now(boards.round), *half_in(boards.round)}
    again = sorted(still.difference(state.slow.boards))
    return [known[board] for board in (*state.slow.boards, *again) if board in known]


def _slow(
    desk: DeskView, state: ResultsState, boards: ListedBoards, width: int, most: int
) -> list[Line]:
    """One that comes in meanwhile keeps its line until the list is sorted again."""
    listed = _listed(state, boards)
    still = {*due_now(boards.round), *half_in(boards.round)}
    notes = dict(state.slow.notes) if state.slow is not None else {}
    title, key = "Open, the slowest first" if notes else "Open", "m lists them"
    if any(match.board not in still for match in listed[:most]):
        title = "Open and just in (✓)" if still else "Just in (✓)"
        key = "m lists the open ones"
    lines = [titled(title, width, key if still and width >= WIDE else "m" * bool(still))]
    for match in listed[:most]:
        done = "" if match.board in still else "✓"
        note = _note(notes.get(match.board, ()), width)
        lines.append(_slow_line(desk, match, done, note, width))
    more = len(still - {m.board for m in listed[:most]})
    end = f" and {more} more" if more else "" if still else " no result is missing"
    lines.append(line(end, "dim"))
    return lines + [Line()] * (most + 2 - len(lines))


def _note(rounds: Sequence[int], width: int) -> str:
    """In which rounds it was among the last."""
    if not rounds:
        return ""
    word = "round" if len(rounds) == 1 else "rounds"
    text = f"last in {word} {', '.join(map(str, rounds))}"
    return text if width >= WIDE else f"last in {', '.join(map(str, rounds))}"


def _slow_line(desk: DeskView, match: Match, done: str, note: str, width: int) -> Line:
    room = max(width - 8 - (len(note) + 1 if note else 0), 9)
    shown = fit(_both(desk, match.pair, room, whole=width >= WIDE), room)
    return Line(
        ((f" {match.board:>3} ", "strong"), (f"{done or ' '} {shown} ", "plain"), (note, "dim")),
    )


def _both(desk: DeskView, pair: Sequence[str], room: int, whole: bool) -> str:
    """Both names, `whole` or with initials; if there is no room, the surnames alone."""
    text = " – ".join(safe(desk.event.entrant(id).name) for id in pair)
    if whole and text_width(text) <= room:
        return text
    short = "–".join(_given_too(desk, pair, room))
    if text_width(short) <= room:
        return short
    names = [_family(desk.event, id) for id in pair]
    if names[0] == names[1]:
        names = _given_too(desk, pair, room // 2)
    return f"{fit_name(names[0], room // 2)}–{names[1]}"


def _given_too(desk: DeskView, pair: Sequence[str], room: int) -> list[str]:
    """Surname and initial, made distinct."""
    no = numbers(desk.format, desk.event)
    names = [desk.event.entrant(id).name for id in pair]
    return short_names(names, [str(no[id]) for id in pair], room)


def fit_name(name: str, most: int) -> str:
    """The name, cut where it is longer."""
    return fit(name, most).rstrip()


def _family(event: Event, id: str) -> str:
    return safe(event.entrant(id).name.partition(",")[0])


# How results come in


def _pace(desk: DeskView, boards: ListedBoards, width: int) -> list[Line]:
    rate, title = pace(desk, boards.round), "Results by ten minutes"
    if rate is None:
        return [Line(), Line()]
    begin, busiest = rate.begin.astimezone(), rate.busiest.astimezone()
    shown = spark(rate.counts, 0, max(rate.counts))
    text = f"  most {max(rate.counts)} at {busiest:%H:%M}"
    heading = titled(title, width, f"from {begin:%H:%M}")
    return [heading, Line(((f" {shown}", "accent"), (text, "plain")))]


def last_by_desk(events: Sequence[tuple[DeskView, bool]], width: int, most: int) -> list[Line]:
    """The last results of this desk, then of each other one: of an event, or of several. With each
    of them whether its results are hidden, as in a verification pass."""
    entered = [one for desk, hidden in events for one in _entered(desk, hidden)]
    rows: dict[str, list[str]] = {}
    times: dict[str, str] = {}
    here = [(by_this_clock(t), who, text) for t, who, text in entered]
    for t, who, text in sorted(here, key=lambda one: one[0], reverse=True):
        rows.setdefault(who, []).append(text)
        times.setdefault(who, t[11:16])
    names = sorted(rows, key=lambda who: who != "you")[:most]
    lines = [titled("Last, by desk", width) if rows else Line()]
    cells = max(map(len, names), default=0) + 1
    for who in names:
        room = width - cells - 8
        shown = ""
        for text in rows[who]:
            longer = f"{shown} · {text}" if shown else text
            if len(longer) > room:
                break
            shown = longer
        lines.append(
            Line(((f" {fit(who, cells)}", "strong"), (f"{fit(shown, room)} {times[who]}", "plain")))
        )
    return lines + [Line()] * (most + 1 - len(lines))


def _entered(desk: DeskView, hidden: bool) -> Iterator[tuple[str, str, str]]:
    """When, by whom, and what, the latest first."""
    for logged in desk.since_publication():
        action = logged.action
        who = shortened(logged.by, 12) if logged.n in desk.elsewhere else "you"
        if action.kind == "board-result":
            from tui.places.results.team_boards import last_entered

            yield logged.t, who, last_entered(desk, action, hidden)
        if not isinstance(action, EnterResult):
            continue
        text = "cleared" if action.result == CLEAR else "" if hidden else brief(action.result)
        yield logged.t, who, f"{action.number} {text}".strip()


# The map of the hall: every board of a round in its place, open ones found at a glance


@dataclass(frozen=True, slots=True)
class HallMap:
    """Boards in rows of so many, in cells of that width; `first` is the first row in view."""

    boards: tuple[int, ...]
    per_row: int
    cell: int
    rows: int
    first: int = 0

    @classmethod
    def of(cls, boards: Sequence[int], width: int, most: int, selected: object = None) -> HallMap:
        """The roomiest one that has no more than `most` rows of that width. Where none has, the
        page of it on which the selected board is."""
        count, made = len(boards), None
        for per_row, cell in ((10, 4), (10, 3), (20, 2), (10, 2), (30, 1), (20, 1), (10, 1)):
            if LABEL + per_row * cell + (per_row // GROUP - 1 if cell == 1 else 1) > width:
                continue
            rows = -(-count // per_row)
            if rows <= most:
                return cls(tuple(boards), per_row, cell, rows)
            if made is None or rows < made.rows:
                made = cls(tuple(boards), per_row, cell, rows)
        if made is None:
            return cls((), 1, 1, 0)
        at = made.boards.index(selected) // made.per_row if selected in made.boards else 0
        pages = -(-made.rows // most)
        page = -(-made.rows // pages)
        first = at // page * page
        return cls(made.boards, made.per_row, made.cell, min(page, made.rows - first), first)

    @property
    def in_view(self) -> tuple[int, ...]:
        """The boards on the page."""
        start = self.first * self.per_row
        return self.boards[start : start + self.rows * self.per_row]

    def x(self, at: int) -> int:
        """The cell of the board at that place of its row."""
        gaps = at // GROUP if self.cell == 1 else 0
        return LABEL + at * self.cell + self.cell - 1 + gaps

    def board_at(self, x: int, row: int) -> int | None:
        """The board that is nearest to a cell of a row of the map; None beside it."""
        if not 0 <= row < self.rows or x < LABEL:
            return None
        boards = self._row(row)
        near = min(range(len(boards)), key=lambda at: abs(self.x(at) - x), default=None)
        return boards[near] if near is not None and abs(self.x(near) - x) <= self.cell else None

    def _row(self, row: int) -> tuple[int, ...]:
        start = (self.first + row) * self.per_row
        return self.boards[start : start + self.per_row]

    def lines(self, mark: Callable[[int], tuple[str, str]], selected: object) -> list[Line]:
        """The rows; the selected board is in brackets, or is turned where no cell is free."""
        return [self._line(self._row(row), mark, selected) for row in range(self.rows)]

    def _line(
        self, boards: Sequence[int], mark: Callable[[int], tuple[str, str]], selected: object
    ) -> Line:
        cells = [(c, "dim") for c in f"{boards[0]:>{LABEL - 1}}"]
        bracket = self.cell > 1
        cells += [(" ", "dim")] * (self.x(len(boards) - 1) + 1 + bracket - len(cells))
        for at, board in enumerate(boards):
            x = self.x(at)
            cells[x] = mark(board)
            if board == selected and not bracket:
                cells[x] = (cells[x][0], "mark")
            elif board == selected:
                cells[x - 1], cells[x + 1] = ("[", "strong"), ("]", "strong")
        return Line(tuple(_joined(cells)))


def _joined(cells: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Neighbours of one style in one piece; a blank has the style before it."""
    parts: list[tuple[str, str]] = []
    for character, style in cells:
        if parts and (parts[-1][1] == style or character == " "):
            parts[-1] = (parts[-1][0] + character, parts[-1][1])
        else:
            parts.append((character, style))
    return parts


def result_mark(match: Match) -> tuple[str, str]:
    """`1`, `0`, `½` by White's or the home side's outcome, `+` and `-` for forfeits."""
    result = match.result
    if result is None:
        return OPEN, "strong"
    if result.provisional:
        return ADJOURNED, "plain"
    outcome = result.outcome("white")
    if not result.played:
        return ("+" if outcome is Outcome.WIN else "-"), "dim"
    return {Outcome.WIN: "1", Outcome.LOSS: "0"}.get(outcome, "½"), "dim"
