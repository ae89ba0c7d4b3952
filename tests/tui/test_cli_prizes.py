"""`topboard prizes`: the contract of its JSON, its refusals, and what it says of a plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.actions import CreateEvent, ImportEntrants, Withdraw
from engine.actions.presence import Expel
from engine.entrants import Entrant
from engine.event import Event, Match
from saves.store import create_event, open_event
from tests.playing import play
from tui.cli import main

PLAN = """
currency = "EUR"
purse = "200"
[[prizes]]
name = "Open"
amounts = ["100", "50"]
[[prizes]]
name = "U1500"
amounts = ["40"]
rating_below = 1500
least = 9
[[prizes]]
name = "Women"
amounts = ["10"]
sex = "w"
"""


def _white_wins(event: Event, match: Match) -> str:
    return "1-0"


@pytest.fixture
def event(tmp_path: Path) -> Path:
    folder = tmp_path / "open"
    store = create_event(folder, CreateEvent("Open", "round_robin", {}, 5))
    names = ("Ann", "Bea", "Cid", "Dan")
    store.do(ImportEntrants(tuple(Entrant("", n, rating=1400) for n in names), insist=True))
    play(store, 2, _white_wins)
    return folder


def _json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert main(["prizes", *args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_has_every_prize_and_adds_up_to_the_purse(
    event: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    read = _json(capsys, str(event), "--plan", str(plan))
    assert (read["state"], read["purse"]) == ("provisional", 200)
    shares = sum(to["share"] for prize in read["prizes"] for to in prize["to"])
    assert shares == read["given"] == 150
    assert read["prizes"][0].keys() >= {"event", "name", "amount", "to", "why"}
    assert read["prizes"][0]["to"][0].keys() >= {"id", "name", "share"}
    assert read["left"] == [
        "40.00 EUR of U1500: 4 eligible entrants, 9 needed; not given",
        "10.00 EUR of Women: nobody is eligible",
    ]


def test_a_plan_that_does_not_fit_is_told_and_the_rest_goes_on(
    event: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (event / "prizes.toml").write_text(PLAN.replace('"200"', '"180"'))
    assert main(["prizes", str(event)]) == 0
    told = capsys.readouterr()
    assert "20.00 EUR more than the purse of 180.00 EUR" in told.err
    assert "Women: nobody who has entered can win it" in told.err
    assert "purse 200.00 EUR, given 150.00 EUR, left 50.00 EUR" in told.out


def test_without_a_plan_it_names_the_command_that_writes_one(
    event: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prizes", str(event)]) == 2
    assert "--new` writes an example" in capsys.readouterr().err
    assert main(["prizes", str(event), "--new"]) == 0
    assert main(["prizes", str(event), "--new"]) == 2
    capsys.readouterr()
    assert _json(capsys, str(event))["purse"] == 900


def test_who_withdraws_keeps_his_prize_and_who_is_expelled_has_none(
    event: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (event / "prizes.toml").write_text('[[prizes]]\nname = "A"\namounts = ["60", "40", "20"]\n')
    before = {to["name"] for p in _json(capsys, str(event))["prizes"] for to in p["to"]}
    store = open_event(event)
    store.do(Withdraw("1"))
    store.do(Expel("2", "cheating", insist=True, insist_twice=True))
    after = {to["name"] for p in _json(capsys, str(event))["prizes"] for to in p["to"]}
    assert "Ann" in before & after
    assert "Bea" not in after
