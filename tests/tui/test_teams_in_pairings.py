"""Pairings of team events: what is said of a field that does not fit, and of a locked pair."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.actions import (
    ChooseOpponent,
    CreateEvent,
    EnterResults,
    ImportEntrants,
    Instruct,
    Propose,
    PublishRound,
    SwapPlaces,
    TurnBoard,
    Withdraw,
)
from engine.actions.team_players import SetPlayers
from engine.by_hand import weighed
from engine.entrants import Entrant
from engine.event import Instruction
from engine.next_draw import next_draw
from engine.waiting import overdue
from saves.store import create_event
from saves.table_cards import slips
from tests.playing import propose
from tests.tui.cups import played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tui.places.entries import ENTRIES
from tui.places.pairings import PAIRINGS
from tui.places.pairings.lines import Review, about, reasons
from tui.places.pairings.picture import next_lines
from tui.places.pairings.talks import altered_lines, publish_question
from tui.places.results import RESULTS
from tui.projector.words import ticker
from tui.screens.choice_lines import choice_lines
from tui.screens.entry_saving import fields_for
from tui.widgets.lines import Line

NOW = datetime(2026, 11, 22, 14, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("more", "first"),
    [
        (10, "Session 1.1 cannot be drawn yet: 33 entrants."),
        (0, "Session 1.1 is next: 23 teams to pair."),
    ],
)
def test_too_many_teams_are_not_told_that_more_are_needed(
    tmp_path: Path, more: int, first: str
) -> None:
    store = teams_event(tmp_path)
    if more:
        late = tuple(Entrant("", f"Late {n}") for n in range(more))
        store.do(ImportEntrants(late))
    told = [line.text.strip() for line in next_lines(store.event, store.format, 76)]
    text = " ".join(told)
    assert first in text
    assert "are needed" not in text
    assert "add or import" not in text
    assert text.count("it takes 16 to 32") == bool(more)


def test_teams_without_players_are_told_of_until_round_1_is_out() -> None:
    desk = MemoryDesk.created("team_round_robin")
    desk.do(ImportEntrants(tuple(Entrant("", name) for name in ("Oakfield", "Hillcrest", "Dale"))))
    told = "! no team has players yet: m in Entries adds them"

    def shown() -> list[str]:
        entries = Driver(ENTRIES, desk, (80, 24))
        under = [line.text for line in ENTRIES.picture(entries.view, entries.state).under]
        return [text.strip() for text in (*Driver(PAIRINGS, desk, (80, 24)).lines, *under)]

    assert shown().count(told) == 2
    desk.do(SetPlayers("1", (Entrant("", "Ann Lee"),)))
    propose(desk)
    assert shown().count("! 2 teams have no players yet: m in Entries adds them") == 2
    desk.do(PublishRound(1))
    assert not any("players yet" in text for text in shown())


def test_a_format_with_boards_asks_for_no_list_of_members() -> None:
    desk = MemoryDesk.created("team_round_robin")
    assert "members" not in {one.key for one in fields_for(desk.event, desk.format)}
    desk.do(ImportEntrants((Entrant("", "Oakfield", members=("Ann Lee",)),)))
    (members,) = [one for one in fields_for(desk.event, desk.format) if one.key == "members"]
    assert members.help == "a remark; m in Entries adds players"
    bridge = MemoryDesk.created("gnot")
    assert "members" in {one.key for one in fields_for(bridge.event, bridge.format)}


def test_a_locked_pair_is_called_locked_once(tmp_path: Path) -> None:
    store = teams_event(tmp_path)
    store.do(Instruct(Instruction("lock", "1", "23", 1)))
    propose(store)
    assert store.event.proposal is not None
    review = Review(store.event, store.format, store.event.proposal)
    board = next(m.board for m in review.matches if set(m.pair) == {"1", "23"})
    assert reasons(review, board) == ["locked by the arbiter"]


def test_a_half_in_which_nothing_begins_pairs_nobody(tmp_path: Path) -> None:
    made = CreateEvent("Sixteen", "gnot", {}, seed=7)
    store = create_event(tmp_path / "sixteen", made)
    store.do(ImportEntrants(tuple(Entrant("", f"T{n}") for n in range(16))))
    propose(store)
    store.do(PublishRound(1))
    told = " ".join(line.text.strip() for line in next_lines(store.event, store.format, 76))
    assert "Session 1.2 is next: no match begins in it, 8 matches run on." in told
    assert "0 entrants" not in told
    propose(store)
    assert store.event.proposal is not None
    review = Review(store.event, store.format, store.event.proposal)
    asked = publish_question(review, (), ())
    assert asked.startswith("Publish session 1.2: no match begins in it, 8 matches run on?")
    assert "0 tables" not in asked


def test_a_half_in_which_nothing_begins_says_so_when_it_is_published() -> None:
    desk = MemoryDesk.created("gnot")
    desk.do(ImportEntrants(tuple(Entrant("", f"T{n}") for n in range(16))))
    desk.draw()
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    pairings = Driver(PAIRINGS, desk)
    assert "Session 1.2: no match begins in it, 8 matches run on." in "\n".join(pairings.lines)
    pairings.enter("P")
    assert "Publish session 1.2: no match begins in it" in pairings.question
    assert "0 tables" not in pairings.question
    pairings.enter("y")
    assert pairings.message.endswith("session 1.2 is published: F3 enters results")


def test_a_half_without_a_match_does_not_say_that_any_runs_on(tmp_path: Path) -> None:
    """Sixteen teams whose matches of 28 boards were all entered before session 1.2 is drawn."""
    store = played_to(teams_event(tmp_path, 16), 1)
    store.do(EnterResults(tuple((m.board, "45-31") for m in store.event.round(1).matches)))
    told = " ".join(line.text.strip() for line in next_lines(store.event, store.format, 76))
    assert "Session 1.2 is next: no match begins in it, and all that ran on are finished." in told
    propose(store)
    assert store.event.proposal is not None
    asked = publish_question(Review(store.event, store.format, store.event.proposal), (), ())
    assert asked.startswith("Publish session 1.2: no match begins in it, and all that ran on are")


def test_the_question_of_a_second_half_counts_the_matches_that_run_on(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 3)
    store.do(EnterResults(tuple((board, "45-31") for board in overdue(store.event))))
    while (choice := store.format.next_step(store.event).choice) is not None:
        store.do(ChooseOpponent(choice.chooser, "opponent", choice.pool[0]))
    propose(store)
    proposal = store.event.proposal
    assert proposal is not None
    on = sum(m.due == 4 for m in store.event.round(3).matches)
    asked = publish_question(Review(store.event, store.format, proposal), (), ())
    assert asked.startswith(
        f"Publish session 2.2: {len(proposal.matches)} tables; {on} matches run on?"
    )


def test_a_bracket_does_not_count_what_is_only_to_be_avoided() -> None:
    """The bracket says who meets whom: no criterion is weighed."""
    desk = MemoryDesk.playing(8, 0, format="knockout")
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    place = Driver(PAIRINGS, desk, (120, 40))
    assert "forbidden 0" in place.shown.status.text
    assert "to avoid" not in place.shown.status.text
    swiss = MemoryDesk.playing(8, 0, format="dutch")
    swiss.do(Propose.of(next_draw(swiss.event, swiss.format)))
    assert "to avoid 0" in Driver(PAIRINGS, swiss, (120, 40)).shown.status.text


def test_a_round_that_no_yes_publishes_is_not_asked_about() -> None:
    desk = MemoryDesk.created("gnot")
    desk.do(ImportEntrants(tuple(Entrant("", f"T{n}") for n in range(16))))
    for _ in range(2):
        desk.draw()
    due = overdue(desk.event)
    desk.do(EnterResults(tuple((board, f"{60 - board}-20") for board in due)))
    while (choice := desk.format.next_step(desk.event).choice) is not None:
        desk.do(ChooseOpponent(choice.chooser, "opponent", choice.pool[0]))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    proposal = desk.event.proposal
    assert proposal is not None
    dko, sko = (next(m for m in proposal.matches if m.stage == s) for s in ("dko", "sko"))
    desk.do(SwapPlaces(dko.black, sko.black))
    pairings = Driver(PAIRINGS, desk)
    pairings.enter("P")
    assert not pairings.effects, "no list of what is broken, to say yes to"
    assert "its results sent it elsewhere" in pairings.message


def test_changes_by_hand_are_told_of_teams_at_home_and_away(tmp_path: Path) -> None:
    store = teams_event(tmp_path)
    propose(store)
    first, second = store.event.proposal.matches[:2]  # type: ignore[union-attr]
    turned = TurnBoard(first.board, was=first.pair)
    assert turned.describe(store.event) == "home and away exchanged on table 1"
    store.do(SwapPlaces(first.white, second.white))
    standing = store.event.proposal
    assert standing is not None
    review = Review(store.event, store.format, standing)
    review = review.with_costs(weighed(store.event, store.format, standing))
    told = " ".join(line.text for line in altered_lines(review, 68, "publishes"))
    assert "Home against" in told
    assert "Away against" in told
    assert "(tables 1, 2)" in told
    assert not any(word in told for word in ("White", "Black", "board "))
    assert not any(". changed" in one for one in [" ".join(reasons(review, first.board))])
    told = PublishRound(1, differences=review.costs.departures).describe(store.event)  # type: ignore[union-attr]
    assert "home against" in told
    assert "White" not in told


def test_who_has_withdrawn_is_called_so_in_the_draw_by_choice(tmp_path: Path) -> None:
    store = teams_event(tmp_path)
    propose(store)
    store.do(PublishRound(1))
    due = overdue(store.event)
    store.do(EnterResults(tuple((board, f"{60 - board}-20") for board in due)))
    choice = store.format.next_step(store.event).choice
    assert choice is not None
    store.do(Withdraw(choice.order[1]))
    step = store.format.next_step(store.event)
    assert step.choice is not None
    lines = {
        line.key: line.text for line in choice_lines(store.event, store.format, step, step.choice)
    }
    assert lines[choice.order[1]].endswith("withdrawn")
    for team in step.choice.waiting:
        assert lines[team].endswith("chooses later")


def test_a_half_whose_triangle_goes_on_is_not_called_finished(tmp_path: Path) -> None:
    store = teams_event(tmp_path)
    propose(store)
    store.do(PublishRound(1))
    store.do(EnterResults(tuple((board, "45-31") for board in overdue(store.event))))
    assert ticker(store.event, store.format, None, NOW, 80) == [
        "Session 1.1: all results due are in; 3 matches go on"
    ]


def test_long_names_of_teams_take_what_is_blank_and_the_ratings_before_they_are_cut() -> None:
    names = ("Marsh Road Community College", "Northfield Academy of Music", "Weir Lane", "Mill")
    desk = MemoryDesk.created("team_round_robin")
    desk.do(ImportEntrants(tuple(Entrant("", n, 1500 + len(n)) for n in names)))
    desk.draw()
    for width in (80, 120, 160):
        pairings = Driver(PAIRINGS, desk, (width, 30))
        text = "\n".join(pairings.lines)
        assert all(name in text for name in names)
        assert ("1527" in text) == (width > 80)


def test_teams_that_are_paired_by_hand_sit_at_tables() -> None:
    desk = MemoryDesk.created("team_swiss", boards=2, rounds=3, initial_colour="white")
    teams = tuple(Entrant("", f"Team {n}", 2000 - 10 * n) for n in range(4))
    desk.do(ImportEntrants(teams))
    place = Driver(PAIRINGS, desk, (80, 24))
    place.enter("e", "A")
    assert "4 without a table" in place.shown.status.text
    assert place.lines[0].strip(" ─") == "without a table: 4"
    assert place.message == "no table is left"


def test_the_line_that_goes_to_a_match_of_teams_calls_it_a_table() -> None:
    desk = MemoryDesk.created("team_swiss", boards=2, rounds=3, initial_colour="white")
    desk.do(ImportEntrants(tuple(Entrant("", f"Team {n}", 2000 - 10 * n) for n in range(4))))
    desk.draw()
    place = Driver(RESULTS, desk, (80, 24))
    place.enter("g")
    assert place.state.prompt is not None
    assert place.state.prompt.label == "go to table or name"


def test_a_division_of_a_league_is_called_so_and_named_once() -> None:
    desk = MemoryDesk.created("league", boards=2)
    desk.do(
        ImportEntrants(
            tuple(Entrant("", f"T{n}", section="Premier" if n < 4 else "First") for n in range(8))
        )
    )
    assert "Division" in (Driver(ENTRIES, desk).shown.heads or Line()).text
    desk.draw()
    review = Review(desk.event, desk.format, desk.event.round(1))
    assert about(review, 1).count("Premier") + about(review, 1).count("First") == 1
    assert "section" not in about(review, 1)
    [first, *_] = slips(desk.event, desk.format, desk.event.round(1))
    assert "section" not in first.about


def test_a_match_of_an_earlier_round_of_a_season_is_said_to_be_there() -> None:
    desk = MemoryDesk.created("league", boards=2)
    desk.do(ImportEntrants(tuple(Entrant("", f"T{n}") for n in range(4))))
    desk.draw()
    desk.do(EnterResults(((1, "2-0"), (2, "2-0"))))
    desk.draw()
    place = Driver(RESULTS, desk)
    place.type("g", "1", "enter")
    assert place.state.prompt is not None
    assert place.state.prompt.label.startswith("table 1 is in round 1, not in this round; ")
    place.type("escape", "g", "9", "enter")
    assert place.state.prompt is not None
    assert place.state.prompt.label.startswith("there is no table 9 in this round; ")


def test_a_swiss_of_teams_shows_by_what_it_is_drawn() -> None:
    """Points, who floats, the colours on board 1: nothing of it stood there."""
    desk = MemoryDesk.created("team_swiss", rounds=5, initial_colour="white")
    desk.do(ImportEntrants(tuple(Entrant("", f"Team {n}", rating=2000 - n) for n in range(1, 7))))
    desk.draw()
    desk.do(EnterResults(((1, "3-1"), (2, "3-1"), (3, "3-1"))))  # 1, 5 and 3 have won
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    driver = Driver(PAIRINGS, desk, (80, 24))
    heads = driver.shown.heads
    assert heads is not None
    assert heads.text.count("Pts") == 2
    (first,) = (text for text in driver.lines if "Team 5" in text)
    assert " ".join(first.split()).endswith("Team 5 1995 2 Team 1 1999 2 ~ adjusted")
    (floats,) = (text for text in driver.lines if "Team 3" in text)
    assert floats.count("0↑") == floats.count("2↓") == 1
    assert driver.shown.about == "Table 1 · 5 (W) - 1 (W)"
    wide = "\n".join(Driver(PAIRINGS, desk, (160, 50)).pane or [])
    assert "2 points" in wide
    assert "colours W" in wide


def test_of_teams_that_all_meet_no_points_stand_beside_the_matches() -> None:
    desk = MemoryDesk.created("team_round_robin")
    desk.do(ImportEntrants(tuple(Entrant("", f"Team {n}") for n in range(1, 7))))
    desk.draw()
    heads = Driver(PAIRINGS, desk, (80, 24)).shown.heads
    assert heads is not None
    assert "Pts" not in heads.text


def test_the_name_of_a_stage_cuts_no_players_name_that_has_room() -> None:
    """`Yellowfurze, Bor…` stood beside its rating in a final of two."""
    desk = MemoryDesk.created("knockout", games=3)
    names = ("Faßbinder, Petra", "Yellowfurze, Boris", "Zborowska, Chen", "Glenanne, Viktor")
    desk.do(ImportEntrants(tuple(Entrant("", name, rating=1900) for name in names)))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    assert driver.shown.heads is not None
    assert driver.shown.heads.text.endswith("Semi-finals · 3 games")
    assert all(any(name in text for text in driver.lines) for name in names)
