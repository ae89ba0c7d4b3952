"""What a rated event asks of the command line: its own data, start numbers, byes, an expulsion."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.sheets import entry_list
from saves.store import open_event as open_saved
from tests.tui.desk_cli import CommandLine, csv_file


@pytest.fixture
def open_event(tmp_path: Path, topboard: CommandLine) -> Path:
    folder = tmp_path / "open"
    entries = csv_file(tmp_path, 8)
    topboard.done(
        "new", folder, "--format", "dutch", "--rounds", 5, "--entries", entries, "--seed", 3,
        "--set", "place=Ulm", "--set", "federation=GER", "--set", "start=2026-11-20",
    )  # fmt: skip
    return folder


def test_an_event_says_where_and_when_it_is(topboard: CommandLine, open_event: Path) -> None:
    said = topboard.asked("set", open_event, "arbiter=Lee, Ann 12345678", "rounds=4")
    assert said["data"]["place"] == "Ulm"
    assert said["data"]["arbiter"] == "Lee, Ann (12345678)"
    assert said["data"]["organiser"] is None
    assert said["changed"] == ["rounds", "arbiter"]
    revision = said["revision"]
    for bad, why in (
        ("end=2026-11-19", "end"),
        ("schedule=2026-11-20,2026-11-21", "round 3 has no date"),
        ("start=2026-02-30", "no such day"),
    ):
        refusal = topboard.refused("set", open_event, "place=Bonn", bad)
        assert why in refusal
    after = topboard.asked("set", open_event, "place=Ulm")
    assert (after["revision"], after["changed"]) == (revision, [])
    odd = topboard("set", open_event, "federation=XYZ")
    assert odd.status == 0
    assert "XYZ is not a code" in odd.err


def test_numbers_are_listed_exchanged_and_made_anew(
    topboard: CommandLine, open_event: Path
) -> None:
    topboard.done("draw", open_event, "--publish")
    listed = topboard.asked("numbers", open_event)
    assert [row["no"] for row in listed["numbers"]] == list(range(1, 9))
    assert "--insist" in topboard.refused("numbers", open_event, "--exchange", "no1", "no8")
    changed = topboard.asked("numbers", open_event, "--exchange", "no1", "no8", "--insist")
    assert set(changed["changed"]) == {"1", "8"}
    assert [row["by_rating"] for row in changed["numbers"]][:1] == [8]
    again = topboard.asked("numbers", open_event, "--remake", "--insist")
    assert [row["id"] for row in again["numbers"]] == [row["id"] for row in listed["numbers"]]
    assert "stay as they are" in topboard.refused("numbers", open_event, "--remake", "--insist")


def test_byes_are_asked_about_and_an_expulsion_is(topboard: CommandLine, open_event: Path) -> None:
    topboard.done("bye", open_event, 1, 1, 0.5)
    assert "2 half-point byes" in topboard.refused("bye", open_event, 1, 2, 0.5)
    topboard.done("bye", open_event, 1, 2, 0.5, "--insist")
    topboard.done("edit", open_event, 2, "--half-bye", "no")
    assert "not eligible" in topboard.refused("bye", open_event, 2, 1, 0.5)
    assert "--insist" in topboard.refused("expel", open_event, 3, "--why", "rude")
    topboard.done("draw", open_event, "--publish")
    topboard.done("expel", open_event, 3, "--why", "rude", "--insist")
    rows = topboard.asked("standings", open_event)["tables"][0]["rows"]
    assert "3" not in {row["id"] for row in rows}
    assert len(rows) == 7
    store = open_saved(open_event)
    printed = [str(row[1]) for row in entry_list(store.event, store.format).rows]
    assert sum("(expelled)" in name for name in printed) == 1
    assert not any("(withdrawn)" in name for name in printed)
