"""The command line: reads the arguments, runs one command, turns what happens into an exit
status. 0 done; 1 a difference found; 2 refused or bad input, with one line on standard error.

Importing this loads no screen library and no matching library; a command loads what it needs.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.refusal import Refused
from tui.commands import COMMANDS

if TYPE_CHECKING:
    from argparse import Namespace

DONE, REFUSED = 0, 2
INTERRUPTED = 130
"""What shells expect after Ctrl+C."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; never raises, never asks."""
    _ready_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        status = _status(words)
        sys.stdout.flush()
        return status
    except Refused as refusal:
        return _refused(refusal, words)
    except BrokenPipeError:
        _let_output_go()
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _refused(_of_the_system(error))
    except Exception as error:  # the last resort: one line for the arbiter, details in a file
        return _failed(error)


def _status(argv: list[str]) -> int:
    try:
        return _run(argv)
    except SystemExit:
        return DONE  # the help has been printed: what is wrong is a `Refused`


def _ready_streams() -> None:
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = _nowhere(number)
            if number:
                setattr(sys, name, os.fdopen(nowhere, "w", encoding="utf-8"))
    # a terminal without the letters of a name shows "?" instead of stopping the program
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _nowhere(number: int) -> int:
    """Where a standard stream leads that was closed. It keeps its number, or a file of the event
    would get it, and whatever another library prints would go into that file."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.fstat(number)
    except OSError:
        os.dup2(nowhere, number)
    return nowhere


def _run(argv: list[str]) -> int:
    if argv[:1] == ["--kiosk"]:
        return _kiosk(argv[1:])
    if argv and argv[0] not in COMMANDS:
        argv, theme = _without_theme(argv)
    else:
        theme = None
    if not argv:
        return _console(None, theme)
    if argv[0] in COMMANDS:
        from tui.commands.subcommand import parsed

        command, args = parsed(argv[0], argv[1:])
        status = command.run(args)
        _warn_in_closing(args)
        return status
    if argv[0].startswith("-"):
        return _program_options(argv)
    if len(argv) > 1:
        raise Refused(
            f"there is no command {argv[0][:40]!r}", "", "`topboard --help` names the commands"
        )
    return _console(argv[0], theme)


def _without_theme(argv: list[str]) -> tuple[list[str], str | None]:
    """The console's words without `--theme NAME`, which may be before or after the event."""
    words, theme = list(argv), None
    while "--theme" in words:
        at = words.index("--theme")
        if at + 1 == len(words):
            raise Refused("no theme is named", "", "write `topboard EVENT --theme light`")
        theme = words[at + 1]
        del words[at : at + 2]
    if theme is not None and words[:1] and words[0] in COMMANDS:
        raise Refused("options come after the command", "", "see `topboard --help`")
    return words, theme


def _kiosk(argv: list[str]) -> int:
    """As an account's only program; what was asked for over SSH comes in here too."""
    from tui import kiosk
    from tui.commands.subcommand import parsed

    words, from_outside = kiosk.begin(argv)
    if from_outside and words[:1] == [kiosk.PUT]:
        if sys.stdin is None:
            raise Refused("standard input is closed", "", "send the file into it")
        print(kiosk.put(words[1:], sys.stdin.buffer.read(kiosk.MOST_BYTES + 1)))
        return DONE
    if not from_outside or not words or words[0] not in COMMANDS:
        return _run(words)
    command, args = parsed(words[0], words[1:])
    kiosk.refuse_writing(getattr(args, "output", None))
    return command.run(args)


def _warn_in_closing(args: Namespace) -> None:
    from tui.commands.opening import closing_warnings
    from tui.commands.output import warn

    for warning in closing_warnings(args):
        warn(warning)


def _program_options(argv: list[str]) -> int:
    from argparse import SUPPRESS, RawDescriptionHelpFormatter

    from tui.commands.subcommand import Parser

    parser = Parser(
        prog="topboard",
        usage="topboard [EVENT] [--theme NAME]\n       topboard COMMAND …",
        description="Runs chess and bridge tournaments from the keyboard.\n"
        "Without a command: the console.",
        epilog=_command_list(),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument(
        "--kiosk",
        action="store_true",
        help="first of all: as the only program of an SSH account (docs/venue.md)",
    )
    parser.add_argument("--theme", help="of the console, its colours: see docs/themes.md")
    parser.add_argument("rest", nargs="*", help=SUPPRESS)
    options = parser.parse_args(argv)
    if options.version:
        from saves import VERSION

        print(f"topboard {VERSION}")
        return DONE
    raise Refused("options come after the command", "", "see `topboard --help`")


def _command_list() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {text}" for name, (_, text) in COMMANDS.items()]
    return "\n".join(["commands (topboard COMMAND --help for each):", *lines])


def _console(event: str | None, theme: str | None = None) -> int:
    from tui.commands.places import find_event

    folder = find_event(event, or_command=True) if event is not None else None
    open_console(folder, theme)
    return DONE


def open_console(
    folder: Path | None, theme: str | None = None, congress: Path | None = None, greeting: str = ""
) -> None:
    """The console on an event, on a congress, or on the list of events; `Refused` away from a
    terminal. `greeting` is what is said of an event that nobody named."""
    if not sys.stdin or not sys.stdin.isatty():
        raise Refused(
            "the console needs a terminal",
            "standard input is not a terminal",
            "see `topboard --help`",
        )
    os.environ.setdefault("TEXTUAL_FPS", "120")  # a picture waits for its frame, the first longest
    gc.disable()  # 600 modules come now, and none of them is garbage: a tenth of the start
    from tui.app import run

    run(folder, theme=theme, congress=congress, greeting=greeting)


def _refused(refusal: Refused, words: Sequence[str] = ()) -> int:
    from tui.commands.output import refuse

    command = words[0] if words and words[0] in COMMANDS else ""
    try:
        refuse(refusal, f"topboard {command}".rstrip())
        sys.stdout.flush()
    except OSError:
        _let_output_go()
    return REFUSED


def _of_the_system(error: OSError) -> Refused:
    if error.filename is None:
        _let_output_go()
        return Refused(
            "the output cannot be written", error.strerror or str(error), "send it elsewhere"
        )
    return Refused(f"{error.filename}: {error.strerror}", "", "check the place and its rights")


def _let_output_go() -> None:
    # Python flushes once more at exit: give it a place where that cannot fail
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = io.StringIO()


def _failed(error: Exception) -> int:
    return _refused(failure(error))


def failure(error: Exception) -> Refused:
    """A fault of the program as it is reported to the arbiter; the details go to the log file."""
    from tui.commands.own_files import write_down

    path = write_down(error)
    where = f"the details are in {path}" if path else "the details could not be written"
    problem = f"the program failed ({type(error).__name__})"
    return Refused(problem, "", f"what was done before it is kept, nothing half done; {where}")
