"""Help at `?`: every place and dialog, found by name and by key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot

from engine.actions import CreateEvent
from saves.store import create_event
from tests.tui.places import juniors, text_of, type_text, until
from tui.app import TopboardApp
from tui.keys.commands import COMMANDS, commands_in_use, commands_of
from tui.keys.help import words_found
from tui.manual import manual_pages, pages_about
from tui.screens.dialogs import NEEDS_AN_EVENT, Help, Telling, matching, shown_in_help
from tui.screens.manual import Manual


def names(text: str, place: str = "results") -> list[str]:
    return [c.name for c in matching(commands_of(place), text)]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("v", "Verification pass"),
        ("F3", "Results"),
        ("ctrl+z", "Undo"),
        ("?", "Help"),
        ("U", "Redo"),
    ],
)
def test_a_key_typed_stands_first(typed: str, first: str) -> None:
    assert names(typed)[0] == first


def test_esc_is_found_by_what_stands_on_the_keyboard() -> None:
    assert names("esc", "entries")[0] == "Show all"


def test_a_piece_of_a_name_or_of_what_is_said_finds_the_action() -> None:
    assert "Verification pass" in names("slips")
    assert "Adjourn what is missing" in names("ADJOURN")
    assert names("no such thing at all") == []


def test_who_looks_for_rename_reads_of_a_name() -> None:
    for typed in ("rename", "name"):
        found = matching(commands_of("entries"), typed)
        assert {"edit", "settings"} <= {one.id for one in found if "name" in one.help}


@pytest.mark.parametrize(
    "typed", ["forbid", "family", "siblings", "brother", "never meet", "separate", "must not meet"]
)
def test_who_keeps_two_apart_reads_of_every_round_and_of_this_one(typed: str) -> None:
    found = {one.id: one for one in matching(shown_in_help("pairings"), typed)}
    assert "every round" in found["bar_always"].name
    if typed != "never meet":
        assert "this round" in found["bar"].name


@pytest.mark.parametrize(
    ("typed", "place", "action"),
    [
        ("schedule", "standings", "beside"),
        ("timetable", "standings", "beside"),
        ("Berger", "standings", "beside"),
        ("all rounds", "standings", "beside"),
        ("crosstable", "standings", "cross"),
        ("third place", "entries", "settings"),
        ("semi-final", "", "bracket"),
        ("forfeit", "", "results"),
        ("print bracket", "", "hand_out"),
        ("hand over", "events", "back_up"),
        ("colleague", "events", "restore"),
    ],
)
def test_a_newcomer_finds_it_by_his_own_word(typed: str, place: str, action: str) -> None:
    words = len(re.findall(r"\w+", typed))
    found = {(c.place, c.id) for c in COMMANDS if words_found(c, typed)[0] == words}
    assert (place, action) in found


def test_nothing_typed_is_everything() -> None:
    assert len(names("")) == len(commands_of("results"))


@pytest.mark.parametrize("place", ["entries", "pairings", "results", "standings"])
def test_every_action_of_a_place_is_found_by_its_name(place: str) -> None:
    for command in (c for c in COMMANDS if c.place == place and c.keys):
        assert command.id in [c.id for c in matching(shown_in_help(place), command.name)]


def test_on_the_list_of_events_nothing_needs_an_open_one() -> None:
    offered = {command.id for command in shown_in_help("events") if not command.place}
    assert NEEDS_AN_EVENT.isdisjoint(offered)
    assert NEEDS_AN_EVENT.intersection(command.id for command in shown_in_help("results"))


async def sought_in_help(pilot: Pilot[None], place: str, text: str) -> Help:
    """The keys that help shows in that place, with this typed."""
    app = pilot.app
    assert isinstance(app, TopboardApp)
    await until(pilot, lambda: app.front is not None and app.front.place == place)
    await pilot.press("question_mark")
    await until(pilot, lambda: isinstance(app.screen, Help) and app.screen.list.lines)
    shown = app.screen
    assert isinstance(shown, Help)
    await type_text(pilot, text)
    return shown


async def test_what_is_typed_leaves_the_actions_that_it_finds(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await sought_in_help(pilot, "pairings", "next round")
        await until(pilot, lambda: len(shown.list.lines) < 5)
        assert any("Draw the next round" in line.text for line in shown.list.lines)


async def test_marks_are_told_apart_from_keys(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await sought_in_help(pilot, "pairings", "")
        texts = [one.text.strip() for one in shown.list.lines]
        assert texts.index("marks in the list:") < texts.index("keys:")
        assert not any("Mark: " in one for one in texts[texts.index("keys:") :])
        marks = sum("Mark: " in one for one in texts)
        assert f"keys, {marks} marks, " in text_of(app)


async def test_help_stands_in_front_of_a_dialog_and_leads_back_to_it(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None)
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("question_mark")
        await until(pilot, lambda: "close without a change" in text_of(app))
        await type_text(pilot, "esc")
        await until(pilot, lambda: "Page down" not in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Telling))


@pytest.mark.parametrize(
    ("typed", "place", "action"),
    [
        ("print", "results", "hand_out"),
        ("slip", "entries", "hand_out"),
        ("prize", "entries", "standings"),
        ("rename", "entries", "edit"),
        ("no-show", "entries", "absent_out"),
        ("no show", "results", "withdraw_loser"),
        ("timer", "pairings", "clock"),
        ("web", "standings", "hand_out"),
        ("pairing card", "standings", "card"),
        ("tiebreak", "standings", "working"),
        ("Excel", "entries", "bring_in"),
        ("half point", "entries", "byes"),
        ("delete", "entries", "remove"),
        ("delete player", "entries", "remove"),
        ("email", "entries", "edit"),
        ("venue", "entries", "event_data"),
        ("captain", "entries", "players"),
        ("accelerate", "entries", "settings"),
        ("printer", "pairings", "hand_out"),
        ("tutorial", "results", "manual"),
        ("who did", "results", "history"),
        ("siblings", "pairings", "allow"),
        ("rule 8", "pairings", "allow"),
        ("brother", "pairings", "bar"),
    ],
)
def test_words_of_other_programs_lead_to_the_action(typed: str, place: str, action: str) -> None:
    assert action in [command.id for command in matching(shown_in_help(place), typed)]


@pytest.mark.parametrize(("place", "key"), [("entries", "E"), ("pairings", "F1 E")])
async def test_a_setting_is_found_by_what_it_means(tmp_path: Path, place: str, key: str) -> None:
    store = create_event(tmp_path / "kent", CreateEvent("Kent", "kjca", {}, 1))
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await sought_in_help(pilot, place, "rule 8")
        await until(pilot, lambda: "setting keep apart " in text_of(app))
        (row,) = [text for text in text_of(app).splitlines() if "setting keep apart  " in text]
        assert row.split("setting")[0].strip(" │┃") == key
        assert "who is kept apart" in row


@pytest.mark.parametrize("place", ["entries", "pairings", "results", "standings"])
async def test_help_names_the_pages_of_the_manual_that_have_what_is_typed(
    tmp_path: Path, place: str
) -> None:
    """`rule 8` is of the format: its page comes first, whichever place asks."""
    store = create_event(tmp_path / "kent", CreateEvent("Kent", "kjca", {}, 1))
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(120, 40)) as pilot:
        await sought_in_help(pilot, place, "rule 8")
        await until(pilot, lambda: "M  " in text_of(app) and "KJCA Swiss" in text_of(app))


@pytest.mark.parametrize(
    ("typed", "place", "action"),
    [("rating list", "pairings", "Rating lists"), ("late entry", "results", "Seat")],
)
async def test_help_names_what_another_place_calls_so(
    tmp_path: Path, typed: str, place: str, action: str
) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, place)
    async with app.run_test(size=(120, 40)) as pilot:
        await sought_in_help(pilot, place, typed)
        await until(pilot, lambda: action in text_of(app))


async def test_the_palette_searches_the_manual_where_no_command_has_the_word(
    tmp_path: Path,
) -> None:
    store = create_event(tmp_path / "kent", CreateEvent("Kent", "dutch", {}, 1))
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.front is not None and app.front.place == "pairings")
        await pilot.press("colon")
        await until(pilot, lambda: not app.screen.is_modal or app.focused is not None)
        await type_text(pilot, "topscorer")
        await until(pilot, lambda: "Manual: find 'topscorer'" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Manual))
        await until(pilot, lambda: "topscorers" in text_of(app).casefold())


def test_every_word_that_an_arbiter_types_leads_somewhere() -> None:
    words = (
        "forfeit, default, tie-break, colours, half point bye, late entry, rating list, norm, "
        "undo, withdraw, walkover, projector, printer, wifi, backup, usb, password, second desk, "
        "slow, quit, rule 8, float, penalty, network, language, print, email, delete"
    )
    for word in words.split(", "):
        assert matching(commands_in_use(), word) or pages_about(word, manual_pages()), word


async def palette_begins(app: TopboardApp, pilot: Pilot[None], typed: str, *names: str) -> None:
    """`:` lists these first for what is typed, each without its keys."""
    await until(pilot, lambda: app.front is not None)
    await pilot.press("colon")
    await until(pilot, lambda: isinstance(app.screen, CommandPalette))
    await type_text(pilot, typed)

    def listed() -> list[str]:
        options = app.screen.query_one(CommandList).options
        firsts = (str(option.prompt).splitlines()[0] for option in options)
        return [re.sub(r" \(\S+\)$", "", first) for first in firsts]

    await until(pilot, lambda: listed()[: len(names)] == list(names))
    await pilot.press("escape")
    await until(pilot, lambda: not isinstance(app.screen, CommandPalette))


@pytest.mark.parametrize("place", ["entries", "results"])
async def test_the_palette_names_the_event_and_the_entry_where_one_may_mean_either(
    tmp_path: Path, place: str
) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, place)
    edit = "Edit the entry" if place == "entries" else "Entries: Edit the entry"
    async with app.run_test(size=(80, 24)) as pilot:
        await palette_begins(app, pilot, "rename", "Setting: title of the event", edit)


@pytest.mark.parametrize("typed", ["advi", "advice", "which format"])
async def test_the_palette_leads_to_the_comparison_of_formats(tmp_path: Path, typed: str) -> None:
    app = TopboardApp(juniors(tmp_path / "kent").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await palette_begins(app, pilot, typed, "Try the format")


async def test_the_palette_makes_a_backup_before_it_restores_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = juniors(tmp_path / "kent", rounds=1).folder
    for app, restore in (
        (TopboardApp(folder, "results"), "Events: Restore a backup"),
        (TopboardApp(None), "Restore a backup"),
    ):
        monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
        async with app.run_test(size=(80, 24)) as pilot:
            await palette_begins(app, pilot, "backup", "Back up", restore)
