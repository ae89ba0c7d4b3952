"""How Bracket and the draw by choice look."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.actions import ChooseOpponent, EnterResults
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.snapshot import Picture, picture
from tui.app import TopboardApp

SIZES = [(80, 24), (120, 40)]
TREE_SIZES = [*SIZES, (160, 50)]


@pytest.fixture
def pictures(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Picture)


async def taken(app: TopboardApp, size: tuple[int, int], *keys: str) -> str:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        for _ in range(4):
            await pilot.pause(0.02)
        return picture(app)


@pytest.mark.parametrize("size", TREE_SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_a_knockout_of_sixteen_looks_right(
    tmp_path: Path, pictures: SnapshotAssertion, size: tuple[int, int]
) -> None:
    store = cup(tmp_path, 16, 2)
    store.do(EnterResults(((1, "0-1"), (3, "+/-"))))
    app = TopboardApp(store.folder, "bracket")
    assert await taken(app, size) == pictures


@pytest.mark.parametrize("size", TREE_SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_a_double_knockout_of_eight_looks_right(
    tmp_path: Path, pictures: SnapshotAssertion, size: tuple[int, int]
) -> None:
    app = TopboardApp(cup(tmp_path, 8, 3, "double_knockout").folder, "bracket")
    assert await taken(app, size, "L") == pictures


@pytest.mark.parametrize("size", TREE_SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_flow_of_the_repechage_looks_right(
    tmp_path: Path, pictures: SnapshotAssertion, size: tuple[int, int]
) -> None:
    app = TopboardApp(played_to(teams_event(tmp_path), 6).folder, "bracket")
    assert await taken(app, size) == pictures


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_draw_by_choice_looks_right(
    tmp_path: Path, pictures: SnapshotAssertion, size: tuple[int, int]
) -> None:
    store = played_to(teams_event(tmp_path), 3, choosing=True)
    choice = store.format.next_step(store.event).choice
    assert choice is not None
    store.do(ChooseOpponent(choice.chooser, "opponent", choice.pool[0]))
    app = TopboardApp(store.folder, "bracket")
    assert await taken(app, size, "C") == pictures
