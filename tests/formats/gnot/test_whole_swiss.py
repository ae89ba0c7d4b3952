"""The Swiss, the final ranking and the finals of whole events, every size, results by chance."""

from __future__ import annotations

import pytest

from tests.formats.gnot.swiss_audit import SwissAudit
from tests.formats.gnot.test_whole_events import SIZES, played
from tests.sampling import sampled

MANY = 1000


def check(teams: int, layout: str, seed: int) -> None:
    evenings = played(teams, layout, seed)
    SwissAudit(evenings.event, evenings.format).check()


@pytest.mark.parametrize("size", sampled(SIZES, SIZES[::2]), ids=str)
def test_scores_draws_and_places_are_as_counted_anew(size: tuple[int, str]) -> None:
    teams, layout = size
    check(teams, layout, MANY + teams)


@pytest.mark.slow
@pytest.mark.parametrize(("teams", "layout"), SIZES)
def test_the_same_in_a_thousand_events_of_every_size(teams: int, layout: str) -> None:
    for seed in range(MANY):
        check(teams, layout, seed)
