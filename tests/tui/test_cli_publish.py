"""`topboard publish`: once, and for as long as it is watched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.tui.desk_cli import JUNIORS, CommandLine


def test_a_site_is_made_and_brought_up_to_date(topboard: CommandLine, tmp_path: Path) -> None:
    event, folder = tmp_path / "kent", tmp_path / "site"
    topboard.done("new", event, "--format", "dutch", "--entries", JUNIORS, "--seed", 5)
    first = topboard.asked("publish", event, folder)
    assert first["files"] == len(first["written"]) + 1
    assert topboard.asked("publish", event, folder)["written"] == []
    topboard.done("draw", event)
    assert topboard.asked("publish", event, folder)["written"] == []
    topboard.done("draw", event, "--publish")
    assert "boards.html" in topboard.asked("publish", event, folder)["written"]
    topboard.done("result", event, 1, "1-0")
    assert "standings.html" in topboard.asked("publish", event, folder)["written"]
    assert "1-0" in (folder / "boards.html").read_text()


def test_the_prizes_are_there_once_the_event_is_finished(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event, site = tmp_path / "open", tmp_path / "site"
    topboard.done("new", event, "--format", "round_robin", "--seed", "4")
    for name in ("Ash", "Bay", "Cox"):
        topboard.done("add", event, name, "--school", f"School of {name}")
    plan = '[[prizes]]\nname = "Best school"\nby = "school"\namounts = ["30"]\n'
    (event / "prizes.toml").write_text(plan)
    for _ in range(3):
        assert "prizes.html" not in topboard.asked("publish", event, site)["written"]
        topboard.done("draw", event, "--publish")
        topboard.done("result", event, 1, "1-0")
    assert "prizes.html" in topboard.asked("publish", event, site)["written"]
    assert "School of" in (site / "prizes.html").read_text()
    assert "prizes.html" in (site / "standings.html").read_text()
    (event / "prizes.toml").write_text("[[[")
    assert "prizes.html" in topboard.asked("publish", event, site)["removed"]


def test_what_was_written_is_said_in_one_number(topboard: CommandLine, tmp_path: Path) -> None:
    """The first time all of them; `25 files, 24 written` asked what had become of one."""
    event, folder = tmp_path / "kent", tmp_path / "site"
    topboard.done("new", event, "--format", "dutch", "--entries", JUNIORS, "--seed", 5)
    files = topboard.asked("publish", event, tmp_path / "other")["files"]
    said = [topboard("publish", event, folder).out.strip().rpartition(": ")[2]]
    said.append(topboard("publish", event, folder).out.strip().rpartition(": ")[2])
    topboard.done("draw", event, "--publish")
    topboard.asked("publish", event, folder)
    topboard.done("result", event, 1, "1-0")
    said.append(topboard("publish", event, folder).out.strip().rpartition(": ")[2])
    now = topboard.asked("publish", event, folder)["files"]
    assert said[:2] == [f"{files} files written", f"{files} files, nothing new"]
    assert said[2].endswith(f" of {now} files written")


def test_what_cannot_be_a_site_is_refused(topboard: CommandLine, tmp_path: Path) -> None:
    event = tmp_path / "kent"
    topboard.done("new", event, "--format", "dutch")
    before = sorted(path.name for path in event.iterdir())
    for folder in (event, event / "site"):
        assert "own folder" in topboard.refused("publish", event, folder)
    assert sorted(path.name for path in event.iterdir()) == before
    assert "--json" in topboard.refused("publish", event, tmp_path / "site", "--watch", "--json")


def _hears_ctrl_c() -> None:
    """Tests in the background of a shell have the signal ignored, and hand that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_watched_site_follows_the_event(topboard: CommandLine, tmp_path: Path) -> None:
    event, folder = tmp_path / "kent", tmp_path / "site"
    topboard.done("new", event, "--format", "dutch", "--entries", JUNIORS)
    command = [sys.executable, "-m", "tui", "publish", str(event), str(folder), "--watch"]
    # a line comes at once though Python would keep it back in a pipe
    buffered = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=_hears_ctrl_c, env=buffered
    ) as watching:
        assert watching.stdout is not None
        try:
            assert "written" in watching.stdout.readline()
            assert "watching" in watching.stdout.readline()
            topboard.done("draw", event, "--publish")
            assert "written" in watching.stdout.readline()
            assert (folder / "boards.html").exists()
            watching.send_signal(signal.SIGINT)
            assert watching.wait(60) == 0
        finally:
            watching.kill()


def test_the_address_of_the_site_is_a_setting_of_the_event(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "kent"
    topboard.done("new", event, "--format", "dutch", "--entries", JUNIORS, "--seed", 5)
    topboard.done("draw", event)
    set_so = topboard.asked("set", event, "site=https://chess.example/kent/")
    assert set_so["settings"]["site"] == "https://chess.example/kent/"
    assert topboard.asked("status", event)["stale"] is None, "no draw hangs on it"
    for wrong in ("chess.example", "https://me:secret@chess.example/", "https://x/" + "a" * 120):
        assert "site" in topboard.refused("set", event, f"site={wrong}")
    topboard.done("set", event, "site=")
    assert topboard.asked("set", event, "site=")["settings"]["site"] in ("", None)
