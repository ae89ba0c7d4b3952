"""What `draw` says where nothing can be drawn: it names only remedies that this event has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine


def made(topboard: CommandLine, folder: Path, format: str, count: int, *more: str) -> Path:
    """An event with that many entrants."""
    entries = folder.with_suffix(".csv")
    lines = [f"Team {no},{2500 - no}" for no in range(1, count + 1)]
    entries.write_text("\n".join(("name,rating", *lines)), encoding="utf-8")
    topboard.done("new", folder, "--format", format, "--entries", entries, "--seed", 1, *more)
    return folder


@pytest.mark.parametrize("format", ["knockout", "double_knockout", "diagonal", "gnot"])
def test_nothing_counts_as_a_draw_where_who_plays_on_depends_on_it(
    topboard: CommandLine, tmp_path: Path, format: str
) -> None:
    event = made(topboard, tmp_path / format, format, 20)
    topboard.done("draw", event, "--publish")
    missing = topboard.asked("status", event)["missing"]
    where = "tables" if format == "gnot" else "boards"
    for line in (
        topboard.refused("draw", event),
        topboard.refused("draw", event, "--missing", "draw"),
    ):
        assert f"{where} {', '.join(map(str, missing))};" in line
        assert "none can count as a draw" in line
        assert "--missing" not in line
    assert topboard.asked("status", event)["missing"] == missing


def test_in_a_round_robin_a_game_may_wait(topboard: CommandLine, tmp_path: Path) -> None:
    event = made(topboard, tmp_path / "league", "round_robin", 5)
    topboard.done("draw", event, "--publish")
    assert "--missing draw" in topboard.refused("draw", event)
    assert topboard.asked("draw", event, "--missing", "draw")["round"] == 2


@pytest.mark.parametrize(
    ("format", "result"), [("knockout", "1-0"), ("diagonal", "1,1"), ("round_robin", "1-0")]
)
def test_no_more_rounds_are_offered_where_their_number_is_no_choice(
    topboard: CommandLine, tmp_path: Path, format: str, result: str
) -> None:
    event = made(topboard, tmp_path / format, format, 3)
    while (now := topboard.asked("status", event))["step"] != "finished":
        topboard.done("draw", event, "--publish")
        topboard.enter(event, dict.fromkeys(topboard.missing(event), result))
    line = topboard.refused("draw", event)
    assert f"round {now['round'] + 1} cannot be drawn" in line
    assert "see the standings" in line
    assert "rounds" not in line


@pytest.mark.parametrize(("count", "adds"), [(15, True), (33, False)])
def test_who_are_too_many_are_not_told_to_enter_more(
    topboard: CommandLine, tmp_path: Path, count: int, adds: bool
) -> None:
    event = made(topboard, tmp_path / "teams", "gnot", count)
    line = topboard.refused("draw", event, "--publish")
    assert "it takes 16 to 32" in line
    assert ("add entrants" in line) == adds
    assert "too few" not in topboard.done("status", event)
    notes = topboard.asked("status", event)["notes"]
    assert len(notes) == len(set(notes)) == 1


def test_a_match_in_imps_is_no_game_of_a_trf_file(topboard: CommandLine, tmp_path: Path) -> None:
    event = made(topboard, tmp_path / "cup", "knockout", 4, "--set", "score=imps")
    topboard.done("draw", event, "--publish")
    assert "team event" in topboard.refused("export", event, "--as", "trf")
