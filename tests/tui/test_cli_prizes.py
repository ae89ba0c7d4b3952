"""`topboard prizes`: the contract of its JSON, its refusals, and what it says of a plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.actions import CreateEvent, EditEntrant, ImportEntrants, Withdraw
from engine.actions.presence import Expel
from engine.actions.team_play import EnterBoardResult
from engine.congress.congress import Congress, EventPlan
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.prizes.plan import PrizePlan
from engine.refusal import Refused
from saves.congress.opening import create_congress, open_congress
from saves.congress.pages import page
from saves.store import create_event, open_event
from tests.engine.test_prizes import given_by, prizes, standing
from tests.playing import play, publish
from tui.cli import main
from tui.commands.prizes import award_lines
from tui.congress.whole import write_lists

PLAN = """
currency = "EUR"
purse = "200"
[[prizes]]
name = "Open"
amounts = ["100", "50"]
[[prizes]]
name = "U1500"
amounts = ["40"]
rating_below = 1500
least = 9
[[prizes]]
name = "Women"
amounts = ["10"]
sex = "w"
"""


def _white_wins(event: Event, match: Match) -> str:
    return "1-0"


def _first_wins(event: Event, match: Match) -> str:
    return {match.white: "1-0", match.black: "0-1"}.get("1", "1/2-1/2")


@pytest.fixture
def event(tmp_path: Path) -> Path:
    folder = tmp_path / "open"
    store = create_event(folder, CreateEvent("Open", "round_robin", {}, 5))
    names = ("Ann", "Bea", "Cid", "Dan")
    store.do(ImportEntrants(tuple(Entrant("", n, rating=1400) for n in names), insist=True))
    play(store, 2, _white_wins)
    return folder


def _json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert main(["prizes", *args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_has_every_prize_and_adds_up_to_the_purse(
    event: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    read = _json(capsys, str(event), "--plan", str(plan))
    assert (read["state"], read["purse"]) == ("provisional", 200)
    shares = sum(to["share"] for prize in read["prizes"] for to in prize["to"])
    assert shares == read["given"] == 150
    assert read["prizes"][0].keys() >= {"event", "name", "amount", "to", "why"}
    assert read["prizes"][0]["to"][0].keys() >= {"id", "name", "share"}
    assert read["left"] == [
        "40.00 EUR of U1500: 4 eligible entrants, 9 needed; not given",
        "10.00 EUR of Women: nobody is eligible",
    ]


def test_a_plan_that_does_not_fit_is_told_and_the_rest_goes_on(
    event: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (event / "prizes.toml").write_text(PLAN.replace('"200"', '"180"'))
    assert main(["prizes", str(event)]) == 0
    told = capsys.readouterr()
    assert "20.00 EUR more than the purse of 180.00 EUR" in told.err
    assert "Women: nobody who has entered can win it" in told.err
    assert "purse 200.00 EUR, given 150.00 EUR, left 50.00 EUR" in told.out


def test_a_lot_among_the_level_is_drawn_and_kept(
    event: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = '[[prizes]]\nname = "Upset"\nby = "points"\ngoods = ["book", "pen", "cap", "mug"]\n'
    (event / "prizes.toml").write_text(plan)
    assert main(["prizes", str(event)]) == 0
    assert "`--lot 'Upset'` draws the lot" in capsys.readouterr().out
    assert main(["prizes", str(event), "--lot", "upset"]) == 0
    assert "--lot" not in capsys.readouterr().out
    given = _json(capsys, str(event))["prizes"]
    assert len({prize["to"][0]["name"] for prize in given}) == 4
    assert main(["prizes", str(event), "--lot", "upset"]) == 2
    assert "nobody waits for a lot in Upset: its lot is " in capsys.readouterr().err
    assert main(["prizes", str(event), "--lot", "Open"]) == 2
    assert "give one of Upset" in capsys.readouterr().err


def test_without_a_plan_it_names_the_command_that_writes_one(
    event: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prizes", str(event)]) == 2
    assert "--new` writes an example" in capsys.readouterr().err
    assert main(["prizes", str(event), "--new"]) == 0
    assert main(["prizes", str(event), "--new"]) == 2
    capsys.readouterr()
    assert _json(capsys, str(event))["purse"] == 900


def test_who_withdraws_keeps_his_prize_and_who_is_expelled_has_none(
    event: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (event / "prizes.toml").write_text('[[prizes]]\nname = "A"\namounts = ["60", "40", "20"]\n')
    before = {to["name"] for p in _json(capsys, str(event))["prizes"] for to in p["to"]}
    store = open_event(event)
    store.do(Withdraw("1"))
    store.do(Expel("2", "cheating", insist=True, insist_twice=True))
    after = {to["name"] for p in _json(capsys, str(event))["prizes"] for to in p["to"]}
    assert "Ann" in before & after
    assert "Bea" not in after


CONGRESS = """
[[prizes]]
name = "Places"
event = "open"
amounts = ["100"]
[[prizes]]
name = "Places"
event = "minor"
amounts = ["50"]
[[prizes]]
name = "Nowhere"
event = "major"
amounts = ["30"]
[[prizes]]
name = "Best performance"
by = "performance"
amounts = ["20"]
"""

PEOPLE = (("Ann", "77"), ("Yan", "78"), ("Zed", "79"), ("Zoe", "80"))


@pytest.fixture
def congress(event: Path, tmp_path: Path) -> Path:
    """The open and a minor; Ann has entered both."""
    store = create_event(tmp_path / "minor", CreateEvent("Minor", "round_robin", {}, 5))
    people = [Entrant("", n, rating=1200, fide_id=i) for n, i in PEOPLE]
    store.do(ImportEntrants(tuple(people), insist=True))
    play(store, 3, _first_wins)
    open_event(event).do(EditEntrant("1", {"fide_id": "77"}))
    folders = [EventPlan("open"), EventPlan("minor")]
    create_congress(tmp_path, Congress("Festival", events=tuple(folders)))
    (tmp_path / "prizes.toml").write_text(CONGRESS)
    return tmp_path


def test_a_congress_gives_prizes_by_event_and_over_all_its_people(
    congress: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prizes", str(congress), "--json"]) == 0
    told = capsys.readouterr()
    read = json.loads(told.out)
    to = {(p["event"], p["name"]): [t["name"] for t in p["to"]] for p in read["prizes"]}
    assert to["minor", "Places"] == ["Ann"]
    assert to["major", "Nowhere"] == []
    assert len(to["", "Best performance"]) == 1
    assert "there is no event major" in told.err
    assert read["purse"] == 200
    assert read["given"] + 30 == 200
    assert main(["congress", str(congress), "prizes", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == read


def test_a_prize_over_all_events_takes_nobody_out_of_those_of_his_event(
    congress: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = '[[prizes]]\nname = "Places"\nevent = "minor"\namounts = ["20"]\n'
    overall = '[[prizes]]\nname = "Best of all"\namounts = ["50"]\n'
    (congress / "prizes.toml").write_text(places)
    assert main(["prizes", str(congress), "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)["prizes"][0]["to"]
    (congress / "prizes.toml").write_text(f"{places}{overall}")
    assert main(["prizes", str(congress), "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["prizes"][0]["to"] == alone
    assert "Best of all names no event: it goes by the points in all events" in told.err


def test_the_prizes_of_a_congress_are_printed_once_a_person(
    congress: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prizes", str(congress), "-o", f"{tmp_path / 'out'}/"]) == 0
    page = (tmp_path / "out" / "prizes.html").read_text()
    assert "provisional" in page
    by_player = page[page.index("Prizes by winner") :]
    assert by_player.count(">Ann<") == 1


def test_the_lists_of_a_congress_have_its_prize_pages(
    congress: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    export = ["congress", str(congress), "export", "--as", "csv", "--page", "prizes"]
    assert main(export) == 0
    assert "Ann" in capsys.readouterr().out
    store = open_congress(congress, read_only=True)
    assert page(store, "prize-receipts", "pdf", "2026-11-20").startswith(b"%PDF")
    assert main([*export[:3], "--as", "text", "--page", "diplomas"]) == 2
    assert "take pdf" in capsys.readouterr().err
    written: list[tuple[int, int]] = []
    into = tmp_path / "lists"
    write_lists(store, "prizes", into, lambda done, all: written.append((done, all)))
    assert sorted(path.name for path in into.iterdir()) == [
        "prizes.csv", "prizes.html", "prizes.pdf",
    ]  # fmt: skip
    assert written == [(1, 1)]
    with pytest.raises(Refused, match="nothing was paid"):
        write_lists(store, "cash", into, lambda done, all: None)
    files, empty = write_lists(store, "", into, lambda done, all: None)
    assert {"names.pdf", "prizes.pdf"} <= set(files)
    assert {"cash", "receipts"} <= set(empty), "lists that are empty are named"
    assert not {file.partition(".")[0] for file in files} & set(empty)


def test_prizes_of_boards_go_to_players_with_their_teams(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "schools"
    store = create_event(folder, CreateEvent("Schools", "team_swiss", {"rounds": 2, "boards": 2}))
    squads = [
        Entrant("", name, players=tuple(Entrant("", f"{name}, {n}") for n in ("Ann", "Bea")))
        for name in ("Ash", "Brook", "Carr", "Dale")
    ]
    store.do(ImportEntrants(tuple(squads)))
    publish(store)
    for match in store.event.published[0].matches:
        for at in (1, 2):
            store.do(EnterBoardResult(match.board, at, "1-0"))
    assert main(["prizes", str(folder), "--new"]) == 0
    plan = (folder / "prizes.toml").read_text()
    assert "board = 2" in plan
    assert 'board = "reserve"' in plan
    capsys.readouterr()
    assert main(["prizes", str(folder)]) == 0
    shown = capsys.readouterr()
    assert "Best reserve: nobody who has entered can win it" in shown.err
    assert "2 level on 100 % share Board 1: 30.00" in shown.out
    assert "(Ash)" in shown.out
    rows = _json(capsys, str(folder))["prizes"]
    first = next(row for row in rows if row["name"] == "Board 1")
    board = open_event(folder).event.published[0].matches[0].lineups[0]
    assert board.white in {to["id"] for to in first["to"]}
    assert main(["prizes", str(folder), "-o", str(tmp_path / "out")]) == 0
    assert "(Ash)" in (tmp_path / "out" / "prizes.html").read_text()


def test_nothing_is_final_while_an_event_of_the_congress_cannot_be_opened(
    congress: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (congress / "open").rename(congress / "elsewhere")
    assert main(["prizes", str(congress), "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["state"] == "provisional"
    assert json.loads(told.out)["prizes"][0]["why"] == "its event cannot be opened: it waits"
    assert "open cannot be opened: its prizes wait, and those over all events" in told.err
    assert "there is no event open" not in told.err


def test_what_is_shared_is_told_with_the_first_of_its_prizes() -> None:
    plan = PrizePlan((prizes("Open", 100, 60, 40),))
    outcome = given_by(plan, standing("Ann Bea Cid"))
    first, *rest = award_lines(outcome, {"": "Open"}, 200)
    assert "Ann 66.67, Bea 66.67 and Cid 66.66 of 200.00" in first
    assert [one.split("  ")[-1] for one in rest if one.startswith("Open")] == [
        "shared together with Open, 1st"
    ] * 2
    assert sum("level on" in one for one in rest) == 1


def test_prizes_break_between_words_in_the_cells_there_are() -> None:
    bands = (prizes("Open", 100, 80), prizes("U1700", 40, rating_below=1700))
    names = " ".join(f"Player-{n}:{1600 + n}" for n in range(9))
    outcome = given_by(PrizePlan(bands), standing(names))
    whole = list(award_lines(outcome, {"": "Open"}, 200))
    lines = list(award_lines(outcome, {"": "Open"}, 60))
    assert max(map(len, lines)) <= 60
    assert len(lines) > len(whole)
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(whole).split())
