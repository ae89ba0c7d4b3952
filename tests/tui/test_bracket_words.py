"""Where a match of a bracket leads to, in words."""

from __future__ import annotations

import pytest

from engine.brackets import double
from engine.fixtures import filled
from tui.screens.bracket_moves import Ways
from tui.screens.bracket_words import way_on


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
