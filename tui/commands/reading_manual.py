"""`topboard manual`: the pages of the manual as text."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from tui.commands.opening import json_option
from tui.commands.output import say, say_json, say_table
from tui.commands.subcommand import Subcommand
from tui.manual import manual_lines, manual_page, manual_pages

WIDEST = 100
"""Cells of a line that reads well."""


def manual(args: Namespace) -> int:
    """The pages there are, or one of them: laid out on a terminal, elsewhere as it was written."""
    if args.page is None:
        pages = manual_pages()
        if args.json:
            say_json({"pages": [{"name": page.name, "title": page.title} for page in pages]})
            return 0
        say_table(("Page", "What it is about"), [(page.name, page.title) for page in pages])
        return 0
    page = manual_page(args.page)
    if args.json:
        say_json({"name": page.name, "title": page.title, "text": page.markdown})
    elif sys.stdout.isatty():
        from shutil import get_terminal_size

        for line in manual_lines(page, min(get_terminal_size().columns, WIDEST)):
            say(line.text.rstrip())
    else:
        print(page.markdown, end="")
    return 0


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "page", nargs="?", metavar="PAGE", help="a page's or a format's name; none: all of them"
    )
    json_option(parser)


COMMANDS = {"manual": Subcommand(_arguments, manual)}
