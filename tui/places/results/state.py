"""What Results remembers, nothing of the event; the boards of the round that it lists, and their
slips; and what it remembers made to fit the event as it is."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple, cast

from engine import actions
from engine.entrants import EntrantId
from engine.event import Event, Match, Round, TeamBoard, derived
from engine.results import CLEAR, TEAM_BOARD, GameResult, ResultForm, parse_game
from engine.waiting import adjourned_boards, due_now, half_in, is_due, running
from tui.places.result_entry import ResultEntry, RoundBoard, Typed, leaves_open
from tui.places.shape import WIDE, DeskView, PlaceState

Slip = tuple[EntrantId, EntrantId, str]
"""White, Black and the result: boards can be paired anew under the same number. `-`: none."""
TeamPlace = tuple[int, int, int]
"""Round, match and board of teams."""
SlipPlace = RoundBoard | TeamPlace
"""What a slip says the result of: a board, or a board of a match of teams."""
Chosen = int | tuple[int, int]
"""A line that is selected: a board, or the match and its board of teams."""
DECIDING = frozenset({"keep_saved", "take_typed", "verify"})
"""Commands that settle a board in question."""


class Difference(NamedTuple):
    """A board whose slip, entered again, is not what is saved."""

    round: int
    board: int
    pair: tuple[EntrantId, EntrantId]
    saved: str | None
    typed: str
    at: int | None = None
    """Of teams the board of the match; None for the match as a whole."""

    @property
    def place(self) -> SlipPlace:
        """Where its result is saved."""
        return slip_place((self.round, self.board), self.at)

    @property
    def chosen(self) -> Chosen:
        """Its line."""
        return self.board if self.at is None else (self.board, self.at)


@dataclass(frozen=True, slots=True)
class Verification:
    """The pass in which every result is entered again from its slip.

    What was entered again is kept by board: a board counts as verified only as long as that is the
    saved result, so another desk's change, an undo or a save that failed puts it back among those
    to do, however long the arbiter was away.
    """

    round: int | None = None
    """The round that is being verified; None outside a pass."""
    agreed: Mapping[SlipPlace, Slip] = field(default_factory=dict)
    """What the slips say."""
    partly: Mapping[RoundBoard, Slip] = field(default_factory=dict)
    """ListedBoards of several games of which some were entered again, and agree."""
    corrected: frozenset[SlipPlace] = frozenset()
    difference: Difference | None = None
    """The board at which the pass is halted."""


@dataclass(frozen=True, slots=True)
class TypedBoard:
    """A board's result that was typed: where, what (`-`: cleared), and what was there."""

    place: TeamPlace
    text: str
    was: str | None
    over_whole: bool = False
    """The match has a result as a whole, in the place of which its boards are to count."""
    insist: bool = False
    """What was played on because of the match is undone."""
    removes: int = 0
    """The round whose proposal goes with it; 0 for none."""

    @property
    def fills(self) -> bool:
        """The board was open: the result may be the last one of the round."""
        return self.was is None


class OpenBoards(NamedTuple):
    """The boards without a result as they were at a minute, the slowest first, and in which
    earlier rounds who sits there was among the last to finish."""

    round: int
    minute: datetime | None
    boards: tuple[int, ...] = ()
    notes: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class ResultsState(PlaceState):
    """Results, beside the event."""

    round: int | None = None
    """An earlier round that was gone to; None for the round in play."""
    missing_only: bool = False
    name: str = ""
    """The name looked for last, folded."""
    entry: ResultEntry = field(default_factory=ResultEntry)
    verification: Verification = field(default_factory=Verification)
    listed: int | None = None
    """Number of the round in the list."""
    undone: frozenset[int] = frozenset()
    """The actions that were undone when it was listed."""
    left_at: int | None = None
    """How many rounds were published when the round in play was last in front."""
    team_waiting: Mapping[TeamPlace, str] = field(default_factory=dict)
    """Results of boards of chess teams, typed and not yet acknowledged."""
    from_pile: bool = False
    """Slips come in any order: one for a board that has another result may be another board's."""
    put_last: Typed | TypedBoard | None = None
    """The result that the key before this one put on its way: more of a score may follow."""
    gone_to: Chosen | None = None
    """The line that the arbiter went to himself, as long as it is selected and the place in front:
    only there a key replaces a result unasked."""
    slow: OpenBoards | None = None
    """For the side pane; it is sorted anew with the minute, so that nothing moves by a key."""


class ListedBoards(NamedTuple):
    """A round as it is listed: its own boards, and those that began earlier and still run."""

    round: Round
    began: Mapping[int, int]
    """By board the round in which it began."""
    by_number: Mapping[int, Match]

    def place(self, board: int) -> RoundBoard:
        """Where its result is saved."""
        return self.began[board], board

    def after(self, board: int | None) -> tuple[Match, ...]:
        """All boards, from the one after that board on; from the top without one."""
        order = self.round.matches
        at = next((row + 1 for row, m in enumerate(order) if m.board == board), 0)
        return (*order[at:], *order[:at])


def boards_of(desk: DeskView, state: ResultsState) -> ListedBoards | None:
    """The round in play, or the earlier one that was gone to; None where none is published."""
    current = desk.event.current
    if current is None:
        return None
    known = _by_round(desk.event)
    number = state.round if state.round is not None else current.number
    if number not in known:
        published = (r for r in desk.event.published if r.number == number)
        known[number] = _boards(desk.event, next(published, current))
    return known[number]


@derived
def _by_round(event: Event) -> dict[int, ListedBoards]:
    """The rounds that were asked for, kept with the event."""
    return {}


def _boards(event: Event, round: Round) -> ListedBoards:
    earlier = running(event, round.number)
    began = {m.board: r.number for r, m in earlier} | {m.board: round.number for m in round.matches}
    if earlier:
        matches = sorted((*round.matches, *(m for _, m in earlier)), key=lambda m: m.board)
        round = replace(round, matches=tuple(matches))
    return ListedBoards(round, began, {m.board: m for m in round.matches})


def selected_match(desk: DeskView, state: ResultsState) -> Match | None:
    """The match of the selected board."""
    boards, board = boards_of(desk, state), selected_board(state)
    return boards.by_number.get(board) if boards and board is not None else None


def selected_board(state: ResultsState) -> int | None:
    """The selected board; of chess teams the match of the selected board."""
    board = state.selected[0] if isinstance(state.selected, tuple) else state.selected
    return board if isinstance(board, int) else None


def begun(desk: DeskView, state: ResultsState) -> int:
    """The round in which the selected board began; 0 without one."""
    boards, board = boards_of(desk, state), selected_board(state)
    return boards.began.get(board, 0) if boards is not None and board is not None else 0


def overtaken(
    desk: DeskView,
    state: ResultsState,
    number: int,
    board: int,
    pair: tuple[EntrantId, EntrantId] | None = None,
) -> str:
    """Why a line for that board of that round is not about what is in front any more: its round
    is not, or the `pair` does not sit there so; empty where it still is."""
    boards, current = boards_of(desk, state), desk.event.current
    match = boards.by_number.get(board) if boards is not None else None
    if number not in {round.number for round in desk.event.published}:
        return f"{desk.event.called(number)} is not published any more: nothing was changed"
    if boards is None or match is None or boards.began[board] != number:
        called = desk.event.called(current.number if current is not None else number)
        return f"{called} was published while you typed: nothing was changed; [ goes back"
    if pair is not None and match.pair != pair:
        return f"{desk.event.board_name(board)} was paired anew meanwhile: nothing was changed"
    return ""


def verifying(desk: DeskView, state: ResultsState) -> bool:
    """Whether what is typed is compared, not entered: only while that round is shown."""
    boards = boards_of(desk, state)
    return boards is not None and boards.round.number == state.verification.round


def halted(desk: DeskView, state: ResultsState) -> bool:
    """Whether a newer round was published while a pass is under way: what is typed next may be a
    slip of either."""
    newer = state.left_at is not None and state.left_at < len(desk.event.published)
    return newer and verifying(desk, state) and state.verification.difference is None


def in_question(desk: DeskView, state: ResultsState) -> Difference | None:
    """The board at which the verification is halted."""
    return state.verification.difference if verifying(desk, state) else None


def result_form(desk: DeskView, state: ResultsState) -> ResultForm | None:
    """How a result of the selected board is typed; in a pass, one of a slip."""
    match, boards = selected_match(desk, state), boards_of(desk, state)
    if match is None or boards is None:
        return None
    if isinstance(state.selected, tuple) or (match.lineups and not verifying(desk, state)):
        return TEAM_BOARD
    if verifying(desk, state):
        match = as_on_slip(desk, state, boards, match)
    return desk.format.typed_form(desk.event, match)


def as_on_slip(desk: DeskView, state: ResultsState, boards: ListedBoards, match: Match) -> Match:
    """The match with what was entered again of it, not with what is saved."""
    entered = state.verification.partly.get(boards.place(match.board))
    empty = replace(match, result=None)
    if entered is None or entered[:2] != match.pair:
        return empty
    return replace(match, result=desk.format.result_form(empty).parse(entered[2]))


def still_open(boards: ListedBoards, state: ResultsState) -> frozenset[int]:
    """The boards without a result, typed or entered."""
    due = {*due_now(boards.round), *half_in(boards.round)}
    for match in boards.round.matches if state.entry.waiting else ():
        typed = state.entry.waiting.get(boards.place(match.board))
        if typed is not None:
            (due.add if leaves_open(typed) else due.discard)(match.board)
    return frozenset(due)


def open_after(boards: ListedBoards, state: ResultsState, board: int | None) -> int | None:
    """The next board without a result, typed or entered; from the top after the last."""
    due = still_open(boards, state) - {board}
    return next((m.board for m in boards.after(board) if m.board in due), None)


def running_after(boards: ListedBoards, state: ResultsState, board: int) -> int | None:
    """From a board that runs on into the next round, the next one that does and has no result."""
    played = boards.by_number.get(board)
    if played is None or is_due(played, boards.round):
        return None
    waiting = state.entry.waiting
    return next(
        (
            m.board
            for m in boards.after(board)
            if m.board != board and _runs_on(m, boards) and boards.place(m.board) not in waiting
        ),
        None,
    )


def every_result(boards: ListedBoards, word: str) -> str:
    """Said where no result is missing now; those that run on may have none."""
    later = any(_runs_on(match, boards) for match in boards.round.matches)
    return f"Every {word} {'that is due now' if later else 'of this round'} has its result."


def why_asked(desk: DeskView, state: ResultsState, boards: ListedBoards, all_in: bool) -> str:
    """Why a result is not replaced without an answer: with every board filled the key is more
    likely one too many; else nobody has gone to the board for it, or its number was misread."""
    if all_in:
        return every_result(boards, desk.event.board_word)
    word = "board" if isinstance(state.selected, tuple) else desk.event.board_word
    here = "" if state.from_pile else f"You did not go to this {word} yourself. "
    return f"{here}Look at the slip again."


def _runs_on(match: Match, boards: ListedBoards) -> bool:
    return match.open and not is_due(match, boards.round)


def board_at(boards: ListedBoards, selected: object) -> tuple[Match, int] | None:
    """The match and the board, from 1, of a selected line; None if it is not a board."""
    if not isinstance(selected, tuple):
        return None
    number, at = selected
    match = boards.by_number.get(number)
    return (match, at) if match is not None and 1 <= at <= len(match.lineups) else None


def open_boards(boards: ListedBoards, state: ResultsState, match: Match) -> list[int]:
    """The boards of a match that nobody has typed a result for."""
    if is_whole(match):
        typed = any((*boards.place(match.board), at) in state.team_waiting for at in _all(match))
        if not typed:  # it was entered as a whole
            return []
    return [
        at
        for at, board in enumerate(match.lineups, start=1)
        if state.team_waiting.get((*boards.place(match.board), at), entered_text(board))
        in (None, CLEAR)
    ]


def is_whole(match: Match) -> bool:
    """Whether the result of a match of teams was entered as a whole, and none by its boards."""
    return match.result is not None and any(board.result is None for board in match.lineups)


def slip_place(place: RoundBoard, at: int | None) -> SlipPlace:
    """Of that board of a match, or of the board itself."""
    return place if at is None else (*place, at)


def _all(match: Match) -> range:
    return range(1, len(match.lineups) + 1)


def entered_text(board: TeamBoard) -> str | None:
    """The result of a board as it is entered; None where none is."""
    return board.result.text if board.result else None


def as_home(board: TeamBoard, text: str | None) -> str:
    """A board's result turned to the home team's side, or from it; `-` for none."""
    if text in (None, CLEAR):
        return CLEAR
    result = parse_game(text)
    return (result.turned() if board.away_white else result).text


def first_board(boards: ListedBoards, state: ResultsState, match: Match) -> tuple[int, int]:
    """Where the cursor goes in a match: its first open board, else the first."""
    return match.board, next(iter(open_boards(boards, state, match)), 1)


# Slips, for the verification pass


class ResultSlip(NamedTuple):
    """A board as its slip has it, or board `at` of a match of teams."""

    match: Match
    at: int | None = None

    @property
    def there(self) -> bool:
        """The match has such a board."""
        return self.at is None or self.at <= len(self.match.lineups)

    @property
    def team_board(self) -> TeamBoard | None:
        """Of teams the board of the match."""
        return None if self.at is None else self.match.lineups[self.at - 1]

    @property
    def pair(self) -> tuple[str, str]:
        """White and Black."""
        board = self.team_board
        return self.match.pair if board is None else (board.white, board.black)

    @property
    def chosen(self) -> Chosen:
        """Its line."""
        return self.match.board if self.at is None else (self.match.board, self.at)

    def place(self, boards: ListedBoards) -> SlipPlace:
        """Where its result is saved."""
        return slip_place(boards.place(self.match.board), self.at)


def slips_of(match: Match) -> Iterator[ResultSlip]:
    """Of a match of teams a slip for each board that can have a result; the match's own where it
    was entered as a whole."""
    if not match.lineups or is_whole(match):
        yield ResultSlip(match)
        return
    for at, board in enumerate(match.lineups, start=1):
        if not board.forfeited:
            yield ResultSlip(match, at)


def text_now(state: ResultsState, boards: ListedBoards, slip: ResultSlip) -> str:
    """What was typed there last, else what the event has: `-` for none."""
    board = slip.team_board
    if board is None:
        return state.entry.current(boards.began[slip.match.board], slip.match)
    place = (*boards.place(slip.match.board), slip.at or 0)
    return state.team_waiting.get(place) or entered_text(board) or CLEAR


def slip_now(state: ResultsState, boards: ListedBoards, slip: ResultSlip) -> Slip:
    """White, Black and the result as they are now."""
    return *slip.pair, text_now(state, boards, slip)


def is_verified(state: ResultsState, boards: ListedBoards, slip: ResultSlip) -> bool:
    """Whether the slip was entered again, and agrees with what is there now."""
    agreed = state.verification.agreed.get(slip.place(boards))
    return agreed is not None and agreed == slip_now(state, boards, slip)


def has_slip(state: ResultsState, boards: ListedBoards, slip: ResultSlip) -> bool:
    """A result that a slip says; an adjourned game has none yet."""
    return text_now(state, boards, slip) not in (CLEAR, GameResult.ADJOURNED.text)


def to_be_entered(state: ResultsState, boards: ListedBoards, slip: ResultSlip) -> bool:
    """Whether there is a slip that was not entered again yet."""
    return has_slip(state, boards, slip) and not is_verified(state, boards, slip)


def first_slip(state: ResultsState, boards: ListedBoards, match: Match) -> Chosen:
    """Where the pass goes in a match of teams: its first slip to be entered again, else its first
    board."""
    slips = (slip for slip in slips_of(match) if to_be_entered(state, boards, slip))
    return next((slip.chosen for slip in slips), (match.board, 1))


# Made to fit the event: the round that is listed, a selected board of it, boards still playing


def settle(desk: DeskView, state: ResultsState) -> ResultsState:
    """A key can come before the first picture of a new round: it is for that round, whose first
    open board is selected."""
    if state.round is None or state.left_at is None:
        state = replace(state, left_at=len(desk.event.published))
    boards = boards_of(desk, state)
    if boards is None:
        return replace(state, listed=None)
    number = boards.round.number
    # another round than in the list, or the same number published again
    again = number != state.listed or _published_again(desk, number, desk.undone - state.undone)
    if desk.undone != state.undone:
        state = replace(state, undone=desk.undone)
    if again:
        state = replace(
            state,
            listed=number,
            selected=_under_way(boards, state) or _first_to_do(boards, state),
        )
    state = _kept_to(_unfolding(desk, state, boards), state.gone_to == state.selected)
    if desk.across < WIDE:  # nothing shows it; a window that is widened asks anew
        return state if state.slow is None else replace(state, slow=None)
    slow = state.slow
    if again or slow is None or (slow.round, slow.minute) != (number, desk.minute):
        state = replace(state, slow=_open_boards(desk, boards))
    return state


def _kept_to(state: ResultsState, there: bool) -> ResultsState:
    """Where the arbiter is `there` himself, he is on the line that is selected now."""
    gone_to = state.selected if there else None
    if gone_to == state.gone_to:
        return state
    return replace(state, gone_to=cast("Chosen | None", gone_to))


def gone_to(state: ResultsState, chosen: Chosen | None) -> ResultsState:
    """That line is selected, and by the arbiter himself."""
    return replace(state, selected=chosen, gone_to=chosen)


def come_back(desk: DeskView, state: ResultsState, left: Hashable | None) -> ResultsState:
    """On the line where the round was left, unless what is typed next would be in the place of a
    result there while other boards are open."""
    boards = boards_of(desk, state)
    match = boards.by_number.get(left) if boards is not None and isinstance(left, int) else None
    if boards is None or match is None:
        return state
    due = still_open(boards, state) if state.round is None else ()
    return state if due and left not in due else replace(state, selected=left)


def _under_way(boards: ListedBoards, state: ResultsState) -> tuple[int, int] | None:
    """The selected board of a match that runs on from an earlier round, where some of its boards
    have been entered: the next keys are for the others, whoever published a round meanwhile."""
    known = board_at(boards, state.selected)
    if known is None or state.listed is None or state.listed >= boards.round.number:
        return None
    match, at = known
    began = any(board.played for board in match.lineups) or any(
        place[:2] == boards.place(match.board) for place in state.team_waiting
    )
    earlier = boards.began[match.board] < boards.round.number
    return (match.board, at) if earlier and match.open and began else None


def _unfolding(desk: DeskView, state: ResultsState, boards: ListedBoards) -> ResultsState:
    """Of chess teams a board of the match is selected; in a verification pass the match where it
    was entered as a whole."""
    chosen = state.selected
    number = chosen[0] if isinstance(chosen, tuple) else chosen
    match = boards.by_number.get(number) if isinstance(number, int) else None
    passing = verifying(desk, state)
    folded = match is None or not match.lineups or (passing and is_whole(match))
    if isinstance(chosen, tuple):
        if folded or match is None or chosen[1] > len(match.lineups):
            return replace(state, selected=chosen[0])
        return state
    if folded or match is None:
        return state
    if passing:
        return replace(state, selected=first_slip(state, boards, match))
    return replace(state, selected=first_board(boards, state, match))


def _open_boards(desk: DeskView, boards: ListedBoards) -> OpenBoards:
    """By how often, and how lately, one of both was among the last to finish."""
    number = boards.round.number
    from tui.places.results.pace import last_finishers

    late = last_finishers(desk, number)
    due = {*due_now(boards.round), *half_in(boards.round)}
    there = [m for m in boards.round.matches if m.board in due]
    rounds = {
        m.board: tuple(sorted({*late.get(m.white, ()), *late.get(m.black, ())})) for m in there
    }
    order = sorted(rounds, key=lambda b: (-len(rounds[b]), [-r for r in rounds[b][::-1]], b))
    notes = tuple((board, rounds[board]) for board in order if rounds[board])
    return OpenBoards(number, desk.minute, tuple(order), notes)


def _first_to_do(boards: ListedBoards, state: ResultsState) -> int | None:
    """The first board without a result, those last that were put off from an earlier round and
    are above the others; else the first adjourned, else the first of all."""
    number, order = boards.round.number, [m.board for m in boards.round.matches]
    in_time = (m.board for m in boards.round.matches
               if not m.date or boards.began[m.board] == number)  # fmt: skip
    due = still_open(boards, state)
    missing = (board for board in (*in_time, *order) if board in due)
    return next((one for one in (*missing, *adjourned_boards(boards.round), *order)), None)


def _published_again(desk: DeskView, number: int, undone: Collection[int]) -> bool:
    """Whether that round is there once more: its publication is among what was `undone` since.
    Without an undo nothing is looked for: each action is read from the journal when it is asked."""
    return bool(undone) and any(
        isinstance(one.action, actions.PublishRound) and one.action.round == number
        for one in desk.recent
        if one.n in undone
    )
