"""The one door to a congress: its own files, and a store for each of its events.

An event that cannot be opened does not stop the others: it is in `unopened` with the reason, and is
tried again when its folder changes. Whatever happens in an event is done through its own store;
`congress.toml` is written whole, under the lock of the congress's folder.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from engine.actions import Action
from engine.congress.accounts import Account, accounts, paid_for_nobody
from engine.congress.congress import Congress, EntryMove, EventPlan
from engine.congress.entries import entries_of, paid_now, whole_moves
from engine.congress.fees import Payment, repeated
from engine.congress.members import MemberEvent
from engine.congress.moving import Move
from engine.congress.notes import CongressNote, congress_notes
from engine.congress.people import Person, people
from engine.event import Event
from engine.money import Cents, money_text
from engine.points import counted
from engine.reasons import Reason
from engine.refusal import Refused
from engine.warning_words import not_agreed
from engine.warnings import Level, Warning
from saves.congress.files import (
    CASH_LIMIT,
    CASH_NAME,
    CONGRESS_NAME,
    INTENT_NAME,
    KNOWN_CASH,
    MOVE_LIMIT,
    SIZE_LIMIT,
    CashFile,
    CongressFile,
    congress_text,
    read_cash,
    read_congress,
    read_intent,
)
from saves.disk import (
    WAIT,
    Disk,
    Held,
    exists,
    here,
    left_over,
    locked,
    read_file,
    replace_file,
    this_user,
)
from saves.file_systems import unlockable
from saves.problems import occupied, trouble
from saves.store import CLOSED, Acknowledged, Store, local_time, open_event

Signature = tuple[int, ...]
"""Distinguishes a file from an earlier one of the same name."""


def _same(a: MemberEvent, b: MemberEvent) -> bool:
    return a.event is b.event and (a.plan, a.unique_name) == (b.plan, b.unique_name)


def _unreadable(file: str, why: Refused) -> CongressNote:
    return CongressNote(Reason.of("file-changed", file=file, why=why.located), True)


def is_congress(disk: Disk, folder: Path) -> bool:
    """Whether a folder is that of a congress."""
    return exists(disk, folder / CONGRESS_NAME)


class CongressStore:
    """A congress, open. `congress` and `members` are what is known now; `refresh` takes in what
    other desks have done."""

    def __init__(
        self,
        folder: Path,
        *,
        session: str = "cli",
        read_only: bool = False,
        disk: Disk | None = None,
        **options: Any,
    ) -> None:
        """Prepared for a folder; `open_congress` and `create_congress` are the ways to get one."""
        self.folder = folder
        self.disk = disk or Disk()
        self.read_only = read_only
        self.stores: dict[str, Store] = {}
        """The events that are open, by folder, in the order of the congress."""
        self.unopened: dict[str, Refused] = {}
        """Why the others are not."""
        self.said: list[CongressNote] = []
        """What was finished or found while the congress was opened."""
        self._options = {"session": session, "read_only": read_only, **options}
        if disk is not None:
            self._options["disk"] = disk
        self._file = CongressFile(Congress(""))
        self._cash: CashFile | None = None
        """As it was read last."""
        self._cash_signature: Signature | None = None
        self._cash_trouble: Refused | None = None
        self._cash_lacks: tuple[Payment, ...] = ()
        """Payments that were entered and are not in the list."""
        self._signature: Signature = ()
        self._tried: dict[str, Signature] = {}
        self._trouble: Refused | None = None
        self._members: tuple[MemberEvent, ...] = ()
        self._titles: dict[str, str] = {}
        """Of events that were open, as they were read last."""
        self._people: tuple[tuple[MemberEvent, ...], Congress, tuple[Person, ...]] | None = None

    @property
    def congress(self) -> Congress:
        """What `congress.toml` says; where it cannot be read any more, what it said before."""
        return self._file.congress

    @property
    def members(self) -> tuple[MemberEvent, ...]:
        """The events that are open, in the order of the congress. The value of an event that has
        not changed is the same object as before."""
        known, names = {one.folder: one for one in self._members}, self._names()
        now = []
        for folder, store in self.stores.items():
            plan = self.congress.plan(folder)
            apart = names[folder] * (names[folder] not in (plan.name, store.event.title))
            member, before = MemberEvent(plan, store.event, store.format, apart), known.get(folder)
            now.append(before if before is not None and _same(before, member) else member)
        if len(now) != len(self._members) or any(
            a is not b for a, b in zip(now, self._members, strict=True)
        ):
            self._members = tuple(now)
        return self._members

    def name_of(self, folder: str) -> str:
        """What people call an event, also while it cannot be opened: its name in the congress, its
        title as it was read last, else the last part of its folder; with its folder where another
        event is called the same."""
        return self._names().get(folder) or self._plain_name(EventPlan(folder))

    def _names(self) -> dict[str, str]:
        plain = {plan.folder: self._plain_name(plan) for plan in self.congress.events}
        often = Counter(plain.values())
        return {
            folder: name if often[name] == 1 else f"{name} ({folder.replace('../', '')})"
            for folder, name in plain.items()
        }

    def _plain_name(self, plan: EventPlan) -> str:
        store = self.stores.get(plan.folder)
        title = store.event.title if store is not None else self._titles.get(plan.folder, "")
        return plan.name or title or plan.called

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody once, by name."""
        members, congress = self.members, self.congress
        if self._people is None or self._people[:2] != (members, congress):
            self._people = (members, congress, people(congress, members))
        return self._people[2]

    @property
    def moves(self) -> dict[EntryMove, str]:
        """The moves that are recorded in both events, with the names of the persons."""
        if not self.congress.moved:
            return {}
        return whole_moves(self.congress.moved, entries_of(self.members))

    @property
    def payments(self) -> tuple[Payment, ...] | None:
        """The cash list, in order of time, each payment with the entry that its payer has now;
        where it cannot be read any more, as it was before. None where it could not be read since
        the congress was opened."""
        self._look_at_cash()
        if self._cash is None:
            return None
        return paid_now(self._cash.payments, self.congress.moved, entries_of(self.members))

    @property
    def last_paid(self) -> str:
        """When the last payment was entered that was read or written here; empty for none."""
        return self._cash.payments[-1].at if self._cash and self._cash.payments else ""

    def cash_list(self) -> tuple[Payment, ...]:
        """The payments; `Refused` where they are not known."""
        if (payments := self.payments) is None:
            assert self._cash_trouble is not None
            raise self._cash_trouble
        return payments

    def _look_at_cash(self) -> None:
        signature = self._signature_of(CASH_NAME)
        if signature != self._cash_signature:
            self._cash_signature = signature
            try:
                self._cash, self._cash_trouble = self._read_cash(), None
                self._cash_lacks = self._known_cash().lacking(self._cash)
            except Refused as refusal:
                self._cash_trouble = refusal

    def accounts(self, today: str) -> tuple[Account, ...]:
        """What everybody owes on that day, by name."""
        return accounts(self.congress, self.members, self.people, self.payments, today)

    @property
    def warnings(self) -> list[str]:
        """What went wrong without costing anything, by event."""
        return [
            f"{self.name_of(folder)}: {text}"
            for folder, one in self.stores.items()
            for text in one.warnings
        ]

    def member(self, folder: str) -> MemberEvent:
        """That event; `Refused` where it is not in the congress or cannot be opened."""
        self.store(folder)
        return next(one for one in self.members if one.folder == folder)

    def store(self, folder: str) -> Store:
        """The store of that event; `Refused` where it is not in the congress or not open."""
        self.congress.plan(folder)
        if folder in self.unopened:
            refusal, name = self.unopened[folder], self.name_of(folder)
            raise Refused(
                f"{name} cannot be opened", refusal.reason,
                "V in the list of events says what is wrong", shell="`topboard verify`",
            )  # fmt: skip
        return self.stores[folder]

    def path(self, folder: str) -> Path:
        """Where that event is, as a person writes it where it is beside the congress."""
        if os.pardir not in Path(folder).parts:
            return self.folder / folder
        return Path(os.path.normpath(os.path.realpath(self.folder) / Path(folder)))

    def do(self, folder: str, action: Action, *, acknowledged: Acknowledged | None = None) -> Event:
        """Do an action in one of the events, as `Store.do`."""
        return self.store(folder).do(action, acknowledged=acknowledged)

    @property
    def notes(self) -> tuple[CongressNote, ...]:
        """All that the arbiter should know: of the files first, then of boards and people."""
        return (
            *self.said,
            *self.file_notes(),
            *congress_notes(self.members, self.people),
        )

    def file_notes(self) -> Iterator[CongressNote]:
        """What is wrong with the files of the congress and of its events."""
        if self._trouble is not None:
            yield _unreadable(CONGRESS_NAME, self._trouble)
        for folder, refusal in self.unopened.items():
            fault = Reason.of("not-opened", event=self.name_of(folder), why=refusal.reason)
            yield CongressNote(fault, True, (folder,))
        for folder, store in self.stores.items():
            if store.read_only and store.read_only != CLOSED:
                name = self.name_of(folder)
                fault = Reason.of("read-only", event=name, why=store.read_only)
                yield CongressNote(fault, True, (folder,))
        yield from self._cash_notes()
        for folder in self._file.repeated:
            fault = Reason.of("event-twice", event=self.name_of(folder))
            yield CongressNote(fault, True, (folder,))
        if self._file.unknown:
            keys = ", ".join(self._file.unknown)
            yield CongressNote(Reason.of("unknown-keys", keys=keys))

    def _cash_notes(self) -> Iterator[CongressNote]:
        payments = self.payments
        if self._cash_trouble is not None:
            yield _unreadable(CASH_NAME, self._cash_trouble)
        currency = self.congress.fees.currency
        if self._cash_lacks and self._cash_trouble is None:
            first, count = self._cash_lacks[0], len(self._cash_lacks)
            fault = Reason.of(
                "cash-lacks", count=count, amount=money_text(first.amount, currency),
                name=first.name, at=first.at[:16].replace("T", " "),
            )  # fmt: skip
            yield CongressNote(fault, True)
        for one in paid_for_nobody(payments or (), self.people, frozenset(self.unopened)):
            amount, entry = money_text(one.amount, currency), f"{self.name_of(one.folder)}:{one.id}"
            fault = Reason.of("paid-for-nobody", amount=amount, name=one.name, entry=entry)
            yield CongressNote(fault, True, (one.folder,))
        if self.read_only and exists(self.disk, self.folder / INTENT_NAME):
            yield CongressNote(Reason.of("move-unfinished"), True)

    def load(self) -> None:
        """Read `congress.toml` and open its events; `Refused` where the file cannot be read."""
        self._take(self._read())

    def tidy(self) -> None:
        """Take away temporary files that a kill or a power cut has left; what cannot be is left."""
        if self.read_only:
            return
        with suppress(OSError, Refused):
            if left_over(self.disk, self.folder):
                with self.alone("opening"):
                    for temp in left_over(self.disk, self.folder):
                        self.disk.unlink(temp)

    def changed(self) -> bool:
        """Whether somebody has written since, in the congress or in an event: a stat each."""
        return (
            self._signature_of(CONGRESS_NAME) != self._signature
            or self._signature_of(CASH_NAME) != self._cash_signature
            or any(store.changed() for store in self.stores.values())
            or any(self._event_signature(f) != self._tried.get(f) for f in self.unopened)
        )

    def refresh(self) -> bool:
        """Take in what others have done; True if anything is another now."""
        before = (self._file, self.members, dict(self.unopened), self._trouble)
        cash = (self._cash, self._cash_trouble)
        if self._signature_of(CONGRESS_NAME) != self._signature:
            try:
                self._take(self._read())
            except Refused as refusal:
                self._trouble = refusal
        for folder, store in list(self.stores.items()):
            try:
                store.refresh()
            except Refused as refusal:
                self._close(folder, refusal)
        for folder in list(self.unopened):
            if self._event_signature(folder) != self._tried.get(folder):
                self._open(folder)
        self._in_order()
        self._look_at_cash()
        now = (self._file, self.members, self.unopened, self._trouble)
        return before != now or cash != (self._cash, self._cash_trouble)

    def attend(self) -> None:
        """Let the other desks of each event see that this one has it open, until `leave`."""
        for store in self.stores.values():
            with suppress(OSError):
                store.attend()

    def leave(self) -> None:
        """This desk has closed the congress."""
        for store in self.stores.values():
            store.leave()

    def change(self, edit: Callable[[Congress], Congress], doing: str) -> Congress:
        """Change what `congress.toml` says: `edit` is given its current content. `Refused`
        where another desk keeps the lock, the file cannot be read, or the disk takes nothing."""
        with self.alone(doing):
            self.rewrite(edit)
        return self.congress

    def rewrite(self, edit: Callable[[Congress], Congress]) -> None:
        """`change` for who holds the lock already (`alone`)."""
        file = self._read()
        congress = edit(file.congress)
        if congress != file.congress:
            text = congress_text(file, congress).encode()
            read_congress(text)
            self.write(CONGRESS_NAME, text)
            file = self._read()
        self._take(file)

    def pay(
        self, folder: str, id: str, amount: Cents, note: str = "", key: str = "",
        agreed: Level = Level.ACKNOWLEDGE,
    ) -> Payment:  # fmt: skip
        """Enter a payment for an entry; below zero it was given back. With a `key` it is entered
        once, however often it is asked for. `NotAgreed` where it may be in the list already."""
        event = self.store(folder).event
        entrant = event.entrant(id)
        payment = Payment(folder, id, amount, self.time(), this_user(), entrant.name, note, key)
        with self.alone(f"payment of {entrant.name}"):
            if (known := self._known_payment(payment, event, agreed)) is not None:
                return known
            self.rewrite_cash(lambda cash: cash.with_payment(payment))
        return payment

    def _known_payment(self, payment: Payment, event: Event, agreed: Level) -> Payment | None:
        """The payment of that key; `Refused` where that is another one."""
        payments = self._read_cash().payments
        if payment.key:
            known = next((one for one in payments if one.key == payment.key), None)
            if known is not None and (known.name, known.amount) != (payment.name, payment.amount):
                text = f"{money_text(known.amount)} for {known.name} at {known.at[:16]}"
                raise Refused(
                    f"the key {payment.key} is of another payment", text, "give a new one"
                )
            return known
        same = repeated(payments, payment)
        if same is not None and agreed < Level.CONFIRM:
            amount = money_text(abs(same.amount), self.congress.fees.currency)
            raise not_agreed([
                Warning.of(
                    Level.CONFIRM, "paid-already", name=same.name, amount=amount,
                    back=same.amount < 0, time=same.at[11:16], by=same.by,
                )
            ], event)  # fmt: skip
        return None

    def rewrite_cash(self, edit: Callable[[CashFile], CashFile]) -> None:
        """Other payments, for who holds the lock."""
        before = self._read_cash()
        after = edit(before)
        if after != before:
            self.write(CASH_NAME, after.text.encode())
            self._cash_lacks = self._known_cash().lacking(before)
            with suppress(OSError):  # the payment is in the list
                self.write(KNOWN_CASH, after.with_rest(self._cash_lacks).text.encode())
        self._cash, self._cash_trouble = after, None
        self._cash_signature = self._signature_of(CASH_NAME)

    def _known_cash(self) -> CashFile:
        """All that was entered; none where that is not known."""
        try:
            return read_cash(read_file(self.disk, self.folder / KNOWN_CASH, CASH_LIMIT))
        except (OSError, Refused):
            return CashFile()

    def _read_cash(self) -> CashFile:
        try:
            cash = read_cash(read_file(self.disk, self.folder / CASH_NAME, CASH_LIMIT))
        except FileNotFoundError:
            if self._cash_trouble is not None or (self._cash is not None and self._cash.payments):
                remedy = "put it back from a backup; until then no payment is entered"
                raise Refused(f"{CASH_NAME} is gone", "", remedy) from None
            return CashFile()
        except OSError as error:
            why = f"{CASH_NAME}: {error.strerror or error}"
            raise Refused("the cash list cannot be read", why, "check the disk") from error
        if self._cash is not None and (gone := self._cash.lacking(cash)):
            first, more = gone[0], len(gone) - 1
            amount = money_text(first.amount, self.congress.fees.currency)
            raise Refused(
                f"{CASH_NAME} lacks {counted(len(gone), 'payment')} that it had",
                f"{amount} from {first.name}, {first.at[:16]}" + f" and {more} more" * bool(more),
                "put them back, or open the congress again without them; until then no payment "
                "is entered",
            )
        return cash

    def time(self) -> str:
        """Now, as files have it."""
        clock = self._options.get("clock", local_time)
        return str(clock().isoformat(timespec="seconds"))

    @contextmanager
    def alone(self, doing: str) -> Iterator[None]:
        """The lock of the congress, held to the end of it."""
        if self.read_only:
            raise Refused("this congress is open read-only", CLOSED, "", not_saved=True)
        if why := unlockable(self.folder):
            raise Refused("nothing can be saved here", why, "keep a congress on a local disk")
        try:
            with locked(self.disk, self.folder, here(doing[:80]), WAIT):
                yield
        except Held as held:
            raise occupied(held) from None
        except OSError as error:
            raise trouble(error, self.folder) from error

    def write(self, name: str, data: bytes) -> None:
        """One of the congress's own files, as a whole; under the lock."""
        replace_file(self.disk, self.folder / name, data)

    def intent(self) -> Move | None:
        """The move that was under way when a program stopped, or is under way now."""
        try:
            return read_intent(read_file(self.disk, self.folder / INTENT_NAME, MOVE_LIMIT))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise trouble(error, self.folder) from error

    def _read(self) -> CongressFile:
        self._signature = self._signature_of(CONGRESS_NAME)
        try:
            return read_congress(read_file(self.disk, self.folder / CONGRESS_NAME, SIZE_LIMIT))
        except FileNotFoundError:
            if self.congress.title:
                remedy = "put a copy of it back, with its events and fees"
                raise Refused(f"{CONGRESS_NAME} is gone", "", remedy) from None
            raise Refused(
                f"{self.folder.name} is not a congress", f"it has no {CONGRESS_NAME}",
                shell="`topboard congress FOLDER new` makes one",
            ) from None  # fmt: skip
        except OSError as error:
            why = f"{CONGRESS_NAME}: {error.strerror or error}"
            remedy = "put that file in order; the events are sound and can be opened one by one"
            raise Refused("the congress cannot be read", why, remedy) from error

    def _take(self, file: CongressFile) -> None:
        """Open what has joined, close what has left."""
        self._file, self._trouble = file, None
        folders = [plan.folder for plan in file.congress.events]
        for folder in [*self.stores]:
            if folder not in folders:
                self.stores.pop(folder).leave()
        self.unopened = {f: why for f, why in self.unopened.items() if f in folders}
        for folder in folders:
            if folder not in self.stores and folder not in self.unopened:
                self._open(folder)
        self._in_order()

    def _open(self, folder: str) -> None:
        self._tried[folder] = self._event_signature(folder)
        self.unopened.pop(folder, None)
        try:
            if not exists(self.disk, self.path(folder)):
                remedy = "put it back where it was, or let the event leave the congress"
                raise Refused(f"its folder {folder} is missing", "", remedy)
            self._refuse_second_name(folder)
            self.stores[folder] = open_event(self.path(folder), **self._options)
        except Refused as refusal:
            self.unopened[folder] = refusal
        except OSError as error:
            self.unopened[folder] = Refused("it cannot be read", error.strerror or str(error))

    def _refuse_second_name(self, folder: str) -> None:
        mine = os.path.realpath(self.path(folder))
        for other in self.stores:
            if other != folder and os.path.realpath(self.path(other)) == mine:
                raise Refused(
                    f"it is the same event as {self.name_of(other)}", "", "take one of them out"
                )

    def _close(self, folder: str, why: Refused) -> None:
        store = self.stores.pop(folder)
        self._titles[folder] = store.event.title
        store.leave()
        self.unopened[folder], self._tried[folder] = why, self._event_signature(folder)

    def _in_order(self) -> None:
        order = [plan.folder for plan in self.congress.events]
        self.stores = {folder: self.stores[folder] for folder in order if folder in self.stores}

    def _signature_of(self, name: str) -> Signature:
        try:
            status = self.disk.stat(self.folder / name)
        except OSError:
            return ()
        return (status.st_ino, status.st_size, status.st_mtime_ns)

    def _event_signature(self, folder: str) -> Signature:
        signs = (self._signature_of(f"{folder}/{name}") for name in ("journal.log", "event.toml"))
        return tuple(part for sign in signs for part in (*sign, -1))
