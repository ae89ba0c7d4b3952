"""Pairings of team events: what is said of a field that does not fit, and of a locked pair."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import CreateEvent, ImportEntrants, Instruct, PublishRound
from engine.entrants import Entrant
from engine.event import Instruction
from saves.store import create_event
from tests.tui.conftest import propose
from tests.tui.cups import teams_event
from tui.screens.pairings_lines import Review, reasons
from tui.screens.pairings_words import next_lines


@pytest.mark.parametrize(
    ("more", "first"),
    [
        (10, "Session 1.1 cannot be drawn yet: 33 entrants."),
        (0, "Session 1.1 is next: 23 entrants to pair."),
    ],
)
def test_too_many_teams_are_not_told_that_more_are_needed(
    tmp_path: Path, more: int, first: str
) -> None:
    store = teams_event(tmp_path)
    if more:
        late = tuple(Entrant("", f"Late {n}") for n in range(more))
        store.do(ImportEntrants(late))
    told = [line.text.strip() for line in next_lines(store.event, store.format, 76)]
    text = " ".join(told)
    assert first in text
    assert "are needed" not in text
    assert "add or import" not in text
    assert text.count("it takes 16 to 32") == bool(more)


def test_a_locked_pair_is_called_locked_once(tmp_path: Path) -> None:
    store = teams_event(tmp_path)
    store.do(Instruct(Instruction("lock", "1", "23", 1)))
    propose(store)
    assert store.event.proposal is not None
    review = Review(store.event, store.format, store.event.proposal)
    board = next(m.board for m in review.matches if set(m.pair) == {"1", "23"})
    assert reasons(review, board) == ["the arbiter has locked this pair"]


def test_a_half_in_which_nothing_begins_pairs_nobody(tmp_path: Path) -> None:
    made = CreateEvent("Sixteen", "gnot", {}, seed=7)
    store = create_event(tmp_path / "sixteen", made)
    store.do(ImportEntrants(tuple(Entrant("", f"T{n}") for n in range(16))))
    propose(store)
    store.do(PublishRound(1))
    told = " ".join(line.text.strip() for line in next_lines(store.event, store.format, 76))
    assert "Session 1.2 is next: nothing begins in it" in told
    assert "0 entrants" not in told
