"""The desks of a congress: one for each event that is open, and which of them is in front."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from engine.congress.accounts import Account
from engine.congress.congress import Congress, EntryMove
from engine.congress.entries import entries_of, half_moves
from engine.congress.notes import CongressNote, half_move_words, note_words, other_half
from engine.refusal import Refused
from saves.congress.files import CONGRESS_NAME
from saves.congress.store import CongressStore
from saves.journal import by_this_clock
from saves.presence import Present
from saves.safe_text import safe, shortened
from tui.desk import SESSION, Desk
from tui.places.result_words import complete_text

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.places.shape import MessageKind

FILE_TICKS = 8
"""Every so many looks at the events also one at the congress's own file, and at events that could
not be opened."""

MOST_SEATED = 3
"""So many who also sit elsewhere are named above a proposal."""
_HISTORIES = "H shows the history of each event"
FILE_NOTES = {
    "unknown-keys": "",
    "event-twice": "",
    "file-changed": "; what was read before holds",
}
"""What is said of the congress's own files as soon as it is so, the most urgent last; and what
that means here."""


def _where(names: Sequence[str]) -> str:
    """The event, where somebody has one of them open and not the congress."""
    return f"{names[0]}: " if len(names) == 1 else ""


def _order(desk: Desk, n: int, t: str) -> tuple[int, str]:
    """By what an action of one event is earlier or later than one of another: as they were done
    here, as the clock can be set back; those of before this console was opened by their time."""
    return desk.done_here.get(n, 0), by_this_clock(t)


class CongressDesk:
    """What the console works on where a congress is open. Each event has a desk of its own, with
    its store, its journal and its door; nothing of an event is kept here."""

    def __init__(self, folder: Path) -> None:
        self.store = CongressStore(folder, session=SESSION)
        self.desks: dict[str, Desk] = {}
        """By folder, in the order of the congress."""
        self.in_front: Desk | None = None
        """The event whose own places are in front."""
        self.place = ""
        """The place of the whole that was in front last."""
        self.notes: tuple[CongressNote, ...] = ()
        """What is to be said of boards, people and files; worked out away from the keys."""
        self._noted: object = None
        self._company: dict[tuple[str, str, str], tuple[Present, list[str]]] = {}
        """Who has which of its events open elsewhere, by console."""
        self._file_words: dict[str, list[str]] = {}
        """What is wrong with the congress's own files, by code."""
        self._unreadable: tuple[str, ...] = ()
        """Which of them cannot be read."""
        self._accounts: tuple[tuple[object, ...], tuple[Account, ...]] | None = None
        self._moves: dict[EntryMove, str] = {}
        """The moves that were recorded at the last look."""
        self._ticks = 0

    @property
    def title(self) -> str:
        """What the congress is called."""
        return safe(self.store.congress.title, 120) or safe(self.store.folder.name)

    def open(self, app: TopboardApp) -> None:
        """Its file, and every event that can be opened; `Refused` where the file cannot be read."""
        self._app = app
        self.store.load()
        self.follow()
        self._take_notes()
        self._moves = self.store.moves
        self.place = self._first_place()

    def _first_place(self) -> str:
        events = [desk.event for desk in self.desks.values()]
        if not any(event.published or event.proposal for event in events):
            return "congress_people"
        in_play = any(member.open_boards for member in self.store.members)
        return "congress_results" if in_play else "congress_pairings"

    def follow(self) -> None:
        """A desk for every store: a new one where an event has joined or came back."""
        stores = self.store.stores
        for folder in [folder for folder in self.desks if folder not in stores]:
            if self.desks[folder] is not self.in_front:
                self.desks.pop(folder).close()
        names = {member.folder: shortened(member.name, 60) for member in self.store.members}
        for folder, store in stores.items():
            desk = self.desks.setdefault(folder, Desk(self._app, folder))
            desk.name = names[folder]
            if desk.closed or desk.store is not store:
                desk.take(store)
        order = [plan.folder for plan in self.store.congress.events]
        self.desks = {folder: self.desks[folder] for folder in order if folder in self.desks}

    def desk(self, folder: str) -> Desk:
        """The desk of that event; `Refused` where it cannot be opened."""
        self.store.store(folder)
        return self.desks[folder]

    def show_event(self, folder: str) -> Desk:
        """From now on that event is in front."""
        self.in_front = self.desk(folder)
        return self.in_front

    def show_whole(self, place: str) -> None:
        """From now on all events are, in that place."""
        self.in_front, self.place = None, place

    def leave(self) -> None:
        """Nothing more is done in it here."""
        for desk in self.desks.values():
            desk.leave()
        self.in_front = None

    async def watch(self) -> None:
        """Take in what other desks have done in any of the events, and in the congress's file."""
        for desk in [*self.desks.values()]:
            await desk.watch()
        self._tell_company()
        self._ticks += 1
        if self._ticks % FILE_TICKS == 0:
            await self._look_round()

    def _tell_company(self) -> None:
        """Who has opened or closed it elsewhere: once a console, not once an event."""
        before, self._company = self._company, {}
        for desk in self._open_desks():
            for one in desk.others:
                at = (one.user, one.host, one.session)
                self._company.setdefault(at, (one, []))[1].append(desk.name)
        front = self._app.front
        if self._company.keys() == before.keys() or self.in_front or not front or front.telling:
            return
        came = [there for at, there in self._company.items() if at not in before]
        went = [there for at, there in before.items() if at not in self._company]
        notes = [f"{_where(names)}open elsewhere: {one}" for one, names in came]
        notes += [f"{_where(names)}closed elsewhere: {one}" for one, names in went]
        self._app.tell(safe("; ".join(notes[:2]), 240))

    async def _look_round(self) -> None:
        store = self.store
        before, unopened, plans = store.congress, dict(store.unopened), self._names()
        if await asyncio.to_thread(store.changed):
            await asyncio.to_thread(store.refresh)
            self.follow()
        file_words, unreadable = self._file_words, self._unreadable
        if await asyncio.to_thread(self._take_notes) and self._app.front is not None:
            self._app.front.repaint()
        for text, mark in self._news(before, unopened, plans, file_words, unreadable):
            self._app.tell(text, mark)
        if half := self.half_undone():
            self._app.tell(half, "bad")

    def _names(self) -> dict[str, str]:
        """What each event is called, by folder, whether it is open or not."""
        plans = self.store.congress.events
        return {plan.folder: shortened(self.store.name_of(plan.folder), 60) for plan in plans}

    def _news(
        self, before: Congress, unopened: Mapping[str, Refused], names: Mapping[str, str],
        known: Mapping[str, Sequence[str]], unreadable: Sequence[str],
    ) -> Iterator[tuple[str, MessageKind]]:  # fmt: skip
        """What others have done to the congress since, the most urgent last."""
        store, now = self.store, self._names()
        if store.congress != before:
            joined = [now[folder] for folder in now if folder not in names]
            left = [names[folder] for folder in names if folder not in now]
            changes = [f"{', '.join(joined)} joined"] * bool(joined)
            changes += [f"{', '.join(left)} left"] * bool(left)
            said = " and ".join(changes) + " the congress" if changes else ""
            yield said or f"{CONGRESS_NAME} was changed: taken in", "done"
        for folder in [folder for folder in unopened if folder in self.desks]:
            yield f"{self.desks[folder].name} is open again", "done"
        for folder, refusal in store.unopened.items():
            if folder in names and folder not in unopened:
                why = safe(str(refusal.reason), 200)
                yield f"{now[folder]} is not open any more: {why}; the others go on", "bad"
        for code in FILE_NOTES:
            for text in self._file_words.get(code, ()):
                if text not in known.get(code, ()):
                    yield safe(text, 240), "bad"
        if again := [file for file in unreadable if file not in self._unreadable]:
            yield f"{' and '.join(again)} can be read again", "done"

    def accounts(self) -> tuple[Account, ...]:
        """Everybody once, by name, with fees and payments as they are today."""
        store, today = self.store, date.today().isoformat()
        based_on = (store.members, store.congress, store.payments, today)
        if self._accounts is None or any(
            a is not b and a != b for a, b in zip(self._accounts[0], based_on, strict=True)
        ):
            self._accounts = (based_on, store.accounts(today))
        return self._accounts[1]

    def half_undone(self) -> str:
        """That one half of a move has been taken back since the last look, and what is left; empty
        where none was. It is said once, whoever took it back and wherever."""
        before, self._moves = self._moves, self.store.moves
        names = self._names()
        for half in half_moves(before, entries_of(self.store.members)):
            words = half_move_words(half, lambda folder: names.get(folder, "the other event"))
            where = names.get(other_half(half), "the other event")
            return safe(f"{words}; undo it in {where} too", 240)
        return ""

    def _take_notes(self) -> bool:
        """Whether something else is to be said now."""
        store = self.store
        words: dict[str, list[str]] = {}
        notes = list(store.file_notes())
        for note in notes:
            if (code := note.reason.code) in FILE_NOTES:
                words.setdefault(code, []).append(f"{note_words(note)}{FILE_NOTES[code]}")
        self._file_words = words
        self._unreadable = tuple(n.reason["file"] for n in notes if n.reason.code == "file-changed")
        only_read = tuple(one.read_only for one in store.stores.values())
        unopened = tuple(store.unopened)
        based_on = (store.congress, store.members, unopened, only_read, self._file_words)
        if self._noted == based_on:
            return False
        before, self.notes, self._noted = self.notes, store.notes, based_on
        return before != self.notes

    @property
    def complete(self) -> str:
        """That the results of all events are in, and what is next; empty where one is missing."""
        members = self.store.members
        rounds = [(m.event, m.format, m.event.current) for m in members if m.event.current]
        return complete_text(rounds) if not self.store.unopened else ""

    def acted_last(self) -> Desk:
        """The desk of the event in which this console acted last, and can take it back."""
        done = {}
        for desk in self._open_desks():
            with suppress(Refused):
                target = desk.store.undoing().target
                done[desk.folder] = _order(desk, target, desk.store.history.entry(target).t)
        if not done:
            raise Refused("there is nothing of yours to undo", "", _HISTORIES)
        return self.desks[max(done, key=done.__getitem__)]

    def taken_back_last(self) -> Desk:
        """The desk of the event in which this console took something back last."""
        done = {}
        for desk in self._open_desks():
            with suppress(Refused):
                desk.store.redoing()
                mine = (one for one in desk.recent if one.n not in desk.elsewhere)
                done[desk.folder] = max(_order(desk, one.n, one.t) for one in mine)
        if not done:
            raise Refused("there is nothing of yours to redo", "", _HISTORIES)
        return self.desks[max(done, key=done.__getitem__)]

    def seated_elsewhere(self, desk: Desk) -> Sequence[str]:
        """Who of the proposal of an event also sits at a board of another one in the same hours."""
        from tui.congress.pairings import clashes_in

        folder = next((folder for folder, one in self.desks.items() if one is desk), "")
        clashing = clashes_in(self.store.congress, self.store.members, folder)
        clashes = [f"{desk.event.board_word} {board}, {words}" for board, words in clashing]
        if left := len(clashes[MOST_SEATED:]):
            clashes = [
                *clashes[:MOST_SEATED],
                f"{left} more also sit elsewhere: F2 of the congress",
            ]
        return clashes

    def _open_desks(self) -> list[Desk]:
        return [desk for folder, desk in self.desks.items() if folder in self.store.stores]
