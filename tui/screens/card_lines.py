"""A player's card as lines: every round, and why he was paired as he was."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.actions import name_of
from engine.entrants import EntrantId, rating_text
from engine.event import Event
from engine.history import CardLine, cards
from engine.match_words import length_text
from engine.points import points_text
from engine.protocol import Format, bracketed, overrides
from engine.standings import adjustment_text, lines_counted
from engine.steady import why
from saves.card_sheets import result_word, without_game
from saves.safe_text import safe
from tui.screens.columns import Column, head_line, row_text, widths
from tui.screens.entries_lines import rounds_text
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line

_COLUMNS = (
    Column("Rd", 2, 3, right=True),
    Column("Bd", 3, 4, right=True),
    Column("Col", 5, 5, rank=2),
    Column("Opponent", 14, 34),
    Column("Rating", 6, 6, right=True, rank=3),
    Column("Result", 6, 24),
    Column("Pts", 3, 5, right=True),
    Column("Total", 5, 6, right=True),
    Column("Float", 5, 5, rank=1),
)
_SINGLE = frozenset({"Col", "Float"})
"""Columns of formats in which a round is one game."""
_OF_TEAMS = frozenset({"Col", "Float", "Rating", "Pts", "Total"})
"""Columns that say nothing of teams."""
_OF_NO_CUP = frozenset({"Pts", "Total", "Float"})
"""A walkover is a match won and no point: beside `3 won` they would say 2."""


def card_lines(
    event: Event,
    format: Format,
    id: EntrantId,
    room: int,
    several_boards: bool = False,
    teams: bool = False,
    before: Mapping[int, str] = MappingProxyType({}),
) -> tuple[Line, list[Line]]:
    """The head line and a line for each round; under it, where there is one, the why, after
    `before`: by round what its draw did not know.

    The key of a line is its round. With `several_boards` a round every match is a game with each
    colour, and nobody floats; nor does anybody where all play all. `teams` have no colours and no
    ratings, and what they score in one stage is no sum with what they score in another.
    """
    left_out = _OF_TEAMS if teams else _SINGLE if several_boards else frozenset()
    if overrides(format, "meetings"):
        left_out |= {"Float"}
    if bracketed(format):
        left_out |= _OF_NO_CUP
    shown = [at for at, c in enumerate(_COLUMNS) if c.name not in left_out]
    columns = [_COLUMNS[at] for at in shown]
    if event.board_word == "table":
        columns = [c._replace(name="Tbl") if c.name == "Bd" else c for c in columns]
    counted = cards(format.as_counted(event))[id]
    rounds = list(lines_counted(cards(event)[id], counted))
    down, up = format.floats(event, id)
    floated = {**dict.fromkeys(down, "down"), **dict.fromkeys(up, "up")}
    whole = [
        [*_cells(x, event, format, id, counts), floated.get(x.round, "")] for x, counts in rounds
    ]
    cells = [[row[at] for at in shown] for row in whole]
    layout = widths(columns, cells, room - 2)
    opponent = next(at for at, column in enumerate(columns) if column.name == "Opponent")
    lines: list[Line] = []
    for (x, _), texts in zip(rounds, cells, strict=True):
        style = "dim" if x.opponent is None else "plain"
        lines.append(line(row_text(columns, layout, texts, runs=opponent), style, x.round))
        reason = _why(x, event, format)
        said = "; ".join(filter(None, (before.get(x.round), reason))) if reason else ""
        lines += [line("       " + part, "dim") for part in in_lines(said, room - 8)]
    return head_line(columns, layout), lines


def _cells(x: CardLine, event: Event, format: Format, id: EntrantId, counts: bool) -> list[str]:
    points, total = (points_text(x.points), points_text(x.score + x.points)) if counts else ("", "")
    called = event.settings.round_label(x.round)
    if x.opponent is None:
        return [called, "", "", without_game(x, event, format, id), "", "", points, total]
    other = event.entrant(x.opponent)
    rating = rating_text(other)
    colour = {"W": "White", "B": "Black", None: ""}[x.colour]
    who = name_of(event, other.id)
    return [
        called, _board(x, event), colour, who, rating, result_word(x) + ", annulled" * (not counts),
        points, total,
    ]  # fmt: skip


def _board(x: CardLine, event: Event) -> str:
    """Its number; empty for a game that counts though it was not drawn."""
    there = any(match.board == x.board for match in event.round(x.round).matches)
    return str(x.board) if there else ""


def _why(x: CardLine, event: Event, format: Format) -> str:
    matches = event.round(x.round).matches
    match = next((m for m in matches if m.board == x.board), None)
    if match is None:  # a round without a game, or a game that counts though it was not drawn
        return ""
    reason = why(format, event, match.why)
    if not match.boards:
        return reason
    return ": ".join(part for part in (f"{match.group} · {length_text(match)}", reason) if part)


def heading(event: Event, id: EntrantId, no: int, room: int) -> list[str]:
    """`Ashgrove, Liam · No 12 · 1712 · FM · Canterbury Row · U18`, in lines."""
    e = event.entrant(id)
    rating = rating_text(e, "" if e.members else "no rating")
    facts = [
        e.name,
        f"No {no}",
        rating,
        e.title,
        e.federation,
        e.school,
        e.club,
        e.category,
    ]
    return in_lines(" · ".join(safe(fact) for fact in facts if fact), room)


def foot_lines(event: Event, id: EntrantId, room: int) -> list[str]:
    """Rounds out, adjustments with their reason, the note."""
    card = cards(event)[id]
    texts = (
        [f"rounds: {rounds_text(card.entrant, event)}"] if rounds_text(card.entrant, event) else []
    )
    for adjustment in event.adjustments:
        if adjustment.entrant == id and adjustment.cause == "play-off":
            texts.append(adjustment_text(event, adjustment))
        elif adjustment.entrant == id:
            sign = "+" if adjustment.points > 0 else ""
            when = (
                f"in {event.called(adjustment.round)}"
                if adjustment.round
                else f"before {event.called(1)}"
            )
            texts.append(f"{sign}{points_text(adjustment.points)} {when}: {adjustment.why}")
    texts += [f"note: {card.entrant.note}"] if card.entrant.note else []
    return [part for text in texts for part in in_lines(text, room, "   ")]
