"""What the games in play can bring: the places that stay open after a win, a draw, a loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Event, derived
from engine.history import cards
from engine.points import NIL, Points
from engine.protocol import Format
from engine.results import Outcome
from engine.tables import StandingTable

Board = tuple[EntrantId, EntrantId]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A result of somebody's game in play (None: he has none), his points with it, and the places
    of his table that it leaves open by points, whatever the other games bring. Equal points can
    be any of the places that they share: tie-breaks are not foreseen."""

    outcome: Outcome | None
    points: Points
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class _InPlay:
    """Everybody's points without the boards in play, and these boards."""

    points: Mapping[EntrantId, Points]
    boards: tuple[Board, ...]


@derived
def _in_play(event: Event) -> _InPlay | None:
    """None where the open boards are not all single games of the last round."""
    current = event.current
    if current is None:
        return None
    if any(m.open or m.result is None or m.result.provisional
           for r in event.published[:-1] for m in r.matches):  # fmt: skip
        return None
    matches = [m for m in current.matches if m.result is None or m.result.provisional]
    seated = [id for m in current.matches for id in m.pair]
    if len(set(seated)) < len(seated) or any(m.games > 1 or m.boards for m in matches):
        return None
    known = cards(event)
    points = {id: card.score for id, card in known.items()}
    for match in matches:
        for id in match.pair:
            points[id] -= sum((x.points for x in known[id].lines if x.round == current.number), NIL)
    return _InPlay(points, tuple(m.pair for m in matches))


def ranked_by_points(event: Event, format: Format, table: StandingTable) -> bool:
    """Whether the table goes first by the points on the cards."""
    known = cards(event)
    points = [row.points for row in table.rows]
    return (
        table.points == "Pts"
        and not format.several_boards
        and points == sorted(points, reverse=True)
        and all(row.id in known and known[row.id].score == row.points for row in table.rows)
    )


def prospects(
    event: Event, format: Format, table: StandingTable, id: EntrantId
) -> tuple[Prospect, ...]:
    """After a win, a draw, a loss in the game in play, or as he stands without one, if every game
    in play is played to its end. None where no game is in play, or the table does not go by
    points."""
    play, members = _in_play(event), {row.id for row in table.rows}
    if play is None or not play.boards or id not in members:
        return ()
    if not ranked_by_points(event, format, table):
        return ()
    settings = event.settings
    win, draw, loss = settings.win_points, settings.draw_points, settings.loss_points
    endings = ((win, loss), (draw, draw), (loss, win))
    board = next((b for b in play.boards if id in b), None)
    if board is None:
        own: list[tuple[Outcome | None, Points, Sequence[Points]]] = [(None, NIL, ())]
    else:
        other = board[0] if board[1] == id else board[1]
        own = [
            (outcome, mine, [play.points[other] + theirs] if other in members else ())
            for outcome, (mine, theirs) in zip(Outcome, endings, strict=True)
        ]
    in_play = {one for pair in play.boards for one in pair}
    settled = [play.points[one] for one in members - in_play - {id}]
    boards = [
        [_reached(play.points, pair, ending, members) for ending in endings]
        for pair in play.boards
        if pair != board and members.intersection(pair)
    ]
    shown = []
    for outcome, gain, theirs in own:
        points, fixed = play.points[id] + gain, [*settled, *theirs]
        above, level = sum(p > points for p in fixed), sum(p >= points for p in fixed)
        above += sum(min(sum(p > points for p in ends) for ends in ways) for ways in boards)
        level += sum(max(sum(p >= points for p in ends) for ends in ways) for ways in boards)
        shown.append(Prospect(outcome, points, above + 1, level + 1))
    return tuple(shown)


def _reached(
    points: Mapping[EntrantId, Points],
    pair: Board,
    ending: tuple[Points, Points],
    members: set[EntrantId],
) -> Sequence[Points]:
    return [points[id] + more for id, more in zip(pair, ending, strict=True) if id in members]
