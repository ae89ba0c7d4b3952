"""A reason belongs to its round: what happens afterwards does not change what is said of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saves.store import open_event
from tests.tui.desk_cli import CommandLine, csv_file, opened_once

FORMATS: list[tuple[str, dict[str, str], int]] = [
    ("kjca", {}, 17),
    ("dutch", {}, 17),
    ("dutch", {"acceleration": "baku"}, 17),
    ("galway", {}, 33),
    ("ecf", {}, 17),
    ("ecf", {"acceleration": "basic"}, 19),
    ("ecf", {"acceleration": "advanced"}, 19),
    ("diagonal", {}, 15),
    ("round_robin", {}, 7),
    ("knockout", {}, 11),
    ("double_knockout", {}, 11),
]
ROUNDS: dict[str, tuple[object, ...]] = {
    "round_robin": ("--rounds", 7),
    "diagonal": (),
    "knockout": (),
    "double_knockout": (),
}
SLOW = ("dutch", "ecf-basic", "ecf-advanced", "double_knockout")
"""Another of their kind is tried at each commit."""
IDS = ["-".join((name, *settings.values())) for name, settings, _ in FORMATS]


def play(topboard: CommandLine, event: Path, rounds: int) -> None:
    """Draws and publishes so many rounds; all but the last are played, mostly by White."""
    for number in range(1, rounds + 1):
        topboard.done("draw", event, "--publish")
        if number < rounds:
            enter_all(topboard, event)


def enter_all(topboard: CommandLine, event: Path) -> None:
    form, results = open_event(event, read_only=True).format, {}
    for match in topboard.asked("round", event)["pairings"]:
        board = match["board"]
        games = match["games"]
        result = ("1-0", "0-1", "1-0", "1/2-1/2")[board % 4]
        if form.name in ("knockout", "double_knockout"):
            result = "1-0" if board % 3 else "0-1"
        if games == 2:
            result = "1,0"
        results[board] = result
    topboard.enter(event, results)


def reasons(topboard: CommandLine, event: Path) -> dict[str, Any]:
    """What `why` says of boards and byes of three rounds: every fourth, and all byes."""
    found: dict[str, Any] = {}
    with opened_once(event):
        for number in (1, 2, 3):
            document = topboard.asked("round", event, "--round", number)
            for match in document["pairings"][::4]:
                board = match["board"]
                told = topboard.asked("why", event, board, "--round", number)
                found[f"{number} board {board}"] = (told["why"], told["explain"])
            for bye in document["byes"]:
                told = topboard.asked("why", event, "--bye", bye["id"], "--round", number)
                found[f"{number} bye {bye['id']}"] = (told["why"], told["explain"])
    return found


@pytest.mark.parametrize(
    ("format", "settings", "players"),
    [
        pytest.param(*row, id=name, marks=[pytest.mark.slow] if name in SLOW else [])
        for name, row in zip(IDS, FORMATS, strict=True)
    ],
)
def test_what_comes_after_the_publication_changes_no_reason(
    topboard: CommandLine, tmp_path: Path, format: str, settings: dict[str, str], players: int
) -> None:
    event = tmp_path / "event"
    more = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    topboard.done(
        "new", event, "--format", format, *ROUNDS.get(format, ("--rounds", 6)),
        "--entries", csv_file(tmp_path, players), "--seed", 5, *more,
    )  # fmt: skip
    play(topboard, event, 3)
    before = reasons(topboard, event)
    assert len(before) >= 5
    deeds = (
        ("add", event, "Lateborn, Una", "--rating", 2222),
        ("edit", event, "3", "--rating", 700),
        ("withdraw", event, "2"),
        ("bye", event, "4", "4", "0"),
        ("adjust", event, "5", "0.5", "--why", "the clock was wrong"),
        ("correct", event, "1", "--round", "1", "--turn", "--insist"),
    )
    # where a format refuses a deed, it changes nothing either
    assert sum(topboard(*deed).status == 0 for deed in deeds) >= 1
    now = reasons(topboard, event)
    del before["1 board 1"]
    assert {place: now[place] for place in before} == before


def test_a_corrected_board_is_explained_as_it_was_drawn(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "dutch", "--rounds", 5,
                  "--entries", csv_file(tmp_path, 8), "--seed", 5)  # fmt: skip
    topboard.done("draw", event, "--publish")
    drawn = topboard.asked("why", event, 1)
    names = {e["id"]: e["name"] for e in topboard.asked("entries", event)["entrants"]}
    answer = topboard("correct", event, 1, "--turn", "--insist")
    assert answer.status == 0, answer.err
    told = topboard.asked("why", event, 1)
    assert (told["white"], told["black"]) == (drawn["black"], drawn["white"])
    first, *rest = told["explain"]
    pair = f"{names[drawn['white']]} - {names[drawn['black']]}"
    assert first == f"Corrected after publication. The draw had {pair}:"
    assert rest == drawn["explain"]


def test_nobody_who_came_later_could_have_been_the_opponent(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "dutch", "--rounds", 5,
                  "--entries", csv_file(tmp_path, 8), "--seed", 5)  # fmt: skip
    topboard.done("draw", event, "--publish")
    topboard.done("add", event, "Lateborn, Una")
    line = topboard.refused("why", event, 1, "--instead", 9)
    assert "Lateborn, Una was not entered when round 1 was drawn" in line


def test_a_proposed_extra_board_and_its_bye_are_explained(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "kjca", "--rounds", 5,
                  "--entries", csv_file(tmp_path, 9))  # fmt: skip
    topboard.done("draw", event, "--publish")
    first = reasons_of(topboard, event, 1)
    for name in ("Lateborn, Una", "Laterby, Bo", "Latest, Cy", "Last, Di"):
        topboard.done("add", event, name, "--rating", 1000)
    document = topboard.asked("draw", event)
    assert not document["published"] or document["pairings"]
    round = open_event(event, read_only=True).event.round(1)
    assert round.extra is not None
    boards = [m.board for m in round.extra.matches]
    assert boards
    for board in boards:
        told = topboard.asked("why", event, board)
        assert told["explain"], board
        assert not any("ideal" in line for line in told["explain"]), "late cards have no ideal"
    for bye in round.extra.byes:
        assert topboard.asked("why", event, "--bye", bye.entrant)["explain"]
    topboard.done("draw", event, "--publish", "--insist")
    assert reasons_of(topboard, event, 1) == first, "who sat there before is explained as before"


def reasons_of(topboard: CommandLine, event: Path, board: int) -> Any:
    return topboard.asked("why", event, board, "--round", 1)["explain"]
