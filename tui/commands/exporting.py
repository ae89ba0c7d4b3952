"""The command `export`: the event for others, to standard output, a file or a folder."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands import Command, documents
from tui.commands.opening import event_argument, reading, whole_number
from tui.commands.output import cannot_write, json_text, say, say_json, write_file

if TYPE_CHECKING:
    from saves.store import Store

KINDS = ("trf", "trf26", "csv", "html", "slips", "cards", "tents", "text", "json")
SHEETS = ("entries", "pairings", "standings")


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("--as", dest="kind", choices=KINDS, required=True, help="what to make")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="a file; a folder (name/) takes every sheet apart"
    )
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")
    parser.add_argument(
        "--sheet", choices=SHEETS, help="of a CSV export (standings, before round 1 entries)"
    )
    parser.add_argument("--encoding", metavar="E", default="utf-8", help="of a TRF file")


def export(args: Namespace) -> int:
    """One file, or a folder of them; without `-o` the text on standard output."""
    store = reading(args)
    if args.output is not None and _is_folder(args.output):
        written = _into_folder(args, store)
    else:
        data = _single(args, store)
        if args.output is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return 0
        write_file(args.output, data)
        written = [args.output]
    if args.json:
        say_json({"files": written})
    else:
        for name in written:
            say(name)
    return 0


def _is_folder(name: str) -> bool:
    return name.endswith(os.sep) or Path(name).expanduser().is_dir()


def _single(args: Namespace, store: Store) -> bytes:
    """All of an export in one file."""
    event, format = store.event, store.format
    if args.kind == "json":
        return f"{json_text(documents.whole(event, format))}\n".encode()
    if args.kind == "html":
        from saves.export import with_head
        from saves.pages import whole_page

        return with_head(whole_page(event, format, args.round), event, store.head).encode()
    if args.kind == "csv":
        from saves.tables_csv import write_csv

        sheet = args.sheet or ("standings" if event.current or args.round else "entries")
        return write_csv(event, format, sheet, args.round).encode()
    from saves.export import export as publish

    made = publish(
        event, format, args.kind, round=args.round, encoding=args.encoding, head=store.head
    )
    return made.files[made.main]


def _into_folder(args: Namespace, store: Store) -> list[str]:
    """Every page or table as a file of its own; what is one file, under the event's name."""
    from saves.export import export as publish
    from saves.folders import slug

    event = store.event
    if args.kind in ("html", "csv", "slips", "cards", "tents"):
        files = publish(event, store.format, args.kind, round=args.round, head=store.head).files
    else:
        suffix = {"text": "txt", "trf26": "trf"}.get(args.kind, args.kind)
        files = {f"{slug(event.title)}.{suffix}": _single(args, store)}
    folder = Path(args.output).expanduser()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise cannot_write(args.output, error) from error
    for name, data in files.items():
        write_file(str(folder / name), data)
    return [str(folder / name) for name in files]


COMMANDS = {"export": Command(_arguments, export)}
