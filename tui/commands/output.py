"""What commands print and write: tables for people, one JSON document, warnings, files."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from engine.refusal import Refused
from saves.cells import text_width
from saves.safe_text import safe

LINE_LIMIT = 2000
"""Characters of a line on standard error; names within it are much shorter."""
_UNPRINTED = re.compile(r"[^ -~\n]")


def say(text: str = "") -> None:
    """One line for people on standard output, harmless to a terminal."""
    print(safe(text, LINE_LIMIT))


def line_by_line() -> None:
    """From now on each line goes out at once, into a pipe or a log too."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def warn(text: str) -> None:
    """A warning on standard error."""
    from tui.child import to_console, warning_line

    line = safe(f"topboard: warning: {text}", LINE_LIMIT)
    print(warning_line(text) if to_console() else line, file=sys.stderr)


def refuse(refusal: Refused, prog: str = "topboard") -> None:
    """The one line of a refusal on standard error; where it names no remedy, what the help of
    `prog` is for."""
    from tui.child import refusal_line, to_console

    help = "" if refusal.remedy or refusal.shell else f"; see `{prog} --help`"
    line = safe(f"{refusal.line}{help}", LINE_LIMIT)
    print(refusal_line(refusal) if to_console() else line, file=sys.stderr)


def say_json(document: Any) -> None:
    """The one JSON document; letters outside ASCII are escaped where the output has none."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    print(json_text(document, ascii_only=encoding != "utf8"))


def json_text(document: Any, ascii_only: bool = False) -> str:
    """A document as JSON, exact, with every character escaped that a terminal could obey."""
    text = json.dumps(document, ensure_ascii=ascii_only, indent=1)
    return _UNPRINTED.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    letter = match[0]
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]


def say_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str] = ()
) -> None:
    """Columns in line; those named in `right` are set to the right."""
    lines = [list(heads), *([safe(cell, LINE_LIMIT) for cell in row] for row in rows)]
    widths = [max(text_width(line[i]) for line in lines) for i in range(len(heads))]
    for line in lines:
        cells = []
        for head, cell, width in zip(heads, line, widths, strict=True):
            gap = " " * (width - text_width(cell))
            cells.append(gap + cell if head in right else cell + gap)
        print("  ".join(cells).rstrip())


def write_file(name: str, content: bytes) -> None:
    """Put `content` under a name that the arbiter gave: a file whole or not at all."""
    from saves.disk import Disk, replace_file

    path = Path(name).expanduser()
    try:
        if _is_special(path):
            with open(path, "wb", buffering=0) as target:
                target.write(content)
        else:
            replace_file(Disk(), path.resolve(), content)
    except OSError as error:
        raise cannot_write(name, error) from error


def make_folder(name: str) -> None:
    """The folder to write into, if it is not there; `Refused` where it cannot be made."""
    try:
        Path(name).expanduser().mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(name, error) from error


def write_out(content: bytes) -> None:
    """Put `content` on standard output, as it is, after what has been printed."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def say_files(names: Sequence[str], as_json: bool) -> None:
    """Which files were written, one a line or as one document."""
    if as_json:
        say_json({"files": list(names)})
    else:
        for name in names:
            say(name)


def cannot_write(name: str, error: OSError) -> Refused:
    """What to tell when a target takes no data."""
    return Refused(
        "cannot be written", error.strerror or str(error), "give another place", where=name
    )


def _is_special(path: Path) -> bool:
    # replacing a device by a file would take the device away
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(21, "it is a folder", str(path))
    return not stat.S_ISREG(mode)
