"""A small congress to try things on: four events beside each other, one after the other opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.actions import CreateEvent, ImportEntrants
from engine.congress.congress import Congress, EventPlan
from engine.entrants import Entrant
from saves.congress.opening import create_congress
from saves.congress.store import CongressStore
from saves.store import Store, create_event


def entrants(names: str, **fields: Any) -> tuple[Entrant, ...]:
    """`Ann Bea Cid`: ratings from 2000 down."""
    return tuple(
        Entrant("", name, 2000 - 10 * at, **fields) for at, name in enumerate(names.split())
    )


def event(folder: Path, people: Sequence[Entrant], format: str = "dutch", **settings: Any) -> Store:
    """An event of three rounds with these entries."""
    settings = {"rounds": 3} | settings if format == "dutch" else settings
    made = create_event(folder, CreateEvent(folder.name.title(), format, settings, 7))
    made.do(ImportEntrants(tuple(people), insist=True))
    return made


def congress(folder: Path, *plans: EventPlan, **values: Any) -> CongressStore:
    """A congress of the events that are in its folder under these names."""
    return create_congress(folder, Congress("Galway Congress", events=plans, **values))
