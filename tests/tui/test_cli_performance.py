"""`performance` on the command line: the sums of the engine, and a word for what is missing."""

from __future__ import annotations

from pathlib import Path

from tests.tui.desk_cli import CommandLine

LIST = """name,rating,k_factor,birth
Vulcan,2500,10,
Wye,2450,,
Xylo,2300,20,
Yarrow,,,2014
"""


def test_everybody_has_a_change_or_the_reason_why_not(
    topboard: CommandLine, tmp_path: Path
) -> None:
    entries, folder = tmp_path / "entries.csv", tmp_path / "open"
    entries.write_text(LIST)
    topboard.done("new", folder, "--format", "dutch", "--rounds", 2, "--entries", entries)
    out = topboard.done("performance", folder)
    assert out.count("no game was played") == 4
    topboard.done("draw", folder, "--publish")
    for board in (1, 2):
        topboard.done("result", folder, board, "1/2-1/2")
    players = {one["name"]: one for one in topboard.asked("performance", folder)["players"]}
    vulcan, yarrow, wye = players["Vulcan"], players["Yarrow"], players["Wye"]
    # 200 points: .76 for the higher rated (8.1.2, 198-206), so half a point is .26 too little
    assert (vulcan["expected"], vulcan["k"], vulcan["change"]) == (0.76, 10, -2.6)
    assert (vulcan["opponents"], vulcan["performance"], vulcan["new"]) == (2300, 2300, 2497)
    assert (players["Xylo"]["change"], players["Xylo"]["new"]) == (5.2, 2305)
    assert (wye["k"], wye["change"], wye["why"]) == (None, None, "no game against a rated opponent")
    assert yarrow["first"] == {"rating": 2017, "games": 1, "published": False}
    assert "5 games" in yarrow["why"]
    out = topboard.done("performance", folder)
    assert "-2.6" in out
    assert "7.1.4" in out


def test_teams_have_no_rating(topboard: CommandLine, tmp_path: Path) -> None:
    entries, folder = tmp_path / "teams.csv", tmp_path / "cup"
    entries.write_text(
        "name,members\n" + "".join(f"Team {n},A{n}; B{n}; C{n}; D{n}\n" for n in range(8))
    )
    topboard.done("new", folder, "--format", "knockout", "--entries", entries)
    assert "teams have no rating" in topboard.refused("performance", folder)
