"""A league season of ten teams with two postponed matches, by commands, to its table and pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.event_data import event_dates
from saves.sheets import beside, by_name, pairings
from saves.store import open_event
from tests.tui.desk_cli import CommandLine
from tui.cli import main


def entry_list(teams: int) -> str:
    """Teams of three players, each with its hall."""
    return "team,board,name,rating,division,venue\n" + "".join(
        f"Team {t},{b},Player {t}{b},{2100 - 20 * t - b},,Hall {t}\n"
        for t in range(teams)
        for b in (1, 2, 3)
    )


class Season:
    """A league in the events folder, run by commands."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def run(self, *words: str) -> str:
        """What a command prints."""
        assert main(list(words)) == 0, self.capsys.readouterr().err
        return self.capsys.readouterr().out

    def json(self, *words: str) -> Any:
        """The document of a command."""
        return json.loads(self.run(*words, "--json"))

    def refused(self, *words: str) -> str:
        """Why a command is refused."""
        assert main(list(words)) == 2
        return self.capsys.readouterr().err


@pytest.mark.parametrize(
    ("teams", "first", "second"), [(4, 1, 3), pytest.param(10, 3, 12, marks=pytest.mark.slow)]
)
def test_a_season_to_its_final_table(
    teams: int, first: int, second: int,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    (tmp_path / "teams.csv").write_text(entry_list(teams))
    season = Season(capsys)
    season.run("new", "lg", "--format", "league", "--entries", str(tmp_path / "teams.csv"),
               "--set", "boards=2", "--set", "promoted=1", "--set", "relegated=2")  # fmt: skip
    days = season.json("dates", "lg", "--from", "2026-10-02 19:30", "--every", "14")["rounds"]
    assert [day["date"] for day in days[:2]] == ["2026-10-02 19:30", "2026-10-16 19:30"]
    put_off = {first: "2027-02-05", second: "-"}
    for _ in range(teams - 1):
        drawn = season.json("draw", "lg", "--publish")
        results = []
        for pairing in drawn["pairings"]:
            match = pairing["board"]
            if match in put_off:
                season.run("postpone", "lg", str(match), put_off[match])
            else:
                results += [f"{match}.1,1-0", f"{match}.2,1/2-1/2"]
        (tmp_path / "results.csv").write_text("\n".join(results))
        season.run("result", "lg", "--from", str(tmp_path / "results.csv"))
    status = season.json("status", "lg")
    assert (status["step"], status["missing"]) == ("play", [first, second])
    assert [(m["match"], m["date"]) for m in status["open_matches"]] == [
        (first, "2027-02-05"), (second, "-"),
    ]  # fmt: skip
    told = season.run("status", "lg").splitlines()
    assert ["moved" in line for line in told if "Team" in line] == [True, False]
    table = season.json("standings", "lg")["tables"][0]
    played = [row["tiebreaks"]["P"] for row in table["rows"]]
    assert sum(played) == teams * (teams - 1) - 4
    assert [row["tiebreaks"]["Hand"] for row in table["rows"]] == [max(played) - n for n in played]
    later = ("postpone", "lg", "2", "2027-02-05", "--round", "1")
    assert "cannot be postponed" in season.refused(*later)
    assert "calendar has no such day" in season.refused("postpone", "lg", str(second), "2027-02-30")
    season.run("postpone", "lg", str(second), "2027-02-06")
    season.run("result", "lg", str(first), "2-0")
    season.run("result", "lg", f"{second}.1", "0-1")
    season.run("result", "lg", f"{second}.2", "1-0")
    assert season.json("status", "lg")["open_matches"] == []
    final = season.json("standings", "lg")
    rows = final["tables"][0]["rows"]
    assert final["final"]
    assert {row["tiebreaks"]["P"] for row in rows} == {teams - 1}
    assert sum(row["points"] for row in rows) == teams * (teams - 1)
    assert sum(row["game_points"] for row in rows) == teams * (teams - 1)
    assert [row.get("zone") for row in rows] == [
        "promotion",
        *[None] * (teams - 3),
        *["relegation"] * 2,
    ]
    season.run("export", "lg", "--as", "html", "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "relegation" in page
    assert "6 February 2027" in page
    assert "Hall 2" in page
    season.run("publish", "lg", str(tmp_path / "site"))
    assert any("Fixtures" in p.read_text("utf-8") for p in (tmp_path / "site").glob("*.html"))
    assert "sound" in season.run("verify", "lg")
    assert season.json("status", "lg")["step"] == "finished"


def test_a_division_has_days_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others play by the schedule; open matches, fixtures and the last day go by both."""
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    rows = [
        f"{name} {team},{board},P {name}{team}{board},1900,{name}"
        for name in ("First", "Second")
        for team in range(4)
        for board in (1, 2)
    ]
    (tmp_path / "teams.csv").write_text("\n".join(["team,board,name,rating,division", *rows]))
    season = Season(capsys)
    season.run("new", "lg", "--format", "league", "--entries", str(tmp_path / "teams.csv"),
               "--set", "boards=2")  # fmt: skip
    season.run("dates", "lg", "--from", "2026-10-02 19:30", "--every", "14")
    own = ("--division", "second")
    days = season.json("dates", "lg", *own, "--from", "2026-10-09 19:00", "--every", "14")
    assert [day["date"][:10] for day in days["rounds"]] == [
        "2026-10-09",
        "2026-10-23",
        "2026-11-06",
    ]
    # whatever letters it is called by, these days take the place of those it had
    again = season.json("dates", "lg", "--division", "SECOND", "--from", "2026-10-09 19:00",
                        "--every", "14")  # fmt: skip
    assert again["rounds"] == days["rounds"]
    season.run("draw", "lg", "--publish")
    out = season.json("dates", "lg", *own, "--from", "2026-10-09 19:00", "--every", "14",
                      "--without", "23.10.2026")  # fmt: skip
    assert [day["date"][5:10] for day in out["rounds"]] == ["10-09", "11-06", "11-20"]
    assert "not one of these days" in season.refused(
        "dates", "lg", "--from", "2026-10-02", "--without", "2026-10-03"
    )
    season.run("dates", "lg", *own, "2026-10-09 19:00 every 14 days")
    by_team = {one["home"]: one["date"] for one in season.json("status", "lg")["open_matches"]}
    assert sorted(by_team.values()) == ["2026-10-02 19:30"] * 2 + ["2026-10-09 19:00"] * 2
    assert "there is no division Third; known: First, Second" in season.refused(
        "dates", "lg", "--division", "Third"
    )
    store = open_event(tmp_path / "lg", read_only=True)
    assert event_dates(store.event) == ("2026-10-02", "2026-11-06")
    first, second = beside(store.event, store.format, 1)[:2]
    assert {str(row[1])[:10] for row in first.rows} == {"2026-10-02", "2026-10-16", "2026-10-30"}
    assert {str(row[1])[:10] for row in second.rows} == {"2026-10-09", "2026-10-23", "2026-11-06"}
    # each match says its division once
    for grid in (
        pairings(store.event, store.format, store.event.round(1)),
        by_name(store.event, store.format, store.event.round(1)),
    ):
        names = [column.name for column in grid.columns]
        assert (names.count("Division"), names.count("Section"), names.count("Stage")) == (1, 0, 0)
    why = "it does not say whose dates these are"
    assert why in season.refused("set", "lg", "division_dates=2026-10-02")


def test_a_match_has_a_venue_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    (tmp_path / "teams.csv").write_text(entry_list(4))
    season = Season(capsys)
    season.run("new", "lg", "--format", "league", "--entries", str(tmp_path / "teams.csv"),
               "--set", "boards=2")  # fmt: skip
    first = season.json("draw", "lg", "--publish")["pairings"][0]
    assert first["venue"].startswith("Hall ")
    told = season.json("postpone", "lg", "1", "--venue", "Town Hall")
    assert (told["venue"], told["date"]) == ("Town Hall", "")
    assert season.json("round", "lg")["pairings"][0]["venue"] == "Town Hall"
    assert "played at Town Hall" in season.json("log", "lg")["entries"][-1]["text"]
    # the files keep it
    assert 'venue = "Town Hall"' in (tmp_path / "lg" / "round-01.toml").read_text()
    assert season.run("verify", "lg").startswith("sound")
    season.run("postpone", "lg", "1", "--venue", "")
    assert season.json("round", "lg")["pairings"][0]["venue"] == first["venue"]
    assert "postpone needs DATE or --venue" in season.refused("postpone", "lg", "1")
    before = season.json("status", "lg")["revision"]
    assert "too long" in season.refused("postpone", "lg", "1", "-", "--venue", "V" * 121)
    assert season.json("status", "lg")["revision"] == before, "not the day alone either"


def test_who_shares_a_place_is_answered_without_teams_too(
    topboard: CommandLine, tmp_path: Path
) -> None:
    topboard.done("new", tmp_path / "league", "--format", "league")
    assert topboard.done("tie", tmp_path / "league") == "nobody shares a place\n"
