"""An event made from another: anew in another format before its first round, the old one going into
the bin; or the first of a standing, cut off, as a new knockout event in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from engine.actions import (
    Action,
    Adjust,
    CreateEvent,
    Cut,
    ExchangeNumbers,
    ImportEntrants,
    Instruct,
)
from engine.actions.base import applied
from engine.cut import LINK, as_seeds, going_on
from engine.entrants import EntrantId
from engine.event import Event, Mode
from engine.log import begun
from engine.protocol import Bracketed, Format, PlayedByTeams, part_of
from engine.refusal import Refused
from formats.registry import format_named
from saves.congress.store import is_congress
from saves.disk import Disk, exists, read_file, replace_file
from saves.folders import move, put_in_bin, refuse_in_use
from saves.mirror import mirror_place
from saves.prizes import PRIZES_NAME
from saves.store import Store, create_event, open_event


@dataclass(frozen=True, slots=True)
class MadeAnew:
    """The old and the new event, and their folders."""

    before: Event
    after: Event
    folder: Path
    kept: Path


@dataclass(frozen=True, slots=True)
class Anew:
    """The actions that make an event in another format, and what they make."""

    create: CreateEvent
    actions: tuple[Action, ...]
    event: Event


def refuse_another_format(event: Event) -> None:
    """Its format stays once a round is drawn."""
    if event.published:
        why, remedy = (
            f"{event.called(1)} is published",
            "make a new event (n in the list of events)",
        )
    elif event.proposal is not None:
        why = f"the draw of {event.called(event.proposal.number)} is proposed"
        remedy = "discard the proposal first (X in Pairings)"
    else:
        return
    raise Refused("the format cannot change now", why, remedy)


def refuse_place(disk: Disk, folder: Path) -> None:
    """An event of a congress stays in it."""
    if is_congress(disk, folder.parent):
        why = "this event is one of a congress, which knows it by its folder"
        raise Refused("the format cannot change here", why, "add another event to the congress")


def anew(event: Event, format: Format) -> Anew:
    """The actions that make the same event in that format, and what they make; `Refused` where
    it cannot take the entries."""
    if format.name == event.format:
        raise Refused(f"the format is {format.title} already", "", "choose another")
    mode: Mode = ("free" if event.mode == "free" else "strict") if format.strict else ""
    create = CreateEvent(event.title, format.name, {}, event.seed, event.details, mode)
    create = replace(create, settings=_same_settings(event, create, format))
    after = begun(create, format).event
    if part_of(format, PlayedByTeams) is None and any(e.players for e in event.entrants):
        why = f"they are teams with players, whom {format.title} does not have"
        raise Refused("the format cannot take these entries", why, "choose another")
    fit = 0 if "rounds" in create.settings else format.fitting_rounds(len(event.entrants)) or 0
    entries = ImportEntrants(event.entrants, event.title, fit, insist=True)
    if not event.entrants:
        return Anew(create, (), after)
    after = applied(entries, after, format)
    actions: list[Action] = [entries]
    for action in _orders(event, after):
        with suppress(Refused):
            after = applied(action, after, format)
            actions.append(action)
    return Anew(create, tuple(actions), after)


def _same_settings(event: Event, create: CreateEvent, format: Format) -> dict[str, Any]:
    """What is set in the event and is a setting of the same name and meaning in that format, with
    a value that it takes; and what a match is scored in. The number of rounds is set in every
    event."""
    old = format_named(event.format)
    meant, means = ({key: text for key, *_, text in f.settings_help()} for f in (old, format))
    cup = part_of(old, Bracketed)
    matches = cup.kept_in_a_cut(event) if cup is not None else {}
    chosen = {"rounds": event.settings.rounds, **matches, **event.settings.chosen}
    same: dict[str, Any] = {}
    for key, value in chosen.items():
        if key in means and (key in matches or meant.get(key) == means[key]):
            with suppress(Refused):
                replace(create, settings={**same, key: value}).begin(format)
                same[key] = value
    return same


def _orders(event: Event, after: Event) -> Iterator[Action]:
    """Locks, bars and allowances; places exchanged in the order of numbers; points given, where a
    result is worth the same. That format refuses what it never heeds."""
    yield from (Instruct(one, insist=True) for one in event.instructions)
    yield from (ExchangeNumbers(one.a, one.b, insist=True) for one in event.exchanges)
    if event.settings.round_points == after.settings.round_points:
        yield from (Adjust(a.entrant, a.points, a.why, 0, insist=True) for a in event.adjustments)


def make_anew(disk: Disk, folder: Path, format: Format, session: str) -> MadeAnew:
    """The event of a folder that no desk has open, in that format: complete beside the old one
    before that is moved into the bin, then under its name, unless a second copy goes by names."""
    refuse_place(disk, folder)
    refuse_in_use(disk, folder)
    before = open_event(folder, read_only=True)
    refuse_another_format(before.event)
    new = anew(before.event, format)
    names = (f"{folder.name}-{format.name}{f'-{n}' * (n > 1)}" for n in count(1))
    made = next(folder.parent / name for name in names if not exists(disk, folder.parent / name))
    store = create_event(made, new.create, session=session, disk=disk)
    try:
        for action in new.actions:
            store.do(action)
        with suppress(OSError):  # there is none, or it is no file of a plan
            replace_file(disk, made / PRIZES_NAME, read_file(disk, folder / PRIZES_NAME))
        in_bin = put_in_bin(disk, folder)
    except Refused as refusal:
        why = f"{refusal.why}; {folder.name} is as it was, {made.name} was begun beside it"
        raise Refused(refusal.what, why, f"X in the list deletes {made.name}") from refusal
    if mirror_place() is None:
        with suppress(OSError):
            made = move(disk, made, folder)
    return MadeAnew(before.event, store.event, made, in_bin)


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
