"""`cut`: from a standing into a knockout."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.store import open_event
from tests.tui.desk_cli import DATA, CommandLine, csv_file


def finished(tmp_path: Path, topboard: CommandLine, entrants: int = 12, rounds: int = 3) -> Path:
    """A Swiss played to its end, White always winning."""
    folder = tmp_path / "swiss"
    entries = csv_file(tmp_path, entrants)
    topboard.done(
        "new", folder, "--format", "dutch", "--rounds", rounds, "--entries", entries, "--seed", 3
    )
    for _ in range(rounds):
        topboard.done("draw", folder, "--publish")
        topboard.whites_win(folder)
    return folder


def test_the_first_of_the_standing_are_the_seeds_of_the_knockout(
    tmp_path: Path, topboard: CommandLine
) -> None:
    swiss = finished(tmp_path, topboard)
    rows = topboard.asked("standings", swiss)["tables"][0]["rows"]
    made = topboard.asked("cut", swiss, 4, tmp_path / "cup")
    assert [e["seed"] for e in made["entrants"]] == [1, 2, 3, 4]
    assert {e["from"] for e in made["entrants"]} <= {row["id"] for row in rows if row["rank"] <= 4}
    first = topboard.asked("draw", tmp_path / "cup", "--publish")
    assert [{p["white"], p["black"]} for p in first["pairings"]] == [{"1", "4"}, {"2", "3"}]
    topboard.whites_win(tmp_path / "cup")
    topboard.done("draw", tmp_path / "cup", "--publish")
    topboard.whites_win(tmp_path / "cup")
    end = topboard.asked("standings", tmp_path / "cup")
    assert end["winner"] == end["tables"][0]["rows"][0]["id"]
    assert [row["status"] for row in end["tables"][0]["rows"]] == [None, "out", "out", "out"]
    assert topboard.asked("check", tmp_path / "cup")["differences"] is False


def test_both_save_files_name_the_other_event(tmp_path: Path, topboard: CommandLine) -> None:
    swiss = finished(tmp_path, topboard)
    topboard.done("cut", swiss, 4, tmp_path / "cup")
    assert "first 4 into cup" in (swiss / "event.toml").read_text(encoding="utf-8")
    assert "first 4 of swiss" in (tmp_path / "cup" / "event.toml").read_text(encoding="utf-8")
    topboard.done("verify", swiss)
    topboard.done("verify", tmp_path / "cup")


def test_equals_at_the_cut_are_parted_by_a_lot_that_is_kept(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = tmp_path / "open"
    topboard.done("new", folder, "--format", "dutch", "--rounds", 1, "--seed", 3,
                  "--set", "tiebreaks=WIN", "--entries", csv_file(tmp_path, 8))  # fmt: skip
    topboard.done("draw", folder, "--publish")
    topboard.whites_win(folder)
    made = topboard.asked("cut", folder, 3, tmp_path / "cup")
    winners = {r["id"] for r in topboard.asked("standings", folder)["tables"][0]["rows"][:4]}
    assert len({e["from"] for e in made["entrants"]} & winners) == 3
    (told,) = made["lots"]
    assert "places 1 to 4" in told
    assert "places 1 to 4" in (folder / "event.toml").read_text(encoding="utf-8")


def test_a_standing_that_is_not_final_is_cut_only_on_insistence(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder = tmp_path / "open"
    topboard.done("new", folder, "--format", "dutch", "--rounds", 3,
                  "--entries", csv_file(tmp_path, 8))  # fmt: skip
    topboard.done("draw", folder, "--publish")
    assert "not final" in topboard.refused("cut", folder, 4, tmp_path / "cup")
    assert not (tmp_path / "cup").exists()
    topboard.done("cut", folder, 4, tmp_path / "cup", "--insist")


def test_impossible_numbers_and_places_are_refused(tmp_path: Path, topboard: CommandLine) -> None:
    swiss = finished(tmp_path, topboard)
    for count in (0, 1, 13):
        assert "give 2 to 12" in topboard.refused("cut", swiss, count, tmp_path / "cup")
    topboard.done("cut", swiss, 12, tmp_path / "cup", "--format", "double_knockout")
    assert "event already" in topboard.refused("cut", swiss, 4, tmp_path / "cup")


def test_who_has_withdrawn_does_not_go_on(tmp_path: Path, topboard: CommandLine) -> None:
    swiss = finished(tmp_path, topboard)
    first = topboard.asked("standings", swiss)["tables"][0]["rows"][0]["id"]
    topboard.done("withdraw", swiss, first)
    made = topboard.asked("cut", swiss, 4, tmp_path / "cup")
    assert first not in {e["from"] for e in made["entrants"]}


@pytest.mark.parametrize("format", ["gnot", "knockout"])
def test_teams_go_on_with_their_matches_and_members(
    tmp_path: Path, topboard: CommandLine, format: str
) -> None:
    folder = tmp_path / "teams"
    own = ["--set", "score=imps", "--set", "boards=24"] if format == "knockout" else []
    topboard.done(
        "new", folder, "--format", format, "--entries", DATA / "entries" / "teams-16.csv", *own
    )
    topboard.done("edit", folder, 1, "--members", "Ada Ash; Bo Birch")
    topboard.done("cut", folder, 16, tmp_path / "cup", "--insist")
    entrants = open_event(tmp_path / "cup").event.entrants
    assert ("Ada Ash", "Bo Birch") in [entrant.members for entrant in entrants]
    topboard.done("draw", tmp_path / "cup", "--publish")
    first = topboard.asked("round", tmp_path / "cup")["pairings"][0]
    assert first["boards"] == (24 if format == "knockout" else 28)
    topboard.done("result", tmp_path / "cup", 1, "45-31")
    # what is said with the command comes first
    topboard.done("cut", folder, 16, tmp_path / "chess", "--insist", "--set", "score=games")
    assert open_event(tmp_path / "chess").event.settings.values["score"] == "games"  # type: ignore[attr-defined]
    topboard.done("draw", tmp_path / "chess", "--publish")
    topboard.done("result", tmp_path / "chess", 1, "1-0")


def test_a_correction_that_changes_who_goes_on_says_so(
    tmp_path: Path, topboard: CommandLine
) -> None:
    swiss = finished(tmp_path, topboard)
    topboard.done("cut", swiss, 2, tmp_path / "cup")
    names = {row["id"]: row["rank"] for row in
             topboard.asked("standings", swiss)["tables"][0]["rows"]}  # fmt: skip
    boards = topboard.asked("round", swiss, "--round", 3)["pairings"]
    top = next(m["board"] for m in boards if names[m["white"]] == 1)
    last = next(m["board"] for m in boards if 12 in (names[m["white"]], names[m["black"]]))
    said = "the standing that was cut (first 2 into cup) is another by this"
    assert said not in topboard("result", swiss, last, "1/2-1/2", "--replace").err
    answer = topboard("result", swiss, top, "0-1", "--replace")
    assert answer.status == 0
    assert said in answer.err
    topboard.done("verify", swiss)
    # neither does the knockout ask about its own results
    topboard.done("draw", tmp_path / "cup", "--publish")
    assert topboard("result", tmp_path / "cup", 1, "1-0").err == ""


def test_who_went_on_is_forgotten_with_the_cut(tmp_path: Path, topboard: CommandLine) -> None:
    swiss = finished(tmp_path, topboard)
    topboard.done("cut", swiss, 2, tmp_path / "cup")
    assert len(open_event(swiss).event.qualified) == 2
    topboard.done("undo", swiss)
    assert open_event(swiss).event.qualified == ()


def test_a_standing_that_was_cut_before_its_end_is_expected_to_change(
    tmp_path: Path, topboard: CommandLine
) -> None:
    swiss = finished(tmp_path, topboard)
    topboard.done("set", swiss, "rounds=4", "--insist-twice")
    topboard.done("cut", swiss, 2, tmp_path / "cup", "--insist")
    topboard.done("draw", swiss, "--publish")
    for match in topboard.asked("round", swiss)["pairings"]:
        assert topboard("result", swiss, match["board"], "0-1").err == ""


def test_the_undo_of_a_cut_says_that_the_new_event_stays(
    tmp_path: Path, topboard: CommandLine
) -> None:
    swiss = finished(tmp_path, topboard)
    topboard.done("cut", swiss, 4, tmp_path / "cup")
    undone = topboard("undo", swiss)
    assert "the event made in cup is not undone: delete that folder" in undone.err
    assert "cup is not undone" not in topboard("redo", swiss).err
