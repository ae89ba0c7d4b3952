"""Make the documentation's pictures from the program itself: `python docs/make_pictures.py`."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path

PICTURES = Path(__file__).with_name("pictures")
SIZE = (80, 24)
VIEWS = {
    "entries": ("f1",),
    "pairings": ("f2", "down", "down"),
    "results": ("f3",),
    "standings": ("f4",),
}


async def make() -> None:
    """One SVG a place, on the demo event with its next round proposed."""
    from engine.actions import Propose
    from engine.next_draw import next_draw
    from saves.store import open_event
    from tui.app import TopboardApp
    from tui.demo import make_demo

    folder = make_demo("kjca")
    store = open_event(folder)
    store.do(Propose.of(next_draw(store.event, store.format)))
    PICTURES.mkdir(exist_ok=True)
    for name, keys in VIEWS.items():
        app = TopboardApp(folder)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            drawn_screen = without_fonts(app.export_screenshot())
            (PICTURES / f"{name}.svg").write_text(drawn_screen, encoding="utf-8")


def without_fonts(svg: str) -> str:
    """The picture with the reader's own monospaced font: it fetches nothing from elsewhere."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace(
        "https://www.textualize.io", ""
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as events:
        os.environ["TOPBOARD_EVENTS"] = events
        asyncio.run(make())
