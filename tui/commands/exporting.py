"""The command `export`: an event or the lists of a congress for others, to standard output, a file
or a folder."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from engine.refusal import Refused
from tui.commands.opening import event_argument, reading, whole_number
from tui.commands.output import cannot_write, say_files, warn, write_file, write_out
from tui.commands.progress import ProgressBar
from tui.commands.subcommand import Subcommand
from tui.exports import EXPORTS, PAPER_PAGES, SHEETS, ExportOrder

VIEWED = frozenset({"pdf", "html"})
"""Endings that say what a viewer is to open."""
DATA = frozenset({"csv", "json", "xml", "trf", "trfx", "pgn", "toml"})
"""Endings of files that programs read."""


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "--as", dest="kind", choices=tuple(EXPORTS), required=True, help="what to make"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="a file; a folder (name/) takes every sheet apart"
    )
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")
    parser.add_argument(
        "--sheet", choices=SHEETS, help="of a CSV export (standings, before round 1 entries)"
    )
    parser.add_argument(
        "--page", choices=PAPER_PAGES, help="of a PDF (all that a round is printed with)"
    )
    parser.add_argument(
        "--template", metavar="FILE", help="of a list: a table of {field}s (docs/exchange.md)"
    )
    parser.add_argument(
        "--encoding", metavar="E", default="utf-8", help="of a TRF file, of a template"
    )
    parser.add_argument(
        "--interim", action="store_true", help="a TRF file with open and adjourned games in it"
    )


def export(args: Namespace) -> int:
    """One file, or a folder of them; without `-o` the text on standard output."""
    store = reading(args)
    kind = EXPORTS[args.kind]
    order = ExportOrder(
        store.event, store.format, args.round, args.encoding, store.head, args.sheet, args.page,
        interim=args.interim, template=_template(args), folder=store.folder,
    )  # fmt: skip
    if args.output is not None and is_folder(args.output):
        with ProgressBar("export", "pages") as progress:
            files = kind.files(replace(order, progress=progress))
        written = into_folder(args.output, files)
    else:
        if args.output is not None:
            refuse_other_ending(args.output, kind.ending, kind.as_pdf)
        content = kind.write(order)
        if args.output is None:
            write_out(content)
        else:
            write_file(args.output, content)
        written = [args.output] if args.output is not None else []
    for said in filter(None, (kind.remark(order), kind.unsaid(order))):
        warn(said)
    if args.output is not None:
        say_files(written, args.json)
    return 0


def _template(args: Namespace) -> tuple[str, str] | None:
    """Name and text of the template; `Refused` where none belongs to that kind."""
    if args.template is None:
        return None
    if not EXPORTS[args.kind].needs_template:
        raise Refused(f"{args.kind} takes no template", "", "give --as template with it")
    from saves.foreign import read_bytes, text_of

    path = Path(args.template).expanduser()
    return path.name, text_of(read_bytes(path), path.name, "template", args.encoding)


def _congress_arguments(parser: ArgumentParser) -> None:
    from saves.congress.pages import KINDS, PAGES
    from tui.commands.congress_opening import congress_argument

    congress_argument(parser)
    parser.add_argument("--as", dest="kind", choices=KINDS, required=True, help="what to make")
    parser.add_argument(
        "--page", choices=PAGES, default=None,
        help="names: the whole hall by name, with event, room and board; entries: with fees; "
        "cash: every payment; receipts; schedule: a poster; all: every entry, for a spreadsheet; "
        "prizes, prize-receipts, diplomas: by the plan of prizes",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="a file; a folder (name/) takes every list apart"
    )


def export_congress(args: Namespace) -> int:
    """Of a congress one list, or all that there are into a folder."""
    from saves.congress.pages import PAGES, page
    from tui.commands.congress_opening import reading_congress, today

    store = reading_congress(args)
    ending = "txt" if args.kind == "text" else args.kind
    if args.output is not None and is_folder(args.output):
        files = {}
        for name in PAGES if args.page is None else (args.page,):
            try:
                files[f"{name}.{ending}"] = page(store, name, args.kind, today())
            except Refused:
                if args.page is not None:
                    raise
        written = into_folder(args.output, files)
    else:
        if args.page is None and args.kind != "csv":
            raise Refused("which list?", "", f"give --page {'|'.join(PAGES)}, or a folder")
        if args.output is not None:
            refuse_other_ending(args.output, ending, "--as pdf" if args.kind == "html" else "")
        content = page(store, args.page or "all", args.kind, today())
        if args.output is None:
            write_out(content)
            return 0
        write_file(args.output, content)
        written = [args.output]
    say_files(written, args.json)
    return 0


def is_folder(name: str) -> bool:
    """Whether every list goes into a file of its own there."""
    return name.endswith(os.sep) or Path(name).expanduser().is_dir()


def refuse_other_ending(name: str, ending: str, as_pdf: str = "") -> None:
    """`Refused` where the file would be called a page or a PDF and be something else, which no
    viewer opens, or is one and would be called data.

    `as_pdf` are the words that make a PDF of the same. Other endings say less: a TRF file may well
    be a `.txt`.
    """
    asked = Path(name).suffix.lower().removeprefix(".")
    misnamed = asked in VIEWED or (ending in VIEWED and asked in DATA)
    if asked == ending or not misnamed:
        return
    way_out = f"call the file {Path(name).stem}.{ending}"
    if asked == "pdf" and as_pdf:
        way_out = f"give {as_pdf}, or {way_out}"
    raise Refused(f"{Path(name).name} would not be a {asked.upper()} file",
                  f"this is written as {ending.upper()}", way_out)  # fmt: skip


def into_folder(name: str, files: Mapping[str, bytes]) -> list[str]:
    """Write the files there; their paths."""
    folder = Path(name).expanduser()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise cannot_write(name, error) from error
    for file, content in files.items():
        write_file(str(folder / file), content)
    return [str(folder / file) for file in files]


COMMANDS = {"export": Subcommand(_arguments, export)}
ACTIONS = {"export": Subcommand(_congress_arguments, export_congress)}
