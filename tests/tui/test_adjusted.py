"""Points given or taken stand in every format's standings with the reason."""

from __future__ import annotations

import pytest

from tests.tui.desk_cli import CommandLine
from tui.demo import make_demo

WHY = "the telephone rang"


@pytest.mark.parametrize("format", ["dutch", "diagonal", "gnot", "knockout", "round_robin"])
def test_the_reason_stands_beside_the_points(topboard: CommandLine, format: str) -> None:
    event = make_demo(format)
    topboard.done("adjust", event, 3, -1, "--why", WHY)
    overall = topboard.asked("standings", event)["tables"][0]
    (row,) = [row for row in overall["rows"] if row["remark"]]
    called = "session 1.2" if format == "gnot" else "round 2"
    assert (row["id"], row["remark"]) == ("3", f"-1 after {called}: {WHY}")
    assert f"* {row['name']}: {row['remark']}" in topboard.done("standings", event)
    for kind in ("text", "html"):
        assert f"{row['name']}: {row['remark']}" in topboard.done("export", event, "--as", kind)
