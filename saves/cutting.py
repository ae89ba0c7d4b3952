"""The cut made: the first of a standing as a new knockout event in a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.actions import CreateEvent, Cut, ImportEntrants
from engine.cut import LINK, as_seeds, going_on
from engine.entrants import EntrantId
from engine.event import Event
from engine.protocol import Bracketed, Format, part_of
from saves.store import Store, create_event


@dataclass(frozen=True, slots=True)
class CutPlan:
    """Who goes on into what, tried before anything is written."""

    order: tuple[EntrantId, ...]
    """Ids there, in the order of the seeds."""
    link: Cut
    """What the event that is cut does once the new one is there; its target is not yet known."""
    create: CreateEvent
    entries: ImportEntrants


def cut_off(
    event: Event,
    format: Format,
    source: str,
    count: int,
    into: Format,
    title: str,
    settings: Mapping[str, str],
    seed: int,
) -> CutPlan:
    """The first `count` of the overall standing; ties by its tie-breaks, then by a lot.

    `Refused` where there are not so many, or where the knockout cannot be made of them.
    """
    order, lots = going_on(event, format.standings(event)[0].rows, count)
    cup = part_of(format, Bracketed)
    carried = {**(cup.kept_in_a_cut(event) if cup else {}), **settings}
    link = f"first {count} of {source}"
    create = CreateEvent(title, into.name, carried, seed, ((LINK, link),))
    entries = ImportEntrants(as_seeds(event, order), source, insist=True)
    entries.apply(create.begin(into), into)
    final = format.next_step(event).name == "finished"
    return CutPlan(order, Cut(count, "", lots, order if final else ()), create, entries)


def made_of(cut: CutPlan, folder: Path) -> Store:
    """The new event, with its entrants and nothing drawn."""
    store = create_event(folder, cut.create)
    store.do(cut.entries)
    return store
