"""`set`: settings of an event that stands, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, csv_file


def made(tmp_path: Path, topboard: CommandLine, format: str, *words: object) -> Path:
    folder = tmp_path / "open"
    topboard.done("new", folder, "--format", format, "--rounds", 6, "--seed", 3,
                  "--entries", csv_file(tmp_path, 40), *words)  # fmt: skip
    return folder


def test_settings_and_the_title_change_together_and_are_taken_back(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = made(tmp_path, topboard, "ecf")
    told = topboard.done("set", folder, "rounds=7", "acceleration=basic", "--title", "Autumn")
    assert told.splitlines() == [
        "rounds: 6 -> 7", "acceleration: none -> basic", "title: Open -> Autumn",
    ]  # fmt: skip
    state = topboard.asked("status", folder)
    assert (state["rounds"], state["title"]) == (7, "Autumn")
    topboard.done("undo", folder)
    state = topboard.asked("status", folder)
    assert (state["rounds"], state["title"]) == (6, "Open")


def test_the_title_is_set_like_a_setting_too(tmp_path: Path, topboard: CommandLine) -> None:
    folder = made(tmp_path, topboard, "ecf")
    assert topboard.done("set", folder, "title=Autumn Open") == "title: Open -> Autumn Open\n"
    assert topboard.asked("status", folder)["title"] == "Autumn Open"
    told = topboard.refused("set", folder, "title=Spring", "--title", "Summer")
    assert "the title is given twice" in told
    assert topboard.asked("status", folder)["title"] == "Autumn Open"


def test_the_document_has_every_setting_and_what_changed(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = made(tmp_path, topboard, "galway")
    told = topboard.asked("set", folder, "section_thresholds=30, 60", "--title", "Congress")
    assert told["changed"] == ["section_thresholds", "title"]
    assert told["settings"]["section_thresholds"] == [30, 60]
    assert told["settings"]["sizes"] is None
    assert told["settings"]["rounds"] == 6
    assert told["title"] == "Congress"
    assert told["revision"] == topboard.asked("status", folder)["revision"]


def test_a_setting_left_to_the_format_is_told_apart_from_none(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = made(tmp_path, topboard, "kjca")
    assert topboard.done("set", folder, "avoid=none").strip() == "avoid: by default -> none"
    assert topboard.asked("set", folder, "avoid=")["settings"]["avoid"] is None
    assert topboard.done("set", folder, "avoid=club").strip() == "avoid: by default -> club"
    assert topboard.asked("set", folder, "avoid=none")["settings"]["avoid"] == []
    told = topboard.done("log", folder)
    assert "settings: avoid = none" in told
    assert "by default" not in told


def test_what_stands_already_is_done_and_not_recorded(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = made(tmp_path, topboard, "ecf")
    before = topboard.asked("status", folder)["revision"]
    assert "is already so" in topboard.done("set", folder, "rounds=6")
    assert topboard.asked("status", folder)["revision"] == before


@pytest.mark.parametrize(
    ("format", "words", "said"),
    [
        ("ecf", ["rounds=0"], "rounds cannot be '0': it must be at least 1, at most 99"),
        ("ecf", ["rounds=many"], "rounds cannot be 'many': it must be a whole number"),
        ("knockout", ["third_place=maybe"], "cannot be 'maybe': it must be yes or no"),
        ("ecf", ["acceleration=turbo"], "acceleration cannot be 'turbo': it must be 'none', "),
        ("ecf", ["round=5"], "ecf has no setting round; did you mean rounds?"),
        ("ecf", ["format=dutch"], "Another format (`:` in the console) makes the event anew"),
        ("ecf", ["rounds"], "'rounds' is not a setting; write KEY=VALUE"),
        ("ecf", ["rounds=7", "acceleration=turbo"], "acceleration cannot be 'turbo'"),
        ("ecf", [], "nothing to change"),
        ("ecf", ["--title", " "], "an event needs a title"),
        (
            "galway",
            ["section_thresholds=[125,100]"],
            "section_thresholds cannot be '[125,100]': it must be whole numbers with commas"
            " between, as 100, 125, each at least 2, at most 10000",
        ),
        (
            "galway",
            ["sizes=10,1"],
            "sizes cannot be '10,1': it must be whole numbers with commas between, as 24, 24, 22,"
            " each at least 2, at most 200",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_key_value_and_bounds_and_nothing_changes(
    tmp_path: Path, topboard: CommandLine, format: str, words: list[str], said: str
) -> None:
    folder = made(tmp_path, topboard, format)
    before = topboard.asked("status", folder)
    assert said in topboard.refused("set", folder, *words)
    assert topboard.asked("status", folder) == before


def test_what_round_1_has_settled_is_refused(tmp_path: Path, topboard: CommandLine) -> None:
    folder = made(tmp_path, topboard, "galway")
    topboard.done("draw", folder, "--publish")
    assert "frozen since round 1" in topboard.refused("set", folder, "sizes=12,10,10")
    topboard.done("set", folder, "rounds=7")
    assert topboard.asked("status", folder)["rounds"] == 7


def test_lists_show_their_bounds_among_the_formats(topboard: CommandLine) -> None:
    (galway,) = (f for f in topboard.asked("formats")["formats"] if f["name"] == "galway")
    rows = {row["key"]: row for row in galway["settings"]}
    assert rows["section_thresholds"]["default"] == "100, 125"
    assert rows["section_thresholds"]["bounds"] == "each at least 2, at most 10000"
    assert rows["sizes"]["bounds"] == "each at least 2, at most 200"


def test_a_setting_of_the_draw_is_warned_of_where_the_draw_will_be_refused(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = tmp_path / "porous"
    topboard.done("new", folder, "--format", "galway", "--entries", csv_file(tmp_path, 14))
    answer = topboard("set", folder, "sections=2")
    assert answer.status == 0, "more entries may come"
    assert "14 players: sections take 16 or more" in answer.err
    assert "format dutch" in answer.err
    assert "sections take" not in topboard("set", folder, "language=de").err
    larger = tmp_path / "larger"
    topboard.done("new", larger, "--format", "galway", "--entries", csv_file(tmp_path, 20))
    answer = topboard("set", larger, "sections=4")
    assert "4 sections are too many for 20 players" in answer.err
    assert topboard("set", larger, "sections=").err == ""
