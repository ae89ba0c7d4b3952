"""The JSON documents: every promised field, in its promised type, at every step of an event."""

from __future__ import annotations

import json
import sys
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.actions import AddEntrant
from engine.entrants import Entrant
from saves.store import open_event
from tests.tui.desk_cli import CommandLine, csv_file
from tui.commands.output import json_text

STEPS = {"register", "draw", "choose", "publish", "play", "finished"}
NUMBER = (int, float)
STATUS = {
    "format": str, "title": str, "round": int, "rounds": (int, type(None)), "step": str,
    "missing": list, "choice": (dict, type(None)), "entrants": int, "revision": int,
    "notes": list,
}  # fmt: skip
ROUND = {
    "differences": list,
    "round": int,
    "published": bool,
    "pairings": list,
    "continuing": list,
    "byes": list,
}
PAIRING = {
    "board": int, "white": str, "black": str, "stage": (str, type(None)),
    "section": (str, type(None)), "group": str, "games": int, "boards": (int, type(None)),
    "result": (str, type(None)), "conflicts": list, "why": str,
    "reasons": list,
}  # fmt: skip
COST = {
    "entrant": str, "opponent": str, "possible": bool, "reason": str, "more": list, "fewer": list,
    "boards_changed": int, "off_ideal": int, "decided_by": (dict, type(None)), "measures": list,
    "dropped": list, "text": str, "parts": list,
}  # fmt: skip
NUMBERS = (int, list, type(None))
CHANGE = {
    "where": str, "name": str, "text": str, "was": NUMBERS, "would_be": NUMBERS, "shown": list,
    "worse": bool, "sentence": str,
}  # fmt: skip
BYE = {"id": str, "points": NUMBER, "kind": str, "conflicts": list, "why": str, "reasons": list}
CONFLICT = {"rule": str, "severity": str, "text": str}
STANDINGS = {"tables": list, "winner": (str, type(None)), "qualified": list}
TABLE = {"name": str, "columns": list, "rows": list}
ROW = {
    "rank": int, "id": str, "no": int, "name": str, "points": NUMBER,
    "status": (str, type(None)), "tiebreaks": dict, "remark": str,
}  # fmt: skip


def fits(document: dict[str, Any], shape: dict[str, Any]) -> None:
    for key, kind in shape.items():
        assert key in document, f"{key} is missing"
        assert isinstance(document[key], kind), f"{key} is {document[key]!r}"
        if kind is int:
            assert type(document[key]) is int, f"{key} is {document[key]!r}"


def check_round(document: dict[str, Any]) -> None:
    fits(document, ROUND)
    assert all(type(board) is int for board in document["continuing"])
    for pairing in document["pairings"]:
        fits(pairing, PAIRING)
    for bye in document["byes"]:
        fits(bye, BYE)
        assert bye["kind"] in {"pairing", "requested", "absent"}
    for found in [c for p in document["pairings"] + document["byes"] for c in p["conflicts"]]:
        fits(found, CONFLICT)
        assert found["severity"] in {"must", "should", "note"}


def check_standings(document: dict[str, Any], entrants: int) -> None:
    fits(document, STANDINGS)
    for table in document["tables"]:
        fits(table, TABLE)
        for row in table["rows"]:
            fits(row, ROW)
            assert set(row["tiebreaks"]) == set(table["columns"])
    overall = document["tables"][0]["rows"]
    assert sorted(int(row["id"]) for row in overall) == list(range(1, entrants + 1))


@pytest.fixture
def event(tmp_path: Path, topboard: CommandLine) -> Path:
    folder = tmp_path / "evening"
    entries = csv_file(tmp_path, 13)
    topboard.done(
        "new", folder, "--format", "kjca", "--rounds", 3, "--entries", entries, "--seed", 7
    )
    return folder


def test_an_event_without_entrants_is_registering(topboard: CommandLine, tmp_path: Path) -> None:
    made = topboard.asked("new", tmp_path / "empty", "--format", "kjca")
    assert made["folder"] == str(tmp_path / "empty")
    document = topboard.asked("status", tmp_path / "empty")
    fits(document, STATUS)
    assert (document["step"], document["entrants"], document["round"]) == ("register", 0, 1)
    check_standings(topboard.asked("standings", tmp_path / "empty"), 0)


def test_a_whole_event_keeps_its_shapes(topboard: CommandLine, event: Path) -> None:
    seen = []
    for number in (1, 2, 3):
        document = topboard.asked("status", event)
        fits(document, STATUS)
        assert document["step"] == "draw"
        proposal = topboard.asked("draw", event)
        check_round(proposal)
        assert (proposal["round"], proposal["published"]) == (number, False)
        assert topboard.asked("status", event)["step"] == "publish"
        assert topboard.asked("round", event) == proposal
        published = topboard.asked("draw", event, "--publish")
        assert published == {**proposal, "published": True}
        playing = topboard.asked("status", event)
        assert playing["step"] == "play"
        assert playing["missing"] == [p["board"] for p in published["pairings"]]
        topboard.whites_win(event)
        check_round(topboard.asked("round", event))
        check_standings(topboard.asked("standings", event), 13)
        seen.append(topboard.asked("status", event)["revision"])
    last = topboard.asked("status", event)
    assert (last["step"], last["round"], last["rounds"], last["missing"]) == ("finished", 3, 3, [])
    assert last["step"] in STEPS
    assert seen == sorted(seen)


def test_a_status_within_another_document_is_a_whole_status(
    topboard: CommandLine, event: Path, tmp_path: Path
) -> None:
    whole = topboard.asked("status", event)
    entries = csv_file(tmp_path, 8)
    made = topboard.asked("new", tmp_path / "made", "--format", "kjca", "--entries", entries)
    documents = [
        made,
        topboard.asked("undo", event),
        topboard.asked("redo", event),
        topboard.asked("restore", event, topboard.asked("restore", event)["points"][0]["name"]),
        topboard.asked("cut", made["folder"], 4, tmp_path / "cut", "--insist"),
    ]
    for document in documents:
        assert document["status"].keys() == whole.keys()


def test_what_changed_after_the_draw_is_in_the_status_of_an_undo(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("draw", event, "--publish")
    topboard.done("draw", event, "--missing", "draw")
    topboard.done("result", event, 1, "1-0")
    topboard.done("result", event, 2, "1-0")
    status = topboard.asked("undo", event)["status"]
    assert status["stale"]["changes"]
    assert status["stale"] == topboard.asked("status", event)["stale"]


def test_the_seed_repeats_the_draw(topboard: CommandLine, event: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    entries = tmp_path / "entries.csv"
    topboard.done(
        "new", again, "--format", "kjca", "--rounds", 3, "--entries", entries, "--seed", 7
    )
    assert topboard.asked("draw", again) == topboard.asked("draw", event)


def test_ids_follow_the_order_of_the_file(topboard: CommandLine, event: Path) -> None:
    document = topboard.asked("export", event, "--as", "json")
    assert [e["id"] for e in document["entrants"]] == [str(n) for n in range(1, 14)]
    assert document["entrants"][0]["name"] == "Player, AA"


def test_byes_of_every_kind_are_shown(topboard: CommandLine, event: Path) -> None:
    topboard.done("bye", event, "2", 1, "0.5")
    topboard.done("bye", event, "4", 1, "0")
    everybody = [str(n) for n in range(1, 14) if n != 6]
    topboard.done("present", event, *everybody, "--absent-out")
    byes = {b["id"]: b for b in topboard.asked("draw", event)["byes"]}
    assert (byes["2"]["kind"], byes["2"]["points"]) == ("requested", 0.5)
    assert (byes["4"]["kind"], byes["4"]["points"]) == ("requested", 0)
    assert byes["6"]["kind"] == "absent"
    assert len(byes) == 3


def test_an_odd_number_leaves_one_pairing_bye(topboard: CommandLine, event: Path) -> None:
    byes = topboard.asked("draw", event)["byes"]
    assert [(b["kind"], b["points"], b["conflicts"]) for b in byes] == [("pairing", 1, [])]


def test_points_are_numbers_and_halves_are_halves(topboard: CommandLine, event: Path) -> None:
    topboard.done("draw", event, "--publish")
    topboard.done("result", event, 1, "=")
    table = topboard.asked("standings", event)["tables"][0]["rows"]
    assert sorted(row["points"] for row in table) == [0] * 10 + [0.5, 0.5, 1]


def test_a_hand_made_repeat_stands_at_its_board(topboard: CommandLine, event: Path) -> None:
    first = topboard.asked("draw", event, "--publish")["pairings"][0]
    topboard.whites_win(event)
    board = next(
        p for p in topboard.asked("draw", event)["pairings"]
        if first["white"] in (p["white"], p["black"])
    )  # fmt: skip
    now = board["black"] if board["white"] == first["white"] else board["white"]
    document = topboard.asked("swap", event, now, first["black"])
    changed = next(
        p
        for p in document["pairings"]
        if {p["white"], p["black"]} == {first["white"], first["black"]}
    )
    repeat = [c for c in changed["conflicts"] if c["rule"] == "repeat"]
    assert repeat == [{"rule": "repeat", "severity": "must", "text": "they met in round 1"}]


def test_turned_colours_show_the_third_running(topboard: CommandLine, event: Path) -> None:
    for _ in range(2):
        topboard.done("draw", event, "--publish")
        topboard.whites_win(event)
    before = topboard.asked("draw", event)
    for board in [p["board"] for p in before["pairings"]]:
        topboard.done("turn", event, board)
    after = topboard.asked("round", event)
    assert [(p["white"], p["black"]) for p in after["pairings"]] == [
        (p["black"], p["white"]) for p in before["pairings"]
    ]
    rules = {c["rule"] for p in after["pairings"] for c in p["conflicts"]}
    assert "third-colour" in rules


def test_an_earlier_table_and_one_section(topboard: CommandLine, tmp_path: Path) -> None:
    entries = tmp_path / "few.csv"
    entries.write_text("name,category\n" + "".join(f"P{n},U{9 + 2 * (n % 2)}\n" for n in range(8)))
    event = tmp_path / "few"
    topboard.done("new", event, "--format", "kjca", "--entries", entries)
    for _ in range(2):
        topboard.done("draw", event, "--publish")
        topboard.whites_win(event)
    then = topboard.asked("standings", event, "--round", 1)["tables"][0]["rows"]
    assert sum(row["points"] for row in then) == 4
    start = topboard.asked("standings", event, "--round", 0)["tables"][0]["rows"]
    assert {row["points"] for row in start} == {0}
    only = topboard.asked("standings", event, "--section", "u9")
    assert [t["name"] for t in only["tables"]] == ["Category U9"]
    assert len(only["tables"][0]["rows"]) == 4
    assert "U11" in topboard.refused("standings", event, "--section", "U99")
    assert "after round 3" in topboard.refused("standings", event, "--round", 3)


def test_a_sole_winner_is_named_at_the_end_alone(topboard: CommandLine, tmp_path: Path) -> None:
    event = tmp_path / "two"
    topboard.done(
        "new", event, "--format", "kjca", "--rounds", 1, "--entries", csv_file(tmp_path, 2)
    )
    white = topboard.asked("draw", event, "--publish")["pairings"][0]["white"]
    assert topboard.asked("standings", event)["winner"] is None
    topboard.done("result", event, 1, "?")
    assert topboard.asked("standings", event)["winner"] is None
    topboard.done("result", event, 1, "1-0")
    assert topboard.asked("standings", event)["winner"] == white


def test_why_a_board_and_what_another_would_cost(topboard: CommandLine, event: Path) -> None:
    pairing = topboard.asked("draw", event)["pairings"][0]
    document = topboard.asked("why", event, 1)
    assert (document["white"], document["black"]) == (pairing["white"], pairing["black"])
    assert document["why"]
    assert document["instead"] is None
    other = topboard.asked("round", event)["pairings"][1]["black"]
    costs = topboard.asked("why", event, 1, "--instead", other)["instead"]
    assert [c["entrant"] for c in costs] == [pairing["white"], pairing["black"]]
    assert all(c["opponent"] == other for c in costs)
    assert all(c["possible"] and c["boards_changed"] >= 2 for c in costs)
    assert isinstance(document["explain"], list)
    for cost in costs:
        fits(cost, COST)
        for one in [cost["decided_by"]] * (cost["decided_by"] is not None) + cost["measures"]:
            fits(one, CHANGE)
        assert cost["decided_by"] in [m for m in cost["measures"] if m["worse"]][:1]


def test_the_criterion_that_decides_is_named_with_its_numbers(
    topboard: CommandLine, event: Path
) -> None:
    """In round 2 somebody instead meets the one he has beaten in round 1."""
    topboard.done("draw", event, "--publish")
    topboard.whites_win(event)
    topboard.done("draw", event)
    first = topboard.asked("round", event, "--round", 1)["pairings"][0]
    now = topboard.asked("round", event)["pairings"]
    board = next(p for p in now if first["white"] in (p["white"], p["black"]))
    costs = topboard.asked("why", event, board["board"], "--instead", first["black"])["instead"]
    mine = next(c for c in costs if c["entrant"] == first["white"])
    decided = mine["decided_by"]
    assert (decided["name"], decided["was"], decided["would_be"]) == ("repeats", 0, 1)
    told = topboard.done("why", event, board["board"], "--instead", first["black"])
    assert "games that repeat" in told


def test_the_why_of_a_bye(topboard: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    topboard.done("new", folder, "--format", "kjca", "--rounds", 3, "--entries",
                  csv_file(tmp_path, 7))  # fmt: skip
    topboard.done("draw", folder)
    (bye,) = topboard.asked("round", folder)["byes"]
    document = topboard.asked("why", folder, "--bye", bye["id"])
    assert (document["bye"], document["kind"]) == (bye["id"], "pairing")
    assert document["why"] == bye["why"]
    assert document["explain"]
    assert bye["why"] in topboard.done("why", folder, "--bye", bye["id"])
    for wrong in (("--bye", 1), (), (1, "--bye", bye["id"]),
                  ("--bye", bye["id"], "--instead", bye["id"])):  # fmt: skip
        topboard.refused("why", folder, *wrong)


def test_the_arbiters_round_is_held_against_the_engines_own(
    topboard: CommandLine, event: Path
) -> None:
    assert topboard.asked("draw", event)["differences"] == []
    turned = topboard.asked("turn", event, 1)
    white, black = turned["pairings"][0]["white"], turned["pairings"][0]["black"]
    differences = topboard.asked("round", event)["differences"]
    assert [d["id"] for d in differences] == sorted([white, black], key=int)
    assert all(d["here"] != d["engine"] for d in differences)
    assert {d["here"].split()[0] for d in differences} == {"White", "Black"}
    topboard.done("draw", event, "--publish", "--insist")
    assert topboard.asked("round", event)["differences"] == differences, "as it was recorded"
    text = topboard.asked("log", event)["entries"][-1]["text"]
    assert "2 placed differently from the computer draw" in text
    assert "not the computer draw: 2 placed differently" in topboard.done("round", event)


def test_a_round_drawn_under_a_lock_is_held_against_the_draw_without_it(
    topboard: CommandLine, event: Path
) -> None:
    own = topboard.asked("draw", event)["pairings"]
    a, b = own[0]["white"], own[1]["white"]
    locked = topboard.asked("draw", event, "--redraw", "--lock", f"{a}:{b}")
    assert {a, b} <= {d["id"] for d in locked["differences"]}
    assert locked["differences"] == topboard.asked("round", event)["differences"]


def test_the_log_of_one_board(topboard: CommandLine, event: Path) -> None:
    topboard.done("draw", event, "--publish")
    topboard.done("result", event, 2, "1-0")
    topboard.done("result", event, 3, "1-0")
    topboard.done("result", event, 2, "=", "--replace")
    entries = topboard.asked("log", event, "--board", 2)["entries"]
    assert [(e["text"], e["was"]) for e in entries] == [
        ("round 1, board 2: 1-0", None),
        ("round 1, board 2: 1/2-1/2", "1-0"),
    ]


def test_the_log_of_two_time_zones_is_in_one(topboard: CommandLine, event: Path) -> None:
    moment = datetime(2026, 5, 9, 14, 2, 33, tzinfo=UTC)
    store = open_event(event)
    for hours in (9, -5):
        store._clock = partial(moment.astimezone, timezone(timedelta(hours=hours)))
        store.do(AddEntrant(Entrant("", f"Late {hours}")))
    lines = topboard.done("log", event).splitlines()[-2:]
    here = f"{moment.astimezone():%Y-%m-%d %H:%M:%S}"
    assert [here in line for line in lines] == [True, True]


def test_a_turned_board_of_a_proposal_is_none_of_the_round_in_play(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("draw", event, "--publish")
    topboard.whites_win(event)
    topboard.done("draw", event)
    topboard.done("turn", event, 2)
    first, second = (
        [e["action"] for e in topboard.asked("log", event, "--board", 2, "--round", n)["entries"]]
        for n in (1, 2)
    )
    assert (first, second) == (["results"], ["turn"])


def test_formats_tell_their_settings_and_bounds(topboard: CommandLine) -> None:
    formats = {f["name"]: f for f in topboard.asked("formats")["formats"]}
    settings = {s["key"]: s for s in formats["kjca"]["settings"]}
    assert settings["bye_points"]["default"] == "1"
    assert "at least 1" in settings["rounds"]["bounds"]
    assert all(s["meaning"] for s in settings.values())


def test_no_character_that_a_terminal_obeys_stands_raw_in_a_document() -> None:
    obeyed = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    letters = [chr(i) for i in range(sys.maxunicode + 1) if unicodedata.category(chr(i)) in obeyed]
    text = json_text(letters)
    assert {c for c in text if unicodedata.category(c) in obeyed} == {"\n"}
    assert json.loads(text) == letters
    assert json_text("Éabha Łabędzki 李") == '"Éabha Łabędzki 李"'
