"""The lists of a congress by command: names of the hall, entries with fees, cash, receipts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.refusal import Refused
from saves.congress.pages import KINDS, PAGES, page
from tui.commands.congress_opening import congress_argument, reading_congress, today
from tui.commands.exporting import into_folder, is_folder, refuse_other_ending
from tui.commands.output import say_files, write_file, write_out
from tui.commands.subcommand import Subcommand


def _arguments(parser: ArgumentParser) -> None:
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


def export(args: Namespace) -> int:
    """One list, or all that there are into a folder."""
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


ACTIONS = {"export": Subcommand(_arguments, export)}
