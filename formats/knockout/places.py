"""The places in a knockout: the winner, the runner-up, shared places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import groupby

from engine.entrants import EntrantId
from engine.event import Event, last_call
from engine.fixtures import Filled, Fixture
from engine.numbers import start_numbers
from engine.phrases import phrase, phrase_of
from engine.standings import categories, category_title, matches_open, remarks
from engine.tables import WINS, StandingRow, StandingTable

Reached = tuple[int, int]
"""How far somebody has come; more is better. Equal ones share their place."""
CHAMPION: Reached = (1000, 1)
STILL_IN: Reached = (1000, 0)
NOT_IN: Reached = (-1, 0)
THIRD_PLACE = "T"
"""The match for it, in the bracket."""


def tables(event: Event, tree: Filled | None, order: Sequence[EntrantId]) -> list[StandingTable]:
    """The overall table, then one a category."""
    far = reached(event, tree)
    standings = [_table(event, tree, phrase("Overall"), order, order, far, "overall")]
    for name, ids in categories(event):
        standings.append(_table(event, tree, category_title(name), ids, order, far, "category"))
    return standings


def reached(event: Event, tree: Filled | None) -> Mapping[EntrantId, Reached]:
    """How far everybody has come."""
    far = {e.id: NOT_IN if tree else STILL_IN for e in event.entrants}
    if tree is None:
        return far
    for fixture in tree.fixtures.values():
        far |= dict.fromkeys(fixture.pair, STILL_IN)
    for id in tree.out:
        far[id] = (tree.losses[id][-1].node.round, 2)
    far |= _third(tree)
    if tree.champion:
        far[tree.champion] = CHAMPION
    return far


def _third(tree: Filled) -> dict[EntrantId, Reached]:
    """Those of the match for third place: after the finalists, before all others."""
    match = tree.fixtures.get(THIRD_PLACE)
    if match is None or not match.pair:
        return {}
    at = match.node.round
    if match.state != "decided" or not match.winner:
        return dict.fromkeys(match.pair, (at, 0))
    return {id: (at, 1 if id == match.winner else 0) for id in match.pair}


def _table(
    event: Event,
    tree: Filled | None,
    name: str,
    ids: Iterable[EntrantId],
    order: Sequence[EntrantId],
    far: Mapping[EntrantId, Reached],
    kind: str,
) -> StandingTable:
    numbers = start_numbers(event, order)
    won = _won(tree)
    losses = tree.losses if tree else {}
    # of those who play on, the ones who have not lost come first: the winners' side
    ranked = sorted(
        ids,
        key=lambda id: (
            _down(far[id]),
            len(losses.get(id, ())) if far[id] == STILL_IN else 0,
            numbers[id],
        ),
    )
    rows: list[StandingRow] = []
    for _, group in groupby(ranked, key=lambda id: far[id]):
        rank = len(rows) + 1
        for id in group:
            entrant = event.entrant(id)
            lost = len(losses.get(id, ()))
            status = _status(event, tree, id)
            rows.append(
                StandingRow(rank, id, numbers[id], entrant.name, Decimal(won.get(id, 0)), status,
                    {"Lost": Decimal(lost)}, _how(event, tree, id), remarks(event).get(id, ""),
                    unplaced=_unplaced(tree, far[id], status),
                    over=tree is not None and tree.over and _out(tree, id))
            )  # fmt: skip
    return StandingTable(name, (phrase("Lost"),), tuple(rows), kind, _notes(event), WINS)


def _how(event: Event, tree: Filled | None, id: EntrantId) -> dict[str, str]:
    """In which matches somebody has lost, and by which the champion has won it all."""
    if tree is None:
        return {}
    parts = [_against(event, fixture, fixture.winner) for fixture in tree.losses.get(id, ())]
    if id == tree.champion:
        crown = (tree.fixtures[one] for one in tree.bracket.crown)
        last = [fixture for fixture in crown if fixture.winner == id][:1]
        parts += [f"won the last match: {_against(event, one, one.loser)}" for one in last]
    return {"Lost": "; ".join(parts)} if parts else {}


def _against(event: Event, fixture: Fixture, other: EntrantId | None) -> str:
    opponent = f" against {event.entrant(other).name}" if other else ""
    return f"{fixture.node.title}{opponent}"


def _down(far: Reached) -> Reached:
    return (-far[0], -far[1])


def _won(tree: Filled | None) -> dict[EntrantId, int]:
    """Matches won, walkovers included; going through without an opponent is not a win."""
    wins: dict[EntrantId, int] = {}
    for fixture in tree.fixtures.values() if tree else ():
        if fixture.winner and _two(fixture):
            wins[fixture.winner] = wins.get(fixture.winner, 0) + 1
    return wins


def _two(fixture: Fixture) -> bool:
    return len(fixture.pair) == 2


def _status(event: Event, tree: Filled | None, id: EntrantId) -> str | None:
    if _out(tree, id):
        return phrase("out")
    return None if event.entrant(id).active(len(event.published) + 1) else phrase("withdrawn")


def _out(tree: Filled | None, id: EntrantId) -> bool:
    return tree is not None and id in tree.out


def _unplaced(tree: Filled | None, far: Reached, status: str | None) -> str:
    """`in` for those who play on; one who has withdrawn before the walkover is given has no place
    either, nor one who is out while others can still go out in the same round: they share it."""
    if tree is None:
        return ""
    if far != STILL_IN:
        return "-" if far in _still_shared(tree) else ""
    return "-" if status else phrase_of("place", "in")


@last_call
def _still_shared(tree: Filled) -> frozenset[Reached]:
    """How far those come who go out in matches that are still open; the match for third place has
    places of its own."""
    return frozenset(
        (fixture.node.round, 2)
        for id, fixture in tree.fixtures.items()
        if id != THIRD_PLACE and not fixture.settled and tree.bracket.goes_to(id, "loser") is None
    )


def _notes(event: Event) -> tuple[str, ...]:
    return tuple(
        matches_open(event.called(r.number), left)
        for r in event.published
        if (left := sum(m.open for m in r.matches))
    )
