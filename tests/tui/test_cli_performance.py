"""`performance` on the command line: the sums of the engine, and a word for what is missing."""

from __future__ import annotations

from pathlib import Path

from engine.actions import AddEntrant, ImportEntrants
from engine.entrants import Entrant
from tests.tui.desk_cli import CommandLine
from tests.tui.driver import Driver, MemoryDesk
from tui.places.entries import ENTRIES

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


def test_norms_say_what_is_made_open_and_missed(topboard: CommandLine, tmp_path: Path) -> None:
    entries, folder = tmp_path / "field.csv", tmp_path / "masters"
    rows = [f"P{n:02},{2560 - 12 * n},{('GM', 'IM')[n > 5]},{('ENG', 'GER', 'FRA')[n % 3]}"
            for n in range(9)]  # fmt: skip
    rows.append("Hope,2385,FM,ENG")
    entries.write_text("name,rating,title,federation\n" + "\n".join(rows))
    topboard.done("new", folder, "--format", "round_robin", "--entries", entries)
    out = topboard.done("norms", folder)
    assert "can still be made" in out
    assert "far below" not in out, "grandmasters have every title"
    topboard.done("edit", folder, "10", "--rating", "1400")
    assert "1 player far below every title: see them with --all" in topboard.done("norms", folder)
    assert "far below" not in topboard.done("norms", folder, "--all")
    topboard.done("edit", folder, "10", "--rating", "2385")
    document = topboard.asked("norms", folder)
    hope = next(one for one in document["players"] if one["name"] == "Hope")
    gm, im = hope["norms"]
    # nine opponents, 2512 on average: 2600 takes .62 of the points (87), 6 are .67 and 5½ are .61
    assert [gm["title"], im["title"]] == ["GM", "IM"]
    assert gm["ways"][0] == {"points": 6, "games": 9, "average": None}
    # 2450 takes .41 (-65): 3½ are .39, 4 are .44
    assert im["ways"][0] == {"points": 4, "games": 9, "average": None}
    for number in range(1, 10):
        topboard.done("draw", folder, "--publish")
        for board in topboard.asked("round", folder)["pairings"]:
            text = "1/2-1/2"
            if number == 9 and "10" in (board["white"], board["black"]):
                text = "1-0" if board["white"] == "10" else "0-1"
            topboard.done("result", folder, board["board"], text)
    out = topboard.done("norms", folder)
    assert "IM" in out.split("missed")[0]
    assert "1.4.8" in out.split("missed")[1]


def test_an_event_too_short_says_that_it_has_no_norms(topboard: CommandLine, event: Path) -> None:
    assert "no norms here: a norm takes 9 games" in topboard.done("norms", event)


def test_grades_of_three_figures_go_by_their_own_rule(
    topboard: CommandLine, tmp_path: Path
) -> None:
    entries, folder = tmp_path / "juniors.csv", tmp_path / "juniors"
    entries.write_text("name,rating\nAda,120\nBob,85\nCid,60\nDan,40\n")
    topboard.done("new", folder, "--format", "kjca", "--rounds", 3, "--entries", entries)
    topboard.done("draw", folder, "--publish")
    topboard.done("result", folder, 1, "1-0")  # Ada v Cid, who counts as 80
    topboard.done("result", folder, 2, "1-0")  # Dan v Bob, who counts as 80
    players = {one["name"]: one for one in topboard.asked("performance", folder)["players"]}
    shown = {name: (one["performance"], one["change"]) for name, one in players.items()}
    assert shown == {"Ada": (130, None), "Bob": (-5, None), "Cid": (50, None), "Dan": (130, None)}
    out = topboard.done("performance", folder)
    assert out.count("ECF grades") == 1  # said once, below the table


def test_a_missing_performance_by_grades_says_why(topboard: CommandLine, tmp_path: Path) -> None:
    entries, folder = tmp_path / "juniors.csv", tmp_path / "juniors"
    entries.write_text("name,rating\nAda,120\nBob,\nCid,\nDan,\n")
    topboard.done("new", folder, "--format", "kjca", "--rounds", 3, "--entries", entries)
    topboard.done("draw", folder, "--publish")
    for board in (1, 2):
        topboard.done("result", folder, board, "1-0")
    players = topboard.asked("performance", folder)["players"]
    missing = {one["name"]: one["why"] for one in players if one["performance"] is None}
    assert len(missing) == 3  # all but the one who played the only grade
    assert set(missing.values()) == {"no game against a rated opponent"}
    shown = topboard.done("performance", folder)
    assert shown.count("no game against a rated opponent") == 3
    assert shown.count("ECF grades") == 1


def test_a_rating_of_another_scale_among_grades_is_named(
    topboard: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "county"
    topboard.done("new", folder, "--format", "kjca", "--rounds", 3)
    for name, rating in (("Ann", 120), ("Bea", 95), ("Cid", 140)):
        topboard.done("add", folder, name, "--rating", rating)
    assert not any("scale" in note for note in topboard.asked("status", folder)["notes"])
    topboard.done("add", folder, "Dan", "--rating", 1850)
    said = "Dan beside 3 grades of three figures: 1850 is of another scale"
    assert any(said in note for note in topboard.asked("status", folder)["notes"])
    assert said in topboard.done("performance", folder)


def test_a_rating_of_another_scale_is_named_where_ratings_are_entered() -> None:
    desk = MemoryDesk.created("kjca", rounds=5)
    grades = ((f"Player {n}", 100 + n) for n in range(6))
    desk.do(ImportEntrants(tuple(Entrant("", name, grade) for name, grade in grades)))
    place = Driver(ENTRIES, desk)
    assert not any("scale" in one.text for one in place.shown.under)
    desk.do(AddEntrant(Entrant("", "Rated, Ray", 1850)))
    place.paint()
    told = " ".join(one.text.strip(" !") for one in place.shown.under)
    assert "Rated, Ray beside 6 grades of three figures: 1850 is of another scale" in told
    assert "e in Entries corrects it" in told
