"""Late entries: points for rounds missed, and the seat of somebody who did not come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandPalette

from engine.byes import absences
from engine.entrants import Entrant
from engine.history import RoundKind, cards
from engine.standings import crosstable
from formats.registry import format_named
from saves.store import open_event
from tests.playing import play
from tests.sampling import sampled
from tests.tui.desk_cli import CommandLine, csv_file
from tests.tui.places import made, question_of, text_of, type_text, until
from tui.app import TopboardApp

SWISS = [
    ("ecf", ()), ("ecf", ("acceleration=basic",)), ("ecf", ("acceleration=advanced",)),
    ("dutch", ()), ("dutch", ("acceleration=baku",)), ("galway", ()), ("kjca", ()),
]  # fmt: skip
SOME = (SWISS[0], SWISS[2], *SWISS[4:])
"""Basic acceleration and Dutch without any are the simpler cases of what is tried."""


def begun(
    topboard: CommandLine,
    folder: Path,
    format: str,
    settings: tuple[str, ...] = (),
    players: int = 20,
) -> Path:
    """Round 1 of five is published and open."""
    entries, event = csv_file(folder, players), folder / "event"
    chosen = [word for one in settings for word in ("--set", one)]
    topboard.done("new", event, "--format", format, "--rounds", 5, "--entries", entries, *chosen)
    topboard.done("draw", event, "--publish")
    return event


def played_to_the_end(topboard: CommandLine, event: Path) -> None:
    topboard.whites_win(event)
    while topboard.asked("status", event)["step"] == "draw":
        for one in topboard.asked("status", event)["absent"]:
            topboard.done("present", event, one["id"], "--out")
        topboard.done("draw", event, "--publish")
        topboard.whites_win(event)


def row(topboard: CommandLine, event: Path, name: str) -> dict[str, Any]:
    table = topboard.asked("standings", event)["tables"][0]
    return next(one for one in table["rows"] if one["name"] == name)


@pytest.mark.parametrize("system", sampled(SWISS, SOME))
def test_points_for_rounds_missed_count_are_named_and_taken_back(
    topboard: CommandLine, tmp_path: Path, system: tuple[str, tuple[str, ...]]
) -> None:
    format = system[0]
    event = begun(topboard, tmp_path, *system)
    topboard.whites_win(event)
    topboard.done("draw", event, "--publish")
    topboard.whites_win(event)
    words = ("add", event, "Zoller, Late", "--rating", 1905, "--missed", "0.5", "--insist")
    told = topboard.asked(*words)
    assert told["missed"] == [{"round": 1, "points": 0.5}, {"round": 2, "points": 0.5}]
    assert row(topboard, event, "Zoller, Late")["points"] == 1
    told = topboard.asked("bye", event, "Zoller, Late", 1, "0")
    assert told["missed"] == [{"round": 1, "points": 0}, {"round": 2, "points": 0.5}]
    assert row(topboard, event, "Zoller, Late")["points"] == 0.5
    topboard.done("undo", event)
    assert row(topboard, event, "Zoller, Late")["points"] == 1
    topboard.done("bye", event, "Zoller, Late", 1, "-")
    now = open_event(event).event
    kinds = [line.kind for line in cards(now)["21"].lines]
    assert kinds == [RoundKind.ABSENT, RoundKind.MISSED]
    table = format_named(format).standings(now)[0]
    cells = {r.name: c for r, c in crosstable(now, table, format_named(format).order(now)).rows}
    assert cells["Zoller, Late"] == ("-", "late½")
    played_to_the_end(topboard, event)
    assert topboard("check", event).status == 0
    assert "entered later: ½" in topboard.done("round", event, "--round", 2)
    assert topboard("verify", event).status == 0
    report = topboard.done("export", event, "--as", "trf26")
    assert "0000 - Z  0000 - H" in next(x for x in report.splitlines() if "Zoller" in x)


@pytest.mark.parametrize("system", sampled(SWISS, SOME))
def test_a_late_entry_has_the_seat_of_one_who_did_not_come(
    topboard: CommandLine, tmp_path: Path, system: tuple[str, tuple[str, ...]]
) -> None:
    format, leaves = system[0], SWISS.index(system) in (2, 4, 6)
    event = begun(topboard, tmp_path, *system)
    board = topboard.asked("round", event, "--round", 1)["pairings"][2]
    gone, waits = board["black"], board["white"]
    topboard.done("result", event, 3, "+/-")
    topboard.done("add", event, "Zoller, Late", "--rating", 1700)
    words = ["correct", event, 3, "--black", "Zoller, Late", *(["--withdraw"] * leaves)]
    assert "did not come" in topboard.refused(*words)
    topboard.done(*words, "--insist")
    now = open_event(event).event
    round = now.round(1)
    assert (round.match(3).white, round.match(3).black, round.match(3).result) == (
        waits, "21", None,
    )  # fmt: skip
    assert [(b.entrant, b.kind, b.points, b.taken_by) for b in round.byes if b.taken_by] == [
        (gone, "absent", 0, "21")
    ]
    assert now.entrant(gone).withdrawn is leaves
    assert "absent: Zoller, Late has the seat" in topboard.done("round", event, "--round", 1)
    topboard.done("result", event, 3, "0-1")
    assert row(topboard, event, "Zoller, Late")["points"] == 1
    asked = [one.entrant for one in absences(open_event(event).event, format_named(format))]
    assert asked == ([] if leaves else [gone])
    played_to_the_end(topboard, event)
    assert topboard("check", event).status == 0, topboard("check", event).out
    assert 'taken_by_name = "Zoller, Late"' in (event / "round-01.toml").read_text(encoding="utf-8")


def test_what_cannot_be(topboard: CommandLine, tmp_path: Path) -> None:
    event = begun(topboard, tmp_path, "ecf")
    assert "no round was drawn before" in topboard.refused(
        "add", begun_not(topboard, tmp_path), "Early", "--missed", "0.5"
    )
    assert "what happened in it remains" in topboard.refused("bye", event, "1", 1, "0.5")
    topboard.done("add", event, "Zoller, Late")
    assert "it scores 0, ½ or 1 here" in topboard.refused("bye", event, "21", 1, "0.75")
    topboard.done("result", event, 2, "1-0")
    pair = ("correct", event, 2, "--black", "21", "--insist")
    assert "both have come" in topboard.refused(*pair)
    topboard.done("result", event, 2, "-", "--replace")
    topboard.done("result", event, 2, "?")
    assert "adjourned or begun: clear its result first" in topboard.refused(*pair)
    topboard.done("result", event, 2, "-", "--replace")
    topboard.done("withdraw", event, "21")
    assert "is withdrawn" in topboard.refused(*pair)
    topboard.done("undo", event)
    assert "nobody's seat is taken" in topboard.refused(
        "correct", event, 2, "--turn", "--withdraw", "--insist"
    )
    topboard.whites_win(event)
    topboard.done("draw", event, "--publish")
    old = ("correct", event, 2, "--round", 1, "--black", "21", "--insist")
    assert "21" in topboard.refused(*old) or "Zoller" in topboard.refused(*old)


def begun_not(topboard: CommandLine, folder: Path) -> Path:
    event = folder / "before"
    topboard.done("new", event, "--format", "ecf", "--rounds", 5)
    return event


def test_a_seat_in_round_1_leaves_the_quarters_as_they_were_cut(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = begun(topboard, tmp_path, "ecf", ("acceleration=basic",))
    before = {e.id: e.section for e in open_event(event).event.entrants}
    topboard.done("add", event, "Zoller, Late", "--rating", 1000)
    white = topboard.asked("round", event, "--round", 1)["pairings"][0]["white"]
    topboard.done("correct", event, 1, "--white", "21", "--insist")
    assert white not in {m.white for m in open_event(event).event.round(1).matches}
    topboard.whites_win(event)
    topboard.done("present", event, white, "--out")
    topboard.done("draw", event, "--publish")
    after = {e.id: e.section for e in open_event(event).event.entrants}
    assert {id: after[id] for id in before} == before
    assert after["21"] == "D"


async def test_the_console_asks_and_s_seats_him(topboard: CommandLine, tmp_path: Path) -> None:
    event = begun(topboard, tmp_path, "ecf")
    topboard.whites_win(event)
    topboard.done("draw", event, "--publish")
    board = topboard.asked("round", event, "--round", 2)["pairings"][0]
    app = TopboardApp(event, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Zoller, Late")
        await pilot.press("enter")
        await until(pilot, lambda: "was not there for rounds 1 and 2" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "nothing is saved: enter asks again" in text_of(app))
        assert len(open_event(event).event.entrants) == 20
        await pilot.press("enter")
        await until(pilot, lambda: "was not there for rounds 1 and 2" in text_of(app))
        await type_text(pilot, "0.5")
        await pilot.press("enter")
        await until(pilot, lambda: len(open_event(event).event.entrants) == 21)
        score = cards(open_event(event).event)["21"].score
        assert score == 1
        await until(pilot, lambda: "by S on a" in text_of(app))
        await pilot.press("escape", "f3", "S")
        await until(pilot, lambda: "did not come?" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Who has the seat?" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "What of" in text_of(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "21" in open_event(event).event.round(2).match(1).pair)
        now = open_event(event).event
        assert now.round(2).match(1).pair == ("21", board["black"])
        assert now.entrant(board["white"]).withdrawn
        assert cards(now)["21"].score == 0.5, "the half point for round 1 alone"
        assert "has the seat of" in text_of(app)


@pytest.mark.parametrize("way", ["roll call", "bye of no points"])
@pytest.mark.parametrize("system", sampled(SWISS, SOME))
def test_one_absent_at_roll_call_who_comes_after_all_has_the_seat_of_a_no_show(
    topboard: CommandLine, tmp_path: Path, system: tuple[str, tuple[str, ...]], way: str
) -> None:
    entries, event = csv_file(tmp_path, 20), tmp_path / "event"
    chosen = [word for one in system[1] for word in ("--set", one)]
    topboard.done("new", event, "--format", system[0], "--rounds", 5, "--entries", entries, *chosen)
    absent = ("present", event, "4", "--out") if way == "roll call" else ("bye", event, "4", 1, "0")
    topboard.done(*absent)
    topboard.done("draw", event, "--publish")
    board = topboard.asked("round", event, "--round", 1)["pairings"][2]
    topboard.done("result", event, 3, "-/+")
    words = ("correct", event, 3, "--white", "4")
    assert "is not absent any more" in topboard.refused(*words)
    topboard.done(*words, "--insist")
    now = open_event(event).event
    assert now.round(1).match(3).pair == ("4", board["black"])
    assert [b.entrant for b in now.round(1).byes if b.kind in ("absent", "requested")] == [
        board["white"]
    ]
    assert (now.entrant("4").byes, now.entrant("4").late) == ((), False)
    topboard.done("undo", event)
    now = open_event(event).event
    assert now.round(1).match(3).pair == (board["white"], board["black"])
    assert "4" in {bye.entrant for bye in now.round(1).byes}
    topboard.done("redo", event)
    topboard.done("result", event, 3, "1-0")
    asked = [one.entrant for one in absences(open_event(event).event, format_named(system[0]))]
    assert asked == [board["white"]]
    played_to_the_end(topboard, event)
    assert topboard("check", event).status == 0, topboard("check", event).out
    assert topboard("verify", event).status == 0


async def test_s_offers_who_was_absent_and_not_who_has_a_bye_with_points(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "dutch", "--entries", csv_file(tmp_path, 20))
    topboard.done("present", event, "4", "--out")
    topboard.done("bye", event, "7", 1, "0.5")
    topboard.done("draw", event, "--publish")
    absent, resting = (open_event(event).event.entrant(id).name for id in ("4", "7"))
    app = TopboardApp(event, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("S")
        await until(pilot, lambda: "did not come?" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Who has the seat?" in text_of(app))
        assert absent in text_of(app)
        assert "absent so far" in text_of(app)
        assert resting not in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: "What of" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "4" in open_event(event).event.round(1).match(1).pair)
        await pilot.press("u")
        await until(pilot, lambda: "4" not in open_event(event).event.round(1).match(1).pair)
        assert open_event(event).event.entrant("4").bye_in(1) is not None


async def test_who_came_after_a_proposed_draw_is_said_in_full_on_a_small_screen(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "kjca", "--entries", csv_file(tmp_path, 20))
    topboard.done("draw", event)
    topboard.done("add", event, "Fitzwilliam, Bartholomew")
    topboard.done("add", event, "Zoller, Late")
    app = TopboardApp(event, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = " ".join(text_of(app).split())
        assert "Fitzwilliam, Bartholomew · Zoller, Late came after this draw" in shown
        assert "no board in it, extra boards once it is out" in shown


async def test_who_enters_a_strong_player_late_learns_of_number_and_rating(tmp_path: Path) -> None:
    """C.04.2, 2.5: the draw ranks a late entry by rating. The number is the next one, so that the
    lists in the hall stay right, unless the arbiter numbers all anew (2.3)."""
    field = [
        Entrant("", f"Player {one}", rating=1900 - 50 * at) for at, one in enumerate("ABCDEFGHI")
    ]
    store = made(tmp_path / "open", field, format="dutch")
    play(store, 1)
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Last, Lena")
        await pilot.press("enter", "enter")  # no points for round 1
        told = "number 10 as the last to come"
        await until(pilot, lambda: "entered: Last, Lena" in text_of(app))
        assert told not in text_of(app)  # without a rating the last in the draw too
        await type_text(pilot, "Late, Lena")
        await pilot.press("tab", *"1720", "enter", "enter")
        told = "number 11 as the last to come, but drawn by rating; R numbers all anew"
        await until(pilot, lambda: told in " ".join(text_of(app).replace("│", " ").split()))
        await pilot.press("escape", ":")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"renumber")
        await until(pilot, lambda: "Numbers anew (R)" in text_of(app))
        await pilot.press("escape", "R")
        await until(pilot, lambda: "Late, Lena 5 (was 11); Player E 6 (was 5)" in question_of(app))
        assert "; and 3 more" in question_of(app)
