"""How Pairings and Results look, at the size that is the measure and at a large one."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.actions import EnterResult, EnterResults, TurnBoard
from saves.store import Store
from tests.tui.conftest import EventMaker
from tests.tui.places import still
from tests.tui.snapshot import Picture, picture
from tui.app import TopboardApp

SIZES = [(80, 24), (120, 40)]
THEMES = ["hall", "light", "contrast", "ansi"]


@pytest.fixture
def pictures(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Picture)


@pytest.fixture(autouse=True)
def me(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOPBOARD_USER", "anna")
    monkeypatch.setattr("saves.store.this_host", lambda: "desk2")


async def taken(app: TopboardApp, size: tuple[int, int], *keys: str) -> str:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await still(pilot)
        return picture(app)


def results(make_event: EventMaker) -> Store:
    store = make_event(players=33, published=1)
    given = ((1, "1-0"), (2, "1/2-1/2"), (4, "+/-"), (5, "?"))
    store.do(EnterResults(given))
    store.do(EnterResult(6, "0-1"))
    return store


def proposal(make_event: EventMaker) -> Store:
    store = make_event(players=33, proposal=True)
    store.do(TurnBoard(5))
    return store


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_results_look_right(
    make_event: EventMaker, pictures: SnapshotAssertion, size: tuple[int, int]
) -> None:
    app = TopboardApp(results(make_event).folder, "results")
    assert await taken(app, size) == pictures


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_a_proposal_under_review_looks_right(
    make_event: EventMaker, pictures: SnapshotAssertion, size: tuple[int, int]
) -> None:
    app = TopboardApp(proposal(make_event).folder, "pairings")
    assert await taken(app, size, "down") == pictures


@pytest.mark.parametrize("theme", THEMES)
async def test_each_theme_looks_right(
    make_event: EventMaker,
    pictures: SnapshotAssertion,
    monkeypatch: pytest.MonkeyPatch,
    theme: str,
) -> None:
    monkeypatch.setenv("TOPBOARD_THEME", theme)
    app = TopboardApp(proposal(make_event).folder, "pairings")
    assert await taken(app, (80, 24), "right", "s", "down") == pictures


async def test_the_help_looks_right(make_event: EventMaker, pictures: SnapshotAssertion) -> None:
    app = TopboardApp(results(make_event).folder, "results")
    assert await taken(app, (80, 24), "question_mark") == pictures
