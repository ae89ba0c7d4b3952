"""Make the documentation's pictures from the program itself.

    python docs/make_pictures.py             # those of README and of the pages
    python docs/make_pictures.py --sides     # the first edition and this one, side by side

The second takes the first edition out of the repository's history (`BEFORE`), and shows both the
same event.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from io import BytesIO
from pathlib import Path
from tarfile import open as open_tar
from typing import Any

ROOT = Path(__file__).parent.parent
PICTURES = Path(__file__).with_name("pictures")
BEFORE = "c3a7b62"
NOON = datetime(2026, 4, 4, 15, 27, tzinfo=UTC)
PLACES = {"entries": ("f1",), "pairings": ("f2",), "results": ("f3",), "standings": ("f4",)}
SIZE = (120, 36)
SIDES = {(80, 24): ("f3",), (120, 40): ("f2", "down", "down"), (200, 60): ("f4", "down")}
"""By size what is shown: results, a proposal, standings."""
LOOKS = {"hall": "hall", "light": "light", "contrast": "contrast", "256": "hall", "16": "ansi"}
"""By name the theme; 256 and 16 are the colours of the terminal."""
DESK = ("anna", "desk")
"""Who enters the results, and at which machine: the same wherever the pictures are drawn."""
CELL, LINE, MARGIN = 8.4, 17, 8
GREY, BLACK = "#c0c0c0", "#000000"
"""What a terminal of 16 colours shows where nothing is said."""

Piece = tuple[str, str, str, bool]
"""A text, the colours of its letters and of its ground, and whether it is bold."""


# In the program of either edition


def make_events(folder: Path) -> None:
    """An open of 97 players: round 4 half in, and in a copy of it proposed."""
    from engine.actions import CreateEvent, EnterResults, ImportEntrants, Propose, PublishRound
    from engine.next_draw import next_draw
    from saves.entries_csv import read_entries
    from saves.store import create_event
    from tui.demo import DATA, _played

    entrants = read_entries((DATA / "congress.csv").read_bytes(), "congress.csv").entrants
    for name in ("open", "proposal"):
        made = CreateEvent("Marsh Lantern Open", "dutch", {"rounds": 7}, 20260404)
        store = create_event(folder / name, made, clock=lambda: NOON)
        store.do(ImportEntrants(entrants, "congress.csv", insist=True))
        for number in range(1, 5):
            store.do(Propose.of(next_draw(store.event, store.format)))
            if number == 4 and name == "proposal":
                break
            store.do(PublishRound(number))
            results = _played(store.event, store.format).results
            store.do(EnterResults(results[::2] if number == 4 else results))


async def drawn(folder: Path, size: tuple[int, int], theme: str, keys: Sequence[str]) -> Any:
    """What the console shows of the event after these keys, as JSON."""
    from tui.app import TopboardApp
    from tui.looks.colours import theme_for_console

    app = TopboardApp(folder, theme=theme_for_console(theme))
    async with app.run_test(size=size) as pilot:
        for key in keys:
            await pilot.pause(0.2)
            await pilot.press(key)
        await pilot.pause(1)
        strips = app.screen._compositor.render_strips()
        return [[_piece(segment.text, segment.style) for segment in strip] for strip in strips]


def _piece(text: str, style: Any) -> tuple[str, object, object, bool]:
    if style is None:
        return text, None, None, False
    colours = [style.color, style.bgcolor]
    if style.reverse:
        colours.reverse()
        colours = [
            "ground" if c is None or c.is_default else c for c in colours[:1]
        ] + ["letters" if c is None or c.is_default else c for c in colours[1:]]  # fmt: skip
    return text, _named(colours[0]), _named(colours[1]), bool(style.bold)


def _named(colour: Any) -> object:
    """`#rrggbb`, the number of one of the terminal's own, or None for the default."""
    if colour is None or isinstance(colour, str):
        return colour
    if colour.is_default:
        return None
    if colour.triplet is None and colour.number is not None and colour.number < 16:
        return int(colour.number)
    return str(colour.get_truecolor().hex)


# From what either has drawn


def shown_by(tree: Path, *arguments: object) -> Any:
    """What this script gives when it runs in that tree."""
    command = [sys.executable, __file__, "--draw", json.dumps(arguments, default=str)]
    environment = os.environ | {"PYTHONPATH": str(tree), "COLORTERM": "truecolor"}
    environment |= {"TERM": "xterm-256color", "TOPBOARD_USER": DESK[0]}
    environment.pop("NO_COLOR", None)
    done = subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


VGA = tuple(
    f"#{colour}"
    for colour in (
        "000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "c0c0c0",
        "555555", "ff5555", "55ff55", "ffff55", "5555ff", "ff55ff", "55ffff", "ffffff",
    )
)  # fmt: skip
"""The sixteen colours of a terminal as most of them show them."""


def in_colours(rows: Any, look: str) -> list[list[Piece]]:
    """The colours as a terminal of that kind shows them."""
    return [
        [(text, _seen(front, look, GREY), _seen(ground, look, BLACK), bold)
         for text, front, ground, bold in row]
        for row in rows
    ]  # fmt: skip


def _seen(colour: object, look: str, default: str) -> str:
    if isinstance(colour, int):
        return VGA[colour]
    if colour == "ground" or colour == "letters" or not isinstance(colour, str):
        return {"ground": BLACK, "letters": GREY}.get(str(colour), default)
    if look != "256":
        return colour
    from rich.color import Color, ColorSystem

    from tui.terminal.app import number_of

    parsed = Color.parse(colour)
    assert parsed.triplet is not None
    if number_of(*parsed.triplet) is not None:  # sent by its number
        return colour
    return str(parsed.downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex)


def svg(screens: Sequence[list[list[Piece]]], titles: Sequence[str] = ()) -> str:
    """The screens side by side, in few bytes: a rectangle for each ground, a text for each run of
    one style, with the reader's own monospaced font."""
    top = LINE + MARGIN if titles else MARGIN
    styles: dict[tuple[str, bool], str] = {}
    body: list[str] = []
    left = float(MARGIN)
    height = 0
    for at, rows in enumerate(screens):
        columns = max(sum(_cells(text) for text, *_ in row) for row in rows)
        if titles:
            body.append(f'<text x="{left:g}" y="{LINE}" fill="#888">{escape(titles[at])}</text>')
        body += _screen(rows, left, top, columns, styles)
        left += columns * CELL + 2 * MARGIN
        height = max(height, len(rows) * LINE)
    rules = "".join(
        f".{name}{{fill:{colour}{';font-weight:bold' if bold else ''}}}"
        for (colour, bold), name in styles.items()
    )
    width, tall = left - MARGIN, height + top + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {tall}">'
        f'<style>text{{font:14px "DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre}}'
        f"{rules}</style>{''.join(body)}</svg>\n"
    )


def _screen(
    rows: list[list[Piece]], left: float, top: int, columns: int,
    styles: dict[tuple[str, bool], str],
) -> Iterator[str]:  # fmt: skip
    ground = max((g for row in rows for _, _, g, _ in row), key=[
        g for row in rows for text, _, g, _ in row for _ in text
    ].count)  # fmt: skip
    yield (
        f'<rect x="{left:g}" y="{top}" width="{columns * CELL:g}" height="{len(rows) * LINE}"'
        f' fill="{ground}"/>'
    )
    for y, row in enumerate(rows):
        x = 0
        for text, front, behind, bold in _joined(row):
            at, size = left + x * CELL, _cells(text) * CELL
            if behind != ground:
                yield (
                    f'<rect x="{at:g}" y="{top + y * LINE}" width="{size:g}" height="{LINE}"'
                    f' fill="{behind}"/>'
                )
            stripped = text.lstrip()
            if stripped.rstrip():
                blank = _cells(text) - _cells(stripped)
                # every viewer keeps these blanks; some take several plain ones for one
                shown = stripped.rstrip().replace(" ", "\N{NO-BREAK SPACE}")
                name = styles.setdefault((front, bold), f"s{len(styles)}")
                yield (
                    f'<text class="{name}" x="{at + blank * CELL:g}" y="{top + y * LINE + 13}"'
                    f' textLength="{_cells(shown) * CELL:g}">{escape(shown)}</text>'
                )
            x += _cells(text)


def _joined(row: list[Piece]) -> Iterator[Piece]:
    """Neighbours of one style as one piece."""
    last: Piece | None = None
    for text, *style in row:
        if last is not None and tuple(style) == last[1:]:
            last = (last[0] + text, *last[1:])
        else:
            if last is not None:
                yield last
            last = (text, *style)
    if last is not None:
        yield last


def _cells(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)


# What is made


def make_pictures(events: Path) -> None:
    """One of each place, as README shows them."""
    shown_by(ROOT, "events", events)
    PICTURES.mkdir(exist_ok=True)
    for name, keys in PLACES.items():
        event = events / ("proposal" if name == "pairings" else "open")
        rows = in_colours(shown_by(ROOT, "screen", event, SIZE, "hall", keys), "hall")
        (PICTURES / f"{name}.svg").write_text(svg([rows]), encoding="utf-8")


def make_sides(events: Path) -> None:
    """Both editions, in every size and look."""
    old = events / "before"
    packed = subprocess.run(
        ["git", "archive", BEFORE], cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout
    with open_tar(fileobj=BytesIO(packed)) as tar:
        tar.extractall(old, filter="data")
    shown_by(old, "events", events / "made")
    folder = PICTURES / "sides"
    folder.mkdir(parents=True, exist_ok=True)
    for size, keys in SIDES.items():
        event = events / "made" / ("proposal" if "f2" in keys else "open")
        for look, theme in LOOKS.items():
            both = [
                in_colours(shown_by(tree, "screen", event, size, theme, keys), look)
                for tree in (old, ROOT)
            ]
            path = folder / f"{size[0]}x{size[1]}-{look}.svg"
            path.write_text(svg(both, ("before", "after")), encoding="utf-8")


def _draw(what: str, *arguments: Any) -> None:
    """One errand of `shown_by`."""
    system, _, *rest = os.uname()
    os.uname = lambda: os.uname_result((system, DESK[1], *rest))
    socket.gethostname = lambda: DESK[1]  # as the first edition asks
    if what == "events":
        make_events(Path(arguments[0]))
        print("null")
    else:
        folder, size, theme, keys = arguments
        print(json.dumps(asyncio.run(drawn(Path(folder), tuple(size), theme, keys))))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--draw"]:
        _draw(*json.loads(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as made:
            for variable in ("TOPBOARD_EVENTS", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
                os.environ[variable] = made
            (make_sides if "--sides" in sys.argv else make_pictures)(Path(made))
