"""The selected entrant beside Entries, and its lists sorted by any column."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import pytest

from engine.actions import (
    AddEntrant,
    Adjust,
    CheckIn,
    EditEntrant,
    EnterResult,
    ImportEntrants,
    ReEnter,
    RollCall,
    SetBye,
    Undo,
    Withdraw,
)
from engine.actions.team_play import EnterBoardResults
from engine.entrants import Entrant
from engine.event import Event, Match, Round, TeamBoard
from engine.points import HALF
from engine.refusal import Refused
from formats.league.divisions import LeagueSettings
from tests.playing import play, publish
from tests.tui.driver import Driver, MemoryDesk
from tui.places.entries import ENTRIES, EntriesState, NotesRead
from tui.screens.entry_pane import EntrantNote, EntrantNotes, note_text, when_short


def hall(*entrants: Entrant, rounds: int = 0) -> MemoryDesk:
    desk = MemoryDesk.created("dutch", rounds=5)
    more = (Entrant("", f"Player {n:02}", rating=2000 - 40 * n) for n in range(6))
    desk.do(ImportEntrants((*entrants, *more)))
    play(desk, rounds)
    return desk


def console(desk: MemoryDesk, width: int = 120) -> Driver[EntriesState]:
    return Driver(ENTRIES, desk, (width, 40))


def read(shown: Driver[EntriesState]) -> str:
    """The pane when the journal has been read."""
    notes = EntrantNotes().followed(shown.desk.log, shown.desk.event)
    shown.state = NotesRead().answered(shown.view, shown.state, notes).state
    return "\n".join(shown.pane or ())


def test_the_pane_says_what_the_entry_says() -> None:
    anna = Entrant(
        "", "Quirós, Anna", rating=2100, title="FM", federation="ESP", birth="1987",
        club="Salthill", contact="+353 55 010", note="ground floor please", fixed_board=3,
    )  # fmt: skip
    pane = read(console(hall(anna)))
    for fact in ("Quirós, Anna", "FM 2100", "ESP · born 1987", "Salthill", "+353 55 010",
                 "note: ground floor please", "not checked in"):  # fmt: skip
        assert fact in pane


def test_what_could_have_been_scored_has_no_game_that_is_being_played() -> None:
    desk = hall(rounds=2)
    publish(desk)
    title = next(line for line in console(desk).pane or () if "this event" in line)
    assert title.split()[-2:] == ["of", "2"]


def test_the_history_is_the_entrants_own_the_last_action_first() -> None:
    desk = hall(Entrant("", "Quirós, Anna", rating=2480), rounds=1)
    anna, other = (e.id for e in desk.event.entrants[:2])
    desk.do(EditEntrant(anna, {"rating": 2493}, seen={"rating": 2480}))
    desk.do(CheckIn((anna,)))
    desk.do(CheckIn((other,)))
    desk.do(SetBye(anna, 3, Decimal("0.5")))
    pane = read(console(desk))
    history = pane[pane.index("history") :]
    told = ["bye ½ in round 3", "checked in", "rating 2480 → 2493", "R1 board"]
    assert [text for text in told if text in history] == told
    assert sorted(history.index(text) for text in told) == [history.index(text) for text in told]
    assert history.count("checked in") == 1
    assert "✓ checked in" in pane[: pane.index("history")]


def test_what_is_undone_is_not_in_the_history() -> None:
    desk = hall(Entrant("", "Quirós, Anna", rating=2480))
    desk.do(CheckIn((desk.event.entrants[0].id,)))
    shown = console(desk)
    pane = read(shown)
    assert "checked in" in pane[pane.index("history") :]
    desk.undo()
    assert isinstance(desk.log[-1].action, Undo)
    shown.paint()
    pane = read(shown)
    assert "checked in" not in pane[pane.index("history") :]


def test_a_result_is_in_the_history_of_both_who_played_it() -> None:
    desk = hall(Entrant("", "Quirós, Anna", rating=2480))
    play(desk, 1, last_open=True)
    match = desk.event.round(1).match(1)
    desk.do(EnterResult(1, "0-1"))
    notes = EntrantNotes().followed(desk.log, desk.event)
    assert all(notes.of[id][-1].board == 1 for id in match.pair)


def test_results_of_boards_are_in_the_history_of_their_own_round() -> None:
    boards = (TeamBoard("a1", "b1"), TeamBoard("a2", "b2"))
    match = Match(1, "1", "2", lineups=boards)
    teams = (Entrant("1", "Arden"), Entrant("2", "Birch"))
    event = Event("League", "league", LeagueSettings(), entrants=teams)
    event = replace(event, rounds=(Round(1, matches=(match,)),))
    done = EnterBoardResults(((1, 1, "1-0"), (1, 2, "1/2-1/2")), round=1)
    note = EntrantNote(5, "", "me", done, 1, 1)
    assert note_text(note, event, "1") == "R1 table 1: board 1 1-0, board 2 ½-½"


def test_a_click_on_a_head_sorts_by_its_column_and_marks_it() -> None:
    desk = hall(
        Entrant("", "Beta", federation="IRL", rating=1000),
        Entrant("", "Alpha", federation="ESP", rating=1100),
    )
    shown = console(desk)
    assert shown.shown.heads is not None
    at = shown.shown.heads.text.index("Fed")
    step = ENTRIES.on_head(shown.view, shown.state, at, 0) if ENTRIES.on_head else None
    assert step is not None
    shown.state = step.state
    shown.paint()
    assert [one.text.split()[1] for one in shown.shown.body[:2]] == ["Alpha", "Beta"]
    assert shown.shown.heads is not None
    assert "Fed↓" in shown.shown.heads.text


def test_three_long_names_of_one_family_are_told_apart_in_a_narrow_list() -> None:
    names = [f"de la Fuente y Martínez de Hoz, {given}" for given in ("José E.", "José X.", "Ana")]
    desk = hall(*(Entrant("", name, rating=2400 - n, club="C" * 20, federation="ESP", title="CM")
                  for n, name in enumerate(names)))  # fmt: skip
    shown = console(desk, 66)
    texts = [one.text for one in shown.shown.body[:3]]
    assert ["José E." in texts[0], "José X." in texts[1], len(set(texts))] == [True, True, 3]


def test_what_was_done_about_somebody_stands_in_a_few_words() -> None:
    desk = MemoryDesk.playing(4)
    desk.do(AddEntrant(Entrant("", "Late, Lea", 1500)))
    (late,) = [e.id for e in desk.event.entrants if e.name == "Late, Lea"]
    desk.do(EnterResult(1, "1/2-1/2"))
    desk.do(EnterResult(1, "-", was="1/2-1/2", replace=True))
    desk.do(EditEntrant(late, {"rating": 1600}, seen={"rating": 1500}))
    desk.do(SetBye(late, 2, HALF))
    desk.do(SetBye(late, 2, None))
    desk.do(Adjust("1", Decimal(1), "a win was not counted"))
    desk.do(Adjust("1", Decimal("-0.5"), "came late"))
    desk.do(Withdraw(late))
    desk.do(ReEnter(late))
    desk.do(CheckIn((late,), True))
    desk.do(CheckIn((late,), False))
    desk.do(RollCall(2, out=(late,)))
    desk.do(RollCall(2, back=(late,)))
    notes = EntrantNotes().followed(desk.log, desk.event)
    told = [note_text(note, desk.event, late) for note in notes.of[late]]
    assert told == [
        "entered", "rating 1500 → 1600", "bye ½ in round 2", "no bye in round 2", "withdrawn",
        "back in the event", "checked in", "not checked in", "out of round 2", "back in round 2",
    ]  # fmt: skip
    board = desk.event.rounds[0].matches[0]
    told = [note_text(note, desk.event, board.white) for note in notes.of[board.white]]
    assert told[:2] == ["R1 board 1: ½-½", "R1 board 1: cleared"]
    told = [note_text(note, desk.event, "1") for note in notes.of["1"]]
    assert told[-2:] == ["+1: a win was not counted", "-½: came late"]


def test_a_late_correction_is_told_of_who_played_that_board_in_its_own_round() -> None:
    """Round 2 is in play, where others sit at board 1."""
    desk = hall(rounds=2)
    first = desk.event.round(1).match(1)
    assert set(first.pair) != set(desk.event.round(2).match(1).pair)
    was = first.result
    assert was is not None
    new = "0-1" if was.text == "1-0" else "1-0"
    desk.do(EnterResult(1, new, was.text, 1, replace=True, insist=True, insist_twice=True))
    notes = EntrantNotes().followed(desk.log, desk.event)
    told = {
        id: [note_text(note, desk.event, id) for note in of].count(f"R1 board 1: {new}")
        for id, of in notes.of.items()
    }
    assert {id for id, count in told.items() if count} == {*first.pair}


def test_of_two_of_one_name_nobody_is_said_to_have_been_entered() -> None:
    desk = MemoryDesk.created("dutch")
    for _ in range(2):
        desk.do(AddEntrant(Entrant("", "Moor, Ann"), insist=True))
    assert EntrantNotes().followed(desk.log, desk.event).of == {}


def test_notes_go_on_from_where_the_journal_was_read_to() -> None:
    desk = MemoryDesk.playing(4)
    first = EntrantNotes().followed(desk.log, desk.event)
    desk.do(EnterResult(1, "1-0"))
    later = first.followed(desk.log[-1:], desk.event)
    assert later.read_to == first.read_to + 1
    whole = EntrantNotes().followed(desk.log, desk.event)
    assert later.of == whole.of


def test_times_of_the_last_day_are_hours_and_earlier_ones_dates() -> None:
    last = "2026-11-21T18:00:00+00:00"
    moment = datetime.fromisoformat("2026-11-21T14:02:00+00:00").astimezone()
    assert when_short("2026-11-21T14:02:00+00:00", last) == moment.strftime("%H:%M")
    assert when_short("2026-11-18T12:00:00+00:00", last) == "18 Nov"
    assert when_short("yesterday", last) == "yeste"


def test_without_entries_nobody_is_told_about_or_compared() -> None:
    shown = console(MemoryDesk.created("dutch", rounds=5))
    assert shown.pane is None
    with pytest.raises(Refused, match="no entries yet; a adds one, i imports a list"):
        shown.run("check_ratings")
    teams = MemoryDesk.created("gnot")
    teams.do(ImportEntrants(tuple(Entrant("", f"Team {n}") for n in range(4))))
    with pytest.raises(Refused, match="this is a team event: rating lists have players"):
        console(teams).run("check_ratings")


def test_a_click_on_a_head_sorts_by_its_column_and_nowhere_else() -> None:
    shown = console(hall())
    heads = shown.shown.heads
    assert heads is not None
    assert ENTRIES.on_head is not None
    sorted_by = ENTRIES.on_head(shown.view, shown.state, heads.text.index("Name"), 0).state
    assert sorted_by.sort == "name"
    with pytest.raises(Refused, match="entries are not sorted by that column"):
        ENTRIES.on_head(shown.view, shown.state, heads.text.index("Name") - 20, 0)


def test_where_everybody_is_here_nobody_is_left_out() -> None:
    desk = hall()
    desk.do(CheckIn(tuple(entrant.id for entrant in desk.event.entrants), True))
    shown = console(desk)
    shown.run("absent_out")
    assert shown.message == "everybody to be paired in round 1 is checked in"
    assert shown.question == ""


def test_what_the_arbiter_does_not_confirm_changes_nothing_and_says_so() -> None:
    shown = console(hall())
    before = shown.desk.event
    shown.run("expel")
    shown.enter(*"none", "enter")  # asked about in a dialog; here nobody says yes
    assert (shown.message, shown.desk.event) == ("nothing was changed", before)


def test_an_exchange_of_numbers_with_nobody_is_refused_in_its_line() -> None:
    shown = console(hall())
    shown.enter("c", *"99", "enter")
    assert "nobody has start number '99'; see the column No" in shown.message
    shown.run("exchange_numbers")
    shown.enter("space", "enter")
    assert shown.state.prompt is None


def test_of_who_has_left_nothing_says_that_he_is_checked_in() -> None:
    shown = console(hall(rounds=2), 80)
    first = shown.desk.event.entrants[0]
    shown.desk.do(CheckIn((first.id,), True))
    shown.paint()
    assert "checked in" in shown.shown.under[0].text
    shown.desk.do(Withdraw(first.id))
    shown.paint()
    told = shown.shown.under[0].text
    assert "withdrawn" in told
    assert "checked in" not in told
    assert "out r3" in told
