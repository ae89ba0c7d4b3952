"""The verification pass: all entered again, compared, corrected where the slip is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.actions import EnterResult, EnterResults
from formats.diagonal.games import parse_two
from saves.store import Store
from tests.tui.conftest import EventMaker
from tests.tui.nearby import row
from tests.tui.places import juniors, on_disk, text_of, type_text, until
from tests.tui.snapshot import Picture, picture
from tests.tui.test_results_keys import burst, console, results, settled
from tests.tui.test_results_of_matches import teams

FOUR = ("1-0", "0-1", "1/2-1/2", "+/-")


def entered(store: Store, *texts: str) -> Store:
    store.do(EnterResults(tuple(enumerate(texts, 1))))
    return store


async def test_left_and_come_back_to_nothing_is_verified_that_was_not(
    make_event: EventMaker,
) -> None:
    store = entered(make_event(), *FOUR)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        burst(app, "v10v")
        await until(pilot, lambda: "2 not verified, v continues" in text_of(app))
        other = on_disk(store)
        assert other.event.round(1).matches[0].result is not None
        await app.desk.do(EnterResult(1, "0-1", "1-0", 1, True))
        burst(app, "v")
        await until(pilot, lambda: "VERIFYING 1 of 4" in text_of(app))
        place = await settled(pilot)
        assert place.body.selected == 1
        burst(app, "0=1")
        await until(pilot, lambda: "board 4: slip 1-0, saved + -" in text_of(app))
        await pilot.press("f4")
        await until(pilot, lambda: app.current_mode == "standings")
        await pilot.press("f3")
        await until(pilot, lambda: "board 4: slip 1-0, saved + -" in text_of(app))
        await pilot.press("s")
        await until(pilot, lambda: "4 results verified, 0 corrected" in text_of(app))


async def test_twenty_slips_typed_in_one_go_are_all_compared(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        burst(app, "v" + "1" * 20)
        await until(pilot, lambda: "20 results verified, 0 corrected" in text_of(app))


async def test_scores_of_matches_are_entered_again_as_lines(tmp_path: Path) -> None:
    store = entered(teams(tmp_path), "45-31", "0-12", "+/-", "40-40 away playoff 5")
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await type_text(pilot, "v45-31")
        await pilot.press("enter")
        await type_text(pilot, "0-13")
        await pilot.press("enter")
        await until(pilot, lambda: "table 2: slip 0-13, saved 0-12" in text_of(app))
        burst(app, "t")
        await type_text(pilot, "+/-")
        await pilot.press("enter")
        await type_text(pilot, "40-40 away playoff 5")
        await pilot.press("enter")
        await until(pilot, lambda: "4 results verified, 1 corrected" in text_of(app))
        assert results(app.desk.event) == ["45-31", "0-13", "+/-", "40-40 away playoff 5"]


@pytest.mark.parametrize("keys", ["v1=", "v1"], ids=["difference", "under way"])
async def test_the_pass_looks_right(
    make_event: EventMaker,
    snapshot: SnapshotAssertion,
    monkeypatch: pytest.MonkeyPatch,
    keys: str,
) -> None:
    monkeypatch.setenv("TOPBOARD_USER", "anna")
    monkeypatch.setattr("saves.store.this_host", lambda: "desk2")
    app = console(entered(make_event(), *FOUR).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        burst(app, keys)
        await until(pilot, lambda: "VERIFYING 1 of 4" in text_of(app))
        await settled(pilot)
        assert picture(app) == snapshot.use_extension(Picture)


async def test_two_games_are_entered_again_together_or_one_by_one(tmp_path: Path) -> None:
    store = row(tmp_path / "row", players=4, left_open=99)
    boards = [m.board for m in store.event.round(1).matches]
    store.do(EnterResults(tuple((b, "1/34,=/60") for b in boards)))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        place = await settled(pilot)
        await type_text(pilot, "v1/34,=/60")
        await pilot.press("enter")
        await until(pilot, lambda: f"VERIFYING 1 of {len(boards)}" in text_of(app))
        await type_text(pilot, "1/34,?")
        await pilot.press("enter")
        await until(pilot, lambda: "now the other game" in text_of(app))
        assert place.body.selected == boards[1]
        assert f"VERIFYING 1 of {len(boards)}" in text_of(app)
        await type_text(pilot, ",=/60")
        await pilot.press("enter")
        await until(pilot, lambda: f"VERIFYING 2 of {len(boards)}" in text_of(app))
        await pilot.press("up")
        await type_text(pilot, "1/35,?")
        await pilot.press("enter")
        await until(pilot, lambda: f"! board {boards[1]}: slip" in text_of(app))
        assert {m.result.text for m in app.desk.event.round(1).matches if m.result} == {
            parse_two("1/34,=/60").text
        }
