"""At the desk: what a projector shows, the round clock, and whom to call to the arbiter's table."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.points import counted
from engine.protocol import bracketed
from engine.refusal import Refused
from saves.projectors import (
    DEFAULT_NAME,
    PAGES,
    Wish,
    ask_for,
    checked_message,
    checked_name,
    projector_names,
    wish,
)
from saves.round_clock import RoundClock, read_clock, remove_clock, write_clock
from saves.safe_text import safe
from saves.store import local_time
from tui.commands.places import events_folder
from tui.projector.timing import delay_of, length_of, start_time, started, until_time
from tui.projector.words import countdown, open_boards, span
from tui.screens.dialogs import Telling
from tui.screens.names import name_in
from tui.shell_name import shell_name
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.desk import Desk

MESSAGE, OTHER = "message", "other"
START, DELAY, STOP = "start", "delay", "stop"
NOTE = "enter  choose      esc, q  back"
USUAL_DELAY = "5"
"""Minutes, where none are given."""


async def choose_projected(app: TopboardApp, desks: Sequence[Desk] = ()) -> None:
    """Ask what a projector shall show of the event in front, or of all these, and write it where
    the projector reads it."""
    desks = desks or (app.desk,)
    folder = desks[0].store.folder
    name = DEFAULT_NAME
    known = projector_names(folder)
    if len(known) > 1:
        lines = [line(f" {one}", key=one) for one in known]
        picked = await app.push_screen_wait(Telling("Which projector?", lines, NOTE))
        if picked is None:
            return
        name = str(picked)
    while True:
        now = wish(folder, name)
        picked = await app.push_screen_wait(
            Telling(
                f"Projector {name} shows",
                _page_lines(now, await asyncio.to_thread(_never_filled, desks)),
                _start_note(_shown_folders(app, desks)),
                selected=now.page,
            )
        )
        if picked != OTHER:
            break
        named = await app.ask_line("name of the projector", "", _no_name)
        name = named or name
    new = await _wished(app, now, picked)
    if new is not None:
        for desk in desks:
            await asyncio.to_thread(desk.store.still_there)
            await asyncio.to_thread(ask_for, desk.store.folder, name, new)
        shown = new.said(local_time())
        message = f", with the message: {shown}" if shown else ""
        message += f" until {new.until:%H:%M}" if shown and new.until is not None else ""
        already = " already" if new == now and len(desks) == 1 else ""
        _say(app, f"projector {name}: {new.page}{already}{message}")


def _never_filled(desks: Sequence[Desk]) -> set[str]:
    """The pages of other formats, which would be empty."""
    from tui.projector.contents import contents

    kinds = ("sections", "panels", "crosstable", "choice", "site")
    filled = {
        kind for kind in kinds for desk in desks if any(contents(desk.event, desk.format, kind))
    }
    filled |= {"bracket"} if any(bracketed(desk.format) for desk in desks) else set()
    return {*kinds, "bracket"} - filled


def _page_lines(now: Wish, left_out: Collection[str]) -> list[Line]:
    pages = [
        line(f" {'*' if page == now.page else ' '} {page:10} {text}", key=page)
        for page, text in PAGES.items()
        if page == now.page or page not in left_out
    ]
    message = f": {now.message}" if now.said(local_time()) else ""
    return [
        *pages,
        line(safe(f"   message to the hall{message}", 200), key=MESSAGE),
        line("   another projector", key=OTHER),
    ]


async def _wished(app: TopboardApp, now: Wish, picked: object) -> Wish | None:
    if picked in PAGES:
        return replace(now, page=str(picked), trouble="")
    if picked != MESSAGE:
        return None
    typed = await app.ask_line(
        "message to the hall (empty: none)", now.said(local_time()), _no_message
    )
    if typed is None:
        return None
    new = replace(now, message=checked_message(typed), until=None)
    if not new.message:
        return new
    prompt = "shown until: a time (15:30), minutes from now; blank = until it is taken away"
    until = await app.ask_line(prompt, "", _no_until)
    return None if until is None else replace(new, until=until_time(until, local_time()))


def _shown_folders(app: TopboardApp, desks: Sequence[Desk]) -> Sequence[Path]:
    """Of those events; of all events of a congress its own, which shows them in turn."""
    congress = app.congress
    if congress is not None and len(desks) > 1:
        return [congress.store.folder]
    return [desk.store.folder for desk in desks]


def _start_note(folders: Sequence[Path]) -> str:
    """How the screen begins that shows what is chosen, and the keys."""
    named = (one.name if one.parent == events_folder() else str(one) for one in folders)
    command = f"{shell_name()} project {shlex.join(named)}"
    return f"its screen, in another terminal: {safe(command, 300)}\n{NOTE}"


def _no_message(text: str) -> str | None:
    return _refusal(checked_message, text)


def _no_until(text: str) -> str | None:
    return _refusal(lambda typed: until_time(typed, local_time()), text)


def _no_name(text: str) -> str | None:
    return _refusal(checked_name, text)


async def set_clock(app: TopboardApp) -> None:
    """The round clock, and the boards that are still playing."""
    folder = app.desk.store.folder
    clock = read_clock(folder)
    picked = await app.push_screen_wait(
        Telling(_counted(app, clock) or "No clock runs", _clock_lines(app, clock), NOTE)
    )
    if picked == START:
        await _start(app)
    elif picked == DELAY and clock is not None:
        asked = f"minutes later (- earlier); blank = {USUAL_DELAY}"
        typed = await app.ask_line(asked, "", _no_delay)
        if typed is not None:
            new = clock.delayed(delay_of(typed or USUAL_DELAY), local_time())
            await _keep(app, new)
    elif picked == STOP:
        await asyncio.to_thread(app.desk.store.still_there)
        await asyncio.to_thread(remove_clock, folder)
        _say(app, "the round clock is cleared")


def _clock_lines(app: TopboardApp, running: RoundClock | None) -> Sequence[Line]:
    event = app.desk.event
    lines = [line(f" {'start the clock' if running is None else 'start it anew'}", key=START)]
    if running is not None:
        lines += [line(" delay the clock", key=DELAY), line(" stop and clear it", key=STOP)]
    missing = open_boards(event)
    if missing:
        of = f"{app.desk.name}: " if app.congress is not None else ""
        lines += [Line(), line(f" {of}{counted(len(missing), 'result')} missing:", "group")]
    for match in missing:
        white, black = (name_in(event, id, 30) for id in match.pair)
        lines.append(line(f" {match.board:>4}  {white} – {black}"))
    return lines


async def _start(app: TopboardApp) -> None:
    asked = "Round length: minutes, or 1:30 for hours; blank = no countdown"
    long = await app.ask_line(asked, "", _no_length, _length_meant)
    if long is None:
        return
    when = await app.ask_line(
        "Start: minutes from now, or a time (14:15); blank = now", "", _no_start
    )
    if when is not None:
        await _keep(app, started(app.desk.event, local_time(), when, long))


async def _keep(app: TopboardApp, clock: RoundClock) -> None:
    await asyncio.to_thread(app.desk.store.still_there)
    await asyncio.to_thread(write_clock, app.desk.store.folder, clock)
    _say(app, _counted(app, clock))


def _counted(app: TopboardApp, clock: RoundClock | None) -> str:
    return countdown(clock, local_time(), app.desk.event.called)


def _no_start(text: str) -> str | None:
    return _refusal(lambda typed: start_time(typed, local_time()), text)


def _no_length(text: str) -> str | None:
    return _refusal(length_of, text)


def _length_meant(text: str) -> str:
    """`1 h 30`: an hour of the day typed for a length is recognised as wrong."""
    return "" if _no_length(text) else span(60 * (length_of(text) or 0))


def _no_delay(text: str) -> str | None:
    return _refusal(delay_of, text or USUAL_DELAY)


def _refusal(read: Callable[[str], object], text: str) -> str | None:
    try:
        read(text)
    except Refused as refusal:
        return str(refusal)
    return None


def _say(app: TopboardApp, text: str) -> None:
    app.tell(safe(text, 300), "done")
    app.refresh_frame()
