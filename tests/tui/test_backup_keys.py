"""On the list of events: B puts an event into one file, R makes one again from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResult
from engine.congress.congress import EventPlan
from saves.backup import backup
from saves.store import open_event
from tests.congress.hall import congress
from tests.tui.places import juniors, question_of, text_of, type_text, until
from tui.app import TopboardApp
from tui.screens.dialogs import AskLine, Telling


@pytest.fixture
def shelf(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The events' folder, with an event kent and a backup of it beside."""
    folder = home / "topboard"
    folder.mkdir()
    monkeypatch.chdir(home)
    store = juniors(folder / "kent", rounds=1, players=8, all_in=False)
    backup(store.folder, folder / "kent.tar.gz")
    store.do(EnterResult(1, "1-0"))
    return folder


async def listed(pilot: Pilot[None], app: TopboardApp) -> None:
    await until(pilot, lambda: "3 missing" in text_of(app))


async def line(pilot: Pilot[None], app: TopboardApp, text: str) -> None:
    """Type a line in place of what stands there."""
    await until(pilot, lambda: isinstance(app.screen, AskLine))
    await pilot.press("ctrl+u")
    await type_text(pilot, text)
    await pilot.press("enter")


def missing(folder: Path) -> int:
    event = open_event(folder, read_only=True).event
    assert event.current is not None
    return sum(m.result is None for m in event.current.matches)


async def test_a_lost_event_is_made_again_from_a_backup_near_by(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot, app)
        await pilot.press("R")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "kent.tar.gz" in text_of(app)
        await pilot.press("enter")
        await line(pilot, app, "kent-again")
        await until(pilot, lambda: "is as it was saved" in text_of(app))
        await until(pilot, lambda: "kent-again: Kent" in text_of(app))
    assert missing(shelf / "kent-again") == 4
    assert missing(shelf / "kent") == 3


async def test_an_event_that_is_there_is_replaced_only_with_a_yes(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot, app)
        for answer in ("enter", "y"):
            await pilot.press("R")
            await until(pilot, lambda: isinstance(app.screen, Telling))
            await pilot.press("enter")
            await line(pilot, app, "kent")
            await until(pilot, lambda: question_of(app))
            assert missing(shelf / "kent") == 3
            await pilot.press(answer)
            await until(pilot, lambda: not question_of(app))
        await until(pilot, lambda: "what was there is kept" in text_of(app))
    assert missing(shelf / "kent") == 4
    (kept,) = shelf.glob("kent-replaced-*")
    assert missing(kept) == 3


async def test_a_damaged_backup_is_refused_with_the_reason(shelf: Path) -> None:
    path = shelf / "kent.tar.gz"
    path.write_bytes(path.read_bytes()[:-40])
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot, app)
        await pilot.press("R")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("p")
        await line(pilot, app, str(path))
        await until(pilot, lambda: "the backup is cut off" in text_of(app))
    assert [p.name for p in shelf.iterdir() if p.is_dir()] == ["kent"]


async def test_the_event_selected_is_put_into_one_file(shelf: Path, home: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot, app)
        await pilot.press("B")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        offered = Path(app.screen.initial)  # type: ignore[attr-defined]
        assert offered.parent == shelf, "beside the event, whatever the shell's folder is"
        await line(pilot, app, "stick.zip")
        await until(pilot, lambda: "ends in .tar.gz" in text_of(app))
        for wrong, said in ((str(home), "give a file's name"), ("/dev/null", "ends in .tar.gz")):
            await line(pilot, app, wrong)
            await until(pilot, lambda said=said: said in text_of(app))  # type: ignore[misc]
        await line(pilot, app, str(home / "stick.tgz"))
        await until(pilot, lambda: "with their checksums" in " ".join(text_of(app).split()))
        again = "R in the list of events makes the event again from it"
        await until(pilot, lambda: again in " ".join(text_of(app).split()))
        kept = (home / "stick.tgz").stat()
        # what is there is written over by a yes alone, and an empty line is none
        await pilot.press("B")
        await line(pilot, app, str(home / "stick.tgz"))
        await until(pilot, lambda: "is there. Write over it?" in question_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: not question_of(app))
        await pilot.press("B")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, AskLine))
    assert kept.st_size > 1000
    assert (home / "stick.tgz").stat().st_mtime_ns == kept.st_mtime_ns


async def test_a_restore_is_given_up_at_the_file_and_at_the_name(shelf: Path, home: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot, app)
        await pilot.press("R")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("enter")
        await line(pilot, app, "a/b")
        await until(pilot, lambda: "letters of English, digits" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, AskLine))
        (shelf / "kent.tar.gz").unlink()
        await pilot.press("R")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, AskLine))
    assert [path.name for path in shelf.iterdir()] == ["kent"]


async def test_a_congress_is_put_into_one_file_and_made_again_with_its_events(shelf: Path) -> None:
    congress(shelf / "galway", EventPlan("../kent"))
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Galway Congress" in text_of(app))
        await pilot.press("home", "B")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await line(pilot, app, str(shelf / "all.tar"))
        await until(pilot, lambda: "makes the congress again" in " ".join(text_of(app).split()))
        open_event(shelf / "kent").do(EnterResult(2, "1-0"))
        await pilot.press("R")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("enter")
        await until(pilot, lambda: "congress, with 1 event" in text_of(app))
        await line(pilot, app, "galway")
        await until(pilot, lambda: "There are galway, kent" in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "what was there is kept" in " ".join(text_of(app).split()))
    assert missing(shelf / "kent") == 3
    (kept,) = shelf.glob("kent-replaced-*")
    assert missing(kept) == 2
