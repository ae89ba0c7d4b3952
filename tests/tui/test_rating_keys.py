"""Rating lists by keys and commands: looked up while typing, compared, taken over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

import tui
from engine.actions import ChangeSettings
from engine.entrants import Entrant
from engine.rating_lists import counting
from saves.store import open_event
from tests.rating_files import ECF_HEAD, TEXT_HEAD, text_line
from tests.tui.desk_cli import CommandLine
from tests.tui.places import (
    front_place,
    is_in_front,
    made,
    on_disk,
    text_of,
    type_text,
    until,
)
from tui.app import TopboardApp
from tui.screens.dialogs import AskLine
from tui.screens.entry_form import EntryForm
from tui.screens.import_files import candidates, read_file
from tui.screens.rating_lists import RatingCheck, RatingLists

FIDE = (
    text_line(1503014, "Carlsen, Magnus", "NOR", "M", "GM", "", (2823, 2801, 2860), 1990),
    text_line(1503015, "Carlsson, Maj", "SWE", "F", "", "", (0, 0, 1650), 2001),
)
ECF = '100011B,"Carlsen, Magnus",1,1503014,M,ENG,,,2710,A,,,2650,K,,,,,2SKG,Skegness,'


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture
def lists(tmp_path: Path, topboard: CommandLine) -> None:
    """FIDE's list and the ECF's, loaded as an arbiter loads them."""
    path = tmp_path / "standard_and_more.txt"
    path.write_text("\r\n".join((TEXT_HEAD, *FIDE, "")), encoding="ascii")
    topboard.done("ratings", "add", path, "--date", "2026-11-01")
    path = tmp_path / "ecf.csv"
    path.write_text(f"{ECF_HEAD}\n{ECF}\n", encoding="utf-8")
    topboard.done("ratings", "add", path, "--date", "2026-11-02")


# Commands


def test_lists_and_players_as_the_contract_has_them(lists: None, topboard: CommandLine) -> None:
    there = topboard.asked("ratings", "lists")["lists"]
    assert [(one["name"], one["date"], one["size"]) for one in there] == [
        ("FIDE", "2026-11-01", 2), ("ECF", "2026-11-02", 1),
    ]  # fmt: skip
    players = topboard.asked("ratings", "find", "carlsen", "--limit", "1")["players"]
    assert [{key: one[key] for key in ("list", "id", "name", "federation", "sex", "birth", "title")}
            for one in players] == [{
        "list": "FIDE", "id": "1503014", "name": "Carlsen, Magnus", "federation": "NOR",
        "sex": "m", "birth": "1990", "title": "GM",
    }]  # fmt: skip
    assert players[0]["ratings"] == {"standard": 2823, "rapid": 2801, "blitz": 2860}


def test_an_entry_from_a_list_is_the_same_in_every_file(
    lists: None, topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "open"
    topboard.done("new", event, "--format", "dutch", "--set", "rating_type=rapid")
    entry = topboard.asked("add", event, "Carlsen, Magnus", "--from", "fide:1503014")
    assert (entry["rating"], entry["title"], entry["club"]) == (2801, "GM", "Skegness")
    assert (entry["rating_from"]["list"], entry["rating_from"]["rate"]) == ("FIDE", "rapid")
    assert [one["list"] for one in entry["official"]] == ["FIDE", "ECF"]
    assert topboard.done("verify", event).startswith("sound")
    (kept,) = [
        line for line in (event / "players.toml").read_text().splitlines() if "official" in line
    ]
    assert '["FIDE","2026-11-01","1503014",true,2823,2801,2860,"rapid",20,20,20]' in kept
    (event / "journal.log").rename(tmp_path / "journal.log")  # what the save file alone says
    assert topboard.asked("entries", event)["entrants"][0]["official"] == entry["official"]
    (tmp_path / "journal.log").rename(event / "journal.log")
    words = ("Carlsson, Maj", "--from", "FIDE:1503015", "--rating", "1600")
    other = topboard.asked("add", event, *words)
    assert (other["rating"], other["rating_from"]) == (1600, None)
    assert "nobody with the number '9'" in topboard.refused("add", event, "X", "--from", "FIDE:9")
    assert "no rating list 'DSB'" in topboard.refused("add", event, "X", "--from", "DSB:9")


def test_a_rating_in_a_file_that_the_list_has_under_its_number_is_from_that_list(
    lists: None, topboard: CommandLine, tmp_path: Path
) -> None:
    event, entries = tmp_path / "open", tmp_path / "entries.csv"
    entries.write_text(
        "Name,Rating,FIDE id\nMagnus,2801,1503014\nMaj,1600,1503015\nNed,1400,\n", "utf-8"
    )
    words = ("--format", "dutch", "--set", "rating_type=rapid", "--entries", entries)
    topboard.done("new", event, *words)
    shown = topboard.asked("entries", event)["entrants"]
    assert [one["rating_from"] and one["rating_from"]["list"] for one in shown] == [
        "FIDE", None, None,
    ]  # fmt: skip
    other = tmp_path / "other"
    topboard.done("new", other, "--format", "dutch")
    topboard.done("import", other, entries)  # 2801 is not the standard rating
    assert not any(one["rating_from"] for one in topboard.asked("entries", other)["entrants"])
    taken = read_file(entries, open_event(event).event)
    assert [counting(one.official) is not None for one in taken.entrants] == [True, False, False]


def test_check_names_what_differs_and_applies_what_is_chosen(
    lists: None, topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "open"
    topboard.done("new", event, "--format", "dutch")
    topboard.done("add", event, "Carlsen Magnus", "--rating", "2800", "--fide-id", "1503014")
    topboard.done("add", event, "Carlsson, Maj", "--rating", "1500", "--federation", "SWE")
    topboard.done("add", event, "Nobody, Ned", "--rating", "1400")
    answer = topboard("ratings", "check", event, "--json")
    assert answer.status == 1
    said = {
        one["id"]: {d["field"]: d["listed"] for d in one["differences"]}
        for one in answer.json["entries"]
    }
    assert said["1"] == {"rating": "2823", "title": "GM", "federation": "NOR", "birth": "1990"}
    assert answer.json["not_found"] == ["3"]
    # the one found by name alone is not taken over with all
    assert topboard.asked("ratings", "check", event, "--apply-all")["applied"] == ["1"]
    assert [e["rating"] for e in topboard.asked("entries", event)["entrants"]] == [2823, 1500, 1400]
    topboard.done("undo", event)
    assert topboard.asked("entries", event)["entrants"][0]["rating"] == 2800
    assert "nothing differs of Nobody" in topboard.refused(
        "ratings", "check", event, "--apply", "3"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("find",), "needs TEXT"),
        (("add",), "needs FILE"),
        (("add", "no such file.zip"), "cannot read"),
        (("add", "a", "b"), "one word too many"),
        (("lists", "--limit", "3"), "belongs to `ratings find`"),
        (("find", "x", "--limit", "0"), "cannot be shown"),
        (("find", "x"), "no rating list is loaded"),
        (("remove", "FIDE"), "no rating list 'FIDE'"),
        (("add", "x.csv", "--map", "name"), "maps no column"),
        (("add", "x.csv", "--date", "1.11.26"), "not a date"),
        (("add", "x.csv", "--date", "2026-02-30"), "no such day"),
        (("nonsense",), "invalid choice"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    topboard: CommandLine, words: tuple[str, ...], told: str
) -> None:
    assert told in topboard.refused("ratings", *words)


def test_what_json_says_is_said_to_people_too(
    lists: None, topboard: CommandLine, tmp_path: Path
) -> None:
    assert "FIDE  2026-11-01        2" in topboard.done("ratings", "lists")
    found = topboard.done("ratings", "find", "carlsen")
    assert "Carlsen, Magnus" in found
    assert "2823" in found
    assert (
        topboard.done("ratings", "find", "nobody at all") == "no player has that name or number\n"
    )
    event = tmp_path / "open"
    topboard.done("new", event, "--format", "dutch")
    topboard.done("add", event, "Carlsen Magnus", "--rating", "2800", "--fide-id", "1503014")
    topboard.done("add", event, "Nobody, Ned", "--rating", "1400")
    answer = topboard("ratings", "check", event)
    assert answer.status == 1
    assert "compared with FIDE of 2026-11-01" in answer.out
    assert "2800" in answer.out
    assert "2823" in answer.out
    assert "no player, or more than one, found for: Nobody, Ned" in answer.out
    topboard.done("ratings", "check", event, "--apply", "1")
    same = topboard("ratings", "check", event)
    assert same.status == 0
    assert "nothing differs" in same.out


def test_lists_are_replaced_and_taken_away_by_command(
    lists: None, topboard: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / "standard_and_more.txt"
    newer = topboard.asked("ratings", "add", path, "--date", "2026-12-01")
    assert (newer["list"]["date"], newer["replaced"]["date"]) == ("2026-12-01", "2026-11-01")
    said = topboard.done("ratings", "add", path, "--date", "2026-12-02")
    assert "2 players, in place of that of 2026-12-01" in said
    assert topboard.asked("ratings", "remove", "ECF")["removed"]["name"] == "ECF"
    assert "is taken away" in topboard.done("ratings", "remove", "FIDE")
    assert "no rating list is loaded" in topboard.done("ratings", "lists")
    event = tmp_path / "open"
    topboard.done("new", event, "--format", "dutch")
    assert "no rating list is loaded" in topboard.refused("ratings", "check", event)


def test_an_order_of_lists_none_of_which_is_loaded_is_refused(
    lists: None, topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "open"
    topboard.done("new", event, "--format", "dutch")
    topboard.done("set", event, "rating_lists=DWZ standard")
    assert "no list of the event's order is loaded" in topboard.refused("ratings", "check", event)


# Keys


async def form_of(pilot: Pilot[None], app: TopboardApp) -> EntryForm:
    await pilot.press("a")
    await until(pilot, lambda: isinstance(app.screen, EntryForm))
    form = app.screen
    assert isinstance(form, EntryForm)
    return form


@pytest.mark.parametrize("typed", ["stand_rapid.txt", "/nowhere/rapid.txt"])
async def test_a_path_typed_at_the_files_is_taken_whole_and_offered_again_after_a_refusal(
    tmp_path: Path, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letters up to the first p were lost, then the whole path, and no folder was named."""
    monkeypatch.chdir(tmp_path)
    app = TopboardApp(made(tmp_path / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("L", "a")
        await until(pilot, lambda: "Load a rating list from" in text_of(app))
        await pilot.press("slash" if typed[0] == "/" else typed[0])
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, typed[1:])
        await pilot.press("enter")
        await until(pilot, lambda: "Rating lists" in text_of(app) and "!" in text_of(app))
        named = str(tmp_path) if typed[0] != "/" else typed
        assert named in "".join(part.strip(" │") for part in text_of(app).splitlines())
        await pilot.press("a", "p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        assert app.screen.query_one(Input).value == typed


def test_files_of_the_program_itself_are_not_offered_as_lists() -> None:
    program = Path(tui.__file__).parent.parent
    assert list(program.glob("*.txt"))
    assert candidates((program,), (".txt",)) == []


async def test_a_player_is_proposed_and_taken_over_by_one_key(lists: None, tmp_path: Path) -> None:
    store = made(tmp_path / "kent", ())
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, app)
        await type_text(pilot, "mag carl")
        assert [one.line.split("  ")[0] for one in form.proposed] == ["Carlsen, Magnus"]
        await pilot.press("right")
        assert form.typed()["fide_id"] == "1503014"
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
        # the next one is typed anew, and chosen among two
        await type_text(pilot, "carls")
        await until(pilot, lambda: len(form.proposed) == 2)
        await pilot.press("down", "right")
        assert form.typed()["name"] == "Carlsson, Maj"
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 2)
    first, second = on_disk(store).event.entrants
    assert (first.name, first.rating, first.title, first.national_id) == (
        "Carlsen, Magnus", 2823, "GM", "100011B",
    )  # fmt: skip
    source = counting(first.official)
    assert source is not None
    assert source.column == "FIDE standard"
    # only a blitz rating: none that counts, and the lists are kept beside
    assert (second.rating, [one.blitz for one in second.official]) == (None, [1650])


async def test_a_number_entered_before_it_is_looked_up_is_nobodys_name(
    lists: None, tmp_path: Path
) -> None:
    store = made(tmp_path / "kent", ())
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, app)
        await type_text(pilot, "1503014")
        await pilot.press("enter")
        await until(pilot, lambda: "is a number" in form.said[0])
        await pilot.press("right", "enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
    assert on_disk(store).event.entrants[0].name == "Carlsen, Magnus"


async def test_another_rating_is_picked_and_one_typed_is_by_hand(
    lists: None, tmp_path: Path
) -> None:
    store = made(tmp_path / "kent", ())
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot, app)
        await type_text(pilot, "1503014")
        await pilot.press("right", "tab", "right")
        assert form.typed()["rating"] == "2710"
        assert "ECF standard 2710" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
        await type_text(pilot, "carlsson")
        await pilot.press("right", "tab", *"1700", "enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 2)
    first, second = on_disk(store).event.entrants
    assert [one.counts for one in first.official] == ["", "standard"]
    assert (second.rating, counting(second.official)) == (1700, None)


async def test_what_differs_is_shown_and_taken_over_from_entries(
    lists: None, tmp_path: Path
) -> None:
    people = (
        Entrant("", "Carlsen, Magnus", 2800, fide_id="1503014"),
        Entrant("", "Ned", 1400),
        Entrant("", "Carlsson, Maj", federation="SWE", fide_id="1503015", birth="2001"),
    )
    store = made(tmp_path / "kent", people)
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "1 differs from the rating lists" in text_of(app))
        assert " l ratings " in text_of(app)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, RatingCheck))
        await until(pilot, lambda: "2800 → 2823" in text_of(app))
        assert "No player, or more than one, found for: Ned." in text_of(app)
        # no rating that counts: shown, and taken only when it is chosen
        assert "[ ] Carlsson, Maj" in text_of(app)
        assert "only in other lists: FIDE blitz 1650" in text_of(app)
        await pilot.press("?")
        await until(pilot, lambda: "Ratings compared" in text_of(app) and not checking(app))
        await pilot.press("escape")
        await until(pilot, lambda: checking(app))
        await pilot.press("z", "escape")
        await until(pilot, lambda: not checking(app))
        await pilot.press("l")
        await until(pilot, lambda: "2800 → 2823" in text_of(app))
        assert "[x] Carlsen, Magnus" in text_of(app)
        await pilot.press("space", "y")
        await until(pilot, lambda: "! nobody is chosen: space chooses" in text_of(app))
        assert "[ ] Carlsen, Magnus" in text_of(app)
        await pilot.press("up", "A", "A", "y")
        await until(pilot, lambda: "! nobody is chosen: space chooses" in text_of(app))
        await pilot.press("r")
        await until(pilot, lambda: "2800 → 2710" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "1 entry changed" in text_of(app))
        await until(pilot, lambda: "differ from" not in text_of(app))
    entrant = on_disk(store).event.entrant("1")
    assert (entrant.rating, entrant.title, entrant.federation) == (2710, "GM", "NOR")


def checking(app: TopboardApp) -> bool:
    return isinstance(app.screen, RatingCheck)


async def test_what_no_list_of_the_order_can_say_is_said_in_the_comparison(
    lists: None, tmp_path: Path
) -> None:
    store = made(tmp_path / "kent", (Entrant("", "Ned", 1400),))
    store.do(ChangeSettings(details={"rating_lists": "DSB standard"}))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front_place(app, "entries") is not None)
        await pilot.press("l")
        await until(pilot, lambda: "no list of the event's order is loaded" in text_of(app))
        await pilot.press("space", "escape")
        await until(pilot, lambda: is_in_front(app, "entries"))


async def test_a_rating_by_hand_that_the_list_has_is_marked_as_from_it(
    lists: None, tmp_path: Path
) -> None:
    same = Entrant(
        "", "Carlsen, Magnus", 2823, title="GM", federation="NOR", fide_id="1503014", birth="1990"
    )
    store = made(tmp_path / "kent", (same, Entrant("", "Ned", 1400)))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front_place(app, "entries") is not None)
        await pilot.press("l")
        await until(
            pilot, lambda: "1 rating typed by hand and the same in the list" in text_of(app)
        )
        await pilot.press("y")
        await until(pilot, lambda: "1 rating marked as the list" in text_of(app))
    first, second = on_disk(store).event.entrants
    assert (first.rating, counting(second.official)) == (2823, None)
    source = counting(first.official)
    assert source is not None
    assert source.column == "FIDE standard"


async def test_the_order_of_the_lists_is_changed_in_their_place(
    lists: None, tmp_path: Path
) -> None:
    store = made(tmp_path / "kent", (Entrant("", "Ned", 1400),))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front_place(app, "entries") is not None)
        await pilot.press("L")
        await until(pilot, lambda: isinstance(app.screen, RatingLists))
        await until(pilot, lambda: "1  FIDE standard" in text_of(app))
        await pilot.press("K")
        await until(pilot, lambda: "! choose one of the ratings below" in text_of(app))
        await pilot.press("down", "down", "down", "X")
        await until(pilot, lambda: "! choose a list" in text_of(app))
        await pilot.press("K")
        await until(pilot, lambda: "1  ECF standard" in text_of(app))
        await pilot.press("m")
        await until(pilot, lambda: "NIDOF" in text_of(app))
        await pilot.press("space")
        await until(pilot, lambda: re.search(r"- +ECF standard", text_of(app)) is not None)
        await pilot.press("?")
        await until(pilot, lambda: not isinstance(app.screen, RatingLists))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, RatingLists))
        await pilot.press("z")
    details = dict(on_disk(store).event.details)
    assert details == {"rating_lists": "FIDE standard", "rating_method": "NIDOF"}


async def test_a_list_loaded_in_the_console_is_compared_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "players_list_foa.txt"
    path.write_text("\r\n".join((TEXT_HEAD, *FIDE, "")), encoding="ascii")
    monkeypatch.chdir(tmp_path)
    store = made(tmp_path / "kent", (Entrant("", "Carlsen, Magnus", fide_id="1503014"),))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front_place(app, "entries") is not None)
        await pilot.press("L", "a")
        await until(pilot, lambda: "players_list_foa.txt" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, RatingCheck))
        await until(pilot, lambda: "→ 2823" in text_of(app))


async def test_lists_are_loaded_and_taken_away_in_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "players_list_foa.txt"
    path.write_text("\r\n".join((TEXT_HEAD, *FIDE, "")), encoding="ascii")
    (tmp_path / "broken.csv").write_text("nothing,of,this\n1,2,3\n")
    monkeypatch.chdir(tmp_path)
    store = made(tmp_path / "kent", ())
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front_place(app, "entries") is not None)
        await pilot.press("L")
        await until(pilot, lambda: isinstance(app.screen, RatingLists))
        for key in ("X", "c", "space"):
            await pilot.press(key)
            await until(pilot, lambda: "! no list is loaded: a loads one" in text_of(app))
        await pilot.press("a")
        await until(pilot, lambda: "Load a rating list from" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "X  take one away" in text_of(app))
        await pilot.press("a", "z", "p")
        await until(pilot, lambda: "Path of a rating list" in text_of(app))
        await pilot.press("escape", "p")
        await until(pilot, lambda: "Path of a rating list" in text_of(app))
        await type_text(pilot, "nowhere.txt")
        await pilot.press("enter")
        await until(pilot, lambda: "! " in text_of(app) and "cannot read" in text_of(app))
        await pilot.press("a", "p", "ctrl+u")
        await until(pilot, lambda: "Path of a rating list" in text_of(app))
        await type_text(pilot, "players_list_foa.txt")
        await pilot.press("enter")
        await until(pilot, lambda: "loaded: FIDE" in text_of(app))
        assert "2 players" in text_of(app)
        await pilot.press("X")
        await until(pilot, lambda: "Take the rating list FIDE away?" in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: "away?" not in text_of(app))
        await pilot.press("c")
        await until(pilot, lambda: not isinstance(app.screen, RatingLists))
        await pilot.press("escape", "L")
        await until(pilot, lambda: isinstance(app.screen, RatingLists))
        await pilot.press("X")
        await until(pilot, lambda: "Take the rating list FIDE away?" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "is taken away" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, RatingLists))
