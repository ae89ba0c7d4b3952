"""A person moved from one event to another, in two journals, so that a stop in between shows.

The intent is written first (`moving.toml`), then he enters the one event, then he leaves the
other: at no moment is he in none. Whoever opens the congress next finishes what was begun.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.congress.congress import Congress, EntryKey, EntryMove
from engine.congress.entries import entries_of, links, paid_now
from engine.congress.moving import (
    Move,
    entering,
    has_entered,
    has_left,
    leaving,
    move_warnings,
    planned_move,
)
from engine.congress.notes import CongressNote
from engine.congress.people import Person, person_named
from engine.entrants import EntrantId
from engine.points import Points
from engine.reasons import Reason
from engine.refusal import Refused
from engine.warning_words import not_agreed
from engine.warnings import Level, NotAgreed
from saves.congress.files import INTENT_NAME, CashFile, intent_text
from saves.disk import exists, sync_folder, this_user
from saves.problems import trouble

if TYPE_CHECKING:
    from saves.congress.store import CongressStore


def move_person(
    store: CongressStore,
    person: Person,
    source: str,
    target: str,
    missed: Points | None = None,
    agreed: Level = Level.ACKNOWLEDGE,
) -> Move:
    """Move a person. `NotAgreed` until what it means is agreed to, `Refused` where it cannot be;
    then nothing is changed, or it is said what was."""
    with store.alone(f"moving {person.name}"):
        store.refresh()
        person = person_named(store.people, str(person.key))
        move = planned_move(person, store.member(source), store.member(target), missed)
        move = replace(move, at=store.time(), by=this_user())
        _try(store, move, agreed)
        try:
            store.write(INTENT_NAME, intent_text(move).encode())
        except OSError as error:
            raise trouble(error, store.folder) from error
        _carry_out(store, move)
    return move


def refuse_move(store: CongressStore, person: Person, source: str, target: str) -> None:
    """`Refused` where it cannot be, before anything is asked."""
    move = planned_move(person, store.member(source), store.member(target), None)
    with suppress(NotAgreed):
        _try(store, move, Level.CONFIRM)


def _try(store: CongressStore, move: Move, agreed: Level) -> None:
    """Both actions on the values: what is refused is so before anything is asked or written."""
    source, target = store.member(move.source.folder), store.member(move.target)
    for member in (source, target):
        if why := store.store(member.folder).read_only:
            raise Refused(f"{member.name} can only be read", why, "", not_saved=True)
    action = entering(move)
    with suppress(NotAgreed):
        replace(action, insist=True, insist_twice=True).apply(target.event, target.format)
    warnings = move_warnings(move, source, target)
    strong = [one for one in warnings if one[0].level > agreed]
    if strong:
        raise not_agreed([warning for warning, _ in strong], strong[0][1])
    yes = agreed >= Level.CONFIRM
    replace(action, insist=yes).apply(target.event, target.format)
    leaving(source.event, move.source.id).apply(source.event, source.format)


def _carry_out(store: CongressStore, move: Move) -> None:
    """Both actions, the fee that was paid, and the end of the intent."""
    target = store.store(move.target)
    target.refresh()
    id = has_entered(move, target.event)
    if not id:
        try:
            target.do(replace(entering(move), insist=True))
        except Refused:
            _end(store)
            raise
        id = has_entered(move, target.event)
    source = store.store(move.source.folder)
    source.refresh()
    if not has_left(move, source.event):
        source.do(replace(leaving(source.event, move.source.id), insist=True))
    _follow(store, move, id)
    _end(store)


def _follow(store: CongressStore, move: Move, id: EntrantId) -> None:
    """What the congress itself knows of the entry: payments, and that the two are one person."""
    new = EntryKey(move.target, id)
    entries, opened = entries_of(store.members), store.stores

    def moved(cash: CashFile) -> CashFile:
        return cash.with_payments(
            [
                replace(one, folder=new.folder, id=new.id)
                if EntryKey(one.folder, one.id) == move.source
                else one
                for one in paid_now(cash.payments, store.congress.moved, entries)
            ]
        )

    def linked(congress: Congress) -> Congress:
        """With this move; those that were undone are left out, now that what was paid is back."""
        held = {(a.key, b.key) for a, b in links(congress.moved, entries)}
        others = tuple(
            o for o in congress.moved
            if {o.source, o.target} != {new, move.source}
            and ((o.source, o.target) in held or unseen(o))
        )  # fmt: skip
        return replace(congress, moved=(*others, EntryMove(move.source, new)))

    def unseen(one: EntryMove) -> bool:
        """Whether an entry of it is in an event that is not open, or its person left no trace."""
        folders = {one.source.folder, one.target.folder}
        return not folders <= opened.keys() or (one.source not in entries and one.target in entries)

    store.rewrite_cash(moved)
    store.rewrite(linked)


def _end(store: CongressStore) -> None:
    try:
        if exists(store.disk, store.folder / INTENT_NAME):
            store.disk.unlink(store.folder / INTENT_NAME)
            sync_folder(store.disk, store.folder)
    except OSError as error:
        raise trouble(error, store.folder) from error


def finish_move(store: CongressStore) -> None:
    """Finish a move that was stopped, or say why it cannot be; nothing where none was. What was
    not begun is dropped, because nobody was shown that it was done."""
    if store.read_only or not exists(store.disk, store.folder / INTENT_NAME):
        return
    try:
        with store.alone("finishing a move"):
            move = store.intent()
            if move is not None:
                _finish(store, move)
    except Refused as refusal:
        store.said.append(CongressNote(Reason.of("file-changed", why=refusal.located), True))


def _finish(store: CongressStore, move: Move) -> None:
    a, b = store.name_of(move.source.folder), store.name_of(move.target)
    facts = {"name": move.entrant.name, "a": a, "b": b}
    folders = (move.source.folder, move.target)
    try:
        target = store.store(move.target)
        target.refresh()
        code = "move-finished" if has_entered(move, target.event) else "move-not-begun"
        if code == "move-finished":
            _carry_out(store, move)
        else:
            _end(store)
    except Refused as refusal:
        why = refusal.reason
        store.said.append(CongressNote(Reason("move-stuck", facts | {"why": why}), True, folders))
        return
    store.said.append(CongressNote(Reason(code, facts), code == "move-not-begun", folders))
