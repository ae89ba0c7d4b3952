"""Standings over several events or congresses (a Grand Prix): points for places or scores, of
which the best count.

Whoever is level in an event shares the points of the places that they take together, or has those
of the best of them, as the rules of the series say. In one congress a person's best event counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.alphabet import fold
from engine.congress.congress import Congress, EntryKey
from engine.congress.members import MemberEvent
from engine.congress.people import Person, namesakes, people
from engine.event import Event, derived
from engine.reasons import Reason

SeriesCount = Literal["places", "scores"]
Level = Literal["split", "full"]


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """How a series counts."""

    title: str = ""
    count: SeriesCount = "places"
    points: tuple[Fraction, ...] = tuple(map(Fraction, (10, 8, 6, 5, 4, 3, 2, 1)))
    """For the first place and those after it, where places count."""
    level: Level = "split"
    """Level entrants share the points of the places, or each have those of the best in full."""
    best: int = 0
    """How many results count; 0: all."""
    least: int = 0
    """Entrants with fewer results have no place."""
    by_name: bool = False
    """Entries of one name are one person where nothing says otherwise, without a year of birth."""


@dataclass(frozen=True, slots=True)
class SeriesStage:
    """One event or congress of the series, and its name."""

    name: str
    members: tuple[MemberEvent, ...]
    """Of a folder each that no other stage has."""
    same: tuple[tuple[EntryKey, ...], ...] = ()
    """Entries that are one person in its congress, by these folders."""


@dataclass(frozen=True, slots=True)
class StageResult:
    """What somebody has from one stage."""

    stage: int
    folder: str
    event: str
    place: int
    value: Fraction
    counted: bool = True


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A person's line: the place (None without one), the sum of what counts, and each result."""

    place: int | None
    person: Person
    total: Fraction
    results: tuple[StageResult, ...]


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """The standings of a series, with notes."""

    rules: SeriesRules
    stages: tuple[SeriesStage, ...]
    rows: tuple[SeriesRow, ...]
    notes: tuple[Reason, ...]


def series_table(rules: SeriesRules, stages: Sequence[SeriesStage]) -> SeriesTable:
    """The standings as the events are now."""
    members = [member for stage in stages for member in stage.members]
    same = tuple(group for stage in stages for group in stage.same)
    same += tuple(_one_name(members)) if rules.by_name else ()
    everybody = people(Congress("series", same=same), members)
    stage_of = {member.folder: at for at, stage in enumerate(stages) for member in stage.members}
    values = {member.folder: _values(rules, member) for member in members}
    names = {member.folder: member.name for member in members}
    rows = []
    for person in everybody:
        results = _results(person, stage_of, values, names)
        if results:
            rows.append(_row(rules, person, results))
    ranked = tuple(_placed(rules, rows))
    notes = (*_notes(stages), *_shared(ranked), *_alike(everybody))
    return SeriesTable(rules, tuple(stages), ranked, notes)


def _values(rules: SeriesRules, member: MemberEvent) -> Mapping[str, tuple[int, Fraction]]:
    """By entry its place and its value; nothing for entrants who have not played."""
    rows = member.format.standings(member.event)[0].rows
    played = _has_played(member.event)
    counting = [row for row in rows if row.id in played and row.rank]
    if rules.count == "scores":
        return {row.id: (row.rank, Fraction(row.points)) for row in counting}
    by_rank: dict[int, list[str]] = defaultdict(list)
    for row in counting:
        by_rank[row.rank].append(row.id)
    values: dict[str, tuple[int, Fraction]] = {}
    place = 1
    for rank in sorted(by_rank):
        ids = by_rank[rank]
        worth = [_worth(rules, place + further) for further in range(len(ids))]
        each = worth[0] if rules.level == "full" else sum(worth, Fraction(0)) / len(ids)
        values |= dict.fromkeys(ids, (place, each))
        place += len(ids)
    return values


def _worth(rules: SeriesRules, place: int) -> Fraction:
    return rules.points[place - 1] if place <= len(rules.points) else Fraction(0)


@derived
def _has_played(event: Event) -> frozenset[str]:
    return frozenset(
        id for round in event.published for match in round.matches
        if match.result is not None and match.result.played for id in match.pair
    )  # fmt: skip


def _results(
    person: Person,
    stage_of: Mapping[str, int],
    values: Mapping[str, Mapping[str, tuple[int, Fraction]]],
    names: Mapping[str, str],
) -> list[StageResult]:
    """His best of each stage."""
    best: dict[int, StageResult] = {}
    for entry in person.entries:
        folder = entry.key.folder
        if entry.key.id not in values[folder]:
            continue
        place, value = values[folder][entry.key.id]
        one = StageResult(stage_of[folder], folder, names[folder], place, value)
        if one.stage not in best or best[one.stage].value < value:
            best[one.stage] = one
    return [best[stage] for stage in sorted(best)]


def _row(rules: SeriesRules, person: Person, results: Sequence[StageResult]) -> SeriesRow:
    ordered = sorted(results, key=lambda one: (-one.value, one.stage))
    counting = {one.stage for one in ordered[: rules.best or None]}
    shown = tuple(
        StageResult(r.stage, r.folder, r.event, r.place, r.value, r.stage in counting)
        for r in results
    )
    total = sum((one.value for one in shown if one.counted), Fraction(0))
    return SeriesRow(None, person, total, shown)


def _placed(rules: SeriesRules, rows: Sequence[SeriesRow]) -> Iterator[SeriesRow]:
    """In order, with places; those with too few results come last, without one."""
    in_order = sorted(rows, key=lambda row: (-row.total, fold(row.person.name), row.person.key))
    enough = [row for row in in_order if len(row.results) >= rules.least]
    place = 0
    for at, row in enumerate(enough, start=1):
        if at == 1 or row.total != enough[at - 2].total:
            place = at
        yield SeriesRow(place, row.person, row.total, row.results)
    yield from (row for row in in_order if len(row.results) < rules.least)


def _notes(stages: Sequence[SeriesStage]) -> Iterator[Reason]:
    for stage in stages:
        for member in stage.members:
            if member.step.name != "finished":
                yield Reason.of("stage-unfinished", stage=stage.name, event=member.name)


def _shared(rows: Sequence[SeriesRow]) -> Iterator[Reason]:
    by_place: dict[int, list[str]] = defaultdict(list)
    for row in rows:
        if row.place is not None and row.total:
            by_place[row.place].append(row.person.name)
    for place, names in by_place.items():
        if len(names) > 1:
            yield Reason.of("series-level", place=place, names=tuple(names))


def _alike(everybody: Sequence[Person]) -> Iterator[Reason]:
    for group in namesakes(everybody):
        entries = ", ".join(str(person.key) for person in group)
        name, count = group[0].name, len(group)
        yield Reason.of("namesakes", name=name, people=count, entries=entries)


def _one_name(members: Sequence[MemberEvent]) -> Iterator[tuple[EntryKey, ...]]:
    """Entries of one name, one per event, that no number and no year of birth distinguishes."""
    by_name: dict[str, list[tuple[EntryKey, tuple[str, str, str]]]] = defaultdict(list)
    for member in members:
        for entrant in member.event.entrants:
            facts = (entrant.fide_id, entrant.national_id, entrant.birth[:4])
            by_name[fold(entrant.name)].append((EntryKey(member.folder, entrant.id), facts))
    for group in by_name.values():
        folders = [key.folder for key, _ in group]
        apart = any(len({value for value in column if value}) > 1
                    for column in zip(*(facts for _, facts in group), strict=True))  # fmt: skip
        if len(group) > 1 and len(set(folders)) == len(folders) and not apart:
            yield tuple(key for key, _ in group)
