"""What a changed result undoes: every match that was drawn because of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.fixtures import NOBODY, Filled, Fixture
from engine.match_results import winning_side
from engine.protocol import Dependent
from formats.knockout.drawing import match_of, sides
from formats.knockout.field import leaves, standing


def depending(event: Event, number: int, changed: Sequence[Match]) -> tuple[Dependent, ...]:
    """Boards and walkovers that rest on who won, or sat at, these boards."""
    tree = standing(event) if number < len(event.published) else None
    if tree is None:
        return ()
    return tuple(_dependent(event, f, board) for f, board in _undone(event, tree, number, changed))


def _undone(
    event: Event, now: Filled, number: int, changed: Iterable[Match]
) -> Iterable[tuple[Fixture, int]]:
    """Each with the board whose result it was drawn from."""
    undone: dict[str, int] = {}
    for match in changed:
        fixture = now.on_board.get((number, match.board))
        before = event.round(number).match(match.board)
        if fixture is not None and _went_on(before) != _went_on(match):
            for after in now.depending(fixture.node.id):
                undone.setdefault(after.node.id, match.board)
    return ((f, undone[f.node.id]) for f in now.fixtures.values() if f.node.id in undone)


def _went_on(match: Match) -> tuple[EntrantId | None, frozenset[EntrantId]]:
    """The winner (nobody, if neither came; None while it is open), and who was there."""
    winner = None if match.result is None or match.result.provisional else NOBODY
    side = winning_side(match.result)
    if side is not None:
        winner = match.white if side == "white" else match.black
    return winner, frozenset(match.pair)


def _dependent(event: Event, fixture: Fixture, because: int) -> Dependent:
    """Who was White first, with the result as the slip says it: home may have had Black."""
    assert fixture.round is not None
    pair, result, boards = tuple(id for id in (fixture.home, fixture.away) if id), None, 0
    if fixture.board is not None:
        match = event.round(fixture.round).match(fixture.board)
        pair, result = match.pair, match.result.text if match.result else None
        boards = sum(board.played for board in match.lineups)
    return Dependent(
        fixture.round,
        fixture.board,
        pair,
        because,
        result,
        fixture.node.id,
        fixture.winner if fixture.board is None else None,
        boards,
    )


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
