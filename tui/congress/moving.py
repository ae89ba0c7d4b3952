"""Somebody is moved from one event of the congress to another: which, and what it means there."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from engine.congress.congress import EntryKey
from engine.congress.moving import not_kept
from engine.congress.people import person_named
from engine.congress.words import not_kept_words
from engine.points import Points
from engine.refusal import Refused
from engine.warnings import Level, NotAgreed
from saves.congress.moves import move_person as carry_out
from saves.congress.moves import refuse_move
from saves.safe_text import shortened
from tui.screens.agreeing import agrees
from tui.screens.dialogs import Telling
from tui.screens.entry_words import read_worth, worths_words
from tui.widgets.lines import line

if TYPE_CHECKING:
    from engine.event import Event
    from tui.app import TopboardApp

NOTE = "enter  choose      esc, q  stay"


async def move_person(app: TopboardApp, key: EntryKey) -> tuple[str, EntryKey] | None:
    """What is said when he is moved, and his entry there; None where nothing was done."""
    congress = app.congress
    assert congress is not None
    store = congress.store
    person = person_named(store.people, str(key))
    name, names = shortened(person.name, 40), {one.folder: one.name for one in store.members}
    sources = [entry.key.folder for entry in person.active]
    targets = [one.folder for one in store.members if one.folder not in sources]
    if not targets:
        raise Refused(f"{name} is in every event of the congress", "", "F1 in an event withdraws")
    source = sources[0]
    if len(sources) > 1:
        picked = await app.push_screen_wait(_which(f"{name} leaves", sources, names))
        if picked is None:
            return None
        source = str(picked)
    title = f"{name} moves from {names[source]} to"
    target = await app.push_screen_wait(_which(title, targets, names))
    if target is None:
        return None
    refuse_move(store, person, source, str(target))
    missed, answered = await _missed(app, str(target))
    if not answered:
        return None
    agreed, move = Level.ACKNOWLEDGE, None
    while move is None:
        try:
            move = await asyncio.to_thread(
                carry_out, store, person, source, str(target), missed, agreed
            )
        except NotAgreed as refusal:
            if refusal.level <= agreed:
                raise
            await agrees(app, store.member(str(target)).event, refusal)
            agreed = max(refusal.level, Level.CONFIRM)
    there = next((p for p in store.people if any(
        e.key.folder == target and e.here and e.entrant.name == move.entrant.name
        for e in p.entries
    )), person)  # fmt: skip
    both = [f for f in (source, str(target)) if store.member(f).event.proposal is not None]
    stand = " and ".join(names[folder] for folder in both)
    note = f"; draw {stand} again: a proposal stands" if both else ""
    entry = person.entry(source)
    lost = not_kept(entry.entrant, move) if entry is not None else None
    if lost is not None:
        note = f" ({shortened(not_kept_words(lost), 60)} did not go along){note}"
    return f"{name} is now in {names[str(target)]}, not in {names[source]}{note}", there.key


def _which(title: str, folders: list[str], names: dict[str, str]) -> Telling:
    lines = [line(f" {shortened(names.get(folder, folder), 60)}", key=folder) for folder in folders]
    return Telling(title, lines, NOTE)


async def _missed(app: TopboardApp, target: str) -> tuple[Points | None, bool]:
    """Points for each round that he missed there; nothing is asked before the first."""
    assert app.congress is not None
    member = app.congress.store.member(target)
    rounds = len(member.event.published)
    if not rounds:
        return None, True
    missed = "the round that is missed" if rounds == 1 else f"each of the {rounds} rounds missed"
    prompt = f"points for {missed}: {worths_words(member.event)}"
    typed = await app.ask_line(prompt, "0", partial(_no_points, member.event))
    return (None, False) if typed is None else (read_worth(member.event, typed), True)


def _no_points(event: Event, text: str) -> str | None:
    try:
        read_worth(event, text)
    except Refused as refusal:
        return str(refusal)
    return None
