"""Porous sections against a second reading of their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from engine.entrants import Entrant, RequestedBye
from engine.event import Event
from engine.protocol import Proposal, divided_field
from formats.registry import FORMATS, format_named
from tests.formats.oracles.galway_brute import Unsettled, closed_section, porous_round
from tests.formats.oracles.galway_oracle import (
    Card,
    closed_chain,
    drawable,
    fewest_crossings,
    field_before,
    notional_groups,
    open_group,
    sizes,
    source_groups,
)
from tests.formats.oracles.swiss_events import HALF, Plan, plans, rounds
from tests.sampling import each

pytestmark = pytest.mark.skipif("galway" not in FORMATS, reason="no porous sections yet")

CLOSED = 2
Found = tuple[set[frozenset[str]], str | None]


def entries(count: int, away: int = 0, **settings: Any) -> Event:
    """Players of ratings 2400, 2390 …; every third of the first `away` has a bye in round 1."""
    byes = (RequestedBye(1, HALF),)
    players = tuple(
        Entrant(str(n), f"P{n}", 4000 - 10 * n, byes=byes if n % 3 == 0 and n <= 3 * away else ())
        for n in range(1, count + 1)
    )
    galway = format_named("galway")
    return Event("Test", "galway", galway.settings(settings), entrants=players)


def parts(event: Event) -> list[tuple[str, ...]]:
    """The sections as the format divides the field."""
    divided = divided_field(format_named("galway"), event)
    assert divided is not None
    return [part.entrants for part in divided.parts]


FIELDS = (*range(16, 150), *range(150, 301, 10))
"""All that the page speaks of, and some of those that are larger."""


@each("n", FIELDS)
def test_sections_have_the_sizes_of_the_rules(n: int) -> None:
    assert [len(part) for part in parts(entries(n))] == sizes(n)


def test_equal_sections_have_the_sizes_of_the_rules() -> None:
    for n in FIELDS:
        found = parts(entries(n, section_sizes="equal"))
        assert [len(part) for part in found] == sizes(n, equal=True)


def test_sizes_of_the_page() -> None:
    given = {
        40: [10, 10, 10, 10],
        57: [14, 14, 14, 15],
        90: [22, 22, 22, 24],
        95: [24, 24, 22, 25],
        99: [24, 24, 24, 27],
        100: [20] * 5,
        124: [24, 24, 24, 24, 28],
        125: [22, 20, 20, 20, 20, 23],
        150: [24] * 5 + [30],
    }
    assert {n: sizes(n) for n in given} == given


@pytest.mark.parametrize(("n", "away"), [(40, 3), (102, 5), (127, 4), (66, 6)])
def test_byes_of_round_1_are_not_counted_in_sizes(n: int, away: int) -> None:
    event = entries(n, away)
    here = {e.id for e in event.entrants if e.to_be_paired(1)}
    found = parts(event)
    assert [len(here & set(part)) for part in found] == sizes(n - away)
    assert [id for part in found for id in part] == [e.id for e in event.entrants]


def test_pairing_groups_of_the_source() -> None:
    groups = source_groups()
    two = {points: {f"{s} {p}" for s, p in group} for points, group in groups[2].items()}
    assert two[Fraction(4)] == {"A 1"}
    assert two[Fraction(3)] == {"A 0", "B 1"}
    assert {f"{s} {p}" for s, p in groups[3][Fraction(3)]} == {"A 0", "B 1", "C 2"}


# ---------------------------------------------------------------- draws


def cards_of(event: Event) -> tuple[dict[str, Card], list[Card]]:
    """Everybody's card, and those to be paired in the next round."""
    order = [e.id for e in sorted(event.entrants, key=lambda e: -(e.rating or 0))]
    section = {id: n for n, part in enumerate(parts(event)) for id in part}
    cards = field_before(event, order, section, CLOSED)
    number = len(event.published) + 1
    here = [cards[e.id] for e in event.entrants if e.to_be_paired(number)]
    return cards, sorted(here, key=lambda c: c.rank)


def drawn(proposal: Proposal) -> Found:
    """Pairs and the bye."""
    bye = [b.entrant for b in proposal.byes if b.kind == "pairing"]
    return {frozenset(m.pair) for m in proposal.matches}, bye[0] if bye else None


def small_plan(seed: int, sizes: Sequence[int], **settings: Any) -> Plan:
    """Six rounds without locks, bars and late entries."""
    from dataclasses import replace

    return replace(plans("galway", seed, sizes, **settings), rounds=6, words=0, late=0)


def porous_differences(plan: Plan, seen: Counter[str]) -> Iterable[str]:
    """Rounds 1 to 4 of an event of two sections, by trying every candidate."""
    upper_first = plan.settings.get("mixed_groups") != "plain dutch"
    for event, proposal in rounds(plan):
        if proposal.round > plan.rounds - CLOSED:
            return
        _, here = cards_of(event)
        try:
            wanted = porous_round(here, proposal.round, plan.rounds, upper_first=upper_first)
        except Unsettled:
            seen["unsettled"] += 1
            continue
        seen["porous rounds"] += 1
        if wanted != drawn(proposal):
            yield f"seed {plan.seed}, round {proposal.round}: {wanted} != {drawn(proposal)}"


def smooth_differences(plan: Plan, seen: Counter[str]) -> Iterable[str]:
    """Groups in which nothing stands in the way of the order of the rules; who has come down to
    them is taken from the draw."""
    upper_first = plan.settings.get("mixed_groups") != "plain dutch"
    for event, proposal in rounds(plan):
        if proposal.round > plan.rounds - CLOSED:
            return
        _, here = cards_of(event)
        got, _ = drawn(proposal)
        partner = {id: other for pair in got for id in pair for other in pair - {id}}
        card = {c.id: c for c in here}
        for group in notional_groups(here):
            mine = {c.id for c in group}
            met = [card[partner[c.id]] for c in group if c.id in partner]
            moved = [c for c in met if c.notional > group[0].notional]
            if len(met) < len(group) or any(c.notional < group[0].notional for c in met):
                continue
            wanted = open_group(moved, group, upper_first=upper_first)
            if wanted is None:
                continue
            seen["smooth boards"] += len(wanted)
            seen["mixed boards"] += sum(p.section != q.section for p, q in wanted)
            if not {frozenset((p.id, q.id)) for p, q in wanted} <= got:
                yield f"seed {plan.seed}, round {proposal.round}: {sorted(mine, key=int)}"


def closed_differences(plan: Plan, seen: Counter[str], largest: int) -> Iterable[str]:
    """Who crosses sections in the last rounds, and sections by trying every candidate."""
    for event, proposal in rounds(plan):
        if proposal.round <= plan.rounds - CLOSED:
            continue
        cards, here = cards_of(event)
        count = len(parts(event))
        sections = [[c for c in here if c.section == n] for n in range(count)]
        where = f"seed {plan.seed}, round {proposal.round}"
        got, bye = drawn(proposal)
        crossed = {pair for pair in got if len({cards[id].section for id in pair}) > 1}
        chain = closed_chain(sections)
        if chain is None:
            seen["no chain"] += 1
            continue
        gone = {c.id for game in chain for c in game}
        left = [[c for c in s if c.id not in gone] for s in sections]
        if not all(map(drawable, left)):
            seen["joined"] += 1
            even = [c for s in left for c in s]
            if len(even) % 2 == 0 and len(even) <= 24:
                fewest = fewest_crossings(even)
                if fewest is not None and len(crossed) - len(chain) > fewest:
                    yield f"{where}: {len(crossed)} games across, {fewest} and {len(chain)} will do"
            continue
        seen["closed rounds"] += 1
        seen["chained games"] += len(chain)
        if crossed != {frozenset((p.id, q.id)) for p, q in chain}:
            yield f"{where}: across {crossed}, not {[(p.id, q.id) for p, q in chain]}"
            continue
        for section in left:
            if 0 < len(section) <= largest:
                seen["sections"] += 1
                wanted = closed_section(section, proposal.round, plan.rounds, list(cards.values()))
                assert wanted is not None
                ids = {c.id for c in section}
                here_got = {pair for pair in got if pair <= ids}
                if wanted[0] != here_got or (wanted[1] is not None and wanted[1] != bye):
                    yield f"{where}: {wanted} != {here_got, bye}"


MIXED = [{}, {"mixed_groups": "plain dutch"}]


@pytest.mark.parametrize("settings", MIXED, ids=["upper-first", "plain"])
def test_porous_rounds_of_two_sections(settings: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        assert list(porous_differences(small_plan(seed, range(16, 18), **settings), seen)) == []
    assert seen["porous rounds"] > 6


@pytest.mark.slow
@pytest.mark.parametrize("settings", MIXED, ids=["upper-first", "plain"])
def test_porous_rounds_of_many_events(settings: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    found = [
        fault
        for seed in range(100, 400)
        for fault in porous_differences(small_plan(seed, range(16, 19), **settings), seen)
    ]
    assert found == []
    assert seen["porous rounds"] > 800


@pytest.mark.parametrize("settings", MIXED, ids=["upper-first", "plain"])
def test_groups_without_conflicts_are_paired_in_order(settings: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(5):
        assert list(smooth_differences(small_plan(seed, range(16, 130), **settings), seen)) == []
    assert seen["smooth boards"] > 100


@pytest.mark.slow
@pytest.mark.parametrize("settings", MIXED, ids=["upper-first", "plain"])
def test_groups_without_conflicts_in_many_events(settings: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    found = [
        fault
        for seed in range(1000, 2000)
        for fault in smooth_differences(small_plan(seed, range(16, 160), **settings), seen)
    ]
    assert found == []
    assert seen["mixed boards"] > 1000


def test_closed_rounds() -> None:
    seen: Counter[str] = Counter()
    for seed in range(10):
        plan = small_plan(seed, range(16, 48))
        assert list(closed_differences(plan, seen, largest=8)) == []
    assert seen["closed rounds"] > 10


@pytest.mark.slow
def test_closed_rounds_of_many_events() -> None:
    seen: Counter[str] = Counter()
    found = [
        fault
        for seed in range(100, 700)
        for fault in closed_differences(small_plan(seed, range(16, 60)), seen, largest=10)
    ]
    assert found == []
    assert seen["chained games"] > 100
