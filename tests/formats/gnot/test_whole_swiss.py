"""The Swiss, the final ranking and the finals of whole events, every size, results by chance."""

from __future__ import annotations

import pytest

from tests.formats.gnot.swiss_audit import SwissAudit
from tests.formats.gnot.test_whole_events import SIZES, played

MANY = 1000


def check(teams: int, layout: str, seed: int) -> None:
    evenings = played(teams, layout, seed)
    SwissAudit(evenings.event, evenings.format).check()


@pytest.mark.slow
@pytest.mark.parametrize(("teams", "layout"), SIZES)
def test_the_same_in_a_thousand_events_of_every_size(teams: int, layout: str) -> None:
    for seed in range(MANY):
        check(teams, layout, seed)
