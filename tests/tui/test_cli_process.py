"""The command line as a process of its own: what it loads, its streams, two desks at once."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, csv_file

ROOT = Path(__file__).parent.parent.parent
HEAVY = ("textual", "networkx", "rustworkx", "jinja2", "pydantic", "rich")


def program(*words: object, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run `topboard` as the shell would."""
    command = [sys.executable, "-m", "tui", *(str(word) for word in words)]
    options.setdefault("capture_output", True)
    return subprocess.run(command, cwd=ROOT, timeout=180, check=False, **options)  # type: ignore[call-overload, no-any-return]


LOADED = """
import json, sys
from tui.cli import main
modules, commands = json.loads(sys.argv[1])
loaded = [["", 0, [m for m in modules if m in sys.modules]]]
for words in commands:
    status = main(words)
    loaded.append([words[0], status, [m for m in modules if m in sys.modules]])
print(json.dumps(loaded))
"""


def loaded(*commands: Sequence[str], modules: Sequence[str] = HEAVY) -> dict[str, list[str]]:
    """Commands run one after the other in a Python of their own: by the status and the first word
    of each, which of these modules there are then; "0 " is before any."""
    given = json.dumps([modules, commands])
    done = subprocess.run(
        [sys.executable, "-c", LOADED, given], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {
        f"{status} {word}": there
        for word, status, there in json.loads(done.stdout.splitlines()[-1])
    }


@pytest.fixture
def event(tmp_path: Path, topboard: CommandLine) -> Path:
    """Forty players, round 1 published."""
    folder = tmp_path / "evening"
    topboard.done("new", folder, "--format", "kjca", "--entries", csv_file(tmp_path, 40))
    topboard.done("draw", folder, "--publish")
    return folder


def test_what_only_reads_and_what_is_wrong_loads_no_heavy_library(event: Path) -> None:
    reading = ["status", "standings", "round", "entries", "log"]
    found = loaded(
        ["--help"], ["draw", "--help"], ["result", "x"], *([one, str(event)] for one in reading)
    )
    assert list(found) == [
        "0 ", "0 --help", "0 draw", "2 result", *(f"0 {one}" for one in reading)
    ]  # fmt: skip
    assert not any(found.values()), found


def test_the_next_round_of_a_file_loads_no_validating_library_and_no_other_format(
    topboard: CommandLine, tmp_path: Path
) -> None:
    topboard.done("new", tmp_path / "e", "--format", "dutch", "--entries", csv_file(tmp_path, 12))
    topboard.done("draw", tmp_path / "e", "--publish")
    for board in range(1, 7):
        topboard.done("result", tmp_path / "e", board, "1-0")
    topboard.done("export", tmp_path / "e", "--as", "trf", "-o", tmp_path / "e.trf")
    others = (*HEAVY, "formats.kjca", "formats.gnot")
    assert loaded(["pair", str(tmp_path / "e.trf")], modules=others) == {"0 ": [], "0 pair": []}


def test_names_beyond_the_locale_stop_nothing(event: Path, tmp_path: Path) -> None:
    latin = {**os.environ, "LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "ascii",
             "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}  # fmt: skip
    entries = tmp_path / "more.csv"
    entries.write_text('name,rating\n"Řezníkova, Zoë",1700\n李小龙,1650\n', encoding="utf-8")
    assert program("import", event, entries, env=latin).returncode == 0
    commands = (("standings",), ("log",), ("withdraw", "42"), ("standings", "--json"))
    answers = [program(words[0], event, *words[1:], env=latin) for words in commands]
    for done in answers:
        assert done.returncode == 0, done.stderr
        done.stdout.decode("ascii")
    named = json.loads(answers[-1].stdout)
    assert "李小龙" in {row["name"] for row in named["tables"][0]["rows"]}


def test_a_reader_that_goes_away_is_no_failure(event: Path) -> None:
    words = shlex.join([sys.executable, "-m", "tui", "standings", str(event), "--json"])
    shell = f"{words} | head -c 20"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {shell}"], cwd=ROOT, capture_output=True, check=False
    )
    assert done.stderr == b""
    assert done.returncode == 0
    assert len(done.stdout) == 20


def test_a_full_standard_output_is_said(event: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = program(
            "standings", event, "--json", capture_output=False, stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode == 2
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("topboard: the output cannot be written: No space left")


def in_shell(words: Sequence[object], redirected: str) -> subprocess.CompletedProcess[bytes]:
    """Run `topboard` with its streams redirected as a shell does it."""
    command = shlex.join([sys.executable, "-m", "tui", *map(str, words)])
    return subprocess.run(
        ["bash", "-c", f"{command} {redirected}"], cwd=ROOT, capture_output=True, check=False
    )


def test_streams_that_are_closed_stop_no_command(event: Path) -> None:
    """As a job of cron may find them."""
    done = in_shell(["result", event, 1, "1-0"], "<&- >&- 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert in_shell(["status", event], ">&-").stderr == b""
    refused = in_shell(["result", event, 1, "0-1"], ">&-")
    assert refused.returncode == 2
    assert b"--replace" in refused.stderr
    assert in_shell(["status", event / "nowhere"], "2>&-").returncode == 2
    verified = json.loads(program("verify", event, "--json").stdout)
    assert verified["sound"], "nothing that was printed is in a file of the event"


def test_a_list_of_slips_from_a_closed_input_is_refused(event: Path) -> None:
    done = in_shell(["result", event, "--from", "-"], "<&-")
    assert done.returncode == 2
    assert done.stderr.startswith(b"topboard: standard input is closed; ")


@pytest.mark.parametrize("words", [["--help"], ["advise", "--help"]])
def test_help_that_cannot_be_written_is_said(words: list[str]) -> None:
    done = in_shell(words, ">/dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith(b"topboard: the output cannot be written: No space left")


def test_slips_come_through_standard_input(event: Path) -> None:
    slips = "".join(f"{board},-/+\n" for board in range(1, 21))
    done = program("result", event, "--from", "-", input=slips.encode())
    assert done.returncode == 0, done.stderr
    state = json.loads(program("status", event, "--json").stdout)
    assert (state["step"], state["round"]) == ("draw", 2)


def test_two_desks_at_once_lose_nothing(event: Path) -> None:
    """On a machine that is very busy one may be told to do it again: then it does."""
    left = list(range(1, 5))
    desks: dict[int, subprocess.Popen[bytes]] = {}
    for _ in range(10):
        desks = {
            board: subprocess.Popen(
                [sys.executable, "-m", "tui", "result", str(event), str(board), "1-0"],
                cwd=ROOT,
                stderr=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
            )
            for board in left
        }
        said = {board: desk.communicate()[1] for board, desk in desks.items()}
        left = [board for board, words in said.items() if b"the event is busy: held by" in words]
        assert [words for board, words in said.items() if board not in left and words] == []
        if not left:
            break
    assert [desk.returncode for desk in desks.values()] == [0] * len(desks)
    document = json.loads(program("round", event, "--json").stdout)
    assert [p["result"] for p in document["pairings"][:5]] == ["1-0"] * 4 + [None]
    assert program("verify", event).returncode == 0


def test_two_desks_on_one_board_overwrite_nothing(event: Path) -> None:
    assert program("result", event, 1, "1-0").returncode == 0
    second = program("result", event, 1, "0-1")
    assert second.returncode == 2
    assert second.stderr.decode().startswith("topboard: board 1 has the result 1-0 already")


def test_a_failure_shows_no_traceback(event: Path, tmp_path: Path, topboard: CommandLine) -> None:
    (event / "event.toml").write_bytes(os.urandom(2000))
    (event / "journal.log").write_bytes(os.urandom(2000))
    for command in ("status", "standings", "draw", "verify", "check", "log", "backup"):
        words = ["-o", tmp_path / "b.tar"] if command == "backup" else []
        answer = topboard(command, event, *words)
        assert "Traceback" not in answer.err
        assert answer.status in (0, 1, 2)
        assert answer.status != 2 or answer.err.startswith(("topboard: ", "event.toml:"))
    assert b"Traceback" not in program("status", event).stderr
