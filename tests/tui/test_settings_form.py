"""The settings of an event, changed in the console: taken, refused with their bounds, undone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import CreateEvent, ImportEntrants, Propose, PublishRound
from engine.entrants import Entrant
from engine.event_data import EVENT_DATA
from engine.next_draw import next_draw
from engine.phrases import LANGUAGES
from engine.protocol import Format
from formats.registry import all_formats, format_named
from saves.cells import in_lines
from saves.store import Store, create_event
from tests.tui.places import (
    says,
    still,
    text_of,
    type_text,
    until,
)
from tui.app import TopboardApp
from tui.screens.entry_form import EntryForm
from tui.screens.prize_form import HEAD_FIELDS, LIST_FIELDS
from tui.screens.settings_form import settings_fields, settings_texts


def english(folder: Path, published: bool = False) -> Store:
    """Sixteen graded players for five rounds, not accelerated."""
    store = create_event(folder, CreateEvent("Open", "ecf", {"rounds": "5"}, 1))
    players = tuple(Entrant("", f"Player {n}", 2000 - 30 * n) for n in range(16))
    store.do(ImportEntrants(players, "a list", insist=False))
    if published:
        store.do(Propose.of(next_draw(store.event, store.format)))
        store.do(PublishRound(1))
    return store


async def form_of(pilot: Pilot[None], key: str) -> EntryForm:
    """The form that this key opens, once it is in front."""
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, EntryForm))
    form = pilot.app.screen
    assert isinstance(form, EntryForm)
    return form


async def go_to(pilot: Pilot[None], form: EntryForm, field: str) -> None:
    """Upwards until that field is in hand."""
    while form.current != field:
        await pilot.press("up")


@pytest.mark.parametrize("format", all_formats(), ids=lambda format: format.name)
def test_what_a_setting_is_stands_whole_below_the_form(format: Format) -> None:
    """Two lines at 80 columns: of some the default was cut, of others half of the choices."""
    helps = {field.key: field.help for field in settings_fields(format)}
    assert {key: text for key, text in helps.items() if len(in_lines(text, 74)) > 2} == {}


async def test_what_one_setting_was_and_is_stands_in_the_message(tmp_path: Path) -> None:
    app = TopboardApp(english(tmp_path / "open").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("E")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await pilot.press("down", "ctrl+u", "7", "enter")
        await until(pilot, lambda: "changed: rounds, 5 → 7" in text_of(app))


@pytest.mark.parametrize("key", ["E", "I", "a", "e"])
async def test_what_is_typed_in_a_form_is_not_lost_by_esc_without_a_question(
    tmp_path: Path, key: str
) -> None:
    app = TopboardApp(english(tmp_path / "open").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, key)
        before = form.typed()
        await pilot.press("y", "y", "escape")
        await until(pilot, lambda: "1 change is not saved: leave?" in text_of(app))
        await until(pilot, lambda: "y leave · enter, esc  stay" in text_of(app))
        await pilot.press("x", "enter")
        await until(pilot, lambda: "not saved: leave?" not in text_of(app))
        typed = {name: text for name, text in form.typed().items() if text != before[name]}
        assert typed == {form.current: f"{before[form.current]}yy"}
        assert app.screen.is_modal
        await pilot.press("escape", "y")
        await until(pilot, lambda: app.screen is not form)
        assert app.desk.event.title == "Open"
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await pilot.press("y", "backspace", "escape")
        await until(pilot, lambda: not isinstance(app.screen, EntryForm))


async def test_rounds_and_acceleration_are_changed_and_taken_back(tmp_path: Path) -> None:
    app = TopboardApp(english(tmp_path / "open").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, "E")
        assert form.rows["tiebreaks"].text == "DE, BH/C1, BH, SB, WIN"
        await pilot.press("down", "ctrl+u")
        await type_text(pilot, "7")
        await until(pilot, lambda: "number of rounds; at least 1, at most 99" in text_of(app))
        form.rows["acceleration"].fill("advanced")
        await pilot.press("enter")
        await until(pilot, lambda: app.desk.event.settings.rounds == 7)
        await until(pilot, lambda: "changed: rounds, acceleration" in text_of(app))
        values = app.desk.format.settings_values(app.desk.event.settings)
        assert values["acceleration"] == "advanced"
        await pilot.press("u")
        await until(pilot, lambda: app.desk.event.settings.rounds == 5)
        assert app.desk.format.settings_values(app.desk.event.settings)["acceleration"] == "none"


CANNOT_BE = (
    ("rounds", "0", "at least 1, at most 99"),
    ("rounds", "many", "whole number"),
    ("acceleration", "turbo", "'none', 'basic' or 'advanced'"),
    ("acceleration_rounds", "4", "from 3 to 3"),
    ("title", "", "title"),
)


async def test_what_cannot_be_is_refused_at_its_field_with_the_bounds(tmp_path: Path) -> None:
    store = english(tmp_path / "open")
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, "E")
        for key, text, said in CANNOT_BE:
            before = form.rows[key].text
            form.rows[key].fill(text)
            await pilot.press("enter")
            await until(pilot, partial(says, form, said))
            assert form.current == key
            assert app.desk.event == store.event
            form.rows[key].fill(before)


async def test_acceleration_that_would_start_after_round_1_is_refused(tmp_path: Path) -> None:
    app = TopboardApp(english(tmp_path / "open", published=True).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, "E")
        form.rows["acceleration"].fill("basic")
        await pilot.press("enter")
        await until(pilot, lambda: "round 1" in form.said[0])
        assert app.desk.format.settings_values(app.desk.event.settings)["acceleration"] == "none"


async def test_a_setting_that_strict_mode_refuses_stays_the_one_in_hand(tmp_path: Path) -> None:
    """What is typed next goes there, not into the title."""
    create = CreateEvent("Open", "dutch", {"rounds": 5}, 1, mode="strict")
    store = create_event(tmp_path / "open", create)
    store.do(ImportEntrants(tuple(Entrant("", f"Player {n}") for n in range(8))))
    store.do(Propose.of(next_draw(store.event, store.format)))
    store.do(PublishRound(1))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, "E")
        form.rows["win_points"].fill("3")
        await pilot.press("enter")
        await until(pilot, lambda: "strict mode refuses it" in form.said[0])
        await pilot.press("y")
        assert form.current == "win_points"
        assert form.rows["title"].text == "Open"


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (80, 10)])
async def test_the_keys_and_the_meaning_stand_under_the_longest_form(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    store = create_event(tmp_path / "long", CreateEvent("Long", "galway", {}, 1))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=size) as pilot:
        await pilot.press("E")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await until(pilot, lambda: "enter saves" in text_of(app))
        assert "what the event is called" in text_of(app)
        for key, label in (("up", "rooms"), ("up", "section boards"), ("down", "rooms")):
            await pilot.press(key)
            await still(pilot)
            [(at, text)] = [(y, t) for y, t in enumerate(text_of(app).splitlines()) if "│ ▌" in t]
            assert f"▌{label} " in text
            assert "esc close" in text_of(app)
            assert app.cursor_position.y == at, "the real cursor stands on the field"


async def test_a_switch_is_yes_or_no_under_a_label_in_words(tmp_path: Path) -> None:
    store = create_event(tmp_path / "kent", CreateEvent("Kent", "kjca", {}, 1))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("E")
        await until(pilot, lambda: "keep apart in round 1 no" in text_of(app))
        form = app.screen
        assert isinstance(form, EntryForm)
        await go_to(pilot, form, "avoid_round1")
        assert "space yes, no" in text_of(app)
        row = form.rows["avoid_round1"]
        for keys, stands in (
            ("space", "yes"), ("space", "no"), ("y", "yes"), ("n", "no"), ("space y", "yes"),
            ("n o", "no"), ("backspace backspace space", "yes"), ("x", "yes"), ("y e s", "yes"),
        ):  # fmt: skip
            await pilot.press(*keys.split())
            assert row.text == stands, keys
        await pilot.press("enter")
        await until(pilot, lambda: "changed: keep apart in round 1" in text_of(app))
        assert app.desk.format.settings_values(app.desk.event.settings)["avoid_round1"] is True


async def test_a_setting_of_few_words_names_them_and_a_blank_takes_the_next(
    tmp_path: Path,
) -> None:
    store = create_event(tmp_path / "cup", CreateEvent("Cup", "galway", {}, 1))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, "E")
        await go_to(pilot, form, "section_sizes")
        await until(pilot, lambda: "even out or equal" in text_of(app))
        assert "space next" in text_of(app)
        row = form.rows["section_sizes"]
        for keys, stands in (
            ("space", "equal"), ("space", "even out"), ("ctrl+u space", "even out"),
            ("ctrl+u e v e n space o u t", "even out"), ("ctrl+u e q right", "equal"),
            ("e v e n space o u t", "even out"), ("e q", "eq"), ("right", "equal"),
        ):  # fmt: skip
            await pilot.press(*keys.split())
            assert row.text == stands, keys


def test_every_setting_of_few_words_names_them_all() -> None:
    for format in all_formats():
        fields = {field.key: field for field in settings_fields(format)}
        for key, field in fields.items():
            assert all(word in field.help for word in field.choices), (format.name, key)
            for word in field.choices:
                format.settings({key: word})
    fields = {field.key: field for field in settings_fields(format_named("double_knockout"))}
    assert fields["score"].choices == ("games", "imps")
    assert fields["language"].choices == tuple(LANGUAGES)
    assert "; seeded, drawn or mixed; default seeded" in fields["placement"].help
    assert "; games or imps; default games" in fields["score"].help


def test_words_of_the_events_own_data_can_be_taken_by_a_blank() -> None:
    for field in EVENT_DATA.values():
        for word in field.choices:
            assert field.read(field.key, word) == word
            assert word in field.meaning or word in ("on", "each"), field.key
    assert EVENT_DATA["rating_check"].choices == ("on", "off")
    assert EVENT_DATA["rating_method"].choices[0] == "FIDE"


async def test_a_blank_takes_the_next_word_of_the_events_data_or_none(tmp_path: Path) -> None:
    store = create_event(tmp_path / "cup", CreateEvent("Cup", "dutch", {}, 1))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, "I")
        await go_to(pilot, form, "rating_check")
        for stands in ("on", "off", ""):
            await pilot.press("space")
            assert form.rows["rating_check"].text == stands


async def test_the_form_tells_a_list_of_nothing_from_one_left_to_the_format(tmp_path: Path) -> None:
    store = create_event(tmp_path / "kent", CreateEvent("Kent", "kjca", {}, 1))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        for typed, kept in (("none", []), ("", None)):
            form = await form_of(pilot, "E")
            form.rows["avoid"].fill(typed)
            await pilot.press("enter")
            await until(pilot, lambda: "changed: keep apart" in text_of(app))
            assert app.desk.format.settings_values(app.desk.event.settings).get("avoid") == kept
            assert settings_texts(app.desk.event, app.desk.format)["avoid"] == typed


def test_rounds_that_follow_from_the_entries_are_no_field() -> None:
    """A knockout asked for its rounds, `99`."""
    asked = {f.name: [field.key for field in settings_fields(f)] for f in all_formats()}
    assert "rounds" in asked["dutch"]
    for name in ("knockout", "team_knockout", "round_robin", "scheveningen", "diagonal"):
        assert "rounds" not in asked[name], name


def test_every_field_of_yes_or_no_is_turned_by_a_blank() -> None:
    for format in all_formats():
        values = format.settings_values(format.settings({}))
        flags = {key for key, value in values.items() if isinstance(value, bool)}
        fields = settings_fields(format)
        assert {field.key for field in fields if field.switch} == flags, format.name
    switches = {f.key for f in (*LIST_FIELDS, *HEAD_FIELDS) if f.switch}
    assert switches == {"beside", "goods_count", "one_prize"}


async def test_what_is_said_of_a_field_stands_apart_from_the_names_of_the_fields(
    tmp_path: Path,
) -> None:
    """`town and hall` right below `remarks` read like one field more."""
    app = TopboardApp(english(tmp_path / "open").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await form_of(pilot, "I")
        await until(pilot, lambda: "town and hall" in text_of(app))
        lines = [text.strip("│ ") for text in text_of(app).splitlines()]
        at = lines.index("town and hall")
        assert (lines[at - 1], lines[at + 1].startswith("enter saves")) == ("", True)


async def test_a_chess_cup_is_not_asked_for_boards_of_bridge(tmp_path: Path) -> None:
    """Fields of the other kinds of cup come with the setting that they belong to."""
    store = create_event(tmp_path / "cup", CreateEvent("Cup", "knockout", {}, 1))
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, "E")
        await until(pilot, lambda: "separate clubs" in text_of(app))
        assert not {"boards", "seeds"} & set(form.keys_shown())
        form.current = "score"
        await pilot.press("space")
        await until(pilot, lambda: "boards  " in text_of(app))
        assert "games" not in form.keys_shown()
        await pilot.press("down")
        assert form.current == "boards"
