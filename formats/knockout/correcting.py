"""What a changed result undoes: every match that was drawn because of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.fixtures import NOBODY, Fixture
from engine.match_results import winning_side
from engine.protocol import Dependent
from formats.knockout.drawing import match_of, sides
from formats.knockout.field import leaves, standing


def depending(event: Event, number: int, changed: Sequence[Match]) -> tuple[Dependent, ...]:
    """Boards and walkovers that rest on who won, or sat at, these boards."""
    tree = standing(event) if number < len(event.published) else None
    if tree is None:
        return ()
    undone: set[str] = set()
    for match in changed:
        fixture = tree.on_board.get((number, match.board))
        before = event.round(number).match(match.board)
        if fixture is not None and _went_on(before) != _went_on(match):
            undone |= {after.node.id for after in tree.depending(fixture.node.id)}
    return tuple(_dependent(f) for f in tree.fixtures.values() if f.node.id in undone)


def _went_on(match: Match) -> tuple[EntrantId | None, frozenset[EntrantId]]:
    """The winner (nobody, if neither came; None while it is open), and who was there."""
    winner = None if match.result is None or match.result.provisional else NOBODY
    side = winning_side(match.result)
    if side is not None:
        winner = match.white if side == "white" else match.black
    return winner, frozenset(match.pair)


def _dependent(fixture: Fixture) -> Dependent:
    assert fixture.round is not None
    through = fixture.winner if fixture.board is None else None
    return Dependent(fixture.round, fixture.board, fixture.node.id, through)


def undo(event: Event, dependents: Sequence[Dependent]) -> Event:
    """Without these: a board keeps its place for those who play there now, or goes where they
    are not known yet. A walkover goes with the bye that it gave, a proposal goes in any case."""
    event = replace(event, rounds=event.published)
    boards = {(d.round, d.board): d.match for d in dependents if d.board is not None}
    taken = {key: event.round(key[0]).match(key[1]) for key in sorted(boards)}
    walkovers = {(d.round, d.through) for d in dependents if d.board is None}
    for round in event.published:
        number = round.number
        matches = tuple(m for m in round.matches if (number, m.board) not in boards)
        byes = tuple(b for b in round.byes if (number, b.entrant) not in walkovers)
        event = event.with_round(replace(round, matches=matches, byes=byes))
    return _trimmed(_seated_anew(event, taken, boards))


def _seated_anew(
    event: Event, taken: dict[tuple[int, int], Match], nodes: dict[tuple[int, int], str]
) -> Event:
    tree = standing(event)
    for (number, board), match in taken.items() if tree else ():
        assert tree is not None
        fixture = tree.fixtures[nodes[number, board]]
        gone = leaves(event, number)
        if fixture.state != "ready" or any(map(gone, fixture.pair)):
            continue
        white, black = _kept_seats(match, sides(fixture))
        new = match_of(event, tree.bracket, fixture.node, board, (white, black))
        new = replace(new, white=white, black=black)
        seated = event.with_round(_with_board(event.round(number), new))
        if _is_there(seated, number, board, fixture.node.id):
            event = seated
    return event


def _is_there(event: Event, number: int, board: int, node: str) -> bool:
    """Whether the match could be played in that round already; else a later draw has it."""
    tree = standing(event)
    fixture = tree.on_board.get((number, board)) if tree else None
    return fixture is not None and fixture.node.id == node


def _kept_seats(match: Match, pair: tuple[EntrantId, EntrantId]) -> tuple[EntrantId, EntrantId]:
    """Who stays keeps his side."""
    swapped = match.white == pair[1] or match.black == pair[0]
    return (pair[1], pair[0]) if swapped else pair


def _with_board(round: Round, match: Match) -> Round:
    matches = sorted((*round.matches, match), key=lambda m: m.board)
    return replace(round, matches=tuple(matches))


def _trimmed(event: Event) -> Event:
    """Rounds at the end that hold nothing any more are not published any more."""
    rounds = list(event.rounds)
    while rounds and not rounds[-1].matches and not rounds[-1].byes:
        rounds.pop()
    return replace(event, rounds=tuple(rounds))
