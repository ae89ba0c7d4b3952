"""The frame of the console: places, keys, help, palette, what is shown of foreign text."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input

from engine.actions import (
    CheckIn,
    EnterResults,
    Instruct,
    PublishRound,
    Release,
    SwapPlaces,
    TurnBoard,
    Undo,
)
from engine.bracket_words import DROPPED, LUCKY, OPEN, TO_DRAW
from engine.event import Instruction
from engine.refusal import Refused
from saves.store import open_event
from tests.tui.conftest import EventMaker
from tests.tui.places import (
    heard,
    question_of,
    still,
    text_of,
    until,
)
from tests.tui.terminal import Terminal
from themes import STYLE_SHEET
from tui.app import TopboardApp, _screen
from tui.keys.commands import (
    COMMANDS,
    CONGRESS_TRIP,
    ON_TOP,
    PLACES,
    ROUND_TRIP,
    KnownPlace,
    commands_of,
    keys_of,
    places,
    round_trip,
)
from tui.keys.help import MARKS
from tui.places.finding import Narrow
from tui.places.pairings.lines import SYMBOL
from tui.places.screen import (
    PlaceScreen,
    key_line,
    prompt_line,
    prompt_lines,
    state_line,
    tab_line,
    title_room,
)
from tui.places.shape import Prompt
from tui.screens.dialogs import Confirm, Help, Telling
from tui.screens.entries_lines import GONE, HERE
from tui.widgets.lines import GROUNDED, Line, changed_spans, fit, line

HOSTILE = (
    "Eve [/b] Hansen", "[link=http://x]Mallory", "[@click=app.quit]Trent[/]", "[red]Oscar",
    "\x1b]52;c;ZXZpbA==\x07Peggy", "\x1b[31mVictor", "\x9b31mWalter", "Bidi \u202egnimit\u202c",
    "Z\u200bero", "Line\nBreak", "Tab\tTab", "Null\x00Name", "e\u0301\u0302\u0303\u0304\u0305",
    "名前 山田太郎", "👩\u200d👩\u200d👧 Family", "x" * 80, "{name}", "%s %d", "`id`", "\\[x]",
)  # fmt: skip


async def quiet(pilot: Pilot[None]) -> TopboardApp:
    app = pilot.app
    assert isinstance(app, TopboardApp)
    await still(pilot)
    return app


# The table


def test_every_action_has_its_own_id_in_its_place() -> None:
    counts = Counter((c.place, c.id) for c in COMMANDS)
    assert [which for which, n in counts.items() if n > 1] == []
    assert all(re.fullmatch(r"[a-z_]+", c.id) for c in COMMANDS)


@pytest.mark.parametrize("place", [*ROUND_TRIP, *CONGRESS_TRIP, "events", "card", "history"])
def test_no_key_of_a_place_means_two_things(place: str) -> None:
    own = [key for c in COMMANDS if c.place == place for key in c.keys]
    assert [key for key, n in Counter(own).items() if n > 1] == []


def test_no_key_is_one_that_terminals_swallow() -> None:
    keys = [key for c in COMMANDS for key in c.keys]
    assert not [k for k in keys if k.startswith(("alt+", "ctrl+shift")) or k == "ctrl+enter"]


@pytest.mark.parametrize("place", [p for p in PLACES if p.kind], ids=lambda p: p.name)
def test_every_action_of_the_table_can_be_carried_out(place: KnownPlace) -> None:
    own = _screen(place).kind.commands
    missing = [
        c.id
        for c in commands_of(place.name)
        if c.id not in own
        and c.id not in (*places(bracket=True), *ON_TOP, *CONGRESS_TRIP)
        and not hasattr(TopboardApp, f"action_{c.id}")
        and not hasattr(PlaceScreen, f"action_{c.id}")
    ]
    assert missing == []


def test_digits_are_data_and_never_actions() -> None:
    for place in (*ROUND_TRIP, *CONGRESS_TRIP):
        assert not [key for key in keys_of(place) if key.isdigit()]


# Lines


def test_only_the_cells_between_the_first_and_the_last_difference_are_painted() -> None:
    assert changed_spans(line("board _"), line("board 1-0"), 20, 10) == [(6, 9)]
    assert changed_spans(line("same"), line("same"), 20, 10) == []
    assert changed_spans(line("a", "dim"), line("a", "bad"), 20, 10) == [(0, 1)]
    assert changed_spans(line("名前 _"), line("名前 1"), 20, 10) == [(5, 6)]


def test_what_is_alike_between_two_distant_differences_is_not_painted() -> None:
    before, after = (f"{count} open{' ' * 30}saved 18:{m}" for count, m in ((16, 59), (15, 48)))
    assert changed_spans(line(before), line(after), 60, 10) == [(1, 2), (46, 48)]
    assert changed_spans(line("1 of 9 in"), line("2 of 8 in"), 20, 10) == [(0, 6)]
    assert changed_spans(line("same"), line("same"), 20, 10) == []


def test_a_blank_is_a_blank_in_every_style_that_has_nothing_behind_its_letters() -> None:
    one, other = Line((("1", "plain"), (" " * 9, "dim"))), Line((("1", "plain"), (" " * 9, "bad")))
    assert changed_spans(one, other, 20, 6) == []
    assert changed_spans(one, line("½" + " " * 9), 20, 6) == [(0, 1)]
    assert changed_spans(one, Line((("1", "plain"), (" " * 9, "mark"))), 20, 6) == [(1, 10)]
    sheet = STYLE_SHEET.read_text("utf-8")
    rules = re.findall(r"lines--([\w-]+)[^{]*{([^}]*)}", sheet)
    behind = {name for name, rule in rules if re.search(r"background|reverse|underline", rule)}
    assert behind == GROUNDED


@pytest.mark.parametrize("text", ["Ashgrove", "名前 山田太郎", "é" * 30, ""])
@pytest.mark.parametrize("width", [1, 5, 12])
def test_a_name_takes_exactly_the_cells_it_is_given(text: str, width: int) -> None:
    assert cell_len(fit(text, width)) == width


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
@pytest.mark.parametrize("place", ROUND_TRIP)
def test_the_key_line_fits_and_ends_with_help(place: str, width: int) -> None:
    shown = key_line(tuple(c for c in commands_of(place) if c.short), width).line
    assert cell_len(shown.text) <= width
    assert re.search(r" \?( help )?( : all )?$", shown.text)


# Places


@pytest.mark.parametrize("place", ROUND_TRIP)
async def test_every_place_shows_the_keys_of_all_places_and_which_it_is(
    make_event: EventMaker, place: str
) -> None:
    app = TopboardApp(make_event().folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert app.front is not None
        tabs = app.front.tabs.shown
        assert all(f"{command.key} {command.name}" in tabs.text for command in round_trip())
        active = [text.strip() for text, style in tabs.parts if style == "tab"]
        assert active == [f"{c.key} {c.name}" for c in round_trip() if c.id == place]
        assert cell_len(tabs.text) == 80


async def test_function_keys_and_tab_go_through_the_places(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        for key, place in (("f1", "entries"), ("f2", "pairings"), ("f4", "standings"),
                           ("f3", "results"), ("tab", "standings"), ("tab", "entries"),
                           ("shift+tab", "standings"), ("shift+tab", "results")):  # fmt: skip
            await pilot.press(key)
            await quiet(pilot)
            assert app.front is not None
            assert app.front.place == place


@pytest.mark.parametrize(
    ("published", "proposed", "place"),
    [(0, False, "entries"), (1, False, "results"), (1, True, "pairings")],
)
async def test_an_event_opens_where_it_stopped(
    make_event: EventMaker, published: int, proposed: bool, place: str
) -> None:
    app = TopboardApp(make_event(published=published, proposal=proposed).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert app.front is not None
        assert app.front.place == place


async def test_a_place_shows_what_was_changed_while_it_was_hidden(make_event: EventMaker) -> None:
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        other = open_event(store.folder, session="other")
        other.do(EnterResults(((2, "1-0"),)))
        await heard(pilot, other)
        await pilot.press("f3")
        await quiet(pilot)
        assert app.front is not None
        assert "1-0" in app.front.body.lines[1].text


async def test_q_leaves_the_program_from_a_place(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await pilot.pause()
    assert not app.is_running


async def test_an_event_opened_from_the_list_goes_back_to_the_list(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_event()
    monkeypatch.setenv("TOPBOARD_EVENTS", str(store.folder.parent))
    app = TopboardApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert app.desk.closed
        await app.open(store.folder)
        await quiet(pilot)
        assert app.current_mode == "results"
        await pilot.press("q")
        await quiet(pilot)
        assert app.current_mode == "events"
        assert app.is_running


async def test_a_refusal_says_what_why_and_what_to_do(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert await app.desk.act(CheckIn(("99",))) is None
        await quiet(pilot)
        assert app.front is not None
        told = " ".join(one.text.strip() for one in app.front.feet.lines)
        assert told == (
            "! entrant 99 does not exist: the event has 8 entrants; see the entry list for the"
            " numbers"
        )
        await pilot.press("down")
        await quiet(pilot)
        assert "does not exist" not in app.front.feet.lines[0].text, "gone with the next key"


def test_a_folder_without_an_event_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no event"):
        TopboardApp(tmp_path / "nothing")


async def test_save_files_edited_by_hand_are_taken_over_or_left(make_event: EventMaker) -> None:
    store = make_event()
    file = store.folder / "round-01.toml"
    file.write_text(file.read_text().replace('group = "0 points"', 'group = "by hand"', 1))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert isinstance(app.screen, Telling)
        assert "edited by hand" in app.screen.title_text
        await pilot.press("enter")
        await until(pilot, lambda: app.desk.event.round(1).matches[0].group == "by hand")
        await pilot.press("1")
        await until(pilot, lambda: app.desk.event.round(1).matches[0].result is not None)


async def test_a_click_selects_a_line(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await pilot.click("#body", offset=(10, 2))
        await quiet(pilot)
        assert app.front is not None
        assert app.front.body.selected == 3


async def test_the_terminals_own_cursor_stands_on_the_selected_line(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await pilot.press("down")
        await quiet(pilot)
        assert app.cursor_position == (0, 4), "below tabs, state and heads, second board"


# Help, palette, find


async def test_the_help_is_found_by_name_and_by_key(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await quiet(pilot)
        assert isinstance(app.screen, Help)
        await pilot.press(*"publish")
        await quiet(pilot)
        text = "\n".join(one.text for one in app.screen.list.lines)
        assert text.startswith("P  ")
        app.screen.query_one(Input).value = "]"
        await quiet(pilot)
        assert app.screen.list.lines[0].text.startswith("]")
        await pilot.press("escape")
        await quiet(pilot)
        assert not isinstance(app.screen, Help)


async def test_on_a_narrow_terminal_nothing_of_the_help_is_cut(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "standings")
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("question_mark")
        await quiet(pilot)
        assert isinstance(app.screen, Help)
        shown = [one.text for one in app.screen.list.lines]
        assert max(map(len, shown)) <= app.screen.list.size.width
        assert "as it was a round earlier" in " ".join(" ".join(shown).split())


async def test_what_another_place_does_is_found_with_the_way_there(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event().folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await quiet(pilot)
        assert isinstance(app.screen, Help)
        elsewhere = {"verification": "F3 v", "penalty": "F1 p", "tie-breaks came": "F4 w"}
        for typed, keys in elsewhere.items():
            app.screen.query_one(Input).value = typed
            await quiet(pilot)
            told, found, *_ = [one.text for one in app.screen.list.lines]
            assert "elsewhere" in told
            assert found.startswith(f"{keys}  ")
        app.screen.query_one(Input).value = "nosuchthing"
        await quiet(pilot)
        assert [one.text for one in app.screen.list.lines] == [" no such command on this screen"]


def _shows(app: TopboardApp, text: str) -> bool:
    return text in text_of(app)


async def test_commands_are_found_by_words_in_any_order(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        first = {"backup": "Back up", "site": "Site for phones", "slips print": "Export",
                 "round next draw": "Pairings: Draw the next round"}  # fmt: skip
        for typed, found in first.items():
            await pilot.press("colon")
            await pilot.press(*["space" if one == " " else one for one in typed])
            await until(pilot, partial(_shows, app, found))
            assert "Black's side" not in text_of(app), "nothing whose letters are merely alike"
            await pilot.press("escape")
            await quiet(pilot)


@pytest.mark.parametrize(
    ("place", "marks"),
    {
        "entries": {"✓": "checked in", "x": "withdrawn"},
        "pairings": {"~": "adjusted", "!": "to avoid"},
        "results": {"_": "open", "?": "adjourned"},
        "standings": {"=": "shared place", "16w1": "a round"},
    }.items(),
)
async def test_the_help_of_a_place_says_what_its_marks_mean(
    make_event: EventMaker, place: str, marks: dict[str, str]
) -> None:
    app = TopboardApp(make_event().folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await pilot.press("question_mark", *"mark")
        await quiet(pilot)
        assert isinstance(app.screen, Help)
        text = "\n".join(one.text for one in app.screen.list.lines)
        for mark, meaning in marks.items():
            assert re.search(rf"^{re.escape(mark)} +Mark: {meaning}", text, re.MULTILINE)


def test_the_marks_that_are_explained_are_those_that_are_drawn() -> None:
    explained = {place: " ".join(mark for mark, *_ in known) for place, known in MARKS.items()}
    assert set(SYMBOL.values()) <= set(explained["pairings"])
    assert {HERE, GONE} <= set(explained["entries"])
    assert {OPEN, TO_DRAW, DROPPED, LUCKY} <= set(explained["bracket"])


async def test_what_was_done_in_another_place_is_undone_after_a_question(
    make_event: EventMaker,
) -> None:
    store = make_event()
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await pilot.press("space")
        await until(pilot, lambda: "✓" in text_of(app).split("Name")[1])
        await pilot.press("f3", "=")
        await until(pilot, lambda: "1/4" in text_of(app))
        await pilot.press("f2", "u")
        await until(pilot, lambda: "Undo in Results: round 1, board 1: ½-½?" in question_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Confirm))
        await pilot.press("f3")
        await until(pilot, lambda: "1/4" in text_of(app))
        await pilot.press("u")  # in its own place one key does it
        await until(pilot, lambda: "undone: round 1, board 1: ½-½" in text_of(app))
        await pilot.press("u")
        await until(pilot, lambda: "Undo in Entries: checked in: Ashgrove" in question_of(app))
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(app.screen, Confirm))
        await pilot.press("f2", "u")
        await until(pilot, lambda: "Undo in Entries: checked in: Ashgrove" in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "undone in Entries: " in text_of(app))
        assert isinstance(app.desk.recent[-1].action, Undo)
        await pilot.press("U")  # a redo asks as an undo does
        await until(pilot, lambda: "Redo in Entries: checked in: Ashgrove" in question_of(app))
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(app.screen, Confirm))
        assert isinstance(app.desk.recent[-1].action, Undo)
        await pilot.press("U")
        await until(pilot, lambda: "Redo in Entries: checked in: Ashgrove" in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "redone in Entries: " in text_of(app))


async def test_a_draw_and_what_follows_it_in_pairings_is_undone_elsewhere_after_a_question(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True)
    drawn = store.event.proposal
    assert drawn is not None
    first, second = (match.white for match in drawn.matches[:2])
    steps = [
        (SwapPlaces(first, second), "swapped: "),
        (TurnBoard(1), "colours turned on board 1?"),
        (Instruct(Instruction("lock", first, second, 2)), "lock: "),
        (Release("lock", first, second), "lock taken back: "),
        (PublishRound(2, insist=True), "round 2 published"),
    ]
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        for action, words in steps:
            await app.desk.act(action)
            event = app.desk.event
            await pilot.press("u")
            told = f"Undo in Pairings: {words}"
            await until(pilot, lambda told=told: told in question_of(app))  # type: ignore[misc]
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(app.screen, Confirm))
            assert app.desk.event is event
        await pilot.press("f2", "u")  # in its own place one key does it
        await until(pilot, lambda: "undone: round 2 published" in text_of(app))
        assert len(app.desk.event.published) == 1


async def test_the_help_of_results_lists_the_formats_result_keys(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await pilot.press("question_mark")
        await quiet(pilot)
        assert isinstance(app.screen, Help)
        text = "\n".join(one.text for one in app.screen.list.lines)
        assert "White wins by forfeit" in text


@pytest.mark.parametrize("key", ["ctrl+p", ":"])
async def test_a_command_is_done_by_its_name(make_event: EventMaker, key: str) -> None:
    app = TopboardApp(make_event(proposal=True).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await pilot.press(key)
        await quiet(pilot)
        assert isinstance(app.screen, CommandPalette)
        await pilot.press(*"turn col")
        await until(pilot, lambda: "Turn colours" in text_of(app))
        await still(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: app.desk.event.proposal.match(1).pair == ("6", "1"))  # type: ignore[union-attr]


async def test_find_goes_to_a_name_without_its_accents(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(players=16, proposal=True).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await pilot.press("slash", *"celik", "enter")
        await quiet(pilot)
        assert app.front is not None
        assert "Çelikkan" in app.front.body.lines[app.front.body.cursor].text


# Foreign text and terminals


@pytest.mark.parametrize("place", ROUND_TRIP)
async def test_hostile_names_are_shown_as_text_on_every_place(
    make_event: EventMaker, place: str
) -> None:
    store = make_event(players=20, published=1, proposal=True, names=HOSTILE)
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(120, 40)) as pilot:
        await quiet(pilot)
        await pilot.press("down", "question_mark", "escape", "down")
        app = await quiet(pilot)
        text = "\n".join(_texts(app))
        assert "Eve [/b] Hansen" in text
        assert "[@click=app.quit]" in text, "cut where a pane stands beside the list"
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u200b]", text)


def _texts(app: TopboardApp) -> list[str]:
    assert app.front is not None
    frame = (app.front.tabs, app.front.status, app.front.heads, app.front.key_line)
    lists = (app.front.body, app.front.feet)
    return [w.shown.text for w in frame] + [one.text for w in lists for one in w.lines]


def test_a_hostile_name_sends_no_control_sequence_to_the_terminal(make_event: EventMaker) -> None:
    store = make_event(players=20, names=HOSTILE)
    with Terminal(store.folder, "results") as terminal:
        sent = terminal.read_until(b"10 missing") + terminal.read_until_quiet()
        sent += terminal.type(b"1") + terminal.type(b"\x1bOQ") + terminal.type(b"P")
        assert b"]52;" not in sent.replace("\ufffd]52;".encode(), b"")
        assert "\x9b".encode() not in sent
        assert "\u202e".encode() not in sent


@pytest.mark.parametrize("size", [(60, 20), (40, 12), (200, 60), (200, 4)])
@pytest.mark.parametrize("place", ["pairings", "results"])
async def test_odd_sizes_do_not_break(
    make_event: EventMaker, place: str, size: tuple[int, int]
) -> None:
    app = TopboardApp(make_event(players=33, proposal=place == "pairings").folder, place)
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        await pilot.press("down", "end", "home")
        await pilot.resize_terminal(80, 24)
        await quiet(pilot)
        assert app.front is not None
        assert len(app.front.body.lines) >= 16


async def test_no_color_shows_no_colour_and_still_the_selected_line(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert app.front is not None
        body = app.front.body
        assert body.render_line(0).text.startswith("▌")
        assert not body.render_line(1).text.startswith("▌")
        style = next(iter(body.render_line(0))).style
        assert style is not None
        assert style.reverse


@pytest.mark.parametrize("theme", ["hall", "ansi"])
def test_no_color_sends_no_colour_at_all(make_event: EventMaker, theme: str) -> None:
    store = make_event()
    with Terminal(store.folder, "results", NO_COLOR="1", TOPBOARD_THEME=theme) as terminal:
        sent = terminal.read_until(b"4 missing") + terminal.read_until_quiet()
        sent += terminal.type(b"1") + terminal.type(b"?")
    codes = {c for run in re.findall(rb"\x1b\[([0-9;]*)m", sent) for c in run.split(b";")}
    assert codes - {b"", *b"0 1 4 7 22 24 27 39 49".split()} == set()


def test_a_line_of_no_text_is_nothing() -> None:
    assert Line().text == ""


@pytest.mark.parametrize("place", ["results", "pairings"])
async def test_on_the_widest_terminal_a_board_is_read_without_a_ruler(
    make_event: EventMaker, place: str
) -> None:
    app = TopboardApp(make_event(players=8).folder, place)
    async with app.run_test(size=(240, 60)) as pilot:
        await pilot.pause()
        assert app.front is not None
        shown = next(one.text for one in app.front.body.lines if one.key == 1)
        assert len(shown.rstrip()) < 130


async def test_the_key_line_names_no_key_that_does_not_work(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(published=0, proposal=True).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        front = app.front
        assert front is not None
        await until(pilot, lambda: "publish" in front.key_line.shown.text)
        await pilot.press("X")
        await until(pilot, lambda: bool(front.state.questions))
        assert front.key_line.shown.text == "", "y, enter and esc stand below the question"
        await pilot.press("escape")
        await until(pilot, lambda: "publish" in front.key_line.shown.text)
        await pilot.press("slash")
        typed = " enter takes it  esc leaves it"
        await until(pilot, lambda: front.key_line.shown.text == typed)
        await pilot.press("escape")
        await until(pilot, lambda: "publish" in front.key_line.shown.text)
        await pilot.press("w")
        await until(pilot, lambda: app.screen is not front)
        await until(pilot, lambda: front.key_line.shown.text == "")
        await pilot.press("colon")
        await until(pilot, lambda: ": finds commands once this is closed" in text_of(app))
        assert not any(one.startswith("▌") for one in text_of(app).split("\n")), "beside the dialog"
        await pilot.press("escape")
        await until(pilot, lambda: "publish" in front.key_line.shown.text)


def test_the_end_of_a_long_text_is_seen_while_it_is_typed() -> None:
    """A name and a rating behind a label that takes half of 80 columns."""
    label = "Featherstonehaugh (+ name rating, ? how, esc closes)"
    typed = ""
    for letter in "+ Featherstonehaugh, Alexander 1850":
        typed += letter
        shown = prompt_line(Prompt(label, Narrow(), typed), 80).text
        assert cell_len(shown) <= 80
        assert shown.endswith(f"{typed[-20:]}_")
    assert prompt_line(Prompt("find", Narrow(), "ash"), 80).text == " find ash_"
    whole = prompt_line(Prompt("x" * 100, Narrow(), "1850"), 80).text
    assert (cell_len(whole), whole[-6:]) == (80, " 1850_")


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize(
    ("place", "key"), [("entries", "a"), ("entries", "F"), ("entries", "p"), ("pairings", "w"),
                       ("results", "?")]
)  # fmt: skip
async def test_nothing_of_a_place_stands_beside_or_under_a_dialog_where_it_is_narrow(
    make_event: EventMaker, place: str, key: str, width: int
) -> None:
    """`58 e` and `/58 ─` stood at its sides, and what was selected below it."""
    app = TopboardApp(make_event(published=1, proposal=True).folder, place)
    async with app.run_test(size=(width, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        await pilot.press("question_mark" if key == "?" else key)
        await until(pilot, lambda: "└" in text_of(app) or "╚" in text_of(app))
        rows = [row.rstrip().ljust(width) for row in text_of(app).splitlines()]
        top = next(at for at, row in enumerate(rows) if row[0] in "┌╔")
        bottom = next(at for at, row in enumerate(rows) if row[0] in "└╚")
        assert all(row[0] in "│║" and row[-1] in "│║" for row in rows[top + 1 : bottom])
        assert rows[top][-1] in "┐╗"
        assert not "".join(row for row in rows[bottom + 1 :][-2:] if "─" not in row).strip()


def test_a_title_is_not_cut_above_where_it_is_whole_below() -> None:
    """At 80 columns the first line had eleven letters of it beside an empty second line."""
    title = "Kent Junior Open Championship 2026"
    for status in (" 12 entries", " 12 entries, of whom a great many are not checked in yet"):
        second = Line(((status, "plain"),))
        below = title_room(second, 80, "saved 14:02")
        first = tab_line("entries", 80, (title, "", "R1/5"), below=below)
        shown = state_line(second, 80, "saved 14:02", first.left_out).text
        whole = status == " 12 entries"
        assert (title in shown) is whole
        assert ("Kent Junior Open …" in first.line.text) is not whole
        assert "R1/5" in first.line.text


def test_of_a_title_too_long_for_either_line_the_one_with_more_room_shows_it() -> None:
    title = "The Kent Junior Open Championship of the Associated Schools and Clubs 2026"
    second = Line(((" 12 entries", "plain"),))
    below = title_room(second, 80, "saved 14:02")
    first = tab_line("entries", 80, (title, "", "R1/5"), below=below)
    assert "R1/5" in first.line.text
    assert title[:40] in state_line(second, 80, "saved 14:02", first.left_out).text


def test_what_a_line_asks_for_is_never_cut() -> None:
    """`board 1 (1,0: 1 = Featherstonehaugh, Alexander won, 0 = Wojcie…`."""
    asked = "board 1 (1,0: 1 = Featherstonehaugh, Alexander won, 0 = Wojciechowska, Maria won)"
    for typed in ("", "1", "1/34,0/60 and more than there is room for behind a label of this size"):
        shown = [one.text for one in prompt_lines(Prompt(asked, Narrow(), typed), 80)]
        assert all(cell_len(one) <= 80 for one in shown)
        words = " ".join(shown).split()
        assert " ".join(words).startswith(asked)
        assert shown[-1].endswith(f"{typed[-20:]}_")
    assert [one.text for one in prompt_lines(Prompt("find", Narrow(), "ash"), 80)] == [" find ash_"]
