"""Where a match of a bracket leads to, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.brackets import double
from engine.fixtures import filled
from engine.format_parts import bracket_of
from tests.tui.cups import cup, played_to, teams_event
from tui.places.bracket.ways import Ways
from tui.places.bracket.words import headline, way_on


@pytest.mark.parametrize(
    ("reset", "match", "words"),
    [
        (
            True,
            "G1",
            "if the unbeaten side loses → Grand final, again   otherwise it wins the event",
        ),
        (True, "G2", "winner → wins the event"),
        (False, "G1", "winner → wins the event"),
    ],
)
def test_the_grand_final_is_played_again_only_if_the_unbeaten_side_loses(
    reset: bool, match: str, words: str
) -> None:
    ways = Ways(filled(double(8, reset), [str(n) for n in range(1, 9)]))
    assert way_on(ways, match) == words


def test_the_short_name_of_a_match_stands_where_the_tree_uses_it(tmp_path: Path) -> None:
    """`R1.1` in a knockout; in the repechage the session says when, and `1.1` would be another."""
    for store, words in (
        (cup(tmp_path, 8), "Quarter-finals, match 1 (R1.1) · round 1, board 1"),
        (played_to(teams_event(tmp_path), 2), "Match 1, match 1 · session 1.1, table 1"),
    ):
        tree = bracket_of(store.format, store.event)
        assert tree is not None
        first = next(f for f in tree.fixtures.values() if (f.round, f.board) == (1, 1))
        assert headline(store.event, tree, first, store.format).startswith(words)
