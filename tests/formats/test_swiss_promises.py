"""What every Swiss format promises of every draw, counted from the published rounds alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import networkx as nx  # type: ignore[import-untyped]
import pytest

from engine.entrants import Entrant, RequestedBye
from engine.event import Event, Round, RoundState
from engine.protocol import Proposal
from engine.refusal import Refused
from engine.results import GameResult
from formats.registry import FORMATS, format_named
from tests.formats.oracles.swiss_events import Plan, named, plans, rounds

ROOT = Path(__file__).parent.parent.parent
SIZES = {
    "kjca": range(8, 60),
    "dutch": range(6, 70),
    "galway": range(24, 110),
    "ecf": range(14, 60),
}
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("kjca", {}),
    ("dutch", {}),
    ("dutch", {"acceleration": "baku"}),
    ("galway", {}),
    ("galway", {"mixed_groups": "plain dutch"}),
    ("galway", {"odd_section": "bye"}),
    ("ecf", {}),
    ("ecf", {"pairing": "seeded"}),
    ("ecf", {"acceleration": "basic"}),
    ("ecf", {"acceleration": "advanced"}),
]
KINDS = [
    pytest.param(name, settings, id="-".join([name, *map(str, settings.values())]))
    for name, settings in SETTINGS
    if name in FORMATS
]
Pair = frozenset[str]


@dataclass
class Past:
    """What a player has done, from the rounds as published."""

    met: set[str] = field(default_factory=set)
    colours: str = ""
    score: float = 0
    rested: bool = False
    won_unplayed: bool = False

    def breaks(self, colour: str) -> bool:
        """A third running, or a difference of more than two."""
        line = self.colours + colour
        return line.endswith(3 * colour) or abs(line.count("W") - line.count("B")) > 2

    def third(self, colour: str) -> bool:
        """A third running."""
        return (self.colours + colour).endswith(3 * colour)


POINTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5), "+/-": (1, 0), "-/+": (0, 1)}


def past(event: Event) -> dict[str, Past]:
    """Everybody's."""
    found = {e.id: Past() for e in event.entrants}
    for round in event.published:
        for match in round.matches:
            assert match.result is not None
            points = POINTS.get(match.result.text, (0, 0))
            for me, other, gain, colour in zip(
                match.pair, reversed(match.pair), points, "WB", strict=True
            ):
                found[me].score += gain
                if match.result.played:
                    found[me].met.add(other)
                    found[me].colours += colour
                else:
                    found[me].won_unplayed |= gain == 1
        for bye in round.byes:
            found[bye.entrant].score += float(bye.points)
            found[bye.entrant].rested |= bye.kind == "pairing"
            found[bye.entrant].won_unplayed |= bye.points == 1
    return found


class Possible:
    """Which games of a round are legal, and whether everybody can have one."""

    def __init__(self, event: Event, format: str) -> None:
        self.event, self.format = event, format
        self.number = len(event.published) + 1
        self.past = past(event)
        self.here = [e.id for e in event.entrants if e.to_be_paired(self.number)]
        self.bars = event.instructed("bar", self.number)
        here = set(self.here)
        self.locks = [p for p in event.instructed("lock", self.number) if p <= here]

    def topscorer(self, id: str) -> bool:
        """Dutch, last round: more than half of the points."""
        last = self.number >= self.event.settings.rounds
        return last and 2 * self.past[id].score > self.number - 1

    def colours_fit(self, a: str, b: str) -> bool:
        """One way round at least keeps to the colours of the format."""
        one, other = self.past[a], self.past[b]
        if self.format in ("dutch", "galway") and (self.topscorer(a) or self.topscorer(b)):
            return True
        if self.format == "kjca":
            return not (one.third("W") or other.third("B")) or not (
                one.third("B") or other.third("W")
            )
        return not (one.breaks("W") or other.breaks("B")) or not (
            one.breaks("B") or other.breaks("W")
        )

    def may_have_bye(self, id: str) -> bool:
        """Whether the bye may fall to the player."""
        mine = self.past[id]
        return not mine.rested and not (self.format in ("dutch", "galway") and mine.won_unplayed)

    def exists(self, *, colours: bool = True, rest: bool = True) -> bool:
        """Any draw without repeats that keeps bars and locks, within the bounds of colours."""
        locked = [id for pair in self.locks for id in pair]
        if len(set(locked)) < len(locked):
            return False
        free = [id for id in self.here if id not in locked]
        graph = nx.Graph()
        graph.add_nodes_from(free)
        for n, a in enumerate(free):
            for b in free[n + 1 :]:
                if b in self.past[a].met or frozenset((a, b)) in self.bars:
                    continue
                if not colours or self.colours_fit(a, b):
                    graph.add_edge(a, b)
        if len(free) % 2:
            graph.add_edges_from(("rest", a) for a in free if not rest or self.may_have_bye(a))
        paired = nx.max_weight_matching(graph, maxcardinality=True)
        return 2 * len(paired) == len(free) + len(free) % 2


def faults(event: Event, proposal: Proposal, format: str) -> Iterable[str]:
    """What a draw breaks of what is promised."""
    possible = Possible(event, format)
    here = set(possible.here)
    placed = [id for m in proposal.matches for id in m.pair]
    placed += [b.entrant for b in proposal.byes if b.kind == "pairing"]
    if sorted(placed) != sorted(here):
        yield "not everybody is placed once"
    yield from _faults_of_byes(event, proposal, possible)
    yield from _faults_of_games(proposal, possible)


def _faults_of_byes(event: Event, proposal: Proposal, possible: Possible) -> Iterable[str]:
    asked = {
        e.id: asked.points
        for e in event.entrants
        if e.active(possible.number) and (asked := e.bye_in(possible.number))
    }
    given = {b.entrant: b.points for b in proposal.byes if b.kind != "pairing"}
    if asked != given:
        yield f"requested byes {asked}, given {given}"
    resting = [b for b in proposal.byes if b.kind == "pairing"]
    several = getattr(event.settings, "odd_section", "") == "bye"
    if len(resting) != len(possible.here) % 2 and not several:
        yield f"{len(resting)} byes for {len(possible.here)} players"
    if several and len({event.entrant(b.entrant).section for b in resting}) < len(resting):
        yield "two byes in a section"
    for bye in resting:
        if not possible.may_have_bye(bye.entrant) and possible.exists(colours=False):
            yield f"{bye.entrant} has a second bye"


def _faults_of_games(proposal: Proposal, possible: Possible) -> Iterable[str]:
    locked = set(possible.locks)
    pairs = {frozenset(m.pair) for m in proposal.matches}
    if not locked <= pairs:
        yield f"locked and not drawn: {locked - pairs}"
    if (pairs & possible.bars) - locked:
        yield f"barred and drawn: {pairs & possible.bars}"
    for match in proposal.matches:
        if frozenset(match.pair) in locked:
            continue
        if match.black in possible.past[match.white].met and possible.exists(colours=False):
            yield f"{match.pair} have met"
    yield from _faults_of_colours(proposal, possible, locked)


def _faults_of_colours(proposal: Proposal, possible: Possible, locked: set[Pair]) -> Iterable[str]:
    for match in proposal.matches:
        if frozenset(match.pair) in locked:
            continue
        one, other = possible.past[match.white], possible.past[match.black]
        if possible.format == "kjca":
            wrong = one.third("W") or other.third("B")
        else:
            wrong = one.breaks("W") or other.breaks("B")
            top = possible.topscorer(match.white) or possible.topscorer(match.black)
            wrong &= not (top and possible.format in ("dutch", "galway"))
        if wrong and possible.exists():
            yield f"{match.pair}: a colour beyond the bounds ({one.colours}, {other.colours})"


def sweep(format: str, settings: dict[str, Any], seeds: Iterable[int]) -> list[str]:
    """Everything found wrong in the events of those seeds."""
    found: list[str] = []
    for seed in seeds:
        plan = plans(format, seed, SIZES[format], **settings)
        refusals: list[tuple[Event, Refused]] = []
        for event, proposal in rounds(plan, refusals):
            told = faults(event, proposal, format)
            found += [f"{seed}, round {proposal.round}: {fault}" for fault in told]
        for event, no in refusals:
            if Possible(event, format).exists():
                found.append(f"{seed}: refused: {no}")
    return found


@pytest.mark.parametrize(("format", "settings"), KINDS)
def test_a_draw_keeps_what_is_promised(format: str, settings: dict[str, Any]) -> None:
    assert sweep(format, settings, range(3)) == []


def test_no_section_has_two_byes_where_one_cannot_be_drawn_by_itself() -> None:
    """Here a section of eight, who have all met, needs games with another, not two byes."""
    assert sweep("galway", {"odd_section": "bye"}, [109, 138, 281]) == []


@pytest.mark.slow
@pytest.mark.parametrize(("format", "settings"), KINDS)
def test_draws_of_many_events_keep_what_is_promised(format: str, settings: dict[str, Any]) -> None:
    assert sweep(format, settings, range(100, 300)) == []


def test_broken_promises_are_seen() -> None:
    plan = Plan("dutch", 5, 13, 6)
    steps = list(rounds(plan))
    for (_, earlier), (event, later) in zip(steps, steps[2:], strict=False):
        assert list(faults(event, later, "dutch")) == []
        again = replace(later, matches=earlier.matches, byes=earlier.byes)
        told = " ".join(faults(event, again, "dutch"))
        assert "have met" in told
        assert "second bye" in told
        fewer = replace(later, matches=later.matches[1:])
        assert "not everybody is placed once" in list(faults(event, fewer, "dutch"))


def differing(format: str, settings: dict[str, Any], seeds: Iterable[int]) -> list[str]:
    """Events drawn otherwise from another order of entry."""
    found = []
    for seed in seeds:
        plan = plans(format, seed, SIZES[format], **settings)
        for (event, one), (turned, two) in zip(
            rounds(plan), rounds(plan, shuffled=seed + 1), strict=False
        ):
            if named(event, one) != named(turned, two):
                found.append(f"{seed}, round {one.round}")
                break
    return found


@pytest.mark.parametrize(("format", "settings"), KINDS)
def test_the_order_of_entry_does_not_matter(format: str, settings: dict[str, Any]) -> None:
    assert differing(format, settings, range(1)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("format", "settings"), KINDS)
def test_the_order_of_entry_does_not_matter_in_many_events(
    format: str, settings: dict[str, Any]
) -> None:
    assert differing(format, settings, range(300, 360)) == []


def history(seeds: Iterable[int]) -> list[Any]:
    """All boards and byes of an event of each kind, by names, as JSON has them."""
    return [
        [list(map(list, boards)), [[*bye[:2], str(bye[2])] for bye in byes]]
        for format, settings in ((p.values[0], p.values[1]) for p in KINDS)
        for seed in seeds
        for boards, byes in (
            named(*step)
            for step in rounds(plans(format, seed, range(16, 40), **settings))  # type: ignore[arg-type]
        )
    ]


def test_another_process_draws_the_same() -> None:
    code = (
        "import json; from tests.formats.test_swiss_promises import history;"
        " print(json.dumps(history([7])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == history([7])


@pytest.mark.parametrize("name", [name for name in SIZES if name in FORMATS])
def test_one_player_who_is_left_has_the_bye(name: str) -> None:
    """The others have asked for byes: he meets nobody, and nobody need be refused for it."""
    format = format_named(name)
    entrants = tuple(Entrant(str(no), f"P{no}", 2400 - 10 * no) for no in range(1, 25))
    event = Event("One", name, format.settings({"rounds": 5}), entrants=entrants)
    first = format.draw(event)
    matches = tuple(replace(match, result=GameResult.DRAW) for match in first.matches)
    round = Round(1, RoundState.PUBLISHED, matches, first.byes)
    event = format.freeze(replace(event.with_round(round), lots=first.lots))
    half = (RequestedBye(2, Decimal("0.5")),)
    away = tuple(e if e.id == "7" else replace(e, byes=half) for e in entrants)
    second = format.draw(replace(event, entrants=away))
    assert second.matches == ()
    assert [bye.entrant for bye in second.byes if bye.kind == "pairing"] == ["7"]
    assert len(second.byes) == 24
