"""The site of a congress: one page with the names of the whole hall, and each event's own site in
a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine.congress.congress import Congress, EntryKey
from engine.congress.members import MemberEvent
from engine.entrants import EntrantId, rating_text
from engine.event import Event
from engine.phrases import listed, phrase
from saves.congress.lists import hall_entries, hall_names, seated_elsewhere
from saves.folders import slug
from saves.pages import page_environment
from saves.sheets import Grid
from saves.site.pages import SCRIPT, STYLE, Tab, asset, public, round_words, version_of
from saves.site.tables import (
    Names,
    SiteColumn,
    by_letter,
    search_key,
    site_table,
)

ABOVE: Tab = ("../index.html", phrase("All events"))
"""What leads from an event's pages to those of the congress."""


@dataclass(frozen=True)
class HallNames(Names):
    """Names of several events as links into the folders of their sites."""

    sites: Mapping[str, tuple[str, Event]] = field(default_factory=dict)
    """By the event's folder in the congress: the folder of its site, and the event."""

    def link(self, text: str, id: EntrantId) -> str:
        """`id` names the event too, as `minor:12`."""
        folder, _, own = id.rpartition(":")
        return self._names[folder].link(text, own)

    @cached_property
    def _names(self) -> Mapping[str, Names]:
        return {folder: Names(event, f"{place}/") for folder, (place, event) in self.sites.items()}


def site_folders(members: Sequence[MemberEvent]) -> dict[str, str]:
    """The folder of each event's site, by its folder in the congress."""
    folders: dict[str, str] = {}
    for member in members:
        name = slug(member.name)
        number = 1
        while (taken := name if number == 1 else f"{name}-{number}") in folders.values():
            number += 1
        folders[member.folder] = taken
    return folders


def congress_pages(congress: Congress, members: Sequence[MemberEvent], site: str) -> dict[str, str]:
    """The congress's own pages, by file: the whole hall by name, and its events; there is one at
    least."""
    shown = [replace(one, event=public(one.event)) for one in members]
    folders = site_folders(shown)
    codes = {one.event.settings.language for one in shown}
    environment = page_environment(codes.pop() if len(codes) == 1 else "en")
    common: dict[str, Any] = {
        "site": site, "title": congress.title, "root": "", "called": "", "mode": "",
        "tabs": (("index.html", phrase("Names")), ("events.html", phrase("Events"))),
        "versions": {name: version_of(name) for name in (STYLE, SCRIPT)},
    }  # fmt: skip
    links = [
        (f"{folders[one.folder]}/index.html", one.name, round_words(one.event, one.format))
        for one in shown
    ]
    events = environment.get_template("site/links.html.j2").render(
        **common, heading=phrase("Events"), file="events.html", scripted=False, links=links
    )
    names = environment.get_template("site/names.html.j2").render(
        sheets=(),
        **common,
        file="index.html",
        scripted=True,
        **_names(shown, folders, seated_elsewhere(congress, members)),
    )
    files = {name: asset(name) for name in (STYLE, SCRIPT)}
    return {**files, "events.html": events, "index.html": names}


def _names(
    members: Sequence[MemberEvent], folders: Mapping[str, str], gone: Set[EntryKey]
) -> dict[str, Any]:
    """The table of the hall and the lines above it."""
    grid = _event_last(hall_names(members, gone))
    if not grid.rows:
        grid = _event_last(hall_entries(members))
    by_folder = {one.folder: one.event for one in members}
    facts = {}
    for folder, event in by_folder.items():
        for entrant in event.entrants:
            own = {"q": search_key(entrant), "r": rating_text(entrant)}
            known = tuple((key, text) for key, text in own.items() if text)
            facts[f"{folder}:{entrant.id}"] = known
    sites = {folder: (folders[folder], event) for folder, event in by_folder.items()}
    where = next((one.event.board_word.capitalize() for one in members), "Board")
    links = HallNames(members[0].event, sites=sites)
    columns = [_column(at, column.name, where) for at, column in enumerate(grid.columns)]
    table = site_table(grid, columns, "names", links, facts=facts)
    names = [str(row[0]) for row in grid.rows]
    playing = [one for one in members if one.event.current is not None]
    said = [listed(": ", (one.name, round_words(one.event, one.format))) for one in playing]
    return {"heading": grid.title, "said": said, "where": where, "table": by_letter(table, names)}


def _event_last(grid: Grid) -> Grid:
    """The list as a phone lays it out: the board beside the name, the event below."""
    order = [0, *range(2, len(grid.columns)), 1]
    columns = tuple(grid.columns[at] for at in order)
    return replace(
        grid, columns=columns, rows=tuple(tuple(row[at] for at in order) for row in grid.rows)
    )


def _column(at: int, name: str, where: str) -> SiteColumn:
    if at == 0:
        return SiteColumn(name, "who", header=True)
    kinds = {where: "board", "Room": "room", "Colour": "side", "Opponent": "other",
             "Rating": "points"}  # fmt: skip
    return SiteColumn(name, kinds.get(name, "more"))
