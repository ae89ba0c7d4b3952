"""The cut from Standings: who goes on, into what, and what is refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from textual.pilot import Pilot

from engine.actions import EnterResult
from engine.cut import LINK
from saves.store import open_event
from tests.tui.places import juniors, on_disk, question_of, says, text_of, type_text, until
from tui.app import TopboardApp
from tui.screens.entry_form import EntryForm


async def form_of(pilot: Pilot[None], app: TopboardApp) -> EntryForm:
    """The form, after the yes to a standing that is not final."""
    await pilot.press("K")
    await until(pilot, lambda: question_of(app))
    await pilot.press("y")
    await until(pilot, lambda: isinstance(app.screen, EntryForm))
    assert isinstance(app.screen, EntryForm)
    return app.screen


async def test_the_first_of_the_standing_go_into_a_knockout(home: Path) -> None:
    store = juniors(home / "topboard" / "kent", rounds=2)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of(pilot, app)
        await type_text(pilot, "4")
        await pilot.press("down", "down")
        await type_text(pilot, "Kent Cup")
        await pilot.press("enter")
        await until(pilot, lambda: "made: Kent Cup" in text_of(app))
        assert dict(app.desk.event.details)[LINK] == "first 4 into kent-cup"
    cup = open_event(home / "topboard" / "kent-cup")
    assert cup.event.format == "knockout"
    assert dict(cup.event.details)[LINK] == "first 4 of kent"
    rows = store.format.standings(on_disk(store).event)[0].rows
    assert {e.name for e in cup.event.entrants} <= {row.name for row in rows if row.rank <= 4}
    assert [e.seed for e in cup.event.entrants] == [1, 2, 3, 4]


CANNOT_BE = (
    ("count", "", "is not a number"),
    ("count", "1", "cannot be cut"),
    ("count", "99", "give 2 to 41"),
    ("format", "dutch", "is not a knockout"),
    ("folder", "kent", "is an event already"),
)


async def test_a_cut_that_cannot_be_made_is_refused_at_its_field(home: Path) -> None:
    store = juniors(home / "topboard" / "kent", rounds=1)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, app)
        form.rows["count"].fill("4")
        revision = app.desk.event.revision
        for field, text, said in CANNOT_BE:
            before = form.rows[field].text
            form.rows[field].fill(text)
            await pilot.press("enter")
            await until(pilot, partial(says, form, said))
            assert form.current == field
            assert app.desk.event.revision == revision
            form.rows[field].fill(before)
    assert [path.name for path in (home / "topboard").iterdir()] == ["kent"]


async def test_a_standing_that_is_not_final_is_cut_only_after_a_yes(home: Path) -> None:
    store = juniors(home / "topboard" / "kent", rounds=1, all_in=False)
    store.do(EnterResult(1, "1-0"))
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("K")
        await until(pilot, lambda: question_of(app))
        assert "The standing is not final" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is app.front)
        assert LINK not in dict(app.desk.event.details)


async def test_without_a_round_there_is_nothing_to_cut(home: Path) -> None:
    store = juniors(home / "topboard" / "kent", players=8)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("K")
        await until(pilot, lambda: "there is no standing to cut" in text_of(app))


async def test_the_undo_of_a_cut_says_that_the_new_event_stays(home: Path) -> None:
    store = juniors(home / "topboard" / "kent", rounds=2)
    app = TopboardApp(store.folder, "standings")
    left = "the event made in kent-cup is not undone: delete that folder if it is not played"
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of(pilot, app)
        await type_text(pilot, "4")
        await pilot.press("down", "down")
        await type_text(pilot, "Kent Cup")
        await pilot.press("enter")
        await until(pilot, lambda: "made: Kent Cup" in text_of(app))
        await pilot.press("u")
        await until(pilot, lambda: left in " ".join(text_of(app).split()))
        assert LINK not in dict(app.desk.event.details)
        await pilot.press("U")
        await until(pilot, lambda: "redone: first 4" in text_of(app))
        assert left not in " ".join(text_of(app).split())
        await pilot.press("H")
        await until(pilot, lambda: "cut into kent-cup" in text_of(app))
        await pilot.press("down", "down", "u")
        await until(pilot, lambda: left in " ".join(question_of(app).split()))
    assert open_event(home / "topboard" / "kent-cup").event.entrants
