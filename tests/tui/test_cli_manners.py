"""How the command line behaves: exit status, one line on standard error, where events are."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, csv_file
from tui import cli
from tui.commands import COMMANDS, subcommand


@pytest.fixture
def event(tmp_path: Path, topboard: CommandLine) -> Path:
    """Nine players, round 1 published."""
    folder = tmp_path / "evening"
    topboard.done("new", folder, "--format", "kjca", "--entries", csv_file(tmp_path, 9))
    topboard.done("draw", folder, "--publish")
    return folder


def test_help_names_every_command(topboard: CommandLine) -> None:
    out = topboard.done("--help")
    assert all(f"\n  {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(topboard: CommandLine, name: str) -> None:
    out = topboard.done(name, "--help")
    assert out.startswith(f"usage: topboard {name}")


def test_version(topboard: CommandLine) -> None:
    assert topboard.done("--version").startswith("topboard ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["draw"], "EVENT"),
        (["new", "x"], "--format"),
        (["draw", "x", "--missing", "guess"], "--missing"),
        (["frobnicate", "x"], "no command 'frobnicate'"),
        (["--json", "status"], "see `topboard --help`"),
        (["export", "x", "--as", "word"], "--as"),
        (["status", "x", "--insist"], "--insist"),
    ],
)
def test_wrong_arguments_are_one_line(topboard: CommandLine, words: list[str], said: str) -> None:
    line = topboard.refused(*words)
    assert line.startswith("topboard: ")
    assert said in line


@pytest.mark.parametrize(
    "words",
    [
        ("players",), ("lineup", 1), ("decline", 1), ("playoff", 1, 2, "1-0"),
        ("restore", "900-nowhere"), ("postpone", 1, "--venue", "V" * 121),
        ("ratings", "find", "Ann", "--limit", 0), ("prizes", "--lot", "U12"), ("bracket",),
    ],
)  # fmt: skip
def test_a_refusal_says_what_to_do(
    topboard: CommandLine, event: Path, words: tuple[object, ...]
) -> None:
    command = words if words[0] == "ratings" else (words[0], event, *words[1:])
    assert topboard.refused(*command).partition("; ")[2]


@pytest.mark.parametrize("words", [("undo", "-1"), ("result", "-1", "1-0"), ("turn", "-1")])
def test_a_number_below_nothing_is_shown_as_it_was_typed(
    topboard: CommandLine, event: Path, words: tuple[str, ...]
) -> None:
    line = topboard.refused(words[0], event, *words[1:])
    assert "'-1' is not a whole number" in line


def test_an_option_is_never_guessed_from_its_beginning(topboard: CommandLine, event: Path) -> None:
    assert "--publ" in topboard.refused("draw", event, "--publ")


def test_a_bare_name_is_an_event_where_events_live(
    topboard: CommandLine, home: Path, tmp_path: Path
) -> None:
    topboard.done("new", "Kent Juniors", "--format", "kjca")
    assert (home / "topboard" / "kent-juniors" / "event.toml").is_file()
    assert topboard.asked("status", "kent-juniors")["title"] == "Kent Juniors"
    assert topboard.asked("status", "Kent Juniors")["title"] == "Kent Juniors"


@pytest.mark.parametrize("name", ["spring", "Spring_2026", "a.b", "kent juniors", "Ødegren"])
def test_an_event_is_found_under_the_name_it_was_made_with(
    topboard: CommandLine, name: str
) -> None:
    topboard.done("new", name, "--format", "kjca")
    assert topboard.asked("status", name)["step"] == "register"


def test_the_config_names_the_folder_of_events(
    topboard: CommandLine, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TOPBOARD_EVENTS")
    config = home / ".xdg" / "config" / "topboard" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'events = "{tmp_path}/hall"\n')
    topboard.done("new", "spring", "--format", "kjca")
    assert (tmp_path / "hall" / "spring" / "event.toml").is_file()


def test_a_broken_config_is_named_with_its_line(
    topboard: CommandLine, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TOPBOARD_EVENTS")
    config = home / ".xdg" / "config" / "topboard" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("events = \n")
    told = topboard.refused("status", "x")
    assert told.startswith(f"{config}:1:")
    assert "correct it, or take the file away" in told
    assert "topboard restore" not in told, "nothing restores a configuration"


def test_without_a_word_of_it_events_live_at_home(
    topboard: CommandLine, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TOPBOARD_EVENTS")
    topboard.done("new", "spring", "--format", "kjca")
    assert (home / "topboard" / "spring" / "event.toml").is_file()


def test_a_command_wins_over_an_event_of_its_name(topboard: CommandLine) -> None:
    topboard.done("new", "status", "--format", "kjca")
    assert "EVENT" in topboard.refused("status")
    assert topboard.asked("status", "status")["title"] == "Status"


def test_an_event_that_is_not_there_is_named_with_what_is_near(topboard: CommandLine) -> None:
    topboard.done("new", "juniors", "--format", "kjca")
    assert "did you mean juniors?" in topboard.refused("status", "junoirs")
    assert "did you mean status?" in topboard.refused("statsu")


def test_a_folder_that_is_no_event_is_refused(topboard: CommandLine, tmp_path: Path) -> None:
    assert "is not an event" in topboard.refused("status", tmp_path)


def test_reading_writes_nothing(topboard: CommandLine, event: Path) -> None:
    before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in files(event)}
    for words in (
        ("status",), ("round",), ("standings",), ("log",), ("verify",), ("check",),
        ("why", 1), ("why", 1, "--instead", 3), ("restore",), ("export", "--as", "json"),
    ):  # fmt: skip
        topboard.done(words[0], event, *words[1:])
    assert {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in files(event)} == before


def test_reading_repairs_nothing(topboard: CommandLine, event: Path) -> None:
    torn = event / "journal.log"
    torn.write_bytes(torn.read_bytes() + b'12345678 {"n":')
    damaged = torn.read_bytes()
    (event / "players.toml").unlink()
    assert topboard.asked("status", event)["entrants"] == 9
    assert torn.read_bytes() == damaged
    assert not (event / "players.toml").exists()


def files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


def test_an_entrant_is_named_by_number_or_by_name(topboard: CommandLine, event: Path) -> None:
    topboard.done("withdraw", event, "3")
    topboard.done("withdraw", event, "Player, AE")
    assert topboard.asked("edit", event, "player, ae", "--club", "Rooks")["id"] == "5"


def test_a_name_of_two_is_no_name(topboard: CommandLine, event: Path) -> None:
    topboard.done("add", event, "Player, AA", "--insist")
    assert "Ids 1, 10" in topboard.refused("withdraw", event, "Player, AA")


@pytest.mark.parametrize("who", ["99", "Nobody, At All", "0", "\u0663", "-1", ""])
def test_an_unknown_entrant_is_refused(topboard: CommandLine, event: Path, who: str) -> None:
    topboard.refused("withdraw", event, who)


def test_results_that_look_like_options_are_results(topboard: CommandLine, event: Path) -> None:
    for board, text in ((1, "-/+"), (2, "-/-"), (3, "+/-")):
        topboard.done("result", event, board, text)
    assert [p["result"] for p in topboard.asked("round", event)["pairings"]] == [
        "-/+", "-/-", "+/-", None,
    ]  # fmt: skip
    topboard.done("result", event, 1, "-", "--replace")
    assert topboard.asked("status", event)["missing"] == [1, 4]


def test_options_may_stand_anywhere(topboard: CommandLine, event: Path) -> None:
    topboard.done("result", event, "1", "-/+")
    topboard.done("result", "--replace", event, "1", "--round", "1", "0-1")
    assert topboard.asked("round", event)["pairings"][0]["result"] == "0-1"


def test_points_below_nothing_are_an_argument(topboard: CommandLine, event: Path) -> None:
    topboard.done("adjust", event, "1", "-0.5", "--why", "phone rang")
    topboard.done("adjust", event, "2", "-½", "--why", "phone rang")
    table = {r["id"]: r["points"] for r in topboard.asked("standings", event)["tables"][0]["rows"]}
    assert table["1"] == -0.5
    assert table["2"] == -0.5


def test_an_unforeseen_failure_is_one_line_and_a_log(
    topboard: CommandLine, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> object:
        raise ZeroDivisionError("the secret detail")

    monkeypatch.setattr(subcommand, "command_named", broken)
    line = topboard.refused("status", "x")
    log = home / ".xdg" / "state" / "topboard" / "errors.log"
    assert str(log) in line
    assert "secret" not in line
    assert "the secret detail" in log.read_text()


def test_names_cannot_steer_the_terminal(
    topboard: CommandLine, event: Path, tmp_path: Path
) -> None:
    answer = topboard("add", event, "Evil\x1b]52;c;aGk=\x07\u202e, Eve", "--club", "\x9b31m")
    assert answer.status == 0
    assert "U+001B" in answer.err
    for words in (("round",), ("standings",), ("log",)):
        out = topboard.done(words[0], event)
        assert not set(out) & {"\x1b", "\x07", "\x9b", "\u202e"}
    assert "\x1b" not in topboard.refused("withdraw", event, "\x1b[2J")


def test_a_target_that_takes_nothing_is_named(topboard: CommandLine, event: Path) -> None:
    before = Path("/dev/full").stat()
    line = topboard.refused("export", event, "--as", "json", "-o", "/dev/full")
    assert line.startswith("/dev/full: cannot be written")
    assert stat.S_ISCHR(before.st_mode)
    assert Path("/dev/full").stat().st_ino == before.st_ino


@pytest.mark.parametrize("target", ["missing/out.json", "entries.csv/out.json", "missing/out/"])
def test_a_target_that_cannot_be_is_named(
    topboard: CommandLine, event: Path, tmp_path: Path, target: str
) -> None:
    line = topboard.refused("export", event, "--as", "json", "-o", tmp_path / target)
    assert line.startswith(str(tmp_path))
    assert not [p for p in files(tmp_path) if p.name.startswith("out")]


def test_an_export_replaces_the_file_it_made_before(
    topboard: CommandLine, event: Path, tmp_path: Path
) -> None:
    target = tmp_path / "all.json"
    topboard.done("export", event, "--as", "json", "-o", target)
    topboard.done("result", event, 1, "1-0")
    topboard.done("export", event, "--as", "json", "-o", target)
    assert json.loads(target.read_text())["rounds"][0]["pairings"][0]["result"] == "1-0"


def test_the_output_shown_in_an_encoding_without_the_letters(
    topboard: CommandLine, event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    topboard.done("add", event, "Řezníkova, Zoë", "--rating", "1700")
    shown = ""
    for words in (("standings", event), ("standings", event, "--json")):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
        assert cli.main([str(word) for word in words]) == 0
        sys.stdout.flush()
        shown = raw.getvalue().decode("ascii")
        assert "ezn" in shown
    assert any(row["name"] == "Řezníkova, Zoë" for row in json.loads(shown)["tables"][0]["rows"])


def test_standings_mark_shared_places_and_adjusted_points_with_their_reason(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("adjust", event, "1", "-0.5", "--why", "phone rang")
    lines = topboard.done("standings", event).splitlines()
    # the bye leads, seven share what is left, the adjusted one is last
    assert [line.split()[0] for line in lines[2:11]] == ["1", *["2="] * 7, "9"]
    assert "-½*" in lines[10]
    assert "phone rang" in lines[-1]
