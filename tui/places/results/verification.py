"""The verification pass: every result entered again from the slips, and compared; nothing is
changed unless the arbiter says so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions.results import read_result
from engine.actions.team_play import board_named
from engine.event import Match
from engine.points import counted
from engine.refusal import Refused
from engine.results import CLEAR, brief
from saves.cells import bar
from saves.journal import by_this_clock
from saves.safe_text import shortened
from tui.keys.commands import CONGRESS_TRIP, keys_of
from tui.places.result_entry import Typed, way_to_a_round
from tui.places.result_words import COVERED
from tui.places.results.state import (
    DECIDING,
    Chosen,
    Difference,
    ListedBoards,
    ResultSlip,
    ResultsState,
    Verification,
    as_home,
    as_on_slip,
    board_at,
    boards_of,
    halted,
    has_slip,
    in_question,
    is_verified,
    slip_now,
    slips_of,
    text_now,
    to_be_entered,
    verifying,
)
from tui.places.shape import DeskView, Key, Step, said, say
from tui.widgets.lines import Line

IN_A_PASS = "results are covered until entered again from their slips; v leaves the pass"
"""What is below the boards while they are verified."""
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

    def status(self, over: str, cells: int) -> Line:
        """For the second line, over which round, with a bar of so many cells."""
        return Line(
            (
                (f" VERIFYING {self.verified} of {self.results}, {over} ", "strong"),
                (bar(self.verified, self.results, cells), "accent"),
                (f"  {self.corrected} corrected" if self.corrected else "", "plain"),
            )
        )

    def ended(self, over: str, further: str = "v continues") -> str:
        """`round 1: 20 results verified, 1 corrected`, what was left out, and how to go on."""
        text = f"{over}: {counted(self.verified, 'result')} verified, {self.corrected} corrected"
        left = self.results - self.verified
        return f"{text}; {left} not verified, {further}" if left else text

    def halted(self, over: str, newer: str) -> str:
        """That the pass is halted, because that newer round is there."""
        so_far = f"{over}: {self.verified} of {self.results} verified"
        return f"{newer} published · {so_far} · v goes on · esc enters {newer}"


# The pass


def begin_or_leave(desk: DeskView, state: ResultsState) -> Step[ResultsState]:
    """Begin, go on, or leave it for now."""
    boards = boards_of(desk, state)
    if boards is None:
        raise Refused("nothing can be verified", "no round is published", way_to_a_round(desk))
    if halted(desk, state):
        notice = f"the pass over {called(desk, boards)} goes on; v leaves it"
        return say(replace(state, left_at=len(desk.event.published)), notice)
    if verifying(desk, state):
        return _leave(desk, state, boards)
    so_far = progress(state, boards)
    if not so_far.results:
        raise Refused("nothing can be verified", "no result is in", "enter results first")
    state = begun(desk, state, boards, so_far.done)
    following = to_verify_after(state, boards, None)
    if following is not None:
        state = replace(state, selected=following)
    return say(state, "enter every result again from its slip; v leaves the pass")


def begun(desk: DeskView, state: ResultsState, boards: ListedBoards, anew: bool) -> ResultsState:
    """In the pass, from its start where that is wanted. Another desk may publish the next round
    meanwhile: the slips are of this one, until the arbiter says otherwise (`stands_still`)."""
    number, known = boards.round.number, len(desk.event.published)
    pass_ = Verification() if anew else state.verification
    pass_ = replace(pass_, round=number)
    return replace(state, verification=pass_, round=number, left_at=known, missing_only=False)


def called(desk: DeskView, boards: ListedBoards) -> str:
    """What people call the round that is listed."""
    return desk.event.called(boards.round.number)


def stands_still(
    desk: DeskView, state: ResultsState, key: Key, place: str = "results"
) -> Step[ResultsState] | None:
    """A key while a pass is halted; None where it may go on. No result is taken: which round the
    slips are of only the arbiter knows."""
    if key.name == "escape":
        return enter_newer(desk, state)
    if goes_past(key, place):
        return None
    return say(state, halted_text(desk, state), "bad")


def goes_past(key: Key, place: str) -> bool:
    """Whether a halted pass lets that key through: to go on, or to look elsewhere."""
    command = keys_of(place).get(key.typed)
    return command is not None and command.id in {"verify", *PASSING}


def newer_round(desk: DeskView, state: ResultsState) -> Step[ResultsState]:
    """A newer round was published: a pass in which every slip was entered again ends, another one
    is halted until the arbiter says which round is meant."""
    boards = boards_of(desk, state)
    if boards is not None and progress(state, boards).done:
        return enter_newer(desk, state)
    return say(state, halted_text(desk, state), "bad")


def halted_text(desk: DeskView, state: ResultsState) -> str:
    """Which round is there, how far the pass over the other is, and the keys that decide."""
    boards, current = boards_of(desk, state), desk.event.current
    assert boards is not None
    assert current is not None
    newer = desk.event.called(current.number)
    return progress(state, boards).halted(called(desk, boards), newer)


def enter_newer(desk: DeskView, state: ResultsState) -> Step[ResultsState]:
    """The pass is left for the round that was published meanwhile."""
    boards = boards_of(desk, state)
    assert boards is not None
    ended = progress(state, boards).ended(called(desk, boards), "[ and v continue")
    left = _leave(desk, state, boards).state
    return say(replace(left, round=None), ended, "done")


def compare_selected(desk: DeskView, state: ResultsState, text: str) -> ResultsState:
    """What the slip of the selected line says; of a board of teams as the home team has it."""
    boards = boards_of(desk, state)
    match = boards.by_number.get(_number(state.selected)) if boards is not None else None
    if boards is None or match is None:
        return state
    known = board_at(boards, state.selected)
    if known is None:
        return compare(desk, state, boards, match, text)
    return _compare_board(desk, state, boards, ResultSlip(match, known[1]), text)


def _compare_board(
    desk: DeskView, state: ResultsState, boards: ListedBoards, slip: ResultSlip, text: str
) -> ResultsState:
    typed = as_home(slip.match.lineups[(slip.at or 1) - 1], text)
    if typed == text_now(state, boards, slip):
        return go_on(desk, _agreed(state, boards, slip, typed), boards, slip.chosen)
    return _stop(desk, state, boards, slip, typed)


def _number(chosen: object) -> int:
    number = chosen[0] if isinstance(chosen, tuple) else chosen
    return number if isinstance(number, int) else 0


def _leave(desk: DeskView, state: ResultsState, boards: ListedBoards) -> Step[ResultsState]:
    current, number = desk.event.current, boards.round.number
    state = replace(
        state,
        verification=replace(state.verification, round=None, difference=None),
        round=None if current and number == current.number else number,
    )
    return say(state, progress(state, boards).ended(called(desk, boards)), "done")


def compare(
    desk: DeskView, state: ResultsState, boards: ListedBoards, match: Match, text: str
) -> ResultsState:
    """What the slip of the selected board says; raises `Refused` where it is not a result."""
    place, pass_, slip = boards.place(match.board), state.verification, ResultSlip(match)
    result = read_result(desk.format, as_on_slip(desk, state, boards, match), text)
    typed = result.text if result else CLEAR
    stands = text_now(state, boards, slip)
    if typed == stands:
        return go_on(desk, _agreed(state, boards, slip, typed), boards, match.board)
    if "," in typed and Typed(*place, stands, was=typed).completes:
        partly = {**pass_.partly, place: (*match.pair, typed)}
        where = desk.event.board_name(match.board)
        state = replace(state, verification=replace(pass_, partly=partly))
        return said(state, f"{where}: {slip_text(typed)} agrees; now the other game")
    return _stop(desk, state, boards, slip, typed)


def _stop(
    desk: DeskView, state: ResultsState, boards: ListedBoards, slip: ResultSlip, typed: str
) -> ResultsState:
    """The pass is halted by a slip that says something else."""
    number, pass_ = slip.match.board, state.verification
    place, stands = slip.place(boards), text_now(state, boards, slip)
    saved = None if stands == CLEAR else stands
    pass_ = replace(
        pass_,
        partly={known: slip for known, slip in pass_.partly.items() if known != place},
        agreed={known: slip for known, slip in pass_.agreed.items() if known != place},
        difference=Difference(boards.began[number], number, slip.pair, saved, typed, slip.at),
    )
    return ask_which(desk, replace(state, verification=pass_))


def _agreed(state: ResultsState, boards: ListedBoards, slip: ResultSlip, text: str) -> ResultsState:
    place, pass_ = slip.place(boards), state.verification
    agreed = {**pass_.agreed, place: (*slip.pair, text)}
    partly = {known: slip for known, slip in pass_.partly.items() if known != place}
    return replace(state, verification=replace(pass_, agreed=agreed, partly=partly))


def ask_which(desk: DeskView, state: ResultsState) -> ResultsState:
    """The board in question selected, and the question said."""
    stopped = state.verification.difference
    if stopped is None:
        return state
    return said(replace(state, selected=stopped.chosen), question(desk, stopped), "bad")


def go_on(desk: DeskView, state: ResultsState, boards: ListedBoards, board: object) -> ResultsState:
    """To the next board to verify; after the last one the pass says what it found."""
    following = to_verify_after(state, boards, board)
    if following is not None:
        return replace(state, selected=following)
    return say_verified(desk, state)


def say_verified(desk: DeskView, state: ResultsState) -> ResultsState:
    """What the pass came to, once all was entered again and nothing is on its way."""
    boards = boards_of(desk, state)
    on_its_way = state.entry.waiting or state.team_waiting
    if boards is None or not verifying(desk, state) or on_its_way:
        return state
    so_far = progress(state, boards)
    if not so_far.done or state.verification.difference is not None:
        return state
    return said(state, f"{so_far.ended(called(desk, boards))} · v ends the pass", "done")


# Which is right


def keep_saved(desk: DeskView, state: ResultsState) -> ResultsState:
    """What is saved is right: the slip was typed wrongly."""
    stopped, boards = _stopped(desk, state)
    slip = ResultSlip(boards.by_number[stopped.board], stopped.at)
    state = _agreed(_settled(state), boards, slip, stopped.saved or CLEAR)
    return go_on(desk, state, boards, stopped.chosen)


def take_typed(
    desk: DeskView, state: ResultsState
) -> tuple[ResultsState, ListedBoards, Difference]:
    """What was typed is right: the correction to be made, over the result that was shown."""
    stopped, boards = _stopped(desk, state)
    slip = ResultSlip(boards.by_number[stopped.board], stopped.at)
    state = _agreed(_settled(state), boards, slip, stopped.typed)
    pass_ = state.verification
    corrected = pass_.corrected | {stopped.place}
    return replace(state, verification=replace(pass_, corrected=corrected)), boards, stopped


def _stopped(desk: DeskView, state: ResultsState) -> tuple[Difference, ListedBoards]:
    stopped, boards = in_question(desk, state), boards_of(desk, state)
    if stopped is None or boards is None:
        raise Refused("no result differs from its slip", "", "v enters all again from the slips")
    return stopped, boards


def _settled(state: ResultsState) -> ResultsState:
    return replace(state, verification=replace(state.verification, difference=None))


def decides(
    desk: DeskView, state: ResultsState, key: Key, place: str = "results"
) -> Step[ResultsState] | None:
    """A key while a board is in question; None if it may go on. What was typed after the difference
    belongs to slips that must be taken up again."""
    command = keys_of(place).get(key.typed)
    if command is not None and command.id in DECIDING | PASSING:
        return None
    return Step(ask_which(desk, state))


def withdrawn(desk: DeskView, state: ResultsState) -> ResultsState:
    """The question is withdrawn if the result it asks about has changed."""
    stopped, boards = in_question(desk, state), boards_of(desk, state)
    if stopped is None or boards is None:
        return state
    match = boards.by_number.get(stopped.board)
    slip = ResultSlip(match, stopped.at) if match is not None else None
    asked = (*stopped.pair, stopped.saved or CLEAR)
    if slip is not None and slip.there and slip_now(state, boards, slip) == asked:
        return state
    where = _where(desk, stopped)
    return said(_settled(state), f"{where} was changed meanwhile: enter its slip again", "bad")


# What is to do


def to_verify_after(state: ResultsState, boards: ListedBoards, board: object) -> Chosen | None:
    """The next slip to be entered again, from the top after the last."""
    match = boards.by_number.get(_number(board))
    slips = [slip for m in boards.after(_number(board) or None) for slip in slips_of(m)]
    if match is not None and isinstance(board, tuple):
        later = [slip for slip in slips_of(match) if (slip.at or 0) > board[1]]
        slips = [*later, *slips]
    return next((slip.chosen for slip in slips if to_be_entered(state, boards, slip)), None)


def progress(state: ResultsState, boards: ListedBoards) -> PassProgress:
    """How far the pass is."""
    results = verified = corrected = 0
    for slip in (slip for match in boards.round.matches for slip in slips_of(match)):
        agrees = is_verified(state, boards, slip)
        corrected += agrees and slip.place(boards) in state.verification.corrected
        if has_slip(state, boards, slip):
            results += 1
            verified += agrees
    return PassProgress(results, verified, corrected)


# What is shown

AWAITED = "_"
"""In place of a saved result until its slip is entered again, on the selected board; on all others
`COVERED`."""


def question(desk: DeskView, stopped: Difference) -> str:
    """Both values, who saved his and when, and the keys that decide."""
    saved, typed = _texts(desk, stopped)
    by = _saved_by(desk, stopped)
    where = _where(desk, stopped)
    text = f"{where}: slip {typed}, saved {saved}{f' ({by})' if by else ''}"
    return f"{text}. Which is right? s saved  t slip"


def _where(desk: DeskView, stopped: Difference) -> str:
    if stopped.at is None:
        return desk.event.board_name(stopped.board)
    return board_named(desk.event, stopped.board, stopped.at)


def _texts(desk: DeskView, stopped: Difference) -> tuple[str, str]:
    """What is saved and what the slip says, of a board of teams as the home team has it."""
    texts = (stopped.saved, stopped.typed)
    if stopped.at is not None:
        match = desk.event.round(stopped.round).match(stopped.board)
        board = match.lineups[stopped.at - 1]
        texts = (as_home(board, stopped.saved), as_home(board, stopped.typed))
    return slip_text(texts[0]), slip_text(texts[1])


def _saved_by(desk: DeskView, stopped: Difference) -> str:
    """Who entered the saved result of the board, and at what time; empty if that is long ago."""
    current = desk.event.current.number if desk.event.current else stopped.round
    for logged in reversed(desk.recent):
        about = logged.action.about(None)
        if logged.n not in desk.undone and about.is_at(stopped.board, stopped.round, current):
            time = by_this_clock(logged.t)[11:16]
            return " ".join(filter(None, (shortened(logged.by, 24), time)))
    return ""


def slip_text(text: str | None) -> str:
    """A result in the question."""
    return "no result" if text in (None, CLEAR) else brief(text)


def covered(state: ResultsState, boards: ListedBoards) -> frozenset[int]:
    """The boards whose slips are still to be entered; of teams the matches."""
    slips = (slip for match in boards.round.matches for slip in slips_of(match))
    return frozenset(slip.match.board for slip in slips if to_be_entered(state, boards, slip))


def covered_places(desk: DeskView, state: ResultsState) -> frozenset[tuple[int, int]]:
    """While a pass is under way: every board of its round that is not verified yet, those too
    whose result was taken back meanwhile: its slip is still to be entered."""
    boards = boards_of(desk, state) if verifying(desk, state) else None
    if boards is None:
        return frozenset()
    slips = (slip for match in boards.round.matches for slip in slips_of(match))
    open_ = (slip.match.board for slip in slips if not is_verified(state, boards, slip))
    return frozenset(map(boards.place, open_))


def in_its_place(state: ResultsState, boards: ListedBoards, match: Match) -> tuple[str, str] | None:
    """(text, style) of what is in the place of a board's result in a pass: what is saved is
    covered until the slip is entered, so that nobody reads the screen instead of it. None for a
    board that has no slip, or whose correction is on its way: it is shown as ever."""
    slips = list(slips_of(match))
    if [slip.at for slip in slips] == [None]:
        return _shown(state, boards, slips[0])
    if any(to_be_entered(state, boards, slip) for slip in slips):
        return COVERED, "dim"  # the score would say what the boards do not
    return None


def board_in_its_place(
    state: ResultsState, boards: ListedBoards, match: Match, at: int
) -> tuple[str, str] | None:
    """The same of a board of a match of teams."""
    slip = ResultSlip(match, at)
    return None if match.lineups[at - 1].forfeited else _shown(state, boards, slip)


def _shown(state: ResultsState, boards: ListedBoards, slip: ResultSlip) -> tuple[str, str] | None:
    stopped, place = state.verification.difference, slip.place(boards)
    board = slip.team_board

    def text(result: str | None) -> str:
        return slip_text(result if board is None else as_home(board, result))

    if stopped is not None and stopped.place == place:
        return f"{text(stopped.typed)} ! {text(stopped.saved)}", "bad"
    if not has_slip(state, boards, slip):
        return None
    if not is_verified(state, boards, slip):
        return (AWAITED if slip.chosen == state.selected else COVERED), "dim"
    if place in state.entry.not_in_journal or place in state.team_waiting:
        return None
    saved = slip.match.result if board is None else board.result
    return f"{text(saved.text if saved else None)} ✓", "plain"
