"""What the round in play can bring somebody, in words."""

from __future__ import annotations

from engine.entrants import EntrantId
from engine.event import Event
from engine.points import points_text
from engine.prospects import Prospect, prospects
from engine.protocol import Format
from engine.results import Outcome
from engine.tables import StandingTable
from saves.safe_text import safe
from tui.screens.columns import cell
from tui.terminal.cells import cell_len
from tui.widgets.lines import Line, line, titled

_WORDS = {Outcome.WIN: "wins", Outcome.DRAW: "draws", Outcome.LOSS: "loses"}
_SIGNS = {Outcome.WIN: "1", Outcome.DRAW: "½", Outcome.LOSS: "0"}


def prospect_lines(
    event: Event, format: Format, table: StandingTable, id: EntrantId, width: int
) -> list[Line]:
    """The places that the game in play leaves open, in four lines; nothing while none is."""
    current, shown = event.current, prospects(event, format, table, id)
    if current is None or not shown:
        return []
    title = titled(f"{event.called(current.number)} can bring", width, "by points")
    lines = [title, *(line(cell(prospect_text(one), width)) for one in shown)]
    return [*lines, *[Line()] * 3][:4]


def prospect_text(prospect: Prospect) -> str:
    """`draws  6½    1st–3rd`."""
    word = _WORDS[prospect.outcome] if prospect.outcome else "stays"
    return f"{word:<6} {points_text(prospect.points):<5} {places(prospect)}"


def places(prospect: Prospect) -> str:
    """`1st alone`, `4th`, `1st–3rd`."""
    if prospect.best == prospect.worst:
        return f"{ordinal(prospect.best)}{' alone' if prospect.best == 1 else ''}"
    return f"{ordinal(prospect.best)}–{ordinal(prospect.worst)}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    if number % 100 // 10 != 1 and number % 10 in (1, 2, 3):
        return f"{number}{('st', 'nd', 'rd')[number % 10 - 1]}"
    return f"{number}th"


def next_text(event: Event, format: Format, table: StandingTable, id: EntrantId, width: int) -> str:
    """`next: board 1, Black, Moyvane, Runa · 1: 1st, ½: 1st–3rd, 0: 2nd–9th`, the opponent's name
    cut; the places alone of somebody without a game; empty where nothing of his is open."""
    current = event.current
    match = next((m for m in current.matches if id in m.pair and m.open), None) if current else None
    shown = ", ".join(
        f"{_SIGNS[one.outcome]}: {places(one)}" if one.outcome else places(one)
        for one in prospects(event, format, table, id)
    )
    if match is None:
        finish = shown.replace("–", " to ")
        return f"can finish this round {finish}, by points" if shown else ""
    side = "White, " if match.white == id else "Black, "
    if format.of_teams(event) or format.several_boards:
        side = ""
    board = f"next: {event.board_name(match.board)}, {side}"
    end = f" · {shown}" if shown else ""
    name = safe(event.entrant(match.opponent(id)).name, 400)
    room = max(width - cell_len(board) - cell_len(end), 8)
    return board + (name if cell_len(name) <= room else cell(name, room)) + end
