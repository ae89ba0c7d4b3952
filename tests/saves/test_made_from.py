"""An event made anew in another format: all of it, or nothing is lost."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import Adjust, CheckIn, ExchangeNumbers, ImportEntrants, Instruct, SetBye
from engine.congress.congress import EventPlan
from engine.entrants import Entrant
from engine.event import Instruction
from engine.points import HALF
from engine.refusal import Refused
from formats.registry import format_named
from saves.disk import Disk
from saves.folders import bring_back, last_in_bin
from saves.made_from import MadeAnew, make_anew
from saves.presence import Presence, Present
from saves.store import Store, open_event
from tests.congress.hall import congress, entrants, event
from tests.playing import play, propose


class Unwilling(Disk):
    """A disk on which one folder cannot be moved."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def replace(self, source: Path, target: Path) -> None:
        if source == self.folder:
            raise OSError(5, os.strerror(5))
        super().replace(source, target)


def kent(shelf: Path, format: str = "dutch", **settings: object) -> Store:
    """Eight players, two of them here, one with a bye."""
    store = event(shelf / "kent", entrants("Ann Bea Cid Dan Eve Fay Gus Hal"), format, **settings)
    store.do(CheckIn(("1", "3")))
    store.do(SetBye("2", 1, HALF))
    return store


def in_format(shelf: Path, name: str, disk: Disk | None = None) -> MadeAnew:
    return make_anew(disk or Disk(), shelf / "kent", format_named(name), "cli")


def test_title_data_and_entries_are_those_of_before(tmp_path: Path) -> None:
    old = kent(tmp_path, language="de").event
    made = in_format(tmp_path, "ecf")
    assert (made.folder, made.kept) == (tmp_path / "kent", tmp_path / "bin" / "kent")
    new = open_event(made.folder).event
    assert (new.title, new.details, new.format) == (old.title, old.details, "ecf")
    assert new.entrants == old.entrants
    assert [e.id for e in new.entrants if e.present] == ["1", "3"]
    assert (new.entrants[1].byes[0].points, new.settings.language) == (HALF, "de")
    assert not new.rounds
    assert sorted(os.listdir(tmp_path)) == ["bin", "kent"]


def test_bars_rounds_and_points_are_those_of_before(tmp_path: Path) -> None:
    """A family stays apart in the new format; what means the same is set the same."""
    store = kent(tmp_path, rounds=4, half_byes=1, first_board=101, acceleration="baku")
    bar, lock = Instruction("bar", "1", "5"), Instruction("lock", "3", "4", 1)
    for action in (Instruct(bar), Instruct(lock), ExchangeNumbers("6", "7", insist=True)):
        store.do(action)
    store.do(Adjust("8", HALF, "a prize of last year", 0))
    (tmp_path / "kent" / "prizes.toml").write_text("# the plan\n")
    old, new = store.event, in_format(tmp_path, "ecf").after
    assert new.instructions == (bar, lock)
    assert (new.exchanges, new.adjustments) == (old.exchanges, old.adjustments)
    settings = new.settings.chosen
    assert (new.settings.rounds, settings["half_byes"], settings["first_board"]) == (4, 1, 101)
    assert "acceleration" not in settings
    for folder in ("kent", "bin/kent"):
        assert (tmp_path / folder / "prizes.toml").read_text() == "# the plan\n"


def test_a_table_that_says_who_meets_whom_takes_no_bar(tmp_path: Path) -> None:
    kent(tmp_path).do(Instruct(Instruction("bar", "1", "5")))
    assert in_format(tmp_path, "round_robin").after.instructions == ()
    assert open_event(tmp_path / "bin" / "kent").event.instructions


def test_points_of_another_scale_are_not_carried(tmp_path: Path) -> None:
    """Half a point of matches is another half than one of games."""
    store = event(tmp_path / "kent", [], "team_swiss")
    store.do(ImportEntrants(tuple(Entrant("", name) for name in "abcdef")))
    store.do(Adjust("1", HALF, "late", 0))
    new = in_format(tmp_path, "knockout").after
    assert (len(new.entrants), new.adjustments) == (6, ())


def test_the_old_event_comes_back_beside_the_new_one(tmp_path: Path) -> None:
    old = kent(tmp_path).event
    in_format(tmp_path, "ecf")
    back = bring_back(Disk(), last_in_bin(Disk(), tmp_path))
    assert open_event(back).event == old
    assert open_event(tmp_path / "kent").event.format == "ecf"


def test_a_bracket_takes_no_byes(tmp_path: Path) -> None:
    kent(tmp_path)
    in_format(tmp_path, "knockout")
    new = open_event(tmp_path / "kent").event
    assert len(new.entrants) == 8
    assert not any(e.byes for e in new.entrants)


@pytest.mark.parametrize("drawn", ["published", "proposed"])
def test_once_a_round_is_drawn_the_format_stays(tmp_path: Path, drawn: str) -> None:
    store = kent(tmp_path)
    if drawn == "published":
        play(store, 1)
    else:
        propose(store)
    with pytest.raises(Refused, match="the format cannot change now") as refusal:
        in_format(tmp_path, "ecf")
    assert drawn in refusal.value.why
    assert refusal.value.remedy
    assert os.listdir(tmp_path) == ["kent"]


def test_while_another_desk_has_it_open_nothing_is_made(tmp_path: Path) -> None:
    kent(tmp_path)
    desk = Presence(Disk(), tmp_path / "kent")
    desk.come(Present("anna", "hall", "desk 2", "2026-03-07T10:00:00+00:00"))
    try:
        with pytest.raises(Refused, match="kent is in use: open: anna on hall"):
            in_format(tmp_path, "ecf")
    finally:
        desk.go()
    assert os.listdir(tmp_path) == ["kent"]


def test_where_the_old_event_cannot_be_moved_both_stand(tmp_path: Path) -> None:
    old = kent(tmp_path).event
    with pytest.raises(Refused, match="kent is as it was, kent-ecf was begun beside it"):
        in_format(tmp_path, "ecf", Unwilling(tmp_path / "kent"))
    assert open_event(tmp_path / "kent").event == old
    assert open_event(tmp_path / "kent-ecf").event.entrants == old.entrants


def test_where_the_new_event_cannot_have_the_name_it_keeps_its_own(tmp_path: Path) -> None:
    old = kent(tmp_path).event
    made = in_format(tmp_path, "ecf", Unwilling(tmp_path / "kent-ecf"))
    assert made.folder == tmp_path / "kent-ecf"
    assert open_event(made.folder).event.entrants == old.entrants
    assert open_event(made.kept).event == old


def test_beside_second_copies_by_name_it_keeps_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stick has a copy named kent, which is of the old event."""
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setenv("TOPBOARD_MIRROR", str(stick))
    kent(tmp_path / "events")
    assert in_format(tmp_path / "events", "ecf").folder.name == "kent-ecf"
    assert sorted(os.listdir(stick)) == ["kent", "kent-ecf"]


def test_where_nothing_can_be_written_nothing_happens(tmp_path: Path) -> None:
    old = kent(tmp_path).event

    class ReadOnly(Disk):
        def mkdir(self, path: Path, mode: int) -> None:
            raise OSError(30, os.strerror(30))

    with pytest.raises(Refused):
        in_format(tmp_path, "ecf", ReadOnly())
    assert open_event(tmp_path / "kent").event == old
    assert os.listdir(tmp_path) == ["kent"]


def test_an_event_of_a_congress_stays_in_it(tmp_path: Path) -> None:
    kent(tmp_path)
    congress(tmp_path, EventPlan("kent"))
    with pytest.raises(Refused, match="the format cannot change here"):
        in_format(tmp_path, "ecf")


def test_players_of_teams_are_not_lost(tmp_path: Path) -> None:
    teams = [
        Entrant(
            "",
            name,
            players=tuple(
                replace(e, id="") for e in entrants(" ".join(f"{name}{n}" for n in range(4)))
            ),
        )
        for name in "ab"
    ]
    event(tmp_path / "kent", [], "team_swiss").do(ImportEntrants(tuple(teams), insist=True))
    with pytest.raises(Refused, match="cannot take these entries"):
        in_format(tmp_path, "dutch")
    in_format(tmp_path, "team_round_robin")
    new = open_event(tmp_path / "kent").event
    assert [len(e.players) for e in new.entrants] == [4, 4]
