"""Notional points: score and bonus of the section, for pairing in the porous rounds only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from engine.entrants import EntrantId
from engine.event import Event
from engine.history import Colour, cards
from engine.points import NIL, Points, points_text
from formats.dutch.reading import UNIT, PairingTable, table
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


def seen_for(
    event: Event, order: Sequence[EntrantId], number: int, initial: Colour = "W"
) -> PairingTable:
    """The players of that round with their points for pairing; `event` as it was before it."""
    seen = table(event, order, initial=initial, extra=bonus(event))
    if not porous(event, number) or settings_of(event).mixed_groups == "plain dutch":
        return seen
    section = sections_of(event).of
    players = tuple(
        replace(player, section=section[seen.ids[player.number]])
        for player in seen.position.players
    )
    return replace(seen, position=replace(seen.position, players=players))


def group_name(score: int) -> str:
    """A group of a porous round, by its hundredths of n-points: `3 n-points`."""
    text = points_text(Decimal(score) / UNIT)
    return f"{text} n-point{'' if text in ('1', '½') else 's'}"


def closed_group_name(section: int, score: int) -> str:
    """A group of a closed round: `Section B · 2 points`."""
    text = points_text(Decimal(score) / UNIT)
    return f"Section {NAMES[section]} · {text} point{'' if text in ('1', '½') else 's'}"


def scorers(event: Event, number: int) -> Mapping[str, str]:
    """By group of that porous round, who stands in it: `A 0-scorers, B 1-scorers`. `event` as it
    was before the round."""
    sections, known, given = sections_of(event), cards(event), bonus(event)
    found: dict[str, set[tuple[int, Points]]] = {}
    for e in event.entrants:
        if e.to_be_paired(number):
            score = known[e.id].score
            added = given[e.id][number - 1] if number <= len(given[e.id]) else NIL
            group = group_name(int((score + added) * UNIT))
            found.setdefault(group, set()).add((sections.of[e.id], score))
    return {
        group: ", ".join(f"{NAMES[s]} {points_text(score)}-scorers" for s, score in sorted(parts))
        for group, parts in found.items()
    }
