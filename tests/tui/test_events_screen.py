"""The event list: what is there, what is damaged, making and opening events."""

from __future__ import annotations

import os
import re
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.command import CommandPalette
from textual.pilot import Pilot

from engine.actions import EnterResult, Propose, PublishRound
from engine.congress.congress import EventPlan
from engine.entrants import Entrant
from engine.next_draw import next_draw
from engine.refusal import Refused
from formats.registry import FORMATS, format_named
from saves.store import open_event
from saves.trf_write import write_trf
from tests.congress.hall import congress, entrants, event
from tests.playing import begun
from tests.tui.places import (
    HOSTILE,
    JUNIORS,
    NOON,
    SCREENS,
    front_place,
    hostile,
    is_in_front,
    juniors,
    made,
    question_of,
    says,
    still,
    text_of,
    type_text,
    until,
)
from tests.tui.snapshot import Picture, picture
from tui.app import TopboardApp
from tui.places import events
from tui.places.events import EventsState
from tui.places.screen import PlaceScreen
from tui.places.shape import DeskView
from tui.screens.dialogs import Help
from tui.screens.entry_form import EntryForm
from tui.screens.listed_events import ListedEvent, event_lines, looked_into
from tui.screens.new_event import FormatPicker


@pytest.fixture
def shelf(home: Path) -> Path:
    """The events' folder."""
    folder = home / "topboard"
    folder.mkdir()
    return folder


def front(app: TopboardApp) -> PlaceScreen:
    return front_place(app, "events")


def looked(app: TopboardApp, count: int) -> bool:
    """All events are listed and read."""
    if front(app).state is None:
        return False
    found = front(app).state.listed
    return len(found) == count and all(f.state != "…" for f in found)


async def form_of_a_new_event(pilot: Pilot[None], app: TopboardApp, **fields: str) -> EntryForm:
    """The form that `n` opens, with these fields filled in."""
    await pilot.press("n")
    await until(pilot, lambda: isinstance(app.screen, EntryForm))
    form = app.screen
    assert isinstance(form, EntryForm)
    for key, text in fields.items():
        form.rows[key].fill(text)
    return form


async def test_a_new_event_opens_at_its_entries_where_a_card_of_another_was_open(
    shelf: Path,
) -> None:
    juniors(shelf / "kent", rounds=1, players=8, all_in=False)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked(app, 1))
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "results")
        await pilot.press("f1", "enter")
        await until(pilot, lambda: "a player's card" in text_of(app))
        await pilot.press("f4", "enter")
        await until(pilot, lambda: app.current_mode == "standings")
        await until(pilot, lambda: "a player's card" in text_of(app))
        await pilot.press("q", "q")
        await until(pilot, lambda: is_in_front(app, "events") and looked(app, 1))
        await form_of_a_new_event(pilot, app, title="City", format="small")
        await pilot.press("enter")
        await until(pilot, lambda: is_in_front(app, "entries"))
        await until(pilot, lambda: "City" in text_of(app) and "saved" in text_of(app))
        assert "card" not in text_of(app)
        await pilot.press("f4")
        await until(pilot, lambda: is_in_front(app, "standings"))


async def test_events_are_listed_with_title_format_and_where_they_stand(shelf: Path) -> None:
    juniors(shelf / "kent", rounds=1, players=8, all_in=False)
    juniors(shelf / "galway", players=8)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked(app, 2))
        text = text_of(app)
        assert "round 1 of 6, 4 missing" in text
        assert "entries, 8 so far" in text


async def test_enter_opens_an_event_where_it_stopped_and_q_comes_back_to_it(shelf: Path) -> None:
    juniors(shelf / "kent", rounds=1, players=8, all_in=False)
    juniors(shelf / "galway", players=8)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked(app, 2))
        front(app).body.select(str(shelf / "kent"))
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "results")
        assert app.desk.store.folder == shelf / "kent"
        await pilot.press("q")
        await until(pilot, lambda: app.current_mode == "events")
        await until(pilot, lambda: front(app).body.selected == str(shelf / "kent"))


async def test_help_and_questions_leave_the_selection_in_the_list(shelf: Path) -> None:
    """Enter would open another event."""
    juniors(shelf / "kent", rounds=1, players=8, all_in=False)
    juniors(shelf / "galway", players=8)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked(app, 2))
        front(app).body.select(str(shelf / "kent"))
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "results")
        await pilot.press("q")
        await until(pilot, lambda: app.current_mode == "events")
        front(app).body.select(str(shelf / "galway"))
        await pilot.press("?")
        await until(pilot, lambda: isinstance(app.screen, Help))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.front and looked(app, 2))
        await still(pilot)
        assert front(app).body.selected == str(shelf / "galway")


async def test_a_new_event_is_found_by_name_while_another_is_open(shelf: Path) -> None:
    app = TopboardApp(juniors(shelf / "kent", players=8).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 entries" in text_of(app))
        await pilot.press(":")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"new event")
        await until(pilot, lambda: "Events: New event" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        assert app.current_mode == "events"
        await pilot.press("escape")
        await until(pilot, lambda: looked(app, 1) and app.screen is app.front)
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "entries")
        await pilot.press("q")
        await until(pilot, lambda: app.current_mode == "events")


async def test_a_damaged_event_is_listed_with_the_reason_and_the_others_open(shelf: Path) -> None:
    juniors(shelf / "good", players=8)
    juniors(shelf / "torn", players=8)
    journal = shelf / "torn" / "journal.log"
    journal.write_bytes(b"garbage\n" + journal.read_bytes())
    (shelf / "odd").mkdir()
    (shelf / "odd" / "event.toml").write_text("[[[")
    (shelf / "pipe").mkdir()
    os.mkfifo(shelf / "pipe" / "event.toml")
    (shelf / "no-event").mkdir()
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked(app, 4))
        found = {f.folder.name: f for f in front(app).state.listed}
        assert set(found) == {"good", "torn", "odd", "pipe"}
        assert {name for name, f in found.items() if f.problem} == {"torn", "odd", "pipe"}
        front(app).body.select(str(shelf / "odd"))
        await until(pilot, lambda: found["odd"].problem[:30] in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: " ! " in text_of(app))
        assert app.current_mode == "events"
        front(app).body.select(str(shelf / "good"))
        await pilot.press("enter")
        await until(pilot, lambda: not app.desk.closed and app.desk.store.folder == shelf / "good")


async def test_a_congress_is_opened_from_the_list_and_left_for_an_event(shelf: Path) -> None:
    juniors(shelf / "kent", players=8)
    event(shelf / "galway" / "open", entrants("Ann Bea Cid Dan"))
    congress(shelf / "galway", EventPlan("open", "Open"))
    app = TopboardApp(None)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: looked(app, 2))
        await pilot.press("/", *"kent", "enter", "enter")
        await until(pilot, lambda: is_in_front(app, "entries"))
        with pytest.raises(Refused, match="this event was not opened from a congress"):
            await app.action_congress()
        await pilot.press("q")
        await until(pilot, lambda: is_in_front(app, "events"))
        await pilot.press("/", *"galway", "enter", "enter")
        await until(pilot, lambda: app.current_mode.startswith("congress_"))
        assert app.congress is not None
        await pilot.press("q")
        await until(pilot, lambda: is_in_front(app, "events"))
        await until(pilot, lambda: looked(app, 2))
        assert front(app).state.selected == str(shelf / "galway")
        await pilot.press("/", *"kent", "enter", "enter")
        await until(pilot, lambda: is_in_front(app, "entries"))
        assert app.congress is None


async def test_no_events_yet_says_how_to_make_one(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "n  makes a new event" in text_of(app))
        assert app.current_mode == "events"
        assert "R  makes an event or a congress again from its backup" in text_of(app)
        assert "R restore" in text_of(app).splitlines()[-1]


async def test_a_new_event_is_made_with_its_entries_and_opened(shelf: Path, tmp_path: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(pilot, app)
        for text in ("Kent Juniors 2026", None, "7", str(JUNIORS)):
            if text is not None:
                await pilot.press("ctrl+u")
                await type_text(pilot, text)
            else:
                await pilot.press("ctrl+u")
                await type_text(pilot, "small")
            await pilot.press("down")
        await pilot.press("enter")
        await until(pilot, lambda: not app.desk.closed and len(app.desk.event.entrants) == 41)
        await until(pilot, lambda: app.current_mode == "entries")
        assert app.desk.store.folder == shelf / "kent-juniors-2026"
        assert (app.desk.event.title, app.desk.event.settings.rounds) == ("Kent Juniors 2026", 7)


async def test_without_a_format_each_is_shown_with_what_it_means_for_the_entries(
    shelf: Path,
) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(pilot, app)
        await type_text(pilot, "Kent Juniors")
        await pilot.press("down", "down", "down")
        await type_text(pilot, str(JUNIORS)[:-5])
        await pilot.press("right")
        await pilot.press("enter")
        await until(pilot, lambda: "With these 41 entries: 6 rounds; 20 boards" in text_of(app))
        for _ in range(20):
            if "Not with these 41 entries" in text_of(app):
                break
            await pilot.press("down")
            await until(pilot, lambda: not re.search(r"│ +… +│", text_of(app)))
        assert isinstance(app.screen, FormatPicker)
        chosen = app.screen.list.selected
        assert chosen in ("diagonal", "gnot", "scheveningen")
        await pilot.press("home", "enter")
        await until(pilot, lambda: "enter creates the event" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "41 entries imported from juniors-41.csv" in text_of(app))
        assert app.desk.event.format == "kjca"


async def test_enter_on_the_format_chooses_one_and_goes_on_with_the_form(shelf: Path) -> None:
    """The file of entries is not asked for in vain; an event without anybody was made."""
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="Kent Juniors")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, FormatPicker) and app.screen.list.lines)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is form)
        await until(pilot, lambda: "now the rounds; if left empty: 6" in text_of(app))
        assert (form.current, form.typed()["format"]) == ("rounds", "kjca")
        await pilot.press("x", "enter")
        await until(pilot, lambda: "! " in text_of(app) and form.current == "rounds")
        await pilot.press("backspace", "5")
        await until(pilot, lambda: "! " not in text_of(app))  # what was refused is there no more
        await pilot.press("enter")
        await until(pilot, lambda: "enter creates the event" in text_of(app))
        assert form.current == "entries"
        assert app.desk.closed
        await type_text(pilot, str(JUNIORS))
        await pilot.press("enter")
        await until(pilot, lambda: "41 entries imported from juniors-41.csv" in text_of(app))
        assert app.desk.event.settings.rounds == 5


async def test_another_format_is_chosen_where_the_first_was_the_wrong_one(shelf: Path) -> None:
    """Back on the field, enter opened no list and made an event of the wrong format."""
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="School Teams", format="dutch")
        await pilot.press("down", "down")
        await until(pilot, lambda: "enter create" in text_of(app))
        await pilot.press("up")
        await until(pilot, lambda: "enter list of formats" in text_of(app))
        assert "FIDE Dutch Swiss; enter: choose from the list" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, FormatPicker) and app.screen.list.lines)
        assert isinstance(app.screen, FormatPicker)
        assert app.screen.list.selected == "dutch"
        await pilot.press("up", "enter")
        await until(pilot, lambda: app.screen is form and form.typed()["format"] == "kjca")
        assert app.desk.closed
        assert not any(shelf.iterdir())


async def test_a_format_typed_in_full_is_taken_by_enter(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="Kent")
        await pilot.press("down")
        await type_text(pilot, "dutch")
        await until(pilot, lambda: "FIDE Dutch Swiss; enter takes it" in text_of(app))
        assert "enter take it" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: form.current == "rounds")
        assert app.screen is form
        assert "now the rounds" in text_of(app)
        await pilot.press("up", "enter")
        await until(pilot, lambda: isinstance(app.screen, FormatPicker))


async def test_a_format_is_found_in_the_list_by_what_is_typed_there(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="Kent")
        await until(pilot, lambda: "enter list of formats" in text_of(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, FormatPicker) and app.screen.list.lines)
        picker = app.screen
        assert isinstance(picker, FormatPicker)
        await type_text(pilot, "cup")
        await until(pilot, lambda: "with 'cup'" in text_of(app))
        assert (picker.list.selected, len(picker.list.lines)) == ("knockout", 3)
        assert "A new event ─" not in text_of(app), "the form below is covered as before"
        await pilot.press("backspace", "backspace", "backspace")
        await until(pilot, lambda: len(picker.list.lines) == len(FORMATS))
        assert picker.list.selected == "knockout"
        await type_text(pilot, "team r")
        await until(pilot, lambda: "with 'team r'" in text_of(app))
        assert picker.list.selected == "team_round_robin"
        await pilot.press("enter")
        chosen = "team_round_robin"
        await until(pilot, lambda: app.screen is form and form.typed()["format"] == chosen)


async def test_the_beginning_of_one_format_alone_is_completed_when_its_field_is_left(
    shelf: Path,
) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="Kent")
        await pilot.press("down")
        await type_text(pilot, "knock")
        await pilot.press("tab")
        await until(pilot, lambda: form.current == "rounds")
        assert form.typed()["format"] == "knockout"
        await until(pilot, lambda: "enter create" in text_of(app))


@pytest.mark.parametrize(
    ("word", "first", "many"),
    [
        ("swiss", "kjca", 5),
        ("Knock-out", "knockout", 4),
        ("cup", "knockout", 3),
        ("round robin", "round_robin", 2),
        ("bridge", "gnot", 3),
        ("tiddlywinks", "kjca", len(FORMATS)),
    ],
)
async def test_a_word_for_a_format_leads_to_those_that_it_may_be(
    shelf: Path, word: str, first: str, many: int
) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="Kent")
        await pilot.press("down")
        await type_text(pilot, word)
        await pilot.press("down")
        await until(pilot, lambda: "enter shows the list" in text_of(app))
        assert form.current == "format"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, FormatPicker) and app.screen.list.lines)
        picker = app.screen
        assert isinstance(picker, FormatPicker)
        assert (picker.list.selected, len(picker.list.lines)) == (first, many)
        if many == len(FORMATS):
            assert "none has 'tiddlywinks': all" in text_of(app)
        await pilot.press("ctrl+u")
        await until(pilot, lambda: len(picker.list.lines) == len(FORMATS))
        assert picker.list.selected == first
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is form)
        assert form.rows["format"].text == first


async def test_where_no_format_is_found_enter_takes_none_before_one_is_gone_to(
    shelf: Path,
) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="Kent")
        await pilot.press("down")
        await type_text(pilot, "tiddlywinks")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, FormatPicker) and app.screen.list.lines)
        picker = app.screen
        await pilot.press("enter")
        await until(pilot, lambda: "none found:" in text_of(app))
        await pilot.pause()
        assert app.screen is picker
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.screen is form)
        assert form.rows["format"].text == list(FORMATS)[1]


async def test_a_new_event_says_what_strict_mode_is_where_it_is_in_it(
    shelf: Path, tmp_path: Path
) -> None:
    (tmp_path / "six.csv").write_text(
        "name,rating\n" + "".join(f"P{n},{1900 + n}\n" for n in range(6))
    )
    app = TopboardApp(None)
    async with app.run_test(size=(120, 30)) as pilot:
        await form_of_a_new_event(
            pilot, app, title="Open", format="dutch", rounds="3", entries=str(tmp_path / "six.csv")
        )
        await pilot.press("down")
        await until(
            pilot, lambda: "what breaks FIDE's rules is refused" in " ".join(text_of(app).split())
        )
        await pilot.press("tab", "enter")
        await until(pilot, lambda: "6 entries imported" in text_of(app))
        assert "what breaks FIDE's rules is refused" in " ".join(text_of(app).split())


def one_line(app: TopboardApp) -> str:
    """What the screen shows, whatever stands on which line."""
    return " ".join(text_of(app).split())


async def test_sections_that_never_mix_are_told_when_the_event_is_made(
    shelf: Path, tmp_path: Path
) -> None:
    players = "".join(f"P{n},{1500 + n}\n" for n in range(40))
    (tmp_path / "forty.csv").write_text(f"name,rating\n{players}")
    app = TopboardApp(None)
    async with app.run_test(size=(120, 30)) as pilot:
        await form_of_a_new_event(
            pilot, app, title="Day", format="galway", rounds="3",
            entries=str(tmp_path / "forty.csv"),
        )  # fmt: skip
        await pilot.press("enter")
        await until(pilot, lambda: "40 entries imported" in text_of(app))
        await until(pilot, lambda: "no winner meets the section above" in one_line(app))
        await until(pilot, lambda: "closed_rounds = 1 makes round 2 porous" in one_line(app))


async def test_advice_is_found_in_the_list_of_events(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and app.front.place == "events")
        await pilot.press("colon")
        await until(pilot, lambda: not app.screen.is_modal or app.focused is not None)
        await type_text(pilot, "advise")
        await until(pilot, lambda: "Which format" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "t in Entries (F1) compares" in " ".join(text_of(app).split()))


async def test_without_entries_the_list_of_formats_has_the_room_of_what_is_said_of_them(
    shelf: Path,
) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(pilot, app, title="Kent Juniors")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, FormatPicker) and app.screen.list.lines)
        await until(pilot, lambda: "6 rounds unless you say otherwise" in text_of(app))
        assert isinstance(app.screen, FormatPicker)
        await until(pilot, lambda: app.screen.list.size.height >= 14)  # type: ignore[attr-defined]
        assert "its rules" in text_of(app)


async def test_a_knockout_made_is_as_long_as_its_entries_make_it(
    shelf: Path, tmp_path: Path
) -> None:
    (tmp_path / "cup.csv").write_text("name\n" + "\n".join(f"Player {n}" for n in range(7)))
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(
            pilot, app, title="Cup", format="knockout", entries=str(tmp_path / "cup.csv")
        )
        await pilot.press("enter")
        await until(pilot, lambda: "7 entries imported from cup.csv, 3 rounds" in text_of(app))


async def test_what_a_file_of_entries_is_doubted_for_is_told_with_the_new_event(
    shelf: Path, tmp_path: Path
) -> None:
    (tmp_path / "teams.csv").write_text("name,members\nAshgrove,Ann Lee; Bo Lind\nBrook,\n")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(
            pilot, app, title="City", format="team_swiss", entries=str(tmp_path / "teams.csv")
        )
        await pilot.press("enter")
        await until(pilot, lambda: "members are a remark" in " ".join(text_of(app).split()))
        assert "2 entries imported from teams.csv" in text_of(app)


async def test_what_of_a_list_is_not_read_is_asked_about_where_nobody_has_a_rating(
    shelf: Path, tmp_path: Path
) -> None:
    (tmp_path / "club.csv").write_text("Name;Vorname;Kraft;Schuhe\nMüller;Jürgen;1800;43\n")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(
            pilot, app, title="City", format="small", entries=str(tmp_path / "club.csv")
        )
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        assert "columns 'Kraft', 'Schuhe' are not known" in " ".join(question_of(app).split())
        await pilot.press("n")
        await until(pilot, lambda: app.screen is form)
        assert list(shelf.iterdir()) == []
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "1 entry imported" in text_of(app))
        said = "none has a rating; columns 'Kraft', 'Schuhe' are not known and were not"
        await until(pilot, lambda: said in " ".join(text_of(app).split()))


async def test_the_list_of_a_new_event_is_undone_at_the_console_that_took_it(
    shelf: Path, tmp_path: Path
) -> None:
    (tmp_path / "club.csv").write_text("Name;Spielstärke\nMüller;1800\n")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(
            pilot, app, title="City", format="small", entries=str(tmp_path / "club.csv")
        )
        await pilot.press("enter")
        await until(pilot, lambda: not app.desk.closed and app.current_mode == "entries")
        assert [entrant.rating for entrant in app.desk.event.entrants] == [1800]
        await pilot.press("u")
        await until(pilot, lambda: not app.desk.event.entrants)


async def test_the_rounds_that_few_entries_make_go_with_them(shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "few.csv").write_text("name,rating\nAnn,1800\nBea,1700\nCid,1600\nDan,1500\n")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(
            pilot, app, title="City", format="kjca", entries=str(tmp_path / "few.csv")
        )
        await pilot.press("enter")
        await until(pilot, lambda: not app.desk.closed and app.current_mode == "entries")
        assert app.desk.event.settings.rounds == 3
        await pilot.press("u")
        await until(pilot, lambda: not app.desk.event.entrants)
        assert app.desk.event.settings.rounds == 6


async def test_the_form_names_and_completes_every_format_at_80_columns(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(pilot, app)
        await pilot.press("down")
        await until(pilot, lambda: "choose from a list that says what each is for" in text_of(app))
        own = [name for name, where in FORMATS.items() if where.startswith("formats.")]
        await pilot.press("right")
        await until(pilot, lambda: all(name in text_of(app) for name in own))
        await pilot.press("d", "u", "right")
        await until(pilot, lambda: re.search("Format +dutch", text_of(app)))


async def test_what_is_typed_takes_the_place_of_the_format_offered(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app)
        form.rows["format"].text, form.rows["format"].offered = "kjca", True
        await pilot.press("down", "s", "m", "a", "l", "l")
        assert form.rows["format"].text == "small"
        form.rows["format"].text, form.rows["format"].offered = "dutch", True
        await pilot.press("left", "s")
        assert form.rows["format"].text == "dutcsh"


def test_the_longest_name_of_a_format_is_listed_whole(tmp_path: Path) -> None:
    made(tmp_path / "teams", [Entrant("", "Nord")], format="team_round_robin")
    assert looked_into(tmp_path / "teams").format == "team_round_robin"


async def test_events_of_one_title_are_told_apart_however_long_it_is(shelf: Path) -> None:
    title = "Kent Juniors' Championships, all rounds 2026"
    for name in ("kent-one", "kent-two"):
        made(shelf / name, [Entrant("", "Ashgrove, Liam")], title)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.current_mode == "events" and looked(app, 2))
        assert "kent-one: Kent" in text_of(app)
        assert "kent-two: Kent" in text_of(app)


def test_where_an_event_stands_and_its_format_as_people_call_it_are_whole_at_80_columns() -> None:
    title = "Marsh Lantern Juniors Championship of the County"
    listed = [
        ListedEvent(Path("/events/teams"), title, format, "round 2 of 5, 2 missing", 1.0)
        for format in ("team_round_robin", "dutch", "ecf", "of-tomorrow")
    ]
    _, lines = event_lines(listed, 80)
    assert all("round 2 of 5, 2 missing" in one.text for one in lines)
    called = ("Team round robin", "FIDE Dutch Swiss", "English acceler", "of-tomorrow")
    assert all(name in one.text for name, one in zip(called, lines, strict=True))


def test_room_that_no_state_needs_is_left_to_titles_and_formats() -> None:
    listed = [
        ListedEvent(Path("/events/a"), "Marsh Lantern Diagonal", "ecf", "finished, 3 rounds", 1.0)
    ]
    _, (shown,) = event_lines(listed, 80)
    assert "Marsh Lantern Diagonal English accelerated finished" in " ".join(shown.text.split())


async def test_an_entries_file_beside_the_events_is_found_by_its_name(shelf: Path) -> None:
    """Here as an older spreadsheet saves it, without UTF-8; the line that follows says so."""
    juniors = JUNIORS.read_text("utf-8").encode("cp1252", "replace")
    (shelf / "county.csv").write_bytes(juniors)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(pilot, app)
        for text in ("Kent Juniors", "small", "7", "county.csv"):
            await pilot.press("ctrl+u")
            await type_text(pilot, text)
            await pilot.press("down")
        await pilot.press("enter")
        await until(pilot, lambda: not app.desk.closed and len(app.desk.event.entrants) == 41)
        await until(
            pilot,
            lambda: (
                "county.csv, read in an older encoding (Latin-1)" in " ".join(text_of(app).split())
            ),
        )


CANNOT_BE = (
    ("title", "", "needs a title"),
    ("rounds", "0", "rounds"),
    ("entries", "/nowhere/list.csv", "cannot read"),
    ("rounds", "many", "rounds"),
    ("folder", "", "is an event already"),
)
"""No two neighbours are refused in the same words."""


async def test_a_new_event_that_cannot_be_made_is_refused_at_its_field(shelf: Path) -> None:
    juniors(shelf / "kent", players=8)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="kent", format="small")
        for field, text, said in CANNOT_BE:
            before = form.rows[field].text
            if text or field == "title":
                form.rows[field].fill(text)
            await pilot.press("enter")
            await until(pilot, partial(says, form, said))
            assert form.current == field
            assert app.desk.closed
            form.rows[field].fill(before)
    assert [path.name for path in shelf.iterdir()] == ["kent"]


async def test_a_file_dragged_into_the_form_of_a_new_event_is_read(shelf: Path, home: Path) -> None:
    (home / "Junior day.csv").write_text("name\nAnn\nBea\n")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(
            pilot, app, title="Kent", format="small", entries="Nobody.csv"
        )
        await pilot.press("enter")
        await until(pilot, lambda: f"looked in {Path.cwd()}" in " ".join(text_of(app).split()))
        assert form.current == "entries"
        await pilot.press("ctrl+u", *"Nob", "right")
        await until(pilot, lambda: "nothing there begins with 'Nob'" in text_of(app))
        await pilot.press("ctrl+u")
        await type_text(pilot, f"'{home}/Junior day.csv' ")
        await pilot.press("enter")
        await until(pilot, lambda: "2 entries imported from Junior day.csv" in text_of(app))


async def test_a_file_named_as_the_folder_of_a_new_event_is_refused_as_that(shelf: Path) -> None:
    (shelf / "club.csv").write_text("name\nAnn\n")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(
            pilot, app, title="Kent", format="small", folder=str(shelf / "club.csv")
        )
        await pilot.press("enter")
        await until(pilot, lambda: "club.csv is a file" in form.said[0])
        assert form.current == "folder"


async def test_a_wrong_number_of_rounds_is_told_when_its_field_is_left(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(pilot, app, title="Kent")
        await pilot.press("tab", "tab", *"100", "tab")
        await until(pilot, lambda: "cannot be '100'" in text_of(app))
        assert form.current == "rounds"
        await pilot.press("backspace", "tab")
        await until(pilot, lambda: form.current == "entries")


async def test_a_format_chosen_from_the_list_is_kept_where_something_else_is_refused(
    shelf: Path, tmp_path: Path
) -> None:
    (tmp_path / "four.csv").write_text("name\nAnn\nBea\nCid\nDan\n")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(
            pilot, app, title="Kent", rounds="3", entries=str(tmp_path / "four.csv")
        )
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, FormatPicker))
        await until(pilot, lambda: "entries: 3 rounds" in text_of(app))
        await pilot.press(*["down"] * list(FORMATS).index("diagonal"), "enter", "enter")
        await until(pilot, lambda: "no fixed number of rounds" in text_of(app))
        assert form.rows["format"].text == "diagonal"


async def test_namesakes_in_the_new_events_file_are_asked_about(
    shelf: Path, tmp_path: Path
) -> None:
    twice = tmp_path / "twice.csv"
    twice.write_text("name\nQuilty Petra\nQuilty Petra\n")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of_a_new_event(
            pilot, app, title="Kent", format="small", entries=str(twice)
        )
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("n")
        await until(pilot, lambda: app.screen is form)
        assert list(shelf.iterdir()) == []
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: not app.desk.closed and len(app.desk.event.entrants) == 2)


@pytest.mark.parametrize("rounds", [True, False], ids=["with rounds", "players alone"])
async def test_a_new_event_takes_the_rounds_of_a_file_or_its_players_alone(
    shelf: Path, tmp_path: Path, rounds: bool
) -> None:
    """Its only round is not the draw's: that is asked before it comes in."""
    played = tmp_path / "open.trf"
    store = juniors(tmp_path / "juniors", rounds=1, players=4)
    first = store.event.round(1).matches[0]
    turned = replace(first, white=first.black, black=first.white)
    event = store.event.with_round(store.event.round(1).with_match(turned))
    played.write_bytes(write_trf(event, store.format))
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(pilot, app, title="Kent", format="dutch", entries=str(played))
        await pilot.press("enter")
        await until(pilot, lambda: "take its round too" in question_of(app))
        await pilot.press("y" if rounds else "n")
        said = "not as the rules of dutch" if rounds else "with the players alone"
        await until(pilot, lambda: said in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: not app.desk.closed and len(app.desk.event.entrants) == 4)
        assert len(app.desk.event.published) == int(rounds)
        codes = [agreed.what.code for agreed in app.desk.event.agreements]
        assert codes.count("imported-off-rules") == int(rounds)


async def test_a_folder_that_is_not_writable_says_so(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a file in the way stops root too, which runs these tests in some places
    (shelf.parent / "file").write_text("x")
    monkeypatch.setenv("TOPBOARD_EVENTS", str(shelf.parent / "file" / "events"))
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "is not a folder" in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: "no event can be made" in " ".join(text_of(app).split()))
        assert is_in_front(app, "events")


async def test_where_events_live_is_told_and_find_narrows_the_list(shelf: Path) -> None:
    juniors(shelf / "kent", players=8)
    juniors(shelf / "galway", players=8)
    app = TopboardApp(None)
    async with app.run_test(size=(120, 24)) as pilot:
        await until(pilot, lambda: looked(app, 2))
        await pilot.press("i")
        await until(pilot, lambda: "TOPBOARD_EVENTS" in text_of(app))
        await pilot.press("slash")
        await type_text(pilot, "galw")
        await until(
            pilot, lambda: [x.key for x in front(app).body.lines] == [str(shelf / "galway")]
        )
        await pilot.press("enter", "escape")
        await until(pilot, lambda: len(front(app).body.lines) == 2)


async def test_an_event_made_by_mistake_goes_into_the_bin_and_comes_back(shelf: Path) -> None:
    """Its title is free again; nothing of it is lost."""
    juniors(shelf / "kent", players=8)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked(app, 1))
        await pilot.press("enter")  # at this console itself it may be open
        await until(pilot, lambda: app.current_mode == "entries")
        await pilot.press("q")
        await until(pilot, lambda: app.current_mode == "events" and looked(app, 1))
        await pilot.press("X")
        await until(pilot, lambda: "Delete" in question_of(app))
        assert "Delete Kent Juniors (format small, folder kent)?" in question_of(app)
        await pilot.press("y")
        await until(pilot, lambda: looked(app, 0))
        await until(pilot, lambda: "is in the bin, bin/kent; u brings it back" in text_of(app))
        assert [path.name for path in shelf.iterdir()] == ["bin"]
        await pilot.press("enter")
        assert app.desk.closed
        await form_of_a_new_event(pilot, app, title="Kent", format="small")
        await pilot.press("enter")
        await until(pilot, lambda: not app.desk.closed and app.current_mode == "entries")
        await pilot.press("q")
        await until(pilot, lambda: app.current_mode == "events" and looked(app, 1))
        await pilot.press("u")
        await until(pilot, lambda: "Bring" in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "Kent Juniors is back, named kent-2" in text_of(app))
        await until(pilot, lambda: looked(app, 2))
    assert open_event(shelf / "kent").event.title == "Kent"
    assert len(open_event(shelf / "kent-2").event.entrants) == 8
    assert list((shelf / "bin").iterdir()) == []


async def test_an_event_open_at_another_desk_stays_out_of_the_bin(shelf: Path) -> None:
    juniors(shelf / "kent", players=8)
    other = TopboardApp(shelf / "kent", "entries")
    app = TopboardApp(None)
    async with other.run_test(size=(80, 24)) as there:
        await until(there, lambda: "8 entries" in text_of(other))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: looked(app, 1))
            await pilot.press("delete")
            await until(pilot, lambda: "Delete" in question_of(app))
            await pilot.press("y")
            await until(pilot, lambda: "kent is in use: open: " in text_of(app))
            await pilot.press("u")
            await until(pilot, lambda: "nothing is in the bin" in text_of(app))
    assert (shelf / "kent" / "journal.log").exists()


async def test_an_event_made_elsewhere_is_seen_after_looking_again(shelf: Path) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "n  makes a new event" in text_of(app))
        juniors(shelf / "kent", players=8)
        await pilot.press("r")
        await until(pilot, lambda: looked(app, 1))


@pytest.mark.parametrize("size", SCREENS, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_event_list_looks_right(
    home: Path,
    size: tuple[int, int],
    snapshot: SnapshotAssertion,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.chdir(home)
    monkeypatch.setenv("TOPBOARD_EVENTS", "events")
    shelf = home / "events"
    shelf.mkdir()
    juniors(shelf / "kent", rounds=2, players=8, all_in=False)
    juniors(shelf / "galway", players=8)
    (shelf / "odd").mkdir()
    (shelf / "odd" / "event.toml").write_text("[[[")
    for n, path in enumerate(sorted(shelf.iterdir())):
        for file in path.iterdir():
            os.utime(file, (NOON.timestamp() - 60 * n,) * 2)
    app = TopboardApp(None)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: looked(app, 3))
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


async def test_hostile_titles_and_folders_neither_crash_nor_reach_the_terminal(
    shelf: Path,
) -> None:
    hostile(shelf / "kent")
    for n, name in enumerate(HOSTILE):
        folder = shelf / f"{n}{name.replace('/', '')[:60]}"
        folder.mkdir()
        (folder / "event.toml").write_text(f"title = '{name[:3]}\x1b[2J'")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked(app, len(HOSTILE) + 1))
        for _ in range(len(HOSTILE) + 1):
            assert not set(text_of(app)) & set("\x1b\x07\u202e\u200b")
            await pilot.press("down")
            await pilot.pause()


@pytest.mark.parametrize("title", ["Kent 5/6 March", "../../kent", "~/kent", "漢字"])
async def test_a_title_never_leads_out_of_the_events_folder(shelf: Path, title: str) -> None:
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of_a_new_event(pilot, app, title=title, format="small")
        await pilot.press("enter")
        await until(pilot, lambda: not app.desk.closed)
        assert app.desk.store.folder.parent == shelf
        assert app.desk.event.title == title


@pytest.mark.parametrize("key", ["f1", "f2", "f3", "f4"])
async def test_no_place_is_gone_to_while_no_event_is_open(shelf: Path, key: str) -> None:
    juniors(shelf / "kent", players=8)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked(app, 1))
        await pilot.press(key)
        await until(pilot, lambda: "no event is open" in text_of(app))
        assert app.current_mode == "events"


def test_an_event_is_found_by_its_line_as_it_is_shown(tmp_path: Path) -> None:
    """Its folder stands before a title that two events have."""
    listed = tuple(ListedEvent(tmp_path / name, "Kent Open") for name in ("may", "june"))
    desk = DeskView(begun(format_named("dutch"), []).event, format_named("dutch"))
    shown = events.picture(desk, EventsState(folder=tmp_path, needle="may: kent", listed=listed))
    assert ["may: Kent" in line.text for line in shown.body] == [True]


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ("1-0", "all results of round 1 are in"),
        ("?", "3 of 4 results of round 1 are in, board 4 adjourned"),
    ],
)
async def test_news_of_the_event_that_was_left_names_it_and_changes_its_line(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, last: str, words: str
) -> None:
    juniors(shelf / "kent", players=8, rounds=1, all_in=False)
    juniors(shelf / "galway", players=8)
    app = TopboardApp(None)
    async with app.run_test(size=(100, 24)) as pilot:
        await until(pilot, lambda: looked(app, 2))
        await app.open(shelf / "kent")
        await until(pilot, lambda: app.current_mode != "events")
        await app.go("events")
        await until(pilot, lambda: is_in_front(app, "events") and looked(app, 2))
        monkeypatch.setenv("TOPBOARD_USER", "ben")
        other = open_event(shelf / "kent", session="console pts/7")
        name = other.event.title
        assert other.event.current is not None
        for match in other.event.current.matches:
            text = last if match.board == 4 else "1-0"
            other.do(EnterResult(match.board, text, round=1))
        await until(pilot, lambda: f"{name}: {words}" in text_of(app))
        other.do(Propose.of(next_draw(other.event, other.format)))
        other.do(PublishRound(2))
        await until(pilot, lambda: f"{name}: round 2 was published by ben@" in text_of(app))
        assert "F3" not in text_of(app)
        await until(pilot, lambda: "round 2" in lines_of(app, "4 missing"))


def lines_of(app: TopboardApp, words: str) -> str:
    """The lines on the screen with these words."""
    return "\n".join(one for one in text_of(app).splitlines() if words in one)
