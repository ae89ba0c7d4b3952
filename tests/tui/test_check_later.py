"""Rounds that were drawn before a result or a number changed: `check` says the same of the event,
of its save files without a journal, and of its tournament file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.actions import (
    Action,
    CorrectBoard,
    EditEntrant,
    EnterResult,
    ImportEntrants,
    Propose,
    PublishRound,
    SwapPlaces,
)
from engine.actions.numbering import ExchangeNumbers, RemakeNumbers
from engine.actions.team_play import EnterBoardResult
from engine.entrants import Entrant
from engine.event import Event
from engine.later_changes import LaterChange, before_changes, later_changes
from engine.next_draw import next_draw
from engine.refusal import Refused
from saves.trf_comments import later_lines, read_later
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile
from saves.trf_write import write_trf
from tests.tui.desk_cli import CommandLine
from tests.tui.driver import MemoryDesk
from tests.work import counted
from tui.commands.checking import check_file, check_round

TURNED = {"1-0": "0-1", "0-1": "1-0"}
YES: dict[str, Any] = {"insist": True, "insist_twice": True}


def desk_of(name: str, players: int = 10) -> MemoryDesk:
    desk = MemoryDesk.created(name, **({} if "knockout" in name else {"rounds": 5}))
    people = (Entrant("", f"P{n:02}", rating=2000 - 20 * n) for n in range(players))
    desk.do(ImportEntrants(tuple(people)))
    return desk


def play_round(desk: MemoryDesk, chance: Random, results: tuple[str, ...]) -> None:
    desk.draw()
    for match in desk.event.published[-1].matches:
        if match.open:
            desk.do(EnterResult(match.board, chance.choice(results)))


def results_in(desk: MemoryDesk, chance: Random) -> None:
    """Of what a correction has opened again, and of most adjourned games."""
    for round in desk.event.published:
        for match in round.matches:
            was = match.result.text if match.result else None
            if was in (None, "?"):
                won = chance.choice(("1-0", "0-1"))
                desk.do(EnterResult(match.board, won, was, round.number, replace=True, **YES))


def correction(event: Event, chance: Random) -> Action | None:
    """Of a board in a round before the one in play."""
    number = chance.randrange(1, len(event.published))
    match = chance.choice(event.round(number).matches)
    if match.result is None:
        return None
    other = chance.choice(("1-0", "0-1"))
    return EnterResult(match.board, other, match.result.text, number, replace=True, **YES)


def file_of(desk: MemoryDesk) -> TrfFile:
    return read_trf(write_trf(desk.event, desk.format, trf26=True), "x.trf")


def differing(desk: MemoryDesk) -> list[list[int]]:
    """The rounds that differ from the draw by the journal, by the save files, by the file."""
    event, format = desk.event, desk.format
    by_journal, saved = (
        [check_round(event, format, round, log) for round in event.published]
        for log in (desk.log, ())
    )
    in_file = check_file(file_of(desk), format, {})[1]
    return [[c.round for c in each if c.differences] for each in (by_journal, saved, in_file)]


@pytest.mark.parametrize("seed", range(6))
def test_a_swiss_with_changes_after_later_draws_is_the_computers_in_every_form(seed: int) -> None:
    desk, chance = desk_of("dutch"), Random(seed)
    for number in range(1, 6):
        play_round(desk, chance, ("1-0", "0-1", "1/2-1/2", "?"))
        changes = [correction(desk.event, chance)] if number > 1 else []
        one, other = chance.sample([e.id for e in desk.event.entrants], 2)
        changes += [ExchangeNumbers(one, other, **YES)] if number in (1, 2) else []
        for change in filter(None, changes):
            with suppress(Refused):
                desk.do(change)
        if chance.random() < 0.5 or number == 5:
            results_in(desk, chance)
    assert later_changes(desk.event)
    assert differing(desk) == [[], [], []]


@pytest.mark.parametrize("name", ["knockout", "double_knockout"])
@pytest.mark.parametrize("seed", [1, 2, 6])
def test_a_cup_corrected_again_and_again_is_the_computers_in_every_form(
    name: str, seed: int
) -> None:
    """What a correction undid is drawn again, in its round or in a later one."""
    desk, chance = desk_of(name, 9), Random(seed)
    while desk.format.next_step(desk.event).name != "finished":
        play_round(desk, chance, ("1-0", "0-1", "+/-"))
        while len(desk.event.published) > 1 and chance.random() < 0.6:
            if change := correction(desk.event, chance):
                desk.do(change)
                results_in(desk, chance)
    assert differing(desk) == [[], [], []]


def test_a_board_changed_by_hand_in_a_corrected_cup_differs_in_every_form() -> None:
    desk = desk_of("knockout", 8)
    chance = Random(1)
    play_round(desk, chance, ("1-0",))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    first, second = desk.event.rounds[1].matches
    desk.do(SwapPlaces(first.black, second.black))
    desk.do(PublishRound(2, **YES))
    results_in(desk, chance)
    desk.do(EnterResult(1, "+/-", "1-0", 1, replace=True, **YES))
    assert differing(desk) == [[2], [2], [2]]


@pytest.mark.parametrize("name", ["dutch", "knockout"])
def test_a_proposal_published_in_spite_of_a_correction_is_the_computers(name: str) -> None:
    """Results of the round in play, replaced after the next one was proposed."""
    desk, chance = desk_of(name, 8), Random(4)
    play_round(desk, chance, ("1-0",))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    for match in desk.event.published[0].matches[:2]:
        result = "+/-" if name == "knockout" else "0-1"
        desk.do(EnterResult(match.board, result, "1-0", 1, replace=True, **YES))
    desk.do(PublishRound(2, **YES))
    results_in(desk, chance)
    assert [change.after for change in later_changes(desk.event)] == [2, 2]
    assert differing(desk) == [[], [], []]


def test_a_team_knockout_corrected_board_by_board_is_the_computers_in_every_form() -> None:
    desk = MemoryDesk.created("team_knockout")
    squads = (
        Entrant("", f"T{t}", seed=t, players=tuple(Entrant("", f"P{t}{b}") for b in range(4)))
        for t in range(1, 5)
    )
    desk.do(ImportEntrants(tuple(squads)))

    def boards(table: int, home: str, number: int, was: str | None = None) -> None:
        for at in range(1, 5):
            away_white = desk.event.round(number).match(table).lineups[at - 1].away_white
            seen = [text and TURNED[text] if away_white else text for text in (home, was)]
            entered = EnterBoardResult(table, at, seen[0] or "", seen[1], number)
            desk.do(replace(entered, replace=True, **YES))

    desk.draw()
    boards(1, "1-0", 1)
    boards(2, "1-0", 1)
    desk.draw()
    boards(1, "0-1", 1, was="1-0")
    boards(1, "1-0", 2)
    assert differing(desk) == [[], [], []]


def test_numbers_made_anew_are_in_the_file_as_they_were() -> None:
    desk, chance = desk_of("dutch", 40), Random(3)
    play_round(desk, chance, ("1-0", "0-1"))
    desk.do(EditEntrant("40", {"rating": 2500}, **YES))
    desk.do(RemakeNumbers.of(desk.event, desk.format).__class__(
        RemakeNumbers.of(desk.event, desk.format).order, **YES))  # fmt: skip
    play_round(desk, chance, ("1-0", "0-1"))
    (change,) = later_changes(desk.event)
    assert len(change.numbers) == 40
    lines = tuple(later_lines(desk.event, {e.id: e.start_number or 0 for e in desk.event.entrants}))
    assert max(map(len, lines)) < 400
    assert sum(len(one.numbers) for one in read_later(lines)) == 40
    assert differing(desk) == [[], [], []]


def test_as_many_lines_as_a_file_can_have_are_no_more_work_than_they_are_lines() -> None:
    desk, chance = desk_of("dutch", 20), Random(3)
    play_round(desk, chance, ("1-0", "0-1"))
    play_round(desk, chance, ("1-0", "0-1"))
    event, (white, black) = desk.event, desk.event.round(1).matches[0].pair
    results = LaterChange(2, 1, (white, black), "0-1", "1-0")
    numbers = LaterChange(2, numbers=((white, 2), (black, 1)))

    def work(times: int) -> int:
        with counted() as done:
            before_changes(event, desk.format, 2, (results, numbers) * times)
        return done.calls

    assert work(1000) - work(500) < 500 * 40


def test_what_the_file_cannot_know_is_said() -> None:
    """How the players of a corrected board sat before is kept by the journal alone."""
    desk, chance = desk_of("dutch"), Random(2)
    play_round(desk, chance, ("1-0", "0-1"))
    play_round(desk, chance, ("1-0", "0-1"))
    one, other, *_ = desk.event.round(1).matches
    desk.do(CorrectBoard(1, one.board, one.white, other.black, was=one.pair, result="1-0", **YES))
    results_in(desk, chance)
    rounds = check_file(file_of(desk), desk.format, {})[1]
    told = [one.unknown for one in rounds if one.differences]
    sentence = "boards of round 1 were corrected after this draw; how they were is not known here"
    assert rounds[1].differences
    assert sentence in told[-1]


@pytest.mark.parametrize(
    "line",
    [
        "### later than the draw of round 2: round 1, 5 against 12, 0-1 for 1-0 and more "
        + "x" * 90,
        "### later than the draw of round 2: start numbers 1 2 were 3",
        "### later than the draw of round 2: start numbers 1 1 were 3 4",
        "### later than the draw of round x: start numbers 1 2 were 2 1",
        "### later than the draw of round 2: every draw here was approved",
        "### later than the draw of round 2: boards of <b>1 were corrected",
        "### a remark of somebody",
    ],
)
def test_a_line_that_says_nothing_of_the_kind_changes_nothing(line: str) -> None:
    assert read_later([line]) == ()


def test_a_file_whose_draw_rests_on_what_it_says_of_then_is_told_apart() -> None:
    """Whoever checks a stranger's file sees on which of its words the draw rests."""
    desk, chance = desk_of("dutch"), Random(1)
    play_round(desk, chance, ("1-0",))
    play_round(desk, chance, ("1-0",))
    board = desk.event.round(1).matches[0]
    desk.do(EnterResult(board.board, "0-1", "1-0", 1, replace=True, **YES))
    one, two = check_file(file_of(desk), desk.format, {})[1]
    names = {e.id: e.name for e in desk.event.entrants}
    white, black = (names[id] for id in board.pair)
    assert (one.differences, one.then) == ((), ())
    assert two.differences == ()
    assert two.then == (f"round 1, {white} – {black}: 1-0, now 0-1",)
    assert two.document["then"] == list(two.then)


def test_an_event_made_of_such_a_file_says_on_what_its_draws_rest(
    topboard: CommandLine, tmp_path: Path
) -> None:
    desk, chance = desk_of("dutch"), Random(1)
    for _ in range(2):
        play_round(desk, chance, ("1-0",))
    desk.do(EnterResult(1, "0-1", "1-0", 1, replace=True, **YES))
    file = tmp_path / "x.trf"
    file.write_bytes(write_trf(desk.event, desk.format, trf26=True))
    made = ["new", tmp_path / "x", "--format", "dutch", "--entries", file, "--with-rounds"]
    said = "drawn again: all as dutch draws them, 1 of them from what the file says was known then"
    assert said in topboard.done(*made)
