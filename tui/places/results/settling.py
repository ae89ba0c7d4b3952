"""What Results remembers, made to fit the event as it is: the round that is listed, a selected
board of it, and who is still playing."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import PublishRound
from tui.places.result_words import adjourned_boards, due_now, half_in
from tui.places.results.state import (
    ListedBoards,
    OpenBoards,
    ResultsState,
    board_at,
    boards_of,
    first_board,
    is_whole,
    open_after,
    verifying,
)
from tui.places.shape import WIDE, DeskView


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
    again = number != state.listed or state.publication in desk.undone
    if again:
        state = replace(
            state,
            listed=number,
            publication=_publication(desk, number),
            selected=_under_way(boards, state) or _first_to_do(boards, state),
        )
    state = _unfolding(desk, state, boards)
    if desk.across < WIDE:  # nothing shows it; a window that is widened asks anew
        return state if state.slow is None else replace(state, slow=None)
    slow = state.slow
    if again or slow is None or (slow.round, slow.minute) != (number, desk.minute):
        state = replace(state, slow=_open_boards(desk, boards))
    return state


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
        from tui.places.results.verification import first_slip

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
    """The first board without a result, else the first adjourned, else the first of all."""
    following = open_after(boards, state, None)
    if following is not None:
        return following
    others = (*adjourned_boards(boards.round), *(m.board for m in boards.round.matches))
    return next(iter(others), None)


def _publication(desk: DeskView, number: int) -> int | None:
    """The action that published that round; None where it is long ago."""
    for logged in desk.recent:
        action = logged.action
        published = isinstance(action, PublishRound) and action.round == number
        if published and logged.n not in desk.undone:
            return logged.n
    return None
