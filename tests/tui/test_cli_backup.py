"""`topboard backup` and `topboard restore` of what it wrote."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine


@pytest.fixture
def archive(topboard: CommandLine, event: Path, tmp_path: Path) -> Path:
    """A backup of the event named evening, from before its first result."""
    topboard.done("backup", event, "-o", tmp_path / "safe.tar.gz")
    topboard.done("result", event, 1, "1-0")
    return tmp_path / "safe.tar.gz"


def test_a_backup_alone_makes_the_event_of_its_name(
    topboard: CommandLine, archive: Path, event: Path, home: Path
) -> None:
    made = topboard.asked("restore", archive)
    assert made["folder"] == str(home / "topboard" / "evening")
    assert made["kept"] is None
    assert made["status"]["missing"] == [1, 2, 3, 4]
    assert f"head {made['head']}" in topboard.done("verify", "evening")
    assert topboard.asked("status", event)["missing"] == [2, 3, 4]
    topboard.done("result", "evening", 2, "1-0")


def test_an_event_that_is_there_is_replaced_only_when_told_and_kept(
    topboard: CommandLine, archive: Path, event: Path
) -> None:
    assert "--replace" in topboard.refused("restore", event, archive)
    assert topboard.asked("status", event)["missing"] == [2, 3, 4]
    kept = topboard.asked("restore", event, archive, "--replace")["kept"]
    assert topboard.asked("status", event)["missing"] == [1, 2, 3, 4]
    assert topboard.asked("status", kept)["missing"] == [2, 3, 4]


def test_a_lost_event_is_back_in_its_folder(
    topboard: CommandLine, archive: Path, event: Path
) -> None:
    for path in (*event.glob("*.toml"), event / "journal.log"):
        path.unlink()
    assert "is not an event" in topboard.refused("status", event)
    assert "as they were saved" in topboard.done("restore", event, archive)
    assert topboard.asked("status", event)["missing"] == [1, 2, 3, 4]


def test_the_commands_that_errors_name_bring_the_event_back(
    topboard: CommandLine, archive: Path, home: Path
) -> None:
    """Each is done just as it is written, with the names put in."""
    topboard.done("restore", "open", archive)
    folder = home / "topboard" / "open"
    (folder / "journal.log").unlink()
    (folder / "round-01.toml").unlink()
    told = topboard("verify", "open")
    assert told.status == 1
    named = re.findall(r"`topboard ([^`]+)`", told.out)
    assert "restore EVENT BACKUP --replace" in named
    for words in reversed(named):
        topboard.done(*words.replace("EVENT", "open").replace("BACKUP", str(archive)).split())
    for path in (*folder.glob("*.toml"), folder / "journal.log"):
        path.unlink()
    (words,) = re.findall(r"`topboard ([^`]+)`", topboard.refused("status", "open"))
    topboard.done(*words.replace("BACKUP", str(archive)).split())
    assert topboard.asked("status", "open")["missing"] == [1, 2, 3, 4]


def test_a_backup_that_is_none_is_refused_in_one_line(
    topboard: CommandLine, archive: Path, event: Path, tmp_path: Path, home: Path
) -> None:
    archive.write_bytes(archive.read_bytes()[:-50])
    assert "cut off" in topboard.refused("restore", "again", archive)
    (tmp_path / "list.tar").write_text("name,rating\n" * 50)
    assert "not a tar archive" in topboard.refused("restore", "again", tmp_path / "list.tar")
    assert "cannot be read" in topboard.refused("restore", tmp_path / "none.tar")
    assert "there is no event" in topboard.refused("restore", tmp_path / "none")
    assert "--replace is for backups" in topboard.refused("restore", event, "--replace")
    assert not (home / "topboard" / "again").exists()


def test_what_is_turned_kept_or_brought_back_is_told_as_a_document(
    topboard: CommandLine, event: Path, tmp_path: Path
) -> None:
    topboard.done("result", event, 1, "1-0")
    last = topboard.asked("log", event)["entries"][-1]["n"]
    undone = topboard.asked("undo", event)
    assert (undone["action"], undone["status"]["missing"]) == (last, [1, 2, 3, 4])
    assert topboard.asked("redo", event)["status"]["missing"] == [2, 3, 4]
    kept = topboard.asked("backup", event, "-o", tmp_path / "safe.tar")
    assert (kept["file"], kept["left_out"]) == (str(tmp_path / "safe.tar"), [])
    sound = topboard.asked("verify", event)
    assert (sound["sound"], sound["status"], sound["stopped"]) == (True, 0, False)
    point = topboard.asked("restore", event)["points"][-1]["name"]
    restored = topboard.asked("restore", event, point)
    assert (restored["point"], restored["status"]["step"]) == (point, "publish")
    assert "its folder does not exist; make it first" in topboard.refused(
        "backup", event, "-o", tmp_path / "none" / "safe.tar"
    )


def test_a_replaced_event_says_where_it_is_kept_and_a_new_one_has_no_points(
    topboard: CommandLine, archive: Path, event: Path, tmp_path: Path
) -> None:
    told = topboard.done("restore", event, archive, "--replace")
    kept = Path(told.partition("what was there is kept as ")[2].splitlines()[0])
    assert topboard.asked("status", kept)["missing"] == [2, 3, 4]
    topboard.done("new", tmp_path / "empty", "--format", "kjca")
    assert topboard.done("restore", tmp_path / "empty") == (
        "no restore points yet: publishing a round or an import takes one\n"
    )


def test_a_damaged_journal_is_begun_anew_by_command(topboard: CommandLine, event: Path) -> None:
    """With the event as it is shown; the damaged one is kept."""
    topboard.done("result", event, 1, "1-0")
    journal = event / "journal.log"
    lines = journal.read_bytes().splitlines(keepends=True)
    damaged = b"".join([lines[0], lines[1].replace(b'"by"', b'"bY"', 1), *lines[2:]])
    journal.write_bytes(damaged)
    refused = topboard.refused("result", event, 2, "1-0")
    assert "open read-only: journal.log:2:1: the checksum does not fit the line" in refused
    told = topboard.asked("restore", event, "anew")
    assert told["point"] == "anew"
    assert (told["status"]["step"], told["status"]["missing"]) == ("play", [2, 3, 4])
    (kept,) = event.glob("quarantine/*-journal.log")
    assert kept.read_bytes() == damaged
    topboard.done("result", event, 2, "1-0")
    assert topboard.missing(event) == [3, 4]
    assert topboard("verify", event).status == 0
    assert "not damaged" in topboard.refused("restore", event, "anew")
