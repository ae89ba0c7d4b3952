"""Knockouts in which everything happens: withdrawals, forfeits, results cleared and corrected."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import EnterResult, Withdraw
from tests.formats.knockout.cups import Cup
from tests.sampling import sampled

RESULTS = ("1-0", "0-1", "1-0", "0-1", "+/-", "-/+", "-/-")
TROUBLES = 100
"""Steps after which the event is left in peace, so that it can end."""


def disturbed(cup: Cup, chance: Random) -> bool:
    """A withdrawal or a confirmed correction of any published board, now and then."""
    published = cup.event.published
    what = chance.random()
    if what < 0.05:
        there = [e.id for e in cup.event.entrants if not e.withdrawn]
        if len(there) > 2:
            cup.do(Withdraw(chance.choice(there)))
            return True
    boards = [(r.number, m.board) for r in published for m in r.matches]
    if what < 0.15 and boards:
        round, board = chance.choice(boards)
        cup.correct(round, board, chance.choice((*RESULTS, "-")), insist=True)
        return True
    return False


def play_disturbed(cup: Cup, chance: Random) -> None:
    for count in range(1000):
        if count < TROUBLES and disturbed(cup, chance):
            continue
        step = cup.format.next_step(cup.event)
        if step.name == "finished":
            return
        if step.name == "draw":
            cup.draw()
            continue
        assert step.name == "play"
        board = chance.choice(step.missing)
        cup.do(EnterResult(board, chance.choice(RESULTS), None, step.round))
    raise AssertionError("the event comes to no end")


@pytest.mark.parametrize("seed", sampled(range(80), range(0, 80, 2)))
def test_whatever_happens_the_event_ends_with_one_winner_at_most(seed: int) -> None:
    chance = Random(seed)
    size = chance.choice((2, 3, 4, 5, 7, 8, 9, 12, 16, 17))
    cup = Cup(size, chance.choice(("knockout", "double_knockout")))
    play_disturbed(cup, chance)
    tree = cup.tree
    assert tree.over
    boards = {(r.number, m.board) for r in cup.event.published for m in r.matches}
    assert set(tree.on_board) == boards
    assert len(cup.event.published) == cup.event.settings.rounds
    assert [name for _, name, _ in cup.places()].count("P1") == 1
    assert len(cup.places()) == size
    first = [name for rank, name, _ in cup.places() if rank == 1]
    if tree.champion:
        assert first == [cup.event.entrant(tree.champion).name]
    for id, lost in tree.losses.items():
        assert id != tree.champion or len(lost) <= 1
