"""What a correction does to draws that were made since, in words: who meets there instead, and
what goes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.event import Bye, Event, Match, Round
from engine.points import counted
from engine.results import shown


def changed_later(before: Event, after: Event, number: int) -> tuple[str, ...]:
    """Boards and walkovers of the rounds after `number` that are others in `after`: `round 4,
    board 1: Ashgrove against Kettle instead of Ashgrove against Quilty (1-0)`."""
    rounds = {round.number: round for round in after.rounds}
    return tuple(
        text
        for round in before.rounds
        if round.number > number
        for text in _of_round(before, round, rounds.get(round.number))
    )


def _of_round(event: Event, was: Round, now: Round | None) -> Iterator[str]:
    where = event.called(was.number)
    if event.settings.round_label(was.number) != str(was.number):
        where = f"{where} (round {was.number})"
    if now is None and not was.published:
        yield f"{where}: the proposal is removed"
        return
    boards = {match.board: match for match in now.matches} if now else {}
    for match in was.matches:
        text = _on_board(event, match, boards.get(match.board))
        if text:
            yield f"{where}, {event.board_name(match.board)}: {text}"
    byes = {bye.entrant for bye in now.byes} if now else set()
    had = {bye.entrant for bye in was.byes}
    gained = iter([bye for bye in now.byes if bye.entrant not in had] if now else [])
    for bye in was.byes:
        if bye.entrant not in byes:
            new = next(gained, None)
            kind = "walkover" if bye.left else "bye"
            instead = f"{_through(event, new)} instead of " if new is not None else ""
            removed = "" if instead else ": removed"
            yield f"{where}: the {kind} of {instead}{_through(event, bye)}{removed}"


def _on_board(event: Event, was: Match, now: Match | None) -> str:
    """Empty where it stands."""
    there = f"{_names(event, was)}{_played(was)}"
    if now is None:
        return f"{there}: removed"
    if set(now.pair) != set(was.pair):
        return f"{_names(event, now)} instead of {there}"
    return f"{there}: open again" if _played(was) and not _played(now) else ""


def _names(event: Event, match: Match) -> str:
    return " against ".join(event.entrant(id).name for id in match.pair)


def _through(event: Event, bye: Bye) -> str:
    return " against ".join(event.entrant(id).name for id in (bye.entrant, bye.left) if id)


def _played(match: Match) -> str:
    """Its result, or that boards of it have one."""
    if match.result is not None:
        return f" ({shown(match.result.text)})"
    boards = sum(board.played for board in match.lineups)
    return f" (in play, {counted(boards, 'board')} with a result)" if boards else ""
