"""A congress by commands: four events made, joined, drawn, played and paid for."""

from __future__ import annotations

import csv
import io
import shutil
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


def test_a_board_of_an_earlier_round_is_reached_and_told_of(
    topboard: CommandLine, galway: Path, tmp_path: Path
) -> None:
    for _ in range(2):
        topboard.done("congress", galway, "draw", "--publish")
        for board in (1, 2, 3, 101, 102, 103):
            topboard.done("congress", galway, "result", board, "1-0")
    topboard.done("result", galway / "open", 2, "-", "--round", 1, "--replace", "--insist")

    def results() -> list[str | None]:
        rounds = (topboard.asked("round", galway / "open", "--round", n) for n in (1, 2))
        return [p["result"] for round in rounds for p in round["pairings"] if p["board"] == 2]

    said = topboard("congress", galway, "result", 2, "1-0")
    assert said.status == 0
    assert "board 2 of round 2; it is open in round 1 too: `--round 1` enters it there" in said.err
    assert results() == [None, "1-0"]
    assert "board 9" in topboard.refused("congress", galway, "result", 9, "1-0", "--round", 1)
    assert "round 3" in topboard.refused("congress", galway, "result", 2, "1-0", "--round", 3)
    pile = tmp_path / "slips.csv"
    pile.write_text("2,0-1\n101,1-0\n")
    said = topboard("congress", galway, "result", "--round", 1, "--from", pile)
    assert (said.status, "it is open in" in said.err) == (0, False)
    assert "round 2 was drawn before this change of round 1" in said.err
    assert results() == ["0-1", "1-0"]
    topboard.done("congress", galway, "result", 2, "1-0", "--round", 1, "--replace", "--insist")
    assert results() == ["1-0", "1-0"]


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
        (["result", "3.2", "1-0"], "enter it in its event (`topboard result EVENT 3.2 RESULT`)"),
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


def test_the_spreadsheet_has_all_that_is_known_of_every_entry(
    topboard: CommandLine, galway: Path
) -> None:
    said = {"family": "Newbliss-1", "seed": "4", "half-bye": "no", "captain": "Orla", "note": "bus"}
    options = [word for key, value in said.items() for word in (f"--{key}", value)]
    topboard.done("edit", galway / "minor", "M2, Ann", *options)
    export = ("congress", galway, "export", "--as", "csv", "--page", "all")
    rows = {row["name"]: row for row in rows_of(topboard.done(*export))}
    for key, value in said.items():
        column = key.replace("-", "_")
        assert (rows["M2, Ann"][column], rows["O3, Ann"][column]) == (value, "")
    assert "venue" not in rows["O3, Ann"], "nobody has one"


def test_the_schedule_is_that_of_the_events_in_order_of_time(
    topboard: CommandLine, galway: Path
) -> None:
    topboard.done("set", galway / "open", "schedule=2026-11-20 18:00, 2026-11-21 10:00, 15:00")
    topboard.done("set", galway / "minor", "schedule=2026-11-21 09:00, 10:00, 15:00")
    text = topboard.done("congress", galway, "export", "--as", "text", "--page", "schedule")
    assert [" ".join(line.split()) for line in text.splitlines()[4:7]] == [
        "20 November 2026 18:00 Open Round 1 Hall",
        "21 November 2026 09:00 Minor Round 1",
        "21 November 2026 10:00 Minor Round 2",
    ]


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


def test_a_wrong_line_of_a_pile_enters_nothing_and_is_named(
    topboard: CommandLine, galway: Path, tmp_path: Path
) -> None:
    topboard.done("congress", galway, "draw", "--publish")
    pile = tmp_path / "slips.csv"
    from_pile = ("congress", galway, "result", "--from", pile)
    for lines, said in (
        ("101,1-0\n2,1-0\n101,0-1\n", "slips.csv:3:1: board 101 appears twice in the list"),
        ("101,1-0\n2,9-0\n", "slips.csv:2:1: unknown result '9-0'"),
    ):
        pile.write_text(lines)
        assert said in topboard.refused(*from_pile)
    both = topboard.refused("congress", galway, "result", "101", "1-0", "--from", pile)
    assert "one result and a list of results; give one of them" in both
    assert all(e["entered"] == 0 for e in status(topboard, galway)["events"])
    pile.write_text("101,1-0\n102,=\n2,0-1\n")
    assert topboard.done(*from_pile) == "3 results entered\nmissing: Open 2, Minor 1\n"


def test_standings_of_all_events_follow_each_other(topboard: CommandLine, galway: Path) -> None:
    topboard.done("congress", galway, "draw", "--publish")
    topboard.done("congress", galway, "result", "101", "1-0")
    topboard.done("congress", galway, "result", "1", "1-0")
    both = topboard.done("congress", galway, "standings")
    open_table, minor_table = both.rstrip("\n").split("\n\n")
    assert {word[0] for word in open_table.split() if word[1:2].isdigit() and word[-1] == ","} == {
        "O"
    }
    assert minor_table in topboard.done("congress", galway, "standings", "--event", "minor")
    assert "O0, Ann" not in topboard.done("congress", galway, "standings", "--event", "minor")


def test_a_draw_tells_what_it_breaks_and_who_sits_at_two_boards(
    topboard: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "hall"
    topboard.done("congress", folder, "new")
    (tmp_path / "two.csv").write_text(
        'name,rating,birth,club\n"Lee, Ann",1900,1990,Rooks\n"Orr, Bo",1800,1991,Rooks\n'
    )
    for name in ("open", "blitz"):
        topboard.done("new", folder / name, "--format", "ecf", "--rounds", 1, "--title",
                      name.title(), "--entries", tmp_path / "two.csv")  # fmt: skip
        topboard.done("congress", folder, "join", name)
    told = topboard.done("congress", folder, "draw").splitlines()
    assert told[:2] == ["Open: round 1 proposed, 1 board", "Blitz: round 1 proposed, 1 board"]
    assert told[2:] == [
        f"! Open, board 1: {name}: also at board 101 of Blitz, proposed, same hours"
        for name in ("Lee, Ann", "Orr, Bo")
    ]
    drawn = topboard.asked("congress", folder, "draw", "--redraw")
    assert [clash["name"] for clash in drawn["twice"]] == ["Lee, Ann", "Orr, Bo"]


def test_a_draw_tells_which_board_breaks_a_rule(topboard: CommandLine, galway: Path) -> None:
    topboard.done("draw", galway / "open", "--publish")
    topboard.whites_win(galway / "open")
    topboard.done("draw", galway / "open", "--lock", "1:4")  # who have met in round 1
    told = topboard.done("congress", galway, "draw").splitlines()
    (broken,) = [line for line in told if line.startswith("x ")]
    assert broken.startswith("x Open, board ")
    assert broken.endswith("met in round 1")


def test_data_of_the_congress_its_events_and_fees_are_set_by_name(
    topboard: CommandLine, galway: Path
) -> None:
    change = ("congress", galway, "set")
    assert topboard.asked(*change, "title=Galway 2026", "open.name=Masters") == {
        "changed": ["title", "open.name"], "title": "Galway 2026",
    }  # fmt: skip
    assert topboard.done(*change, "title=Galway 2026") == "nothing changed: it is already so\n"
    assert "a congress needs a title" in topboard.refused(*change, "title=")
    assert [e["name"] for e in status(topboard, galway)["events"]] == ["Masters", "Minor"]
    topboard.done(*change, "fee.All=30", "fee.Titled=0", "fee.Titled.titles=gm, im",
                  "fee.Minor=20", "fee.Minor.events=minor", "fee.Member=25",
                  "fee.Member.member=yes")  # fmt: skip
    assert {p["fee"] for p in topboard.asked("congress", galway, "people")["people"]} == {"All"}
    for data, said in (
        ("fee.Guest.early=5", "there is no fee 'Guest'; give its amount first: fee.Guest="),
        ("fee.All.member=perhaps", "member cannot be 'perhaps'; write yes, no or nothing"),
    ):
        assert said in topboard.refused(*change, data)
    topboard.done(*change, "fee.All=")
    people = topboard.asked("congress", galway, "people")["people"]
    assert {p["fee"] for p in people if p["entries"][0]["event"] == "minor"} == {"Minor"}


def test_people_of_one_event_are_listed_with_what_they_owe(
    topboard: CommandLine, galway: Path
) -> None:
    topboard.done("congress", galway, "set", "fee.All=30", "currency=EUR")
    topboard.done("congress", galway, "paid", "O0, Ann", "40")
    told = topboard.done("congress", galway, "people", "--event", "open").splitlines()
    assert told[-1] == "6 people, due 180.00 EUR, paid 40.00 EUR"
    (row,) = [line.split() for line in told if "O0, Ann" in line]
    assert row == ["O0,", "Ann", "Open", "1", "All", "30.00", "40.00", "-10.00"]
    assert not any("M0, Ann" in line for line in told)
    assert "paid 45.00 EUR, 15.00 EUR to be given back" in topboard.done(
        "congress", galway, "paid", "O0, Ann", "5"
    )


def test_who_is_where_decides_what_can_be_done_with_somebody(
    topboard: CommandLine, galway: Path, tmp_path: Path
) -> None:
    def refused(*words: object) -> str:
        return topboard.refused("congress", galway, *words)

    assert "nothing was paid: the amount is 0.00" in refused("paid", "O0, Ann", "0")
    assert "O0, Ann is not in Minor; name an event he is in" in refused(
        "paid", "O0, Ann", "5", "--event", "minor"
    )
    assert "O0, Ann is in no other event" in refused("move", "O0, Ann", "open")
    entries = tmp_path / "both.csv"
    entries.write_text('name,rating,birth\n"O0, Ann",1900,1990\n"Z1, Ann",1500,1988\n')
    topboard.done("new", galway / "blitz", "--format", "dutch", "--title", "Blitz",
                  "--entries", entries)  # fmt: skip
    topboard.done("congress", galway, "join", "blitz")
    assert "O0, Ann is in Open and Blitz; say which one he leaves (--from)" in refused(
        "move", "O0, Ann", "minor"
    )
    topboard.done("congress", galway, "move", "O0, Ann", "minor", "--from", "blitz")
    topboard.done("withdraw", galway / "blitz", "2")
    assert "Z1, Ann is in no event any more; re-enter him first" in refused("check-in", "Z1, Ann")


def test_an_event_whose_boards_are_places_of_a_tree_keeps_its_numbers(
    topboard: CommandLine, galway: Path, tmp_path: Path
) -> None:
    entries = entry_list(tmp_path, "cup", "C")
    topboard.done("new", galway / "cup", "--format", "knockout", "--title", "Cup",
                  "--entries", entries)  # fmt: skip
    said = topboard("congress", galway, "join", "cup", "--boards", "301-304", "--room", "Gym")
    assert "Cup numbers its boards from 1: they are places of its tree" in said.err
    (cup,) = [e for e in status(topboard, galway)["events"] if e["folder"] == "cup"]
    assert cup["room"] == "Gym"
    topboard.done("congress", galway, "draw", "--publish")
    assert (
        "the boards of round 1 keep their numbers"
        in topboard("congress", galway, "join", "open", "--boards", "11-40").err
    )


def test_a_congress_tells_what_is_wrong_with_an_event_of_it(
    topboard: CommandLine, galway: Path
) -> None:
    shutil.rmtree(galway / "minor")
    told = topboard.done("congress", galway, "status")
    assert "minor is missing" in told
    refused = topboard("congress", galway, "draw", "--publish")
    assert refused.status == 2
    assert "minor is not drawn" in refused.err


def test_one_list_goes_into_one_file_and_all_into_a_folder(
    topboard: CommandLine, galway: Path, tmp_path: Path
) -> None:
    export = ("congress", galway, "export")
    assert "which list?; give --page names" in topboard.refused(*export, "--as", "html")
    assert "nothing was paid" in topboard.refused(
        *export, "--as", "csv", "--page", "cash", "-o", f"{tmp_path}/lists/"
    )
    file = tmp_path / "entries.csv"
    assert topboard.done(*export, "--as", "csv", "--page", "entries", "-o", file) == f"{file}\n"
    assert len(rows_of(file.read_text())) == 12
    assert "this is written as CSV; call the file entries.csv" in topboard.refused(
        *export, "--as", "csv", "-o", tmp_path / "entries.html"
    )
    folder = tmp_path / "all"
    told = topboard.done(*export, "--as", "csv", "-o", f"{folder}/").splitlines()
    assert [Path(line).name for line in told] == ["entries.csv", "all.csv"]
    topboard.done("congress", tmp_path / "empty", "new")
    assert "the congress has no event that can be shown; join one first" in topboard.refused(
        "publish", tmp_path / "empty", tmp_path / "site"
    )
