"""A congress of 97 players as Galway on the command line, from the entry list to the winners."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.formats.galway.events import ENTRIES
from tests.tui.desk_cli import CommandLine


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


def results(topboard: CommandLine, folder: Path, rng: Random) -> None:
    """Any results on all open boards, from a file."""
    missing = topboard.asked("status", folder)["missing"]
    lines = [f"{board},{rng.choice(('1-0', '0-1', '1/2-1/2'))}" for board in missing]
    path = folder.parent / "results.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    topboard.done("result", folder, "--from", path)


def test_six_rounds_of_a_congress(topboard: CommandLine, tmp_path: Path) -> None:
    folder, rng = tmp_path / "congress", Random(20261)
    entries = ENTRIES / "congress-97.csv"
    topboard.done("new", folder, "--format", "galway", "--entries", entries, "--seed", 1)
    section: dict[str, str] = {}
    for number in range(1, 7):
        proposal = topboard.asked("draw", folder)
        assert (proposal["round"], proposal["published"]) == (number, False)
        round = topboard.asked("draw", folder, "--publish")
        assert round["published"]
        section = section or {
            row["id"]: table["name"].removeprefix("Section ")
            for table in topboard.asked("standings", folder)["tables"][1:5]
            for row in table["rows"]
        }
        for pairing in round["pairings"]:
            own = {section[pairing["white"]], section[pairing["black"]]}
            rules = {c["rule"] for c in pairing["conflicts"]}
            assert pairing["group"]
            if number <= 4:
                assert pairing["group"].split(" ")[-1] in ("n-point", "n-points")
                assert pairing["section"] == (own.pop() if len(own) == 1 else None)
                assert rules <= {"sections-apart"}
            else:
                assert pairing["section"] == min(own)
                assert pairing["group"].startswith(f"Section {min(own)} · ")
                assert ("cross-section" in rules) == (len(own) == 2)
            assert number > 1 or len(own) <= 1
        results(topboard, folder, rng)
    status = topboard.asked("status", folder)
    assert (status["step"], status["round"]) == ("finished", 6)
    tables = topboard.asked("standings", folder)["tables"]
    assert [t["name"] for t in tables] == ["Overall", *(f"Section {s}" for s in "ABCD")]
    assert len(tables[0]["rows"]) == 97
    only = topboard.asked("standings", folder, "--section", "B")["tables"]
    assert [t["name"] for t in only] == ["Section B"]
    assert only[0]["rows"] == tables[2]["rows"]
    assert topboard("check", folder).status == 0
    assert topboard("verify", folder).status == 0
    told = topboard.done("why", folder, 1)
    assert "Section A" in told


def test_the_demo_has_sections_and_two_rounds(topboard: CommandLine) -> None:
    folder = topboard.done("demo", "galway", "--no-open").strip()
    status = topboard.asked("status", folder)
    assert (status["format"], status["round"], status["step"]) == ("galway", 3, "draw")
    tables = topboard.asked("standings", folder)["tables"]
    assert [len(t["rows"]) for t in tables] == [58, 14, 15, 14, 15]
    assert "n-points" in topboard.done("why", folder, 1, "--round", 2)


def test_a_section_of_its_own_is_given_on_the_command_line(
    topboard: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "congress"
    entries = ENTRIES / "congress-97.csv"
    said = ("--set", "sizes=20,20,20")
    topboard.done("new", folder, "--format", "galway", "--entries", entries, *said)
    topboard.done("edit", folder, 1, "--section", "A")
    topboard.done("draw", folder, "--publish")
    tables = topboard.asked("standings", folder)["tables"]
    assert "1" in {row["id"] for row in tables[1]["rows"]}
    assert len(tables) == 5


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("sections=150", "setting sections cannot be '150': it must be at least 2, at most 26"),
        ("max_section=400", "it must be at least 8, at most 200"),
        ("closed_rounds=6", "it must be 1 to 5, fewer than the rounds, which are 6"),
    ],
)
def test_nonsense_is_refused_in_one_line(
    topboard: CommandLine, tmp_path: Path, setting: str, said: str
) -> None:
    line = topboard.refused("new", tmp_path / "x", "--format", "galway", "--set", setting)
    assert said in line


def test_a_field_of_two_is_refused(topboard: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "two"
    topboard.done("new", folder, "--format", "galway")
    topboard.done("add", folder, "Ashgrove, Liam")
    topboard.done("add", folder, "Quilty, Petra")
    assert "format dutch" in topboard.refused("draw", folder)
