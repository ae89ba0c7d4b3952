"""Commands of history and safety: undo, redo, restore, verify, backup."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from engine.actions import Redo, Undo
from engine.points import counted
from engine.refusal import Refused
from engine.warnings import Level
from tui.commands import documents
from tui.commands.congress_opening import congress_at, congress_or_none
from tui.commands.next_words import next_words
from tui.commands.opening import (
    agreeing_options,
    done,
    event_argument,
    json_option,
    mending,
    opening_notes,
    reading,
    whole_number,
    writing,
)
from tui.commands.output import refuse, say, say_json, warn
from tui.commands.places import find_event, is_congress, new_folder
from tui.commands.progress import ProgressBar
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from engine.congress.congress import EntryMove
    from saves.congress.store import CongressStore
    from saves.store import Store

TAKE_EDITS, DROP_EDITS, ANEW = "edits", "journal", "anew"
"""What `restore` accepts besides points: save files edited by hand, a damaged journal."""
SETTLED = {
    TAKE_EDITS: "taken over from the save files",
    DROP_EDITS: "the journal is kept as it is; copies of the save files are in quarantine/",
    ANEW: "a new journal has begun with what was shown; the files before it are in quarantine/",
}
INTERRUPTED = 130
"""Exit status of what ctrl+c ended, as shells give it."""
FOREIGN = "not from this journal: its content may be another event's"
BACKUP_ENDINGS = (".tar", ".tar.gz", ".tgz")


def _turn_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("n", metavar="N", type=whole_number, nargs="?", help="the action's number")
    agreeing_options(parser)


def undo(args: Namespace) -> int:
    """Take back action N, or my own last one on the command line."""
    store = writing(args)
    whole = _congress_of(store)
    before = whole.moves if whole is not None else {}
    done(store, store.undoing() if args.n is None else Undo(args.n), args)
    if whole is not None:
        _warn_of_half_moves(whole, before)
    target = cast(Undo, store.entries[-1].action).target
    if left := store.history.entry(target).action.left_by_undo():
        warn(left)
    return _say_reversed(args, store, "undone")


def _congress_of(store: Store) -> CongressStore | None:
    """The congress in whose folder the event is; None where no congress can be read."""
    from saves.congress.opening import open_congress

    folder = store.folder.absolute().parent
    if not is_congress(folder):
        return None
    with suppress(Refused, OSError):
        return open_congress(folder, read_only=True)
    return None


def _warn_of_half_moves(whole: CongressStore, before: Mapping[EntryMove, str]) -> None:
    from engine.congress.entries import entries_of, half_moves
    from engine.congress.notes import half_move_words, other_half

    whole.refresh()
    for half in half_moves(before, entries_of(whole.members)):
        words = half_move_words(half, whole.name_of)
        warn(f"{words}; undo it in {whole.name_of(other_half(half))} too")


def redo(args: Namespace) -> int:
    """Do action N again, or what I took back last."""
    store = writing(args)
    done(store, store.redoing() if args.n is None else Redo(args.n), args)
    return _say_reversed(args, store, "redone")


def _say_reversed(args: Namespace, store: Store, word: str) -> int:
    last = store.entries[-1]
    target = getattr(last.action, "target", last.n)
    state = documents.status_of(store)
    if args.json:
        say_json({"action": target, "text": last.was, "status": state})
        return 0
    say(f"{word}: {target} {last.was or ''}".rstrip())
    say(next_words(state))
    return 0


def _restore_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "point", metavar="POINT", nargs="?",
        help="a restore point; without one they are listed. Where save files were edited by "
        f"hand: `{TAKE_EDITS}` takes the differences over, `{DROP_EDITS}` leaves them. Where the "
        f"journal is damaged: `{ANEW}` begins a new one with what can be shown. "
        "Or a backup (FILE.tar, FILE.tar.gz), from which EVENT is made again; a backup alone "
        "makes the event of its name",
    )  # fmt: skip
    parser.add_argument(
        "--replace", action="store_true",
        help="put the backup in the place of an event that is there, which is kept under "
        "another name",
    )  # fmt: skip
    agreeing_options(parser, f"with `{TAKE_EDITS}`: take over what is then asked about")


def restore(args: Namespace) -> int:
    """Go back to a restore point, as an action that can be undone; or make an event again from
    its backup."""
    if (archive := _archive(args)) is not None:
        return _from_backup(args, archive)
    if args.replace:
        raise Refused(
            "--replace is for backups", "", "a restore point needs none: it can be undone"
        )
    if args.point is None:
        return _points(args)
    store = mending(args)
    if args.point == TAKE_EDITS:
        agreed = (Level.CONFIRM_TWICE if args.insist_twice else
                  Level.CONFIRM if args.insist else Level.ACKNOWLEDGE)  # fmt: skip
        store.accept_edits(agreed, args.leave_strict)
    elif args.point == DROP_EDITS:
        store.discard_edits()
    elif args.point == ANEW:
        store.begin_anew()
    else:
        if any(p.foreign for p in store.points() if p.name == args.point):
            warn(f"{args.point} is {FOREIGN}; `undo` takes this back")
        store.restore(args.point)
    state = documents.status_of(store)
    if args.json:
        say_json({"point": args.point, "status": state})
        return 0
    say(SETTLED.get(args.point, f"restored: {args.point}"))
    say(next_words(state))
    return 0


def _points(args: Namespace) -> int:
    store = reading(args)
    points = store.points()
    edits = [str(d) for d in store.edits.differences] if store.edits else []
    if args.json:
        listed = [
            {"name": p.name, "action": p.journal_n, "reason": p.reason, "foreign": p.foreign}
            for p in points
        ]
        say_json({"points": listed, "edits": edits})
        return 0
    for edit in edits:
        say(edit)
    if edits:
        say(f"`restore {args.event} {TAKE_EDITS}` takes that over, `… {DROP_EDITS}` leaves it")
    for point in points:
        place = f"before action {point.journal_n + 1}: {point.reason}"
        if point.foreign:
            place = f"{point.reason}; {FOREIGN}"
        say(f"{point.name}  ({place})")
    if not points:
        say("no restore points yet: publishing a round or an import takes one")
    return 0


def _archive(args: Namespace) -> Path | None:
    """The backup that is named, if one is: no restore point is called so."""
    name = args.event if args.point is None else args.point
    path = Path(name).expanduser()
    if name.casefold().endswith(BACKUP_ENDINGS):
        return path
    if args.point is None:
        return path if path.is_file() else None
    return path if os.sep in name else None


def _from_backup(args: Namespace, archive: Path) -> int:
    from saves.backup import checked_backup, restore_backup
    from saves.congress.backup import holds_congress
    from saves.store import open_event

    if holds_congress(archive):
        return _congress_from_backup(args, archive)
    name = checked_backup(archive).folder_name if args.point is None else args.event
    made = restore_backup(archive, new_folder(name), replace=args.replace)
    store = open_event(made.folder, read_only=True)
    for note in opening_notes(store):
        warn(note)
    state = documents.status_of(store)
    former = None if made.former is None else str(made.former)
    if args.json:
        document = {"folder": str(made.folder), "files": made.files, "kept": former}
        say_json({**document, "action": store.journal.head.n, "head": store.head, "status": state})
        return 0
    say(f"{store.event.title}: {made.folder}")
    say(f"{counted(made.files, 'file')} as they were saved; action {store.journal.head.n}, "
        f"head {store.head}")  # fmt: skip
    if former is not None:
        say(f"what was there is kept as {former}")
    say(next_words(state))
    return 0


def _congress_from_backup(args: Namespace, archive: Path) -> int:
    """A congress with all its events: what was there is named with its new place."""
    from saves.congress.backup import checked_congress, restore_congress

    name = checked_congress(archive).folder_name if args.point is None else args.event
    made = restore_congress(archive, new_folder(name), replace=args.replace)
    store = congress_at(made.folder)
    if args.json:
        events = [str(folder) for folder in made.events]
        kept = [{"was": str(was), "is": str(now)} for was, now in made.former]
        folder = {"folder": str(made.folder), "files": made.files}
        say_json({**folder, "events": events, "kept": kept})
        return 0
    say(f"{store.congress.title}: {made.folder}")
    say(f"{counted(len(made.events), 'event')}, {counted(made.files, 'file')} as they were saved")
    for was, now in made.former:
        say(f"what was {was.name} is kept as {now}")
    return 0


def _backup_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "event", metavar="EVENT|CONGRESS", help="a path, or a name where events live"
    )
    json_option(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to make")


def backup(args: Namespace) -> int:
    """The whole event, or a congress with all its events, in one file."""
    from saves.backup import backup as keep
    from saves.congress.backup import backup_congress

    target = Path(args.output).expanduser()
    if target.exists() and not target.is_file():
        raise Refused(
            f"{args.output} cannot take a backup", "it is not a regular file", "name a file"
        )
    if not target.parent.is_dir():
        raise Refused(f"{args.output} cannot be made", "its folder does not exist", "make it first")
    congress = congress_or_none(args.event)
    folder = congress or find_event(args.event)
    with ProgressBar("backup", "kB packed") as progress:
        done = (backup_congress if congress else keep)(folder, target, progress=progress)
    for left in done.left_out:
        warn(f"not in the backup: {left}")
    if congress is None:
        _say_what_was_kept(folder, "the event" if done.left_out else "in the backup as it is")
    if args.json:
        say_json({"file": str(target), "files": done.files, "left_out": done.left_out})
    else:
        say(f"{target}: {done.files} files")
    return 0


def _say_what_was_kept(folder: Path, prefix: str) -> None:
    """Whoever relies on a backup is to know that the event was not whole."""
    from saves.store import open_event

    try:
        notes = opening_notes(open_event(folder, read_only=True))
    except Refused as refusal:
        notes = [str(refusal)]
    for note in notes:
        warn(f"{prefix}: {note}")


def _verify_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)


def verify(args: Namespace) -> int:
    """0 sound, 1 a seal or the chain differs, 2 unreadable; 130 stopped before the end."""
    from saves.going_on import Stopped
    from saves.verify import UNREADABLE
    from saves.verify import verify as look

    folder = find_event(args.event)
    with ProgressBar("verify", "actions", stoppable=True) as progress:

        def went_on(done: int, all: int) -> None:
            progress(done, all)
            if progress.stopped:
                raise Stopped

        report = look(folder, progress=went_on)
    ways = ("BACKUP --replace" if way == "BACKUP" else way for way in report.ways)
    commands = ", ".join(f"`topboard restore EVENT {way}`" for way in ways)
    lines = [
        f"{line} ({commands})" if commands and line == report.advice else line
        for line in report.lines
    ]
    if args.json:
        sound = report.status == 0 and not report.stopped
        document = {"sound": sound, "status": report.status, "lines": lines}
        say_json({**document, "stopped": report.stopped})
    else:
        for line in lines:
            say(line)
    if report.status == UNREADABLE:
        advice = report.advice or "see the lines above"
        refuse(Refused("the event is not whole", "", advice, shell=commands))
    return INTERRUPTED if report.stopped and report.status == 0 else report.status


COMMANDS = {
    "undo": Subcommand(_turn_arguments, undo),
    "redo": Subcommand(_turn_arguments, redo),
    "restore": Subcommand(_restore_arguments, restore),
    "verify": Subcommand(_verify_arguments, verify),
    "backup": Subcommand(_backup_arguments, backup),
}
