"""The verification pass: every result entered again from the slips, and compared; nothing is
changed unless the arbiter says so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions import CLEAR
from engine.actions.results import read_result
from engine.event import Match
from engine.points import counted
from engine.refusal import Refused
from engine.results import GameResult
from saves.safe_text import safe
from tui.keys import CONGRESS_TRIP, keys_of
from tui.places.covering import COVERED
from tui.places.result_entry import Typed
from tui.places.result_words import brief
from tui.places.results.state import (
    DECIDING,
    Difference,
    ListedBoards,
    ResultsState,
    Verification,
    as_on_slip,
    boards_of,
    in_question,
    verifying,
)
from tui.places.shape import DeskView, Key, Step, said, say
from tui.screens.bars import bar
from tui.widgets.line import Line

PASSING = frozenset(
    {"help", "palette", "history", "projector", "clock", "key_scheme", "back", "quit"}
    | {"entries", "pairings", "results", "standings", "bracket", "next_place", "last_place"}
    | {*CONGRESS_TRIP, "congress", "own_console"}
)
"""Commands that may be done while a board is in question: they change no result."""


@dataclass(frozen=True, slots=True)
class PassProgress:
    """How many boards have a result, how many of them were verified, how many corrected."""

    results: int
    verified: int
    corrected: int

    @property
    def done(self) -> bool:
        """Every result was entered again."""
        return self.verified == self.results

    def status(self, cells: int) -> Line:
        """For the second line, with a bar of so many cells."""
        return Line(
            (
                (f" VERIFYING {self.verified} of {self.results} ", "strong"),
                (bar(self.verified, self.results, cells), "accent"),
                (f"  {self.corrected} corrected" if self.corrected else "", "plain"),
            )
        )

    @property
    def ended(self) -> str:
        """`20 boards verified, 1 corrected`, and what was left out."""
        text = f"{counted(self.verified, 'board')} verified, {self.corrected} corrected"
        left = self.results - self.verified
        return f"{text}; {left} not verified, v continues" if left else text


# The pass


def begin_or_leave(desk: DeskView, state: ResultsState) -> Step[ResultsState]:
    """Begin, go on, or leave it for now."""
    boards = boards_of(desk, state)
    if boards is None:
        raise Refused("nothing can be verified", "no round is published", "F2 draws one")
    if verifying(desk, state):
        return _leave(desk, state, boards)
    so_far = progress(state, boards)
    if not so_far.results:
        raise Refused("nothing can be verified", "no result is in", "enter results first")
    number = boards.round.number
    pass_ = Verification() if so_far.done else state.verification  # done: once more from the start
    # another desk may publish the next round meanwhile: the slips are of this one
    state = replace(
        state, verification=replace(pass_, round=number), round=number, missing_only=False
    )
    following = to_verify_after(state, boards, None)
    if following is not None:
        state = replace(state, selected=following)
    return say(state, "enter every result again from its slip; v leaves the pass")


def _leave(desk: DeskView, state: ResultsState, boards: ListedBoards) -> Step[ResultsState]:
    current, number = desk.event.current, boards.round.number
    state = replace(
        state,
        verification=replace(state.verification, round=None, difference=None),
        round=None if current and number == current.number else number,
    )
    return say(state, progress(state, boards).ended, "done")


def compare(
    desk: DeskView, state: ResultsState, boards: ListedBoards, match: Match, text: str
) -> ResultsState:
    """What the slip of the selected board says; raises `Refused` where it is not a result."""
    place, pass_ = boards.place(match.board), state.verification
    result = read_result(desk.format, as_on_slip(desk, state, boards, match), text)
    typed = result.text if result else CLEAR
    stands = state.entry.stands(place[0], match)
    if typed == stands:
        return go_on(desk, _agreed(state, boards, match, typed), boards, match.board)
    if "," in typed and Typed(*place, stands, was=typed).completes:
        partly = {**pass_.partly, place: (*match.pair, typed)}
        where = desk.event.board_name(match.board)
        state = replace(state, verification=replace(pass_, partly=partly))
        return said(state, f"{where}: {slip_text(typed)} agrees; now the other game")
    pass_ = replace(
        pass_,
        partly={known: slip for known, slip in pass_.partly.items() if known != place},
        agreed={known: slip for known, slip in pass_.agreed.items() if known != place},
        difference=Difference(*place, match.pair, None if stands == CLEAR else stands, typed),
    )
    return ask_which(desk, replace(state, verification=pass_))


def _agreed(state: ResultsState, boards: ListedBoards, match: Match, text: str) -> ResultsState:
    place, pass_ = boards.place(match.board), state.verification
    agreed = {**pass_.agreed, place: (*match.pair, text)}
    partly = {known: slip for known, slip in pass_.partly.items() if known != place}
    return replace(state, verification=replace(pass_, agreed=agreed, partly=partly))


def ask_which(desk: DeskView, state: ResultsState) -> ResultsState:
    """The board in question selected, and the question said."""
    stopped = state.verification.difference
    if stopped is None:
        return state
    return said(replace(state, selected=stopped.board), question(desk, stopped), "bad")


def go_on(desk: DeskView, state: ResultsState, boards: ListedBoards, board: int) -> ResultsState:
    """To the next board to verify; after the last one the pass says what it found."""
    following = to_verify_after(state, boards, board)
    if following is not None:
        return replace(state, selected=following)
    return say_verified(desk, state)


def say_verified(desk: DeskView, state: ResultsState) -> ResultsState:
    """What the pass came to, once all was entered again and nothing is on its way."""
    boards = boards_of(desk, state)
    if boards is None or not verifying(desk, state) or state.entry.waiting:
        return state
    so_far = progress(state, boards)
    if not so_far.done or state.verification.difference is not None:
        return state
    return said(state, f"{so_far.ended} · v ends the pass", "done")


# Which is right


def keep_saved(desk: DeskView, state: ResultsState) -> ResultsState:
    """What is saved is right: the slip was typed wrongly."""
    stopped, boards = _stopped(desk, state)
    match = boards.by_number[stopped.board]
    state = _agreed(_settled(state), boards, match, stopped.saved or CLEAR)
    return go_on(desk, state, boards, stopped.board)


def take_typed(desk: DeskView, state: ResultsState) -> tuple[ResultsState, ListedBoards, Typed]:
    """What was typed is right: the correction to be made, of what was seen."""
    stopped, boards = _stopped(desk, state)
    place = (stopped.round, stopped.board)
    state = _agreed(_settled(state), boards, boards.by_number[stopped.board], stopped.typed)
    pass_ = state.verification
    state = replace(state, verification=replace(pass_, corrected=pass_.corrected | {place}))
    return state, boards, Typed(*place, stopped.typed, stopped.saved)


def _stopped(desk: DeskView, state: ResultsState) -> tuple[Difference, ListedBoards]:
    stopped, boards = in_question(desk, state), boards_of(desk, state)
    if stopped is None or boards is None:
        raise Refused("no board is in question", "", "v enters the results again")
    return stopped, boards


def _settled(state: ResultsState) -> ResultsState:
    return replace(state, verification=replace(state.verification, difference=None))


def decides(
    desk: DeskView, state: ResultsState, key: Key, place: str = "results"
) -> Step[ResultsState] | None:
    """A key while a board is in question; None where it may go on. What was typed behind the
    difference belongs to slips that must be taken up again."""
    command = keys_of(place).get(key.typed)
    if command is not None and command.id in DECIDING | PASSING:
        return None
    return Step(ask_which(desk, state))


def withdrawn(desk: DeskView, state: ResultsState) -> ResultsState:
    """The question is withdrawn where what it asks about is not what stands any more."""
    stopped, boards = in_question(desk, state), boards_of(desk, state)
    if stopped is None or boards is None:
        return state
    match = boards.by_number.get(stopped.board)
    asked = (stopped.pair, stopped.saved or CLEAR)
    if match is not None and (match.pair, state.entry.stands(stopped.round, match)) == asked:
        return state
    where = desk.event.board_name(stopped.board)
    return said(_settled(state), f"{where} was changed meanwhile: enter its slip again", "bad")


# What is to do


def _verified(state: ResultsState, boards: ListedBoards, match: Match) -> bool:
    place = boards.place(match.board)
    stands = state.entry.stands(place[0], match)
    return state.verification.agreed.get(place) == (*match.pair, stands)


def _has_slip(state: ResultsState, boards: ListedBoards, match: Match) -> bool:
    """A result that a slip says; an adjourned game has none yet."""
    stands = state.entry.stands(boards.began[match.board], match)
    return stands not in (CLEAR, GameResult.ADJOURNED.text)


def to_verify_after(state: ResultsState, boards: ListedBoards, board: int | None) -> int | None:
    """The next board to be entered again, from the top after the last."""
    due = covered(state, boards)
    return next((m.board for m in boards.after(board) if m.board in due), None)


def progress(state: ResultsState, boards: ListedBoards) -> PassProgress:
    """How far the pass is."""
    results = verified = corrected = 0
    for match in boards.round.matches:
        agrees = _verified(state, boards, match)
        corrected += agrees and boards.place(match.board) in state.verification.corrected
        if _has_slip(state, boards, match):
            results += 1
            verified += agrees
    return PassProgress(results, verified, corrected)


# What is shown

AWAITED = "_"
"""In place of a saved result until its slip is entered again, on the selected board; on all others
`COVERED`."""


def question(desk: DeskView, stopped: Difference) -> str:
    """Both values, who saved his and when, and the keys that decide."""
    saved, typed = slip_text(stopped.saved), slip_text(stopped.typed)
    by = _saved_by(desk, stopped)
    where = f"board {stopped.board}: slip {typed}, saved {saved}{f' ({by})' if by else ''}"
    return f"{where}. Which is right? s saved  t slip"


def _saved_by(desk: DeskView, stopped: Difference) -> str:
    """Who gave the board the result that stands, and at what time; empty where that is long ago."""
    current = desk.event.current.number if desk.event.current else stopped.round
    for logged in reversed(desk.recent):
        about = logged.action.about(None)
        if logged.n not in desk.undone and about.is_at(stopped.board, stopped.round, current):
            return " ".join(filter(None, (safe(logged.by, 24), logged.t[11:16])))
    return ""


def slip_text(text: str | None) -> str:
    """A result in the question."""
    return "no result" if text in (None, CLEAR) else brief(text)


def covered(state: ResultsState, boards: ListedBoards) -> frozenset[int]:
    """The boards whose slips are still to be entered."""
    matches = (m for m in boards.round.matches if _has_slip(state, boards, m))
    return frozenset(m.board for m in matches if not _verified(state, boards, m))


def covered_places(desk: DeskView, state: ResultsState) -> frozenset[tuple[int, int]]:
    """While a pass is under way: every board of its round that is not verified yet, those too
    whose result was taken back meanwhile: its slip is still to be entered."""
    boards = boards_of(desk, state) if verifying(desk, state) else None
    if boards is None:
        return frozenset()
    matches = (m for m in boards.round.matches if not _verified(state, boards, m))
    return frozenset(boards.place(m.board) for m in matches)


def in_its_place(state: ResultsState, boards: ListedBoards, match: Match) -> tuple[str, str] | None:
    """(text, style) of what stands in the place of a board's result in a pass: what is saved is
    covered until the slip is entered, so that nobody reads the screen instead of it. None for a
    board that has no slip, or whose correction is on its way: it is shown as ever."""
    stopped, place = state.verification.difference, boards.place(match.board)
    if stopped is not None and (stopped.round, stopped.board) == place:
        return f"{slip_text(stopped.typed)} ! {slip_text(stopped.saved)}", "bad"
    if not _has_slip(state, boards, match):
        return None
    if not _verified(state, boards, match):
        return (AWAITED if match.board == state.selected else COVERED), "dim"
    if place in state.entry.not_in_journal:
        return None
    return f"{slip_text(match.result.text if match.result else None)} ✓", "plain"
