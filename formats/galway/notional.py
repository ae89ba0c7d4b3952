"""Notional points: score and bonus of the section, for pairing in the porous rounds only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from engine.entrants import EntrantId
from engine.event import Event
from engine.history import Colour, cards
from engine.points import NIL, Points, points_named
from formats.dutch.reading import UNIT, PairingTable, read_table
from formats.galway.sections import NAMES, sections_of, settings_of


def porous(event: Event, number: int) -> bool:
    """Whether that round is before the closed ones."""
    return number <= settings_of(event).porous_rounds


def bonus(event: Event) -> Mapping[EntrantId, tuple[Points, ...]]:
    """Every entrant's bonus by round: a win for each section below his own, none in the closed
    rounds."""
    settings, sections = settings_of(event), sections_of(event)
    return {
        id: (settings.win_points * (sections.count - 1 - section),) * settings.porous_rounds
        for id, section in sections.of.items()
    }


def table_for(
    event: Event, order: Sequence[EntrantId], number: int, initial: Colour = "W"
) -> PairingTable:
    """The players of that round with their points for pairing; `event` as it was before it."""
    table = read_table(event, order, initial=initial, extra=bonus(event))
    if not porous(event, number) or settings_of(event).mixed_groups == "plain dutch":
        return table
    section = sections_of(event).of
    players = tuple(
        replace(player, section=section[table.ids[player.number]])
        for player in table.position.players
    )
    return replace(table, position=replace(table.position, players=players))


def group_name(score: int) -> str:
    """A group of a porous round, by its hundredths of n-points: `3 n-points`."""
    return points_named(Decimal(score) / UNIT, "n-point")


def closed_group_name(section: int, score: int) -> str:
    """A group of a closed round: `Section B · 2 points`."""
    return f"Section {NAMES[section]} · {points_named(Decimal(score) / UNIT)}"


def scorers(event: Event, number: int) -> Mapping[int, Sequence[tuple[str, Points]]]:
    """By group of that porous round, in hundredths of n-points, who stands in it: sections with
    their real scores. `event` as it was before the round."""
    sections, known, added = sections_of(event), cards(event), bonus(event)
    groups: dict[int, set[tuple[int, Points]]] = {}
    for e in event.entrants:
        if e.to_be_paired(number):
            score = known[e.id].score
            more = added[e.id][number - 1] if number <= len(added[e.id]) else NIL
            group = int((score + more) * UNIT)
            groups.setdefault(group, set()).add((sections.of[e.id], score))
    return {
        group: [(NAMES[section], score) for section, score in sorted(parts)]
        for group, parts in groups.items()
    }
