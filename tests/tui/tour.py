"""The tour of the documentation as something to be played: keys, and what the screen then shows.

A block is fenced as ```tour FORMAT [PLACE]``` and begins on a fresh demo event; the format `list`
stands for the list of events, the place `project` for the projector. A line
is keys, two spaces or more, and a piece of the screen: `F4  after round 2`. Keys are written as on
the keyboard; what stands in quotation marks is typed letter by letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from textual.app import App
from textual.pilot import Pilot

from tests.tui.places import text_of, type_text, until
from tui.app import TopboardApp
from tui.demo import make_demo
from tui.keys.commands import SHOWN, key_name
from tui.projector.app import Projector

NAMED = {shown: key for key, shown in SHOWN.items()}
_BLOCK = re.compile(
    r"^## (?P<head>.+?)\n|^```tour (?P<what>[^\n]*)\n(?P<steps>.*?)^```$", re.M | re.S
)
_KEY = re.compile(r'"([^"]*)"|(\S+)')


@dataclass(frozen=True)
class Block:
    """A fenced block: the heading above it, the event it begins on, its steps."""

    title: str
    format: str
    place: str | None
    steps: tuple[tuple[str, str], ...]


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page in order."""
    head, count = "", 0
    for found in _BLOCK.finditer(page):
        if found["head"]:
            head, count = found["head"], 0
            continue
        count += 1
        format, *place = found["what"].split()
        lines = (
            re.split(r"\s{2,}", x.strip(), maxsplit=1) for x in found["steps"].splitlines() if x
        )
        steps = tuple((keys, shown) for keys, shown in lines)
        yield Block(f"{head} {count}", format, place[0] if place else None, steps)


def opened(block: Block) -> TopboardApp | Projector:
    """What the block begins with, on a demo event of its own."""
    folder = make_demo("kjca" if block.format == "list" else block.format)
    if block.place == "project":
        return Projector([folder], "hall", turn=0)
    return TopboardApp(None if block.format == "list" else folder, block.place)


async def play(pilot: Pilot[None], app: App[None], keys: str, shown: str) -> None:
    """Press the keys, and wait for what they are to show."""
    for text, key in _KEY.findall(keys):
        if text:
            await type_text(pilot, text)
        else:
            await pilot.press(_pressed(key))
        await pilot.pause()
    await until(pilot, lambda: shown in text_of(app))  # type: ignore[arg-type]


def _pressed(key: str) -> str:
    if key in NAMED:
        return NAMED[key]
    if re.fullmatch(r"F[0-9]+", key):
        return key.lower()
    return key_name(key)
