"""Sections, quarters, headings, panels and advice: whatever the format, nothing of it in a screen.

The tests' format has two parts, hostile names in all its texts, and advice.
"""

from __future__ import annotations

from typing import cast

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot
from textual.screen import ModalScreen

from engine.actions import ChangeSettings
from engine.event import Event
from engine.protocol import Advice, Divided, divided_field
from saves.pages import round_pages
from saves.store import Store, open_event
from tests.tui.conftest import NAMES, EventMaker
from tests.tui.parted import PartedSettings
from tests.tui.places import (
    still,
    text_of,
    until,
)
from tests.tui.snapshot import Picture, picture
from tui.app import TopboardApp
from tui.screens.dialogs import Telling
from tui.screens.sections import SectionsDialog, parts_lines

SIZE = (80, 24)
SIZES = [(80, 24), (120, 40)]


def upper(event: Event) -> int:
    return cast(PartedSettings, event.settings).upper


def words(app: TopboardApp) -> str:
    return " ".join(text_of(app).replace("│", " ").split())


async def opened(pilot: Pilot[None]) -> SectionsDialog:
    await pilot.press("S")
    await until(pilot, lambda: isinstance(pilot.app.screen, SectionsDialog))
    await pilot.pause()
    dialog = pilot.app.screen
    assert isinstance(dialog, SectionsDialog)
    return dialog


def entries(store: Store) -> TopboardApp:
    return TopboardApp(store.folder, "entries")


async def test_the_parts_are_shown_with_sizes_ratings_and_notes(make_event: EventMaker) -> None:
    app = entries(make_event(published=0, format="parted"))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot)
        seen = words(app)
        assert "Halves: proposed; frozen when round 1 is published" in seen
        assert "Halve [b]U 4 players 1700 to 1679" in seen
        assert "Halve L 4 players 1672 to 1651 one \ufffd[31mred" in seen
        assert "Fallonby, Nadia 1679 | Jarveaux, Hana 1672" in seen
        assert "! odd halves [/b] need a bye" in seen
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, SectionsDialog))


def test_a_note_has_the_mark_of_its_urgency(make_event: EventMaker) -> None:
    event = make_event(published=0, format="parted").event
    notes = (Advice("two halves, not four"), Advice("half U is too small", True))
    lines = parts_lines(event, Divided("Halves", (), False, notes=notes), 60)
    assert [one.text.strip() for one in lines if one.text.strip()] == [
        "· two halves, not four",
        "! half U is too small",
    ]


async def test_plus_and_minus_move_the_boundary_and_undo_brings_it_back(
    make_event: EventMaker,
) -> None:
    store = make_event(published=0, format="parted")
    app = entries(store)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot)
        await pilot.press("plus")
        await until(pilot, lambda: upper(app.desk.event) == 5)
        assert "5 players 1700 to 1672" in words(app)
        await pilot.press("minus", "minus")
        await until(pilot, lambda: upper(app.desk.event) == 3)
        await pilot.press("escape", "u")
        await until(pilot, lambda: upper(app.desk.event) == 4)
    assert upper(open_event(store.folder).event) == 4


async def test_the_only_boundary_leaves_the_part_above_in_view(make_event: EventMaker) -> None:
    app = entries(make_event(published=0, format="parted"))
    async with app.run_test(size=(80, 15)) as pilot:
        await opened(pilot)
        assert "Halve [b]U 4 players" in words(app)
        assert "odd halves" not in words(app)  # there is no room
        await pilot.press("down", "down")
        await until(pilot, lambda: "odd halves" in words(app))
        await pilot.press("up", "up")
        await until(pilot, lambda: "Halve [b]U 4 players" in words(app))
        await pilot.press("plus")
        await until(pilot, lambda: "Halve [b]U 5 players" in words(app))


@pytest.mark.parametrize("key", ["0", "backspace"])
async def test_a_key_brings_the_boundaries_back_as_proposed(
    make_event: EventMaker, key: str
) -> None:
    app = entries(make_event(published=0, format="parted"))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot)
        assert "0 as proposed" in words(app)
        await pilot.press("plus", "plus")
        await until(pilot, lambda: upper(app.desk.event) == 6)
        await pilot.press(key)
        await until(pilot, lambda: upper(app.desk.event) == 4)
        await pilot.press(key)
        await until(pilot, lambda: "the boundaries are as proposed" in words(app))


async def test_a_boundary_that_cannot_move_is_refused_in_the_dialog(make_event: EventMaker) -> None:
    app = entries(make_event(published=0, format="parted"))
    async with app.run_test(size=SIZE) as pilot:
        dialog = await opened(pilot)
        await pilot.press("minus", "minus", "minus")
        await until(pilot, lambda: "a half needs two players; move it the other way" in words(app))
        assert upper(app.desk.event) == 2
        assert app.screen is dialog


async def test_what_another_desk_moves_is_seen_in_the_dialog(make_event: EventMaker) -> None:
    from engine.actions import ChangeSettings

    store = make_event(published=0, format="parted")
    app = entries(store)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot)
        open_event(store.folder, session="other").do(ChangeSettings({"upper": 6}))
        await until(pilot, lambda: "6 players" in words(app))


async def test_frozen_parts_are_shown_and_do_not_move(make_event: EventMaker) -> None:
    app = entries(make_event(format="parted"))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot)
        assert "Halves: frozen" in words(app)
        assert "move it" not in words(app)
        await pilot.press("plus")
        await until(pilot, lambda: "the halves are frozen: round 1 is published" in words(app))
        assert upper(app.desk.event) == 4


async def test_sections_are_offered_only_where_the_format_divides(make_event: EventMaker) -> None:
    app = entries(make_event(published=0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "S sections" not in words(app)
        await pilot.press("S")
        await until(pilot, lambda: "this format has no sections" in words(app))
        assert not isinstance(app.screen, SectionsDialog)


@pytest.mark.parametrize("published", [0, 1])
async def test_the_entry_list_says_everybodys_part_before_and_after_the_freeze(
    make_event: EventMaker, published: int
) -> None:
    app = entries(make_event(published=published, format="parted"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.pause()
        rows = text_of(app).splitlines()
        assert "Halve" in rows[2]
        assert any("Ashgrove, Liam" in row and "[b]U" in row for row in rows)
        assert any("Jarveaux, Hana" in row and row.rstrip().endswith(" L") for row in rows)
        assert "S halves" in words(app), "as the format calls them"
        assert "· 4·4" in rows[1]


async def test_advice_is_seen_in_entries_and_above_a_proposal(make_event: EventMaker) -> None:
    store = make_event(format="parted", proposal=True)
    for place in ("entries", "pairings"):
        app = TopboardApp(store.folder, place)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            await pilot.pause()
            seen = words(app)
            assert "! too few players" in seen
            assert "· accelerated until round 3" in seen


async def test_the_groups_say_what_the_format_says_of_them(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(format="parted", proposal=True).folder, "pairings")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.pause()
        rows = text_of(app).splitlines()
        assert any("1 point · 2 boards · top [x] ──" in row for row in rows)
        long = next(n for n, row in enumerate(rows) if "0 points · 2 boards ──" in row)
        told = [row for row in rows[long + 1 :] if row.startswith("      ") and "words" in row]
        assert " ".join(told).split() == ["many", "words"] * 12
        assert not any("…" in row for row in told)


async def test_the_tables_beside_the_standings_are_shown_and_printed(
    make_event: EventMaker,
) -> None:
    names = ("Ash [b]grove\x1b[2J", *NAMES[1:])
    store = make_event(format="parted", published=2, names=names)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.pause()
        seen = words(app)
        assert "Halve [b]U 4 Ash [b]grove" in seen
        assert "Empty [i]" in seen
        assert "\x1b" not in text_of(app)
    event = store.event
    page = next(
        text for name, text in round_pages(event, store.format, 1).items() if "standings" in name
    )
    assert "Halve [b]U" in page
    assert "\x1b" not in page


async def test_a_format_without_tables_offers_none(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(published=2).folder, "standings")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "v beside" not in words(app)
        await pilot.press("v")
        await until(pilot, lambda: "shows no tables" in words(app))


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_sections_look_right(
    make_event: EventMaker, snapshot: SnapshotAssertion, size: tuple[int, int]
) -> None:
    app = entries(make_event(published=0, format="parted"))
    async with app.run_test(size=size) as pilot:
        await opened(pilot)
        assert picture(app) == snapshot.use_extension(Picture)


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_a_proposal_with_headings_looks_right(
    make_event: EventMaker, snapshot: SnapshotAssertion, size: tuple[int, int]
) -> None:
    app = TopboardApp(make_event(players=33, format="parted", proposal=True).folder, "pairings")
    async with app.run_test(size=size) as pilot:
        await still(pilot)
        assert picture(app) == snapshot.use_extension(Picture)


async def test_what_to_press_stays_in_sight_in_a_smaller_window(
    make_event: EventMaker,
) -> None:
    app = entries(make_event(published=0, format="parted"))
    async with app.run_test(size=(160, 50)) as pilot:
        await opened(pilot)
        for width, height in ((80, 24), (120, 40)):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda: "boundary + - move by one" in words(app))


@pytest.mark.parametrize("key", ["w", "question_mark"])
async def test_dialogs_over_the_pairings_fit_a_window_made_smaller(
    make_event: EventMaker, key: str
) -> None:
    app = TopboardApp(make_event(published=1).folder, "pairings")
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, ModalScreen))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        box = app.screen.query_one(".dialog-box")
        await until(pilot, lambda: box.region.y >= 0 and box.region.bottom <= 24)
        assert box.children[-1].region.bottom <= box.content_region.bottom


async def test_the_key_line_names_the_parts_as_the_format_does(make_event: EventMaker) -> None:
    store = make_event(players=16, published=0, format="ecf")
    store.do(ChangeSettings({"acceleration": "basic"}))
    app = entries(store)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "S quarters" in text_of(app).splitlines()[-1])


async def test_notes_below_the_parts_are_not_cut_for_a_picture_of_them(
    make_event: EventMaker,
) -> None:
    store = make_event(players=41, published=0, format="galway")
    app = entries(store)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot)
        await pilot.press("+")
        await until(pilot, lambda: bool(_notes(app)))
        await until(pilot, lambda: all(note in words(app) for note in _notes(app)))


def _notes(app: TopboardApp) -> list[str]:
    divided = divided_field(app.desk.format, app.desk.event)
    return [" ".join(note.text.split()) for note in divided.notes] if divided else []
