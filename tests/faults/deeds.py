"""What arbiters do to an event, each from a folder prepared for it: what faults are tried on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.actions import (
    AddEntrant,
    CreateEvent,
    Discard,
    EnterResult,
    EnterResults,
    ImportEntrants,
    PublishRound,
    Withdraw,
)
from engine.entrants import Entrant
from engine.event import Event
from engine.refusal import Refused
from saves.checkpoint import canonical
from saves.contents import contents_of
from saves.disk import Disk
from saves.store import Store, create_event
from saves.verify import verify
from tests.saves.toy import TOY, edit, made, proposal, reopened, toy_named

PLAYERS = 8
Saved = Callable[[], None]
"""Called when the deed is acknowledged."""


@dataclass(frozen=True)
class Deed:
    """A folder made ready, and what is done to it."""

    prepare: Callable[[Path], object]
    do: Callable[[Path, Disk, Saved], object]


def on_store(act: Callable[[Store], object]) -> Callable[[Path, Disk, Saved], None]:
    """Open, act, and say so."""

    def do(folder: Path, disk: Disk, saved: Saved) -> None:
        act(reopened(folder, disk=disk, session="office"))
        saved()

    return do


def entered(*actions: Any) -> Callable[[Path, Disk, Saved], None]:
    """Open and enter: said as soon as it is durable, before the save files follow."""

    def do(folder: Path, disk: Disk, saved: Saved) -> None:
        store = reopened(folder, disk=disk, session="office")
        for action in actions:
            store.do(action, acknowledged=lambda event: saved())

    return do


def in_play(folder: Path) -> Store:
    """Round 2 published, nothing in."""
    return made(folder, PLAYERS, 2, session="office")


def one_in(folder: Path) -> None:
    in_play(folder).do(EnterResult(1, "1-0"))


def all_in(folder: Path) -> Store:
    store = in_play(folder)
    store.do(EnterResults(tuple((board, "1-0") for board in range(1, PLAYERS // 2 + 1))))
    return store


def proposed(folder: Path) -> None:
    store = all_in(folder)
    store.do(proposal(store.event))


def undone(folder: Path) -> None:
    one_in(folder)
    reopened(folder, session="office").undo()


def hand_edited(folder: Path) -> None:
    one_in(folder)
    edit(folder / "round-02.toml", lambda text: text.replace('"1-0"', '"0-1"'))


def torn(folder: Path) -> None:
    one_in(folder)
    with (folder / "journal.log").open("ab") as file:
        file.write(b'0badc0de {"n":9')


def damaged(folder: Path) -> None:
    one_in(folder)
    (folder / "round-01.toml").write_bytes(b"\0" * 300)
    (folder / "players.toml").unlink()


def leave(folder: Path, disk: Disk, saved: Saved) -> None:
    """Said without a warning only: else the files wait for the next opening."""
    store = reopened(folder, disk=disk, session="office")
    store.discard_edits()
    if not store.warnings:
        saved()


def make(folder: Path, disk: Disk, saved: Saved) -> None:
    create_event(folder, CreateEvent("Open", "toy"), format_named=toy_named, disk=disk)
    saved()


DEEDS: dict[str, Deed] = {
    "make": Deed(lambda folder: None, make),
    "import": Deed(in_play, entered(ImportEntrants((Entrant("", "A"), Entrant("", "B"))))),
    "add": Deed(in_play, entered(AddEntrant(Entrant("", "Late, Lara")))),
    "withdraw": Deed(in_play, entered(Withdraw("3"))),
    "enter": Deed(in_play, entered(EnterResult(2, "1/2-1/2"))),
    "overwrite": Deed(one_in, entered(EnterResult(1, "0-1", "1-0", replace=True))),
    "several": Deed(in_play, entered(EnterResults(((1, "1-0"), (3, "0-1"))))),
    "undo": Deed(one_in, on_store(lambda store: store.undo())),
    "redo": Deed(undone, on_store(lambda store: store.redo())),
    "draw": Deed(all_in, on_store(lambda store: store.do(proposal(store.event)))),
    "discard": Deed(proposed, entered(Discard())),
    "publish": Deed(proposed, entered(PublishRound(3))),
    "restore": Deed(one_in, on_store(lambda store: store.restore("002-publish"))),
    "accept": Deed(hand_edited, on_store(lambda store: store.accept_edits())),
    "leave": Deed(hand_edited, leave),
    "open-torn": Deed(torn, on_store(lambda store: None)),
    "open-damaged": Deed(damaged, on_store(lambda store: None)),
}


def state(event: Event) -> str:
    """An event by its content alone."""
    return canonical(contents_of(event, TOY)).decode()


@dataclass(frozen=True)
class Look:
    """What an opening finds."""

    state: str | None
    """None where there is no event yet."""
    status: int


def looked(folder: Path) -> Look:
    """Open it as the next desk does, let it repair, and verify."""
    try:
        event = reopened(folder).event
    except Refused:
        return Look(None, 0)
    return Look(state(event), verify(folder, format_named=toy_named).status)


def may_be(found: Look, before: Look, after: Look, saved: bool) -> bool:
    """Whether that may be found: the state after, or the one before where nothing was said."""
    return found in ((after,) if saved else (before, after))
