"""What is asked before a result that others rest on is changed: in every place the same."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import CLEAR, EnterResult
from engine.actions.results import read_result
from engine.event import Event, Match, Round
from engine.format_parts import Bracketed, bracket_of, dependents, part_of
from engine.match_results import beyond_boards
from engine.protocol import Format
from engine.running import due_round
from saves.safe_text import safe
from tui.places.result_words import brief

NOTHING = "Nothing that was drawn since depends on it."
MOST_UNDONE = 7
"""Boards named in a question."""


def free_to_enter(event: Event, round: Round, match: Match) -> bool:
    """No question: a board of the round in play, or an open one that is still being played."""
    current = event.current
    if current is None or round.number == current.number:
        return True
    return match.open and due_round(match, round) >= current.number


def earlier_question(
    event: Event, format: Format, round: int, board: int, was: str | None, text: str
) -> tuple[str, bool]:
    """The question about a result of an earlier round, saying what depends on it; and whether it
    takes insisting: something is undone by it, it is more than the boards can give, or an arbiter
    is warned of it. `Refused` where strict mode lets the round stand."""
    from tui.screens.agreeing import has_to_agree

    warned = has_to_agree(event, format, EnterResult(board, text, was, round))
    question = f"{event.called(round).capitalize()}, {event.board_name(board)}: "
    question += f"{'no result' if was is None else brief(was)} becomes {given(text)}?\n\n"
    undone = _undone(event, format, round, board, text)
    beyond = beyond_told(event, format, round, board, text)
    question = f"{beyond}\n\n{question}" if beyond else question
    if bracket_of(format, event) is None:
        question += _stays(event, round)
    elif undone:
        question += "It has been played on. This would be undone:\n\n" + "\n".join(_some(undone))
    else:
        question += _redrawn(event, format, round, board, text) or NOTHING
    return question, bool(undone or beyond or warned)


def beyond_told(event: Event, format: Format, round: int, board: int, text: str) -> str:
    """That a score is more than the boards of the match can give; empty where it is not."""
    match = event.round(round).match(board)
    if match.boards is None:
        return ""
    beyond = beyond_boards(match.boards, read_result(format, match, text))
    name = event.board_name(board).capitalize()
    return f"{name}: {brief(text)} would be {beyond}." if beyond else ""


def _redrawn(event: Event, format: Format, number: int, board: int, text: str) -> str:
    """Who changes places in what was drawn since, as the format has it of a corrected result."""
    round = event.round(number)
    match = round.match(board)
    result = read_result(format, match, text)
    changed = event.with_round(round.with_match(replace(match, result=result)))
    cup = part_of(format, Bracketed) or Bracketed()
    after = cup.corrected(event, changed, number)
    lines = []
    for later in after.rounds:
        was = {m.board: m.pair for m in event.round(later.number).matches}
        boards = [m for m in later.matches if was.get(m.board, m.pair) != m.pair]
        lines += [
            f"{event.called(later.number)}, {event.board_name(m.board)}: "
            + " against ".join(safe(event.entrant(id).name, 30) for id in m.pair)
            for m in boards
        ]
    if not lines:
        return ""
    return "The draw stands, with other names in it:\n\n" + "\n".join(_some(lines))


def _some(lines: list[str]) -> list[str]:
    """As many as leave room for the answers on a small terminal."""
    if len(lines) <= MOST_UNDONE:
        return lines
    return [*lines[: MOST_UNDONE - 1], f"… and {len(lines) - MOST_UNDONE + 1} more"]


def _stays(event: Event, round: int) -> str:
    later = [r.number for r in event.published if r.number > round]
    rounds = (
        f"Rounds {later[0]} to {later[-1]}"
        if len(later) > 1
        else event.called(later[0]).capitalize()
    )
    stay = "stay" if len(later) > 1 else "stays"
    text = f"{rounds} {stay} as drawn, though drawn from the old result; standings change."
    if event.proposal is not None:
        text += f" The proposal of {event.called(event.proposal.number)} will be out of date."
    return text


def _undone(event: Event, format: Format, round: int, board: int, text: str) -> list[str]:
    """What the format would undo for it, in words."""
    match = event.round(round).match(board)
    changed = [replace(match, result=read_result(format, match, text))]
    return [safe(one.worded(event)) for one in dependents(format, event, round, changed)]


def given(text: str) -> str:
    """A result typed, in running text."""
    return "no result" if text == CLEAR else brief(text)
