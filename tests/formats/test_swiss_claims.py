"""Every reason that a draw gives is true, counted anew from the published rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from engine.event import Bye, Match, Round, RoundState
from tests.formats.oracles import dutch_claims, ecf_claims
from tests.formats.oracles.record import Record
from tests.formats.oracles.swiss_events import plans, rounds


def claim_faults(
    format: str, seeds: Iterable[int], sizes: Iterable[int], seen: Counter[str], **settings: Any
) -> list[str]:
    """Claims of whole events that are not true, or not known."""
    found: list[str] = []
    for seed in seeds:
        plan = replace(plans(format, seed, list(sizes), **settings), words=0)
        for event, proposal in rounds(plan):
            record = Record(plan.formed, event, proposal)
            claims: dutch_claims.Claims | ecf_claims.Claims
            if format == "ecf":
                mode = str(settings.get("acceleration", "none"))
                claims = ecf_claims.Claims(record, mode, seen)
            else:
                claims = dutch_claims.Claims(record, seen)
            drawn = Round(proposal.round, RoundState.PROPOSAL, proposal.matches, proposal.byes)
            places: list[Match | Bye] = [*proposal.matches, *proposal.byes]
            for place in places:
                seen["places"] += 1
                whole = plan.formed.explanation(event, drawn, place)
                faults = claims.of(place, (*place.why, *whole))
                found += [f"{format} {seed}, round {proposal.round}: {fault}" for fault in faults]
    return found


@pytest.mark.parametrize(("format", "smallest"), [("dutch", 10), ("galway", 18)])
def test_reasons_of_dutch_draws(format: str, smallest: int) -> None:
    seen: Counter[str] = Counter()
    assert claim_faults(format, range(2), range(smallest, smallest + 10), seen) == []
    assert seen["places"] > 60


@pytest.mark.slow
@pytest.mark.parametrize(("format", "sizes"), [("dutch", range(8, 40)), ("galway", range(18, 70))])
def test_reasons_of_a_thousand_boards_of_dutch_draws(format: str, sizes: range) -> None:
    seen: Counter[str] = Counter()
    assert claim_faults(format, range(100, 125), sizes, seen) == []
    assert seen["places"] > 1000
    for claim in ("gives-way", "instead undrawable", "minimum C12", "instead C6", "pairs"):
        assert seen[claim] > 10


ECF: list[dict[str, Any]] = [
    {},
    {"pairing": "seeded"},
    {"acceleration": "basic"},
    {"acceleration": "advanced"},
]
NAMES = ["-".join(settings.values()) or "graded" for settings in ECF]


@pytest.mark.parametrize("settings", ECF, ids=NAMES)
def test_reasons_of_grading_based_draws(settings: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    assert claim_faults("ecf", range(2), range(10, 24), seen, **settings) == []
    assert seen["places"] > 60


@pytest.mark.slow
@pytest.mark.parametrize("settings", ECF, ids=NAMES)
def test_reasons_of_a_thousand_grading_based_boards(settings: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    assert claim_faults("ecf", range(100, 125), range(8, 50), seen, **settings) == []
    assert seen["places"] > 1000
