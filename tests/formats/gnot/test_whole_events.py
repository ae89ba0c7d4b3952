"""Every size from entry to the last half, with results, choices and wishes by chance."""

from __future__ import annotations

from random import Random

import pytest

from engine.protocol import qualified
from tests.formats.gnot.audit import Audit
from tests.formats.gnot.evenings import Evenings, by_chance, choosing_by_chance
from tests.formats.gnot.swiss_audit import SwissAudit
from tests.sampling import sampled

SIZES = [*((n, "27a") for n in range(16, 33)), (27, "27b")]
MANY = 1000


def played(teams: int, layout: str, seed: int) -> Evenings:
    chance = Random(f"{teams}/{layout}/{seed}")
    evenings = Evenings(teams, seed, layout_27=layout)
    # close results in every third event, so that ties, equal margins and lots come about
    say = by_chance(chance, 0.3 if seed % 3 == 0 else 0.03)
    choose = choosing_by_chance(chance)
    while evenings.play_on(say, choose) != "finished":
        pass
    return evenings


def check(evenings: Evenings, layout: str) -> None:
    """Every check of the stages, then: everybody is ranked once, and who goes on to the finals."""
    Audit(evenings.event, layout).check()
    everybody = [e.id for e in evenings.event.entrants]
    table = evenings.format.standings(evenings.event)[0]
    assert sorted(row.id for row in table.rows) == sorted(everybody)
    assert [row.rank for row in table.rows] == list(range(1, len(everybody) + 1))
    order = [row.id for row in table.rows]
    finals = [(q.entrant, q.to) for q in qualified(evenings.format, evenings.event)]
    regional = -(-len(everybody) // 7)
    assert [team for team, _ in finals] == order[: 2 + regional]
    assert [to for _, to in finals] == ["National Final"] * 2 + ["Regional Final"] * regional


@pytest.mark.parametrize("size", sampled(SIZES, [*SIZES[1::3], SIZES[-1]]), ids=str)
def test_any_results_lead_through_every_stage(size: tuple[int, str]) -> None:
    """Scores, draws and places of the Swiss are those counted anew."""
    teams, layout = size
    evenings = played(teams, layout, 0)
    check(evenings, layout)
    SwissAudit(evenings.event, evenings.format).check()


@pytest.mark.slow
@pytest.mark.parametrize(("teams", "layout"), SIZES)
def test_a_thousand_events_of_every_size(teams: int, layout: str) -> None:
    for seed in range(MANY):
        check(played(teams, layout, seed), layout)
