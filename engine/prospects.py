"""The race for the places: how far the leaders were behind the first after each round, and what the
games in play can bring: the places that stay open after a win, a draw, a loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.entrants import EntrantId
from engine.event import Event, derived
from engine.history import cards
from engine.points import NIL, Points
from engine.protocol import Format
from engine.results import Outcome
from engine.tables import POINTS, StandingTable


@dataclass(frozen=True, slots=True)
class Runner:
    """Somebody's points after each complete round, and how many the leader then had more."""

    entrant: EntrantId
    points: tuple[Points, ...]
    behind: tuple[Points, ...]


def complete_rounds(event: Event) -> int:
    """How many rounds from the first on have no open board."""
    for at, round in enumerate(event.published):
        if any(match.open for match in round.matches):
            return at
    return len(event.published)


@derived
def points_by_round(event: Event) -> Mapping[EntrantId, tuple[Points, ...]]:
    """Everybody's points after each published round, adjustments included."""
    numbers = [round.number for round in event.published]
    after = {}
    for id, card in cards(event).items():
        before = {line.round: line.score for line in card.lines}
        after[id] = (*(before[n] for n in numbers[1:]), card.score)[: len(numbers)]
    return after


def race(event: Event, ids: Sequence[EntrantId], most: int) -> tuple[Runner, ...]:
    """The first `most` of `ids`, over the complete rounds; all of `ids` run."""
    points, rounds = points_by_round(event), complete_rounds(event)
    lead = [max(points[id][at] for id in ids) for at in range(rounds)]
    return tuple(
        Runner(
            id,
            points[id][:rounds],
            tuple(first - own for first, own in zip(lead, points[id], strict=False)),
        )
        for id in ids[:most]
    )


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
    """None if the open boards are not all single games of the last round."""
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


@dataclass
class _Table:
    """A table of an event with games in play: its members, and by points how many of them end
    above at least, and level or above at most; filled as it is asked for."""

    members: frozenset[EntrantId]
    counted: dict[Points, tuple[int, int]] = field(default_factory=dict)


@derived
def _tables(event: Event) -> dict[tuple[str, str], _Table | None]:
    return {}


def ranked_by_points(event: Event, format: Format, table: StandingTable) -> bool:
    """Whether the table goes first by the points on the cards."""
    return _known(event, format, table) is not None


def _known(event: Event, format: Format, table: StandingTable) -> _Table | None:
    cache, key = _tables(event), (table.kind, table.name)
    if key not in cache:
        ids = frozenset(row.id for row in table.rows)
        cache[key] = _Table(ids) if _by_points(event, format, table) else None
    return cache[key]


def _by_points(event: Event, format: Format, table: StandingTable) -> bool:
    known, points = cards(event), [row.points for row in table.rows]
    return (
        table.points == POINTS
        and not format.several_boards
        and points == sorted(points, reverse=True)
        and all(row.id in known and known[row.id].score == row.points for row in table.rows)
    )


def prospects(
    event: Event, format: Format, table: StandingTable, id: EntrantId
) -> tuple[Prospect, ...]:
    """After a win, a draw, a loss in the game in play, or for an entrant without one, if every game
    in play is played to its end. Empty if no game is in play, or the table does not go by
    points."""
    play, known = _in_play(event), _known(event, format, table)
    if play is None or not play.boards or known is None or id not in known.members:
        return ()
    settings, members = event.settings, known.members
    win, draw, loss = settings.win_points, settings.draw_points, settings.loss_points
    endings = ((win, loss), (draw, draw), (loss, win))
    board = next((b for b in play.boards if id in b), None)

    def ends(pair: Board, points: Points) -> tuple[int, int]:
        """How many of a board's members end above at least, level or above at most."""
        ways = [
            [play.points[one] + more for one, more in zip(pair, ending, strict=True)
             if one in members]
            for ending in endings
        ]  # fmt: skip
        above = min(sum(p > points for p in way) for way in ways)
        return above, max(sum(p >= points for p in way) for way in ways)

    def total(points: Points) -> tuple[int, int]:
        if points not in known.counted:
            seated = {one for pair in play.boards for one in pair}
            settled = [play.points[one] for one in members - seated]
            counts = [(sum(p > points for p in settled), sum(p >= points for p in settled))]
            counts += [ends(pair, points) for pair in play.boards]
            known.counted[points] = (sum(a for a, _ in counts), sum(b for _, b in counts))
        return known.counted[points]

    shown = []
    for outcome, (mine, theirs) in zip(Outcome, endings, strict=True):
        points = play.points[id] + (mine if board is not None else NIL)
        above, level = total(points)
        if board is None:
            return (Prospect(None, points, above + 1, level),)
        other = board[0] if board[1] == id else board[1]
        without, reached = ends(board, points), play.points[other] + theirs
        above += (other in members and reached > points) - without[0]
        level += (other in members and reached >= points) - without[1]
        shown.append(Prospect(outcome, points, above + 1, level + 1))
    return tuple(shown)
