"""A draw that has just been made is not out of date, whatever lots it took."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, csv_file


@pytest.mark.parametrize("format", ["dutch", "kjca"])
def test_a_draw_just_made_is_not_out_of_date(
    topboard: CommandLine, tmp_path: Path, format: str
) -> None:
    folder = tmp_path / "evening"
    topboard.done("new", folder, "--format", format, "--rounds", 3, "--entries",
                  csv_file(tmp_path, 12))  # fmt: skip
    for again in ((), ("--redraw",)):
        answer = topboard("draw", folder, *again)
        assert answer.status == 0
        assert "out of date" not in answer.out + answer.err
        assert "changed after this draw" not in answer.out + answer.err
    topboard.done("edit", folder, 3, "--rating", 2400)
    assert "changed after this draw" in " ".join(topboard.asked("status", folder)["notes"])
