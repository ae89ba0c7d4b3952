"""Where the rating lists of this account are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.entrants import Entrant
from engine.event import Event
from engine.refusal import Refused

if TYPE_CHECKING:
    from saves.ratings.library import RatingLibrary

VARIABLE = "TOPBOARD_RATINGS"
FOLDER = "ratings"


def database() -> Path:
    """`TOPBOARD_RATINGS`, else the folder that the config names, else the user's data folder; in a
    kiosk a folder beside the events."""
    from saves.ratings.library import FILE_NAME
    from tui import kiosk

    if kiosk.on():
        events = kiosk.events()
        assert events is not None
        return events / f".{FOLDER}" / FILE_NAME
    if named := os.environ.get(VARIABLE):
        return Path(named).expanduser() / FILE_NAME
    from tui.commands.own_files import config_file, configuration

    configured = configuration().get("ratings")
    if configured is not None:
        if not isinstance(configured, str) or not configured:
            raise Refused(
                "ratings must be the name of a folder",
                f"it is {configured!r}"[:60],
                "correct it",
                where=str(config_file()),
            )
        return Path(configured).expanduser() / FILE_NAME
    from platformdirs import user_data_path

    return user_data_path("topboard") / FILE_NAME


def library() -> RatingLibrary:
    """The lists, open for reading."""
    from saves.ratings.library import open_library

    return open_library(database())


def from_lists(entrants: Sequence[Entrant], event: Event) -> tuple[Entrant, ...]:
    """Entrants of a file; a rating that a loaded list has under the same number is from that list.
    Without lists, and where they cannot be read, all ratings are the file's."""
    players = [player for entrant in entrants for player in (entrant.players or (entrant,))]
    numbered = any(player.fide_id or player.national_id for player in players)
    if not numbered or not stamp():
        return tuple(entrants)
    from saves.ratings.matching import with_sources

    try:
        with library() as lists:
            whole = (
                replace(entrant, players=with_sources(lists, entrant.players, event))
                for entrant in entrants
            )
            return with_sources(lists, tuple(whole), event)
    except Refused:
        return tuple(entrants)


def stamp() -> int:
    """Another number whenever lists are loaded; 0 without any."""
    try:
        return database().stat().st_mtime_ns
    except (OSError, Refused):
        return 0
