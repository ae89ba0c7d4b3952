"""A congress by commands: four events made, joined, drawn, played and paid for."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.tui.desk_cli import CommandLine


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


def entry_list(folder: Path, name: str, first: str) -> Path:
    """Six players whose names begin with that letter, with years of birth."""
    rows = [f'"{first}{n}, Ann",{1900 - 10 * n},{1990 + n}' for n in range(6)]
    path = folder / f"{name}.csv"
    path.write_text("name,rating,birth\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def galway(tmp_path: Path, topboard: CommandLine) -> Path:
    """A congress of an Open and a Minor, each with six players."""
    folder = tmp_path / "galway"
    topboard.done("congress", folder, "new", "--title", "Galway Congress", "--set", "currency=EUR")
    for name, format in (("open", "dutch"), ("minor", "ecf")):
        entries = entry_list(tmp_path, name, name[0].upper())
        topboard.done("new", folder / name, "--format", format, "--rounds", 3,
                      "--title", name.title(), "--entries", entries)  # fmt: skip
    topboard.done("congress", folder, "join", "open", "--boards", "1-100", "--room", "Hall")
    topboard.done("congress", folder, "join", "minor")
    return folder


def status(topboard: CommandLine, galway: Path) -> Any:
    return topboard.asked("congress", galway, "status")


def test_boards_that_are_set_in_the_middle_of_a_round_are_those_of_the_next(
    topboard: CommandLine, galway: Path
) -> None:
    assert "keep their numbers" not in topboard("set", galway / "open", "first_board=11").err
    topboard.done("congress", galway, "draw", "--publish")
    said = topboard("set", galway / "open", "first_board=21").err
    assert "the boards of round 1 keep their numbers; the next draw has the new ones" in said


def test_who_joins_again_is_said_to_be_in_it(topboard: CommandLine, galway: Path) -> None:
    assert "Open is in the congress already" in topboard("congress", galway, "join", "open").err


def test_a_congress_where_an_event_is_meant_is_called_by_its_name(
    topboard: CommandLine, galway: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPBOARD_EVENTS", str(galway.parent))
    for name in (galway, "galway"):
        refused = topboard.refused("status", name)
        assert f"{name} is not an event: it is a congress of several" in refused
        assert f"`topboard congress {name}` opens it" in refused


def test_a_payment_where_no_fee_is_set_is_no_debt(topboard: CommandLine, galway: Path) -> None:
    said = topboard("congress", galway, "paid", "open:1", "45").out
    assert "paid EUR 45.00, no fee is set" in said or "paid 45.00 EUR, no fee is set" in said


def test_an_event_that_joins_gets_the_next_free_hundred_as_its_own_setting(
    topboard: CommandLine, galway: Path
) -> None:
    document = status(topboard, galway)
    assert document["title"] == "Galway Congress"
    assert [(e["folder"], e["format"], e["step"], e["boards"], e["room"])
            for e in document["events"]] == [
        ("open", "dutch", "draw", [1, 100], "Hall"), ("minor", "ecf", "draw", [101, 103], None),
    ]  # fmt: skip
    assert (document["people"], document["notes"]) == (12, [])
    drawn = topboard.asked("draw", galway / "minor")
    assert [p["board"] for p in drawn["pairings"]] == [101, 102, 103]


def test_rounds_are_drawn_together_and_a_slip_is_found_by_its_number(
    topboard: CommandLine, galway: Path
) -> None:
    drawn = topboard.asked("congress", galway, "draw", "--publish")
    assert [(e["folder"], e["drawn"], e["published"], e["boards"]) for e in drawn["events"]] == [
        ("open", True, True, 3), ("minor", True, True, 3),
    ]  # fmt: skip
    assert "no event has a round to draw" in topboard.refused("congress", galway, "draw")
    done = topboard.asked("congress", galway, "result", 102, "1-0")
    assert done["results"] == [{"event": "minor", "board": 102, "result": "1-0"}]
    assert done["missing"] == {"open": [1, 2, 3], "minor": [101, 103]}
    topboard.done("congress", galway, "result", 102, "1-0")
    assert "already" in topboard.refused("congress", galway, "result", 102, "0-1")
    topboard.done("congress", galway, "result", 102, "0-1", "--replace")
    assert "board 50 is not in play" in topboard.refused("congress", galway, "result", 50, "1-0")


def test_a_mixed_pile_is_entered_where_every_line_is_right(
    topboard: CommandLine, galway: Path, tmp_path: Path
) -> None:
    topboard.done("congress", galway, "draw", "--publish")
    pile = tmp_path / "slips.csv"
    pile.write_text("board,result\n101,1-0\n2,=\n102,0-1\n77,1-0\n")
    assert "slips.csv:5:1: board 77" in topboard.refused(
        "congress", galway, "result", "--from", pile
    )
    assert all(e["entered"] == 0 for e in status(topboard, galway)["events"])
    pile.write_text("101,1-0\nopen:2,=\n102,0-1\n")
    done = topboard.asked("congress", galway, "result", "--from", pile)
    assert done["missing"] == {"open": [1, 3], "minor": [103]}


def test_late_games_of_one_event_do_not_hold_the_others(
    topboard: CommandLine, galway: Path
) -> None:
    topboard.done("congress", galway, "draw", "--publish")
    for board in (101, 102, 103):
        topboard.done("congress", galway, "result", board, "1-0")
    drawn = topboard.asked("congress", galway, "draw", "--publish")
    assert [(e["drawn"], e["round"], e["waits"]) for e in drawn["events"]] == [
        (False, 1, "3 results missing"), (True, 2, None),
    ]  # fmt: skip
    tables = topboard.asked("congress", galway, "standings")["events"]
    assert [t["tables"][0]["rows"][0]["points"] for t in tables] == [0, 1]


def test_one_event_that_cannot_be_drawn_stops_no_other(topboard: CommandLine, galway: Path) -> None:
    topboard.done("draw", galway / "open", "--lock", "1:2")
    topboard.done("bye", galway / "open", "1", "1", "0.5")
    file = galway / "open" / "journal.log"
    file.write_bytes(file.read_bytes()[:200] + b"?" + file.read_bytes()[201:])
    answer = topboard("congress", galway, "draw", "--publish", "--json")
    assert answer.status == 2
    assert [(e["folder"], e["drawn"]) for e in answer.json["events"]] == [
        ("open", False), ("minor", True),
    ]  # fmt: skip
    assert "topboard: Open is not published" in answer.err


def test_fees_are_by_category_and_paid_to_the_cent(topboard: CommandLine, galway: Path) -> None:
    topboard.done("congress", galway, "set", "start=2026-11-20", "fee.Junior=25",
                  "fee.Junior.under=32", "fee.Adult=45.50", "fee.Adult.early=40.10",
                  "early_until=2020-01-01")  # fmt: skip
    everybody = topboard.asked("congress", galway, "people")
    assert {p["fee"] for p in everybody["people"]} == {"Junior", "Adult"}
    assert everybody["due"] == 2 * (25 + 5 * 45.5)
    paid = topboard.asked("congress", galway, "paid", "O0, Ann", "40,10")["people"][0]
    assert (paid["due"], paid["paid"], paid["owed"], paid["early"]) == (45.5, 40.1, 5.4, False)
    topboard.done("congress", galway, "paid", "O0, Ann", "-40.10", "--note", "by mistake")
    assert len(topboard.asked("congress", galway, "people", "--owing")["people"]) == 12
    assert "is not an amount" in topboard.refused("congress", galway, "paid", "O0, Ann", "4.5")


def test_somebody_is_checked_in_once_and_moved_with_what_he_paid(
    topboard: CommandLine, galway: Path
) -> None:
    topboard.done("congress", galway, "set", "fee.All=30")
    topboard.done("congress", galway, "paid", "O3, Ann", "30")
    topboard.done("congress", galway, "check-in", "O3, Ann", "M1, Ann")
    moved = topboard.asked("congress", galway, "move", "O3, Ann", "minor")["people"][0]
    assert moved["entries"] == [{"event": "minor", "id": "7", "here": True, "present": True}]
    assert (moved["checked_in"], moved["owed"]) == (True, 0)
    topboard.done("congress", galway, "draw", "--publish")
    line = topboard.refused("congress", galway, "move", "O1, Ann", "minor")
    assert "has no result yet; O1, Ann plays in Minor from round 2 on" in line
    assert "--insist" in line
    topboard.done("congress", galway, "move", "O1, Ann", "minor", "--insist")
    assert status(topboard, galway)["people"] == 12


def test_whoever_moves_leaves_two_proposals_to_be_drawn_again(
    topboard: CommandLine, galway: Path
) -> None:
    topboard.done("congress", galway, "draw")
    told = topboard("congress", galway, "move", "O1, Ann", "minor", "--insist").err
    assert "Open: a proposal stands; draw it again" in told
    assert "Minor: a proposal stands; draw it again" in told
    told = topboard("congress", galway, "draw", "--publish").err
    assert "Open is not published: O1, Ann is out of round 1" in told
    drawn = topboard.asked("congress", galway, "draw", "--redraw", "--publish")
    assert [(e["drawn"], e["published"], e["byes"]) for e in drawn["events"]] == [
        (True, True, 1), (True, True, 1),
    ]  # fmt: skip


def test_an_undo_in_one_event_says_that_a_move_is_half_undone(
    topboard: CommandLine, galway: Path
) -> None:
    topboard.done("congress", galway, "draw", "--publish")
    topboard.done("congress", galway, "move", "O1, Ann", "minor", "--insist", "--insist-twice")
    last = topboard.asked("log", galway / "open")["entries"][-1]["n"]
    told = topboard("undo", galway / "open", last).err
    assert "half of the move of O1, Ann is undone" in told
    assert "he is in Open again and still in Minor; undo it in Minor too" in told
    last = topboard.asked("log", galway / "minor")["entries"][-1]["n"]
    assert "half of the move" not in topboard("undo", galway / "minor", last).err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["drew"], "did you mean draw?"),
        (["join", "nowhere"], "there is no event 'nowhere'"),
        (["leave", "junior"], "its events: Open, Minor"),
        (["result", "one", "1-0"], "'one' is not a board"),
        (["result", "3"], "a board and a result are needed"),
        (["move", "Nobody", "minor"], "there is nobody called 'Nobody'"),
        (["set", "colour=red"], "a congress has no colour"),
        (["set", "open.last_board=x"], "last_board cannot be 'x'"),
        (["set", "start=2026-11-22", "end=2026-11-20"], "end before it starts"),
        (["join", "minor", "--boards", "9-3"], "'9-3' are not boards"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    topboard: CommandLine, galway: Path, words: list[str], said: str
) -> None:
    before = (galway / "congress.toml").read_bytes()
    assert said in topboard.refused("congress", galway, *words)
    assert (galway / "congress.toml").read_bytes() == before


def test_a_folder_that_is_no_congress_says_how_to_make_one(
    topboard: CommandLine, tmp_path: Path
) -> None:
    assert "new` makes one" in topboard.refused("congress", tmp_path, "status")
    topboard.done("congress", "Kent Congress", "new")
    assert topboard.asked("congress", "kent-congress", "status")["title"] == "Kent Congress"


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_whole_hall_is_one_alphabet_with_event_room_and_board(
    topboard: CommandLine, galway: Path
) -> None:
    topboard.done("congress", galway, "draw", "--publish")
    export = ("congress", galway, "export", "--page", "names")
    rows = rows_of(topboard.done(*export, "--as", "csv"))
    assert [row["name"] for row in rows] == sorted(row["name"] for row in rows)
    assert {(r["event"], r["room"]) for r in rows} == {("Open", "Hall"), ("Minor", "")}
    assert sorted(int(row["board"]) for row in rows) == [1, 1, 2, 2, 3, 3, *[101] * 2,
                                                         *[102] * 2, *[103] * 2]  # fmt: skip
    assert "M0, Ann" in topboard.done(*export, "--as", "html")


def test_lists_of_money_add_up(topboard: CommandLine, galway: Path, tmp_path: Path) -> None:
    topboard.done("congress", galway, "set", "fee.All=30.10")
    topboard.done("congress", galway, "paid", "O3, Ann", "30.10", "--note", "at the door")
    topboard.done("congress", galway, "paid", "M2, Ann", "20.00")
    written = topboard.asked("congress", galway, "export", "--as", "csv", "-o", f"{tmp_path}/csv/")
    assert [Path(name).name for name in written["files"]] == ["entries.csv", "cash.csv", "all.csv"]
    everybody = rows_of((tmp_path / "csv" / "all.csv").read_text())
    assert sum(Decimal(row["due"]) for row in everybody) == 12 * Decimal("30.10")
    assert sum(Decimal(row["paid"]) for row in everybody) == Decimal("50.10")
    cash = rows_of((tmp_path / "csv" / "cash.csv").read_text())
    assert [(r["name"], r["amount"], r["note"]) for r in cash] == [
        ("O3, Ann", "30.10", "at the door"), ("M2, Ann", "20.00", ""),
    ]  # fmt: skip
    receipts = topboard.done("congress", galway, "export", "--as", "html", "--page", "receipts")
    assert receipts.count('class="card"') == 2
    assert "30.10 EUR" in receipts
    assert "no event has a schedule" in topboard.refused(
        "congress", galway, "export", "--as", "text", "--page", "schedule"
    )


def test_the_schedule_is_that_of_the_events_in_order_of_time(
    topboard: CommandLine, galway: Path
) -> None:
    topboard.done("set", galway / "open", "schedule=2026-11-20 18:00, 2026-11-21 10:00, 15:00")
    topboard.done("set", galway / "minor", "schedule=2026-11-21 09:00, 10:00, 15:00")
    text = topboard.done("congress", galway, "export", "--as", "text", "--page", "schedule")
    assert [" ".join(line.split()) for line in text.splitlines()[4:7]] == [
        "2026-11-20 18:00 Open Round 1 Hall", "2026-11-21 09:00 Minor Round 1",
        "2026-11-21 10:00 Minor Round 2",
    ]  # fmt: skip


def test_a_draw_without_a_round_says_what_leads_to_one(
    tmp_path: Path, galway: Path, topboard: CommandLine
) -> None:
    empty = tmp_path / "empty"
    topboard.done("congress", empty, "new")
    assert f"joins with `topboard congress {empty} join EVENT`" in topboard.refused(
        "congress", empty, "draw"
    )
    topboard.done("congress", galway, "draw", "--publish")
    assert "enter the results that are missing" in topboard.refused("congress", galway, "draw")
