"""An event made anew in another format, before its first round: the old one goes into the bin."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from engine.actions import CreateEvent, ImportEntrants
from engine.event import Event, Mode
from engine.format_parts import PlayedByTeams, part_of
from engine.protocol import Format
from engine.refusal import Refused
from saves.bin import move, put_away, refuse_in_use
from saves.congress.store import is_congress
from saves.disk import Disk, exists
from saves.mirror import mirror_place
from saves.store import create_event, open_event

KEPT_SETTINGS = ("language", "site")
"""What the hall reads, whatever the format."""


@dataclass(frozen=True, slots=True)
class MadeAnew:
    """The event before and now, where it is now, and where the old one lies."""

    before: Event
    after: Event
    folder: Path
    kept: Path


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


def anew(event: Event, format: Format) -> tuple[CreateEvent, ImportEntrants, Event]:
    """The two actions that make the same event in that format, and what they make; `Refused` where
    it cannot take the entries."""
    if format.name == event.format:
        raise Refused(f"the format is {format.title} already", "", "choose another")
    chosen = event.settings.chosen
    known = {key for key, *_ in format.settings_help()}
    settings = {key: chosen[key] for key in KEPT_SETTINGS if key in chosen and key in known}
    mode: Mode = ("free" if event.mode == "free" else "strict") if format.strict else ""
    create = CreateEvent(event.title, format.name, settings, event.seed, event.details, mode)
    begun = create.begin(format)
    if part_of(format, PlayedByTeams) is None and any(e.players for e in event.entrants):
        why = f"they are teams with players, whom {format.title} does not have"
        raise Refused("the format cannot take these entries", why, "choose another")
    fit = format.fitting_rounds(len(event.entrants)) or 0
    entries = ImportEntrants(event.entrants, event.title, fit, insist=True)
    return create, entries, entries.apply(begun, format) if event.entrants else begun


def make_anew(disk: Disk, folder: Path, format: Format, session: str) -> MadeAnew:
    """The event of a folder that no desk has open, in that format: complete beside the old one
    before that is moved into the bin, then under its name, unless a second copy goes by names."""
    refuse_place(disk, folder)
    refuse_in_use(disk, folder)
    before = open_event(folder, read_only=True)
    refuse_another_format(before.event)
    create, entries, _ = anew(before.event, format)
    names = (f"{folder.name}-{format.name}{f'-{n}' * (n > 1)}" for n in count(1))
    made = next(folder.parent / name for name in names if not exists(disk, folder.parent / name))
    store = create_event(made, create, session=session, disk=disk)
    try:
        if entries.entrants:
            store.do(entries)
        kept = put_away(disk, folder)
    except Refused as refusal:
        why = f"{refusal.why}; {folder.name} stands as it was, {made.name} was begun beside it"
        raise Refused(refusal.what, why, f"X in the list deletes {made.name}") from refusal
    if mirror_place() is None:
        with suppress(OSError):
            made = move(disk, made, folder)
    return MadeAnew(before.event, store.event, made, kept)
