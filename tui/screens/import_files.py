"""Files with entries: which there are, and what one of them brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from engine.actions.entries import byes_left_out
from engine.entrants import Entrant, EntrantId, namesake
from engine.event import Event
from engine.points import counted
from engine.protocol import numbers
from engine.refusal import Refused
from engine.unused_columns import unused_columns
from saves.safe_text import safe, shortened
from tui.commands.entry_files import ENDINGS, MOST_FILES, as_teams, is_trf
from tui.rating_desk import from_lists

MOST_RATED = 99
"""Of a team's players, so many at most make its rating."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file brings: entrants, what to look at, and who is twice in it or entered already."""

    source: str
    entrants: tuple[Entrant, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """Columns that were not read, also among the notes."""
    known: int = 0
    """How many of the entrants are in the event already."""
    fresh: tuple[Entrant, ...] = ()
    """The others."""
    filled: tuple[str, ...] = ()
    """Teams of the list that are there without players, and get those of the list."""
    with_players: tuple[str, ...] = ()
    """Teams of the list that are there with players, and stay as they are; not among `entrants`."""
    rounds_left: int = 0
    """Rounds of the file that are not taken."""
    squads: tuple[int, ...] = ()
    """Of a list of teams that is read for single players: how many players each has."""
    columns: tuple[str, ...] = ()
    """What was read, of a list in columns."""
    rated_by: int | None = None
    """The teams themselves are taken, rated by the mean of so many players."""


class LastList(NamedTuple):
    """The file of entries that a console took last, and the folder of the event that has them."""

    path: Path
    event: Path


def candidates(folders: Iterable[Path], endings: tuple[str, ...] = ENDINGS) -> list[Path]:
    """Files that look like entry lists, or have these endings, the newest first; folders that
    cannot be read give none."""
    times: dict[Path, float] = {}
    for folder in folders:
        try:
            for path in folder.iterdir():
                if path.suffix.casefold() in endings and path.is_file():
                    times[path.resolve()] = path.stat().st_mtime
        except OSError:
            continue
    return sorted(times, key=lambda p: (-times[p], p.name))[:MOST_FILES]


def read_file(
    path: Path, event: Event, encoding: str | None = None, rated_by: int | None = None
) -> Taken:
    """Read a file of entries; `Refused` with the place of the first fault. With `rated_by` the
    teams of a list are taken instead of their players.

    Nothing is changed by reading. Takes a while for large files: not for the screen's own loop.
    """
    from engine.protocol import PlayedByTeams, part_of
    from formats.registry import format_named
    from saves.foreign import read_bytes

    content = read_bytes(path)
    format = format_named(event.format)
    teams = part_of(format, PlayedByTeams) is not None
    if teams:
        taken = _read(content, path.name, event, encoding, teams=True)
    elif rated_by:
        taken = _read(content, path.name, event, encoding, teams=True)
        squads = tuple(len(team.players) for team in taken.entrants)
        entered, note = as_teams(taken.entrants, rated_by)
        taken = replace(
            taken, entrants=entered, notes=(*taken.notes, note), rounds_left=0,
            squads=squads, rated_by=rated_by,
        )  # fmt: skip
    else:
        taken = _read(content, path.name, event, encoding, teams=False)
        taken = replace(taken, squads=_squads(content, path.name, event, encoding))
    if teams:
        taken = _into_teams(taken, event)
    new = [e for e in taken.entrants if e.name not in taken.filled]
    again = _entered_already(new, event, numbers(format, event))
    left_out = byes_left_out(event, format, taken.entrants)
    unused = unused_columns(event, format, taken.entrants)
    names = () if teams or rated_by else taken.entrants
    of_names = (*_graded_names(names), *_as_written(names))
    warnings = (*taken.warnings, *([left_out] if left_out else []), *unused, *of_names)
    entrants = from_lists(taken.entrants, event)
    duplicates = (*taken.duplicates, *again.values())
    fresh = tuple(e for e in entrants if e.name not in again)
    return replace(
        taken, entrants=entrants, warnings=warnings, duplicates=duplicates, known=len(again),
        fresh=fresh,
    )  # fmt: skip


def _into_teams(taken: Taken, event: Event) -> Taken:
    """The list where some of its teams are there without players, and it has players for them:
    teams that are there with players are left out of it."""
    there = {e.name: namesake(replace(e, id=""), event.entrants) for e in taken.entrants}
    filled = tuple(
        e.name
        for e in taken.entrants
        if e.players and (team := there[e.name]) is not None and not team.players
    )
    if not filled:
        return taken
    left = tuple(name for name, team in there.items() if team is not None and name not in filled)
    entrants = tuple(e for e in taken.entrants if e.name not in left)
    return replace(taken, entrants=entrants, filled=filled, with_players=left)


def _graded_names(entrants: Sequence[Entrant]) -> list[str]:
    """That numbers behind the names are no ratings; not of names that are numbered on."""
    from tui.screens.entry_fields import GRADE_BEHIND

    graded = [(e.name, int(m[1])) for e in entrants if (m := GRADE_BEHIND.fullmatch(e.name))]
    numbers = sorted(number for _, number in graded)
    numbered = numbers == [*range(numbers[0], numbers[0] + len(numbers))] if numbers else True
    if numbered or len(graded) * 2 <= len(entrants) or any(e.rating for e in entrants):
        return []
    example = shortened(graded[0][0], 30)
    return [
        f"no column of ratings, but numbers in names ({example}): ratings need one of their own"
    ]


def _as_written(entrants: Iterable[Entrant]) -> list[str]:
    """That lists by name will go by forenames, where people are written so."""
    people = [e for e in entrants if e.rating or e.birth or e.sex or e.school or e.fide_id]
    forename_first = [e for e in people if "," not in e.name and " " in e.name]
    if len(forename_first) * 2 <= len(people) or not people:
        return []
    example = forename_first[0].name
    *forenames, surname = example.split()
    turned = f"{shortened(surname, 30)}, {shortened(' '.join(forenames), 30)}"
    return [
        f"lists by name go by its first word ({shortened(example, 30)}); by surnames: write "
        f"{turned}, or columns surname and forename"
    ]


def _read(content: bytes, name: str, event: Event, encoding: str | None, *, teams: bool) -> Taken:
    if is_trf(name, content):
        return _read_trf(content, name, encoding, teams)
    from saves.entries_csv import read_entries

    read = read_entries(content, name, encoding, event.settings, teams)
    return Taken(
        name, read.entrants, read.warnings, read.notes, read.duplicates, read.unread,
        columns=read.columns,
    )  # fmt: skip


def _squads(content: bytes, name: str, event: Event, encoding: str | None) -> tuple[int, ...]:
    """How many players each team of the file has; nothing where it has no teams of several."""
    try:
        teams = _read(content, name, event, encoding, teams=True).entrants
    except Refused:
        return ()
    squads = tuple(len(team.players) for team in teams)
    return squads if max(squads, default=0) > 1 else ()


def _read_trf(data: bytes, name: str, encoding: str | None, teams: bool) -> Taken:
    from saves.trf import read_trf

    read = read_trf(data, name, encoding, players_only=True, teams=teams)
    notes = list(read.notes)
    if read.tiebreaks:
        notes.append(f"tie-breaks of the file, not taken: {', '.join(read.tiebreaks)}")
    return Taken(
        name, read.entrants, read.warnings, tuple(notes), read.duplicates,
        rounds_left=read.rounds_left,
    )  # fmt: skip


def _entered_already(
    entrants: Iterable[Entrant], event: Event, no: Mapping[EntrantId, int]
) -> dict[str, str]:
    """By the name of each who has a namesake in the event a word on that one, with its number."""
    names = {e.name.casefold() for e in event.entrants}
    texts: dict[str, str] = {}
    for entrant in entrants:
        if entrant.name.casefold() not in names:
            continue
        # a number in the file is nobody's in the event
        other = namesake(replace(entrant, id=""), event.entrants)
        if other is not None:
            number = no[other.id]
            texts[entrant.name] = f"{safe(entrant.name)} is entered already, as No {number}"
    return texts


def rating_question(squads: Sequence[int]) -> str:
    """How many players make the rating of a team."""
    players, teams = counted(sum(squads), "player"), counted(len(squads), "team")
    return (
        f"The list has {teams} with {players}. To enter the teams themselves, each rated by the "
        "mean of its first players: how many?"
    )


def wrong_count(text: str) -> str | None:
    """That it is no number of players of a team."""
    text = text.strip()
    right = text.isascii() and text.isdigit() and 0 < int(text) <= MOST_RATED
    return None if right else f"a number from 1 to {MOST_RATED}"
