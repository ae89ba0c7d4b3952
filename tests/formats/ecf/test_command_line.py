"""Open-72 from its CSV file, Basic over five rounds and Advanced over seven, as at a desk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from formats.ecf.groups import TWO_SIDED
from tests.tui.desk_cli import DATA, CommandLine

OPEN = DATA / "entries" / "open-72-semicolon.csv"


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


def ratings(topboard: CommandLine, event: Path) -> dict[str, int]:
    """By entry number, in the order of the file."""
    lines = OPEN.read_text(encoding="utf-8").splitlines()[1:]
    return {str(no): int(line.split(";")[1] or 0) for no, line in enumerate(lines, start=1)}


def results(drawn: dict[str, Any], grades: dict[str, int]) -> str:
    """The higher grade wins, but for every fifth board, which is drawn, and every seventh."""
    lines = []
    for game in drawn["pairings"]:
        white = grades[game["white"]] > grades[game["black"]]
        board = game["board"]
        result = "1/2-1/2" if board % 5 == 0 else "1-0" if white != (board % 7 == 0) else "0-1"
        lines.append(f"{board},{result}\n")
    return "".join(lines)


@pytest.mark.parametrize(("kind", "rounds"), [("basic", 5), ("advanced", 7)])
def test_open_72_is_drawn_to_its_end(
    topboard: CommandLine, tmp_path: Path, kind: str, rounds: int
) -> None:
    event, slips = tmp_path / "open", tmp_path / "slips.csv"
    topboard.done(
        "new", event, "--format", "ecf", "--rounds", rounds, "--entries", OPEN, "--seed", 5,
        "--set", f"acceleration={kind}",
    )  # fmt: skip
    grades = ratings(topboard, event)
    ranked = sorted(grades, key=lambda id: -grades[id])
    top = set(ranked[: 36 if kind == "basic" else 42])
    met: set[frozenset[str]] = set()
    accelerated = []
    for number in range(1, rounds + 1):
        drawn = topboard.asked("draw", event, "--publish")
        assert drawn["round"] == number
        assert len(drawn["pairings"]) == 36
        assert not [c for game in drawn["pairings"] for c in game["conflicts"]]
        for game in drawn["pairings"]:
            pair = frozenset((game["white"], game["black"]))
            assert pair not in met
            met.add(pair)
            assert game["group"]
            if game["part"] in TWO_SIDED:
                assert len(pair & top) == 1
        accelerated.append(any(g["part"] or "A v B" in g["group"] for g in drawn["pairings"]))
        slips.write_text(results(drawn, grades), encoding="utf-8")
        topboard.done("result", event, "--from", slips)
    assert accelerated[:2] == [True, True]
    assert accelerated[-2:] == [False, False]
    assert topboard.asked("status", event)["step"] == "finished"
    topboard.done("check", event)


def test_the_reasons_of_a_board_are_told(topboard: CommandLine, tmp_path: Path) -> None:
    event = tmp_path / "open"
    topboard.done(
        "new", event, "--format", "ecf", "--rounds", 5, "--entries", OPEN, "--seed", 5,
        "--set", "acceleration=basic",
    )  # fmt: skip
    topboard.done("draw", event, "--publish")
    text = topboard.done("why", event, 1)
    assert "A v B" in text


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("acceleration_rounds=9", "from 3 to 3"),
        ("acceleration_rounds=1", "at least 3"),
        ("acceleration=double", "'none', 'basic' or 'advanced'"),
    ],
)
def test_settings_out_of_bounds_are_refused_with_their_bounds(
    topboard: CommandLine, tmp_path: Path, setting: str, told: str
) -> None:
    words = ("new", tmp_path / "open", "--format", "ecf", "--rounds", 5, "--set", setting)
    assert told in topboard.refused(*words)


def test_a_file_checked_without_its_acceleration_says_that_files_carry_none(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event, file = tmp_path / "open", tmp_path / "open.trf"
    topboard.done(
        "new", event, "--format", "ecf", "--entries", OPEN, "--seed", 5,
        "--set", "acceleration=basic",
    )  # fmt: skip
    topboard.done("draw", event, "--publish")
    topboard.done("export", event, "--as", "trf26", "-o", file)
    bare = topboard("check", file)
    assert bare.status == 1
    assert "a TRF file carries no acceleration" in bare.err
    told = topboard("check", file, "--set", "acceleration=basic")
    assert (told.status, told.err) == (0, "")
