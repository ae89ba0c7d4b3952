"""A round that differs from the draw of now: which version of the program drew it."""

from __future__ import annotations

from pathlib import Path

from saves import VERSION
from tests.saves import corpus
from tests.tui.desk_cli import CommandLine, csv_file


def test_a_round_drawn_by_the_first_edition_is_said_to_be_of_an_earlier_version(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = corpus.unpacked(corpus.CORPUS / "edition-1" / "kjca.tar.xz", tmp_path)
    answer = topboard("check", folder)
    assert answer.status == 1
    blocks = answer.out.split("\nround ")
    differ = [block for block in blocks if "differs from the draw" in block]
    assert differ
    for block in blocks:
        assert ("drawn by an earlier version" in block) == (block in differ)
    rounds = topboard("check", folder, "--json").json["rounds"]
    assert {r["program"] for r in rounds} == {None}
    assert all(r["another_version"] for r in rounds)


def test_a_round_changed_by_hand_under_this_version_is_not(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = tmp_path / "event"
    topboard.done(
        "new", folder, "--format", "dutch", "--title", "Open", "--rounds", 3,
        "--entries", csv_file(tmp_path, 6),
    )  # fmt: skip
    topboard.done("draw", folder)
    topboard.done("turn", folder, 1)
    topboard.done("draw", folder, "--publish", "--insist")
    answer = topboard("check", folder)
    assert answer.status == 1
    assert "differs from the draw" in answer.out
    assert "version" not in answer.out
    (round,) = topboard("check", folder, "--json").json["rounds"]
    assert round["program"] == VERSION
    assert not round["another_version"]
