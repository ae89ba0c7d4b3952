"""The tour of the documentation, played: every key leads to what the page says it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.tour import Block, blocks, opened, play

PAGE = (Path(__file__).parents[2] / "docs" / "tour.md").read_text(encoding="utf-8")
BLOCKS = tuple(blocks(PAGE))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.title)
async def test_the_screen_shows_what_the_tour_says(block: Block) -> None:
    app = opened(block)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for keys, shown in block.steps:
            await play(pilot, app, keys, shown)


def test_the_tour_goes_through_every_place() -> None:
    assert len(BLOCKS) >= 12
    assert all(block.steps for block in BLOCKS)
    pressed = " ".join(keys for block in BLOCKS for keys, _ in block.steps)
    assert {"F1", "F3", "F4"} <= set(pressed.split())
