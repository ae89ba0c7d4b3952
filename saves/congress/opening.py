"""A congress of a folder opened, or made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.congress.congress import Congress
from engine.refusal import Refused
from saves.congress.files import (
    CONGRESS_NAME,
    CongressFile,
    congress_text,
    read_congress,
)
from saves.congress.moves import finish_move
from saves.congress.store import CongressStore, is_congress
from saves.disk import exists, make_folder
from saves.folders import is_folder_name, slug
from saves.problems import trouble


def open_congress(folder: Path | str, **options: Any) -> CongressStore:
    """The congress of a folder with its events open (options as for `CongressStore`); `Refused`
    if it is not one."""
    store = CongressStore(Path(folder), **options)
    store.load()
    store.tidy()
    finish_move(store)
    return store


def create_congress(folder: Path | str, congress: Congress, **options: Any) -> CongressStore:
    """Make a congress in a folder that is not one yet; the folder is made if it does not exist.
    Events may be in it already: they do not belong to it before they join."""
    store = CongressStore(Path(folder), **options)
    folder = store.folder
    if not is_folder_name(folder.name):
        raise Refused(
            f"{folder.name[:40]!r} cannot be the name of a congress's folder",
            "letters of English, digits, - _ . and at most 63 of them",
            f"take {slug(folder.name)}",
        )
    text = congress_text(CongressFile(congress), congress).encode()
    read_congress(text)
    try:
        for place in (*reversed(folder.parents), folder):
            if not exists(store.disk, place):
                make_folder(store.disk, place)
    except OSError as error:
        raise trouble(error, folder) from error
    with store.alone("making the congress"):
        if is_congress(store.disk, folder):
            raise Refused(f"{folder.name} is a congress already", "", "take another name")
        if exists(store.disk, folder / "journal.log"):
            raise Refused(f"{folder.name} is an event", "", "take another folder, then join it")
        store.write(CONGRESS_NAME, text)
    store.load()
    return store
