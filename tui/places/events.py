"""The list of events: where the console begins without one. Damaged ones have the reason."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.alphabet import fold, holds
from engine.event import last_call
from engine.refusal import Refused
from saves.cells import wrapped
from saves.safe_text import safe, shortened
from tui import kiosk
from tui.commands.places import congresses, events, events_folder, is_congress
from tui.places.finding import NarrowedState, narrow, narrowed_foot, next_hit, show_all
from tui.places.shape import (
    Converse,
    DeskView,
    Fetch,
    PlaceKind,
    Screenful,
    Step,
    said,
    say,
)
from tui.screens.listed_events import (
    ListedEvent,
    event_lines,
    folder_trouble,
    format_title,
    looked_into,
    named,
)
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from tui.app import TopboardApp

NEEDS_ONE = frozenset({"open", "find", "back_up", "soundness", "bin"})
"""Commands that need an event in the list."""


@dataclass(frozen=True, slots=True)
class EventsState(NarrowedState):
    """The events' folder as it was looked at."""

    folder: Path = Path()
    trouble: str = ""
    """Why no event can be made there; empty if one can."""
    listed: tuple[ListedEvent, ...] = ()
    """The one changed last first."""
    came_from: str = ""
    """The event that one came from, or made, last: selected once."""


EventsStep = Step[EventsState]


@dataclass(frozen=True, slots=True)
class FolderRead:
    """The events of the folder by name; `selected` is the one that one comes from, or has made."""

    folder: Path
    trouble: str
    folders: tuple[Path, ...]
    selected: Path | None


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of something done, and the event that is selected then."""

    text: str
    selected: Path | None = None


# What is shown


def picture(desk: DeskView, state: EventsState) -> Screenful:
    """The events that hold the words looked for."""
    heads, body = _lines(state.listed, state.needle, desk.width)
    count = len(state.listed)
    unreadable = sum(bool(one.problem) and not one.format for one in state.listed)
    status = f"{count} event{'' if count == 1 else 's'}"
    status += f", {unreadable} cannot be read" if unreadable else ""
    foot, *more_feet = _feet(state, body, desk.width)
    return Screenful(
        line(f" {status} · {safe(str(state.folder), 200)}"),
        heads,
        body or _nothing(state),
        foot=foot,
        more_feet=more_feet,
        idle=frozenset() if state.listed else NEEDS_ONE,
    )


@last_call
def _lines(listed: tuple[ListedEvent, ...], needle: str, width: int) -> tuple[Line, list[Line]]:
    wanted = fold(needle)
    words = ((f, f"{f.folder.name}: {f.title} {f.format} {format_title(f)}") for f in listed)
    shown = [f for f, text in words if holds(fold(text), wanted)]
    return event_lines(shown, width, listed)


def _nothing(state: EventsState) -> list[Line]:
    if state.listed:
        return [line("   no event with that name: esc shows all", "dim")]
    texts = [f"no events in {safe(str(state.folder), 200)} yet", "n  makes a new event"]
    texts.append("C  makes a congress: several events at one desk")
    texts.append("R  makes an event or a congress again from its backup, of another computer too")
    if not kiosk.on():
        from tui.shell_name import shell_name

        texts.append(f"`{shell_name()} demo` makes one to try things on")
    return [line(f"   {text}", "dim") for text in texts]


def _feet(state: EventsState, body: list[Line], width: int) -> list[Line]:
    """What is wrong with the one selected, or with the folder."""
    chosen = _chosen(state)
    trouble = safe(state.trouble, 300) if not state.needle else ""
    problem = chosen.problem if chosen is not None and chosen.problem else trouble
    if problem:
        return [line(text, "must") for text in wrapped(problem, width, "!")]
    return [narrowed_foot(state, body)]


def _chosen(state: EventsState) -> ListedEvent | None:
    return next((f for f in state.listed if str(f.folder) == state.selected), None)


# The folder is read: names at once, then each event


def look(desk: DeskView, state: EventsState) -> EventsStep:
    """Read the folder once more."""
    return Step(state, (_reading(None),))


def _read(console: TopboardApp, selected: Path | None) -> FolderRead:
    if selected is None and not console.desk.closed:
        selected = console.desk.store.folder
    if selected is None and console.congress is not None:
        selected = console.congress.store.folder
    try:
        folder = events_folder()
        there = (*congresses(), *events())
        return FolderRead(folder, folder_trouble(folder), there, selected)
    except Refused as refusal:
        return FolderRead(Path(), str(refusal), (), selected)


def _read_one(console: TopboardApp, folder: Path) -> ListedEvent:
    return looked_into(folder)


@dataclass(frozen=True, slots=True)
class FolderListed:
    """The events of the folder are known by name."""

    def answered(self, desk: DeskView, state: EventsState, value: FolderRead) -> EventsStep:
        """They are listed, and read one after the other."""
        known = {one.folder: one for one in state.listed}
        listed = [known.get(folder, named(folder)) for folder in value.folders]
        listed.sort(key=lambda one: (-one.changed, one.folder.name))
        came_from = str(value.selected) if value.selected in value.folders else ""
        selected = state.selected if came_from in ("", state.came_from) else came_from
        state = replace(
            state,
            came_from=came_from or state.came_from,
            folder=value.folder,
            trouble=value.trouble,
            listed=tuple(listed),
            selected=selected,
        )
        return Step(state, _next_read(tuple(one.folder for one in listed)))


@dataclass(frozen=True, slots=True)
class EventLookedInto:
    """An event of the list has been read."""

    def answered(
        self, desk: DeskView, state: EventsState, value: ListedEvent | Refused
    ) -> EventsStep:
        """Its line, and the next event."""
        if isinstance(value, Refused):
            return say(state, str(value), "bad")
        listed = [value if one.folder == value.folder else one for one in state.listed]
        folders = [one.folder for one in listed]
        at = folders.index(value.folder) if value.folder in folders else len(folders)
        return Step(replace(state, listed=tuple(listed)), _next_read(tuple(folders[at + 1 :])))


@dataclass(frozen=True, slots=True)
class EventDealtWith:
    """An event was backed up, restored or opened."""

    def answered(
        self, desk: DeskView, state: EventsState, value: Told | Refused | None
    ) -> EventsStep:
        """What is said of it; nothing where nothing was done, or its own places are in front."""
        if isinstance(value, Refused):
            return say(state, str(value), "bad")
        if value is None:
            return Step(state)
        looking = () if value.selected is None else (_reading(value.selected),)
        return Step(said(state, value.text, "done"), looking)


def _reading(selected: Path | None) -> Fetch:
    return Fetch(_read, FolderListed(), (selected,))


def _next_read(folders: tuple[Path, ...]) -> tuple[Fetch, ...]:
    return tuple(Fetch(_read_one, EventLookedInto(), (folder,)) for folder in folders[:1])


# What a key means here


def open_one(desk: DeskView, state: EventsState) -> EventsStep:
    """The event selected, where it stopped."""
    chosen = _chosen(state)
    if chosen is None:
        return say(state, "no event is selected; n makes one")
    return Step(state, (Converse(_open, (chosen.folder,), EventDealtWith()),))


async def _open(console: TopboardApp, folder: Path, place: str = "") -> Refused | None:
    try:
        if is_congress(folder):
            from tui.congress.desk import CongressDesk

            await console.open_congress(CongressDesk(folder))
            return None
        await console.open(folder)
        if place:
            await console.go(place)
    except Refused as refusal:
        return refusal
    return None


def new(desk: DeskView, state: EventsState) -> EventsStep:
    """A form; the event made is opened."""
    if state.trouble:
        raise Refused("no event can be made", state.trouble, "see TOPBOARD_EVENTS")
    return Step(state, (Converse(_new),))


async def _new(console: TopboardApp) -> None:
    from tui.screens.new_event import new_event

    front = console.here

    def opened(folder: Path, made: str) -> None:
        front.run_worker(open_made(console, folder, made), group="asking")

    new_event(front, opened)


def new_congress(desk: DeskView, state: EventsState) -> EventsStep:
    """A form; the congress made is opened, and its events are chosen."""
    if state.trouble:
        raise Refused("no congress can be made", state.trouble, "see TOPBOARD_EVENTS")
    return Step(state, (Converse(_new_congress),))


async def _new_congress(console: TopboardApp) -> None:
    from tui.congress.beginning import choose_events, new_congress

    front = console.here

    async def begin(folder: Path, made: str) -> None:
        refusal = await _open(console, folder)
        if refusal is not None or console.congress is None:
            console.refused(refusal or Refused("the congress is not open"))
            return
        console.tell(made, "done")
        await choose_events(console, console.congress)

    def opened(folder: Path, made: str) -> None:
        front.run_worker(begin(folder, made), group="asking")

    new_congress(front, opened)


async def open_made(console: TopboardApp, folder: Path, made: str) -> None:
    """The event that was made, at its entries; what was made is said."""
    refusal = await _open(console, folder, "entries")
    if refusal is not None:
        console.refused(refusal)
    else:
        console.tell(made, "done")


def where(desk: DeskView, state: EventsState) -> EventsStep:
    """Where events live, and how to have them elsewhere."""
    said = f"events are in {state.folder}, each in a folder; X puts one into the bin there"
    if not kiosk.on():
        said += ". TOPBOARD_EVENTS or `events` in the settings names another place"
    return say(state, said)


def back_up(desk: DeskView, state: EventsState) -> EventsStep:
    """The event selected, in one file."""
    chosen = _chosen(state)
    if chosen is None:
        return say(state, "no event is selected")
    return Step(state, (Converse(_back_up, (chosen.folder,), EventDealtWith()),))


async def _back_up(console: TopboardApp, folder: Path) -> Told | None:
    from tui.screens.backups import back_up

    text = await back_up(console, folder)
    return None if text is None else Told(text)


def restore(desk: DeskView, state: EventsState) -> EventsStep:
    """An event made again from its backup, and selected."""
    if state.trouble:
        raise Refused("no event can be made", state.trouble, "see TOPBOARD_EVENTS")
    return Step(state, (Converse(_restore, (state.folder,), EventDealtWith()),))


async def _restore(console: TopboardApp, shelf: Path) -> Told | None:
    from tui.screens.backups import restore_backup

    made = await restore_backup(console, shelf)
    return None if made is None else Told(made[1], made[0])


def soundness(desk: DeskView, state: EventsState) -> EventsStep:
    """Whether the event selected is sound on disk."""
    chosen = _chosen(state)
    return Step(state, (Converse(_verify, (chosen.folder if chosen else None,), working=True),))


async def _verify(console: TopboardApp, folder: Path | None) -> None:
    from tui.screens.backups import no_event, verify_event

    await verify_event(console, no_event(folder))


def put_away(desk: DeskView, state: EventsState) -> EventsStep:
    """The event selected goes into the bin, after a question."""
    chosen = _chosen(state)
    if chosen is None:
        return say(state, "no event is selected")
    return Step(state, (Converse(_put_away, (chosen,), EventDealtWith()),))


async def _put_away(console: TopboardApp, chosen: ListedEvent) -> Told | Refused | None:
    from saves import disk, folders

    congress = is_congress(chosen.folder)
    kind = "a congress" if congress else f"format {chosen.format}" if chosen.format else "an event"
    events, folder = " and all its events" * congress, shortened(chosen.folder.name, 60)
    question = (
        f"Delete {shortened(chosen.title, 60)} ({shortened(kind, 30)}, folder {folder})?\n"
        f"The folder{events} is moved into {folders.BIN}/; u brings it back."
    )
    if not await console.ask(question):
        return None
    if not console.desk.closed and console.desk.store.folder == chosen.folder:
        console.leave_event()
    try:
        binned = await asyncio.to_thread(folders.put_in_bin, disk.Disk(), chosen.folder)
    except Refused as refusal:
        return refusal
    where = f"{folders.BIN}/{shortened(binned.name, 60)}"
    return Told(f"{shortened(chosen.title, 60)} is in the bin, {where}; u brings it back", binned)


def bring_back(desk: DeskView, state: EventsState) -> EventsStep:
    """What went into the bin last comes back, after a question."""
    return Step(state, (Converse(_bring_back, (state.folder,), EventDealtWith()),))


async def _bring_back(console: TopboardApp, shelf: Path) -> Told | Refused | None:
    from saves import disk, folders

    try:
        binned = await asyncio.to_thread(folders.last_in_bin, disk.Disk(), shelf)
        title = (await asyncio.to_thread(looked_into, binned)).title
        if not await console.ask(f"Bring {shortened(title, 60)} back from the bin?"):
            return None
        folder = await asyncio.to_thread(folders.bring_back, disk.Disk(), binned)
    except Refused as refusal:
        return refusal
    named = "" if folder.name == binned.name else f", named {shortened(folder.name, 60)}"
    return Told(f"{shortened(title, 60)} is back{named}", folder)


EVENTS = PlaceKind(
    name="events",
    initial=lambda desk: EventsState(),
    picture=picture,
    commands={
        "open": open_one,
        "new": new,
        "new_congress": new_congress,
        "where": where,
        "again": look,
        "back_up": back_up,
        "restore": restore,
        "soundness": soundness,
        "bin": put_away,
        "bring_back": bring_back,
        "find": narrow,
        "find_next": next_hit(picture),
        "all": show_all,
    },
    on_begin=look,
    lists_events=True,
    on_resume=look,
    on_choose=open_one,
    without_event=True,
)
