"""The tables of the sections, and the panel beside them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.entrants import EntrantId, rating_span
from engine.event import Event, derived_each
from engine.history import cards
from engine.phrases import phrase, phrases
from engine.points import points_text
from engine.standings import ranking
from engine.standings import standings as overall
from engine.tables import Panel, StandingTable
from formats.galway.sections import NAMES, Sections, sections_of

LEADERS = 3
"""More players on equal points are counted, not named."""


def standings(event: Event, order: Sequence[EntrantId]) -> list[StandingTable]:
    """Overall, then one table a section (its winner is the first), then one a category."""
    return list(_tables(event, tuple(order)))


@derived_each
def _tables(event: Event, order: tuple[EntrantId, ...]) -> tuple[StandingTable, ...]:
    first, *categories = overall(event, order)
    ready, sections = ranking(event, order), sections_of(event)
    parts = [
        ready.table(section_title(NAMES[n]), sections.members(n, order), "section")
        for n in range(sections.count)
    ]
    return (first, *parts, *categories)


def section_title(name: str) -> str:
    """`Section A`."""
    return phrase("Section {name}", name=name)


def panels(event: Event, order: Sequence[EntrantId], finished: bool) -> list[Panel]:
    """Every section with its size, its highest and lowest rating, and who leads or has won."""
    sections = sections_of(event)
    tables = [t for t in standings(event, order) if t.kind == "section"] if finished else []
    rows = []
    for n in range(sections.count):
        members = sections.members(n, order)
        highest, lowest = ratings(event, members)
        first = _winners(tables[n]) if finished else _leaders(event, members)
        rows.append((NAMES[n], str(len(members)), highest, lowest, first))
    ahead = phrase("Winner") if finished else phrase("Leaders")
    columns = (
        phrase("Section"),
        phrase("Players"),
        phrase("Highest"),
        phrase("Lowest"),
        ahead,
    )
    return [Panel(phrase("Sections"), columns, tuple(rows))]


def ratings(event: Event, members: Sequence[EntrantId]) -> tuple[str, str]:
    """The highest and the lowest rating; `-` where nobody has one."""
    return rating_span(map(event.entrant, members))


def span(event: Event, sections: Sections, section: int, order: Sequence[EntrantId]) -> str:
    """The boundaries of a section: `1905 to 1688`."""
    members = sections.members(section, order)
    highest, lowest = ratings(event, members)
    unrated = sum(not event.entrant(id).rating for id in members)
    text = f"{highest} to {lowest}" if highest != "-" else ""
    return ", ".join(part for part in (text, f"{unrated} unrated" if unrated else "") if part)


def _winners(table: StandingTable) -> str:
    """The first of the section's table, several only if no tie-break separates them."""
    first = [row for row in table.rows if row.rank == 1]
    if not first:
        return ""
    return "; ".join(row.name for row in first) + f" {points_text(first[0].points)}"


def _leaders(event: Event, members: Sequence[EntrantId]) -> str:
    """Those with the most points: `Aoife Byrne 3½`; after some names how many more there are."""
    known = cards(event)
    if not event.published or not members:
        return ""
    most = max(known[id].score for id in members)
    ahead = [id for id in members if known[id].score == most]
    if len(ahead) > LEADERS:
        count = phrases("{count} player", "{count} players", count=len(ahead))
        return phrase("{players} on {points}", players=count, points=most)
    return "; ".join(event.entrant(id).name for id in ahead) + f" {points_text(most)}"
