"""The lists of Entries, Standings, a card, History and the event list, as lines of text."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from rich.cells import cell_len

from engine.actions import (
    AddEntrant,
    Adjust,
    CheckIn,
    CreateEvent,
    EnterResult,
    SetBye,
    Undo,
    Withdraw,
)
from engine.entrants import Entrant, RequestedBye
from engine.event import Bye, Event, Match, Round, RoundState
from engine.log import LoggedAction
from engine.points import HALF
from engine.reasons import said
from engine.results import GameResult
from engine.tables import CrossTable, StandingRow, StandingTable
from formats.common import TableFormat
from formats.registry import format_named
from tests.engine.build import build
from tui.places import card, history
from tui.places.entries import SAVED_CELLS
from tui.screens import columns, entries_lines, listed_events
from tui.screens import standings_lines as standings
from tui.screens.columns import Column, widths

FORMAT = TableFormat()
HOSTILE = (
    "[/b] Bobby [red]x[/]",
    "Evil\x1b]52;c;aGk=\x07\x1b[2J",
    "abc\u202eedoc",
    "W" * 80,
    "漢字" * 20,
    "a" + "\u0301" * 40,
)
PEOPLE = (
    Entrant("1", "Ashgrove, Liam", rating=1712, school="Priory Fields", category="U18"),
    Entrant("2", "Żukova, Niall", rating=1214, club="Atlantic Rooks", category="U15"),
    Entrant("3", "Müller, Zoë", school="The Weald", category="U11"),
    Entrant("4", "Quilty, Petra", rating=1540, category="U18"),
)


def event_of(*entrants: Entrant, rounds: int = 6) -> Event:
    people = tuple(replace(e, id=str(n)) for n, e in enumerate(entrants, start=1))
    settings = FORMAT.settings({"rounds": rounds})
    return Event("Kent", "kjca", settings, entrants=people, next_id=len(people) + 1)


def after(event: Event, *actions: object) -> Event:
    for action in actions:
        event = action.apply(event, FORMAT)  # type: ignore[attr-defined]
    return event


def played(event: Event) -> Event:
    """Round 1: board 1 is 1-0 with a why, board 2 a draw."""
    matches = (
        Match(1, "1", "3", GameResult.WHITE, why=said("ideal was 1 v 2: same school")),
        Match(2, "4", "2", GameResult.DRAW),
    )
    return event.with_round(Round(1, RoundState.PUBLISHED, matches))


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("room", [60, 80, 120])
def test_a_hostile_name_neither_breaks_a_line_nor_reaches_the_terminal(
    name: str, room: int
) -> None:
    event = event_of(Entrant("1", name, club=name, school=name), *PEOPLE)
    head, lines = entries_lines.entry_lines(event.entrants, event, room)
    for text in (head.text, *(x.text for x in lines)):
        assert cell_len(text) <= room
        assert not set(text) & {"\x1b", "\x07", "\u202e", "\n"}


def test_columns_come_from_what_the_entries_carry() -> None:
    head, _ = entries_lines.entry_lines(event_of(*PEOPLE).entrants, event_of(*PEOPLE), 120)
    assert head.text.split() == ["✓", "No", "Name", "Rating", "Cat", "School", "Club"]


def test_on_a_narrow_screen_name_and_rating_stay_and_the_club_goes() -> None:
    event = event_of(*PEOPLE)
    head, lines = entries_lines.entry_lines(event.entrants, event, 48)
    assert "Club" not in head.text
    assert "Ashgrove, Liam" in lines[0].text
    assert "1712" in lines[0].text


def test_the_list_says_who_is_out_of_which_round() -> None:
    event = after(
        event_of(*PEOPLE),
        SetBye("1", 2, Decimal("0.5")),
        Withdraw("2"),
        CheckIn(("3",)),
    )
    _, lines = entries_lines.entry_lines(event.entrants, event, 100)
    assert "r2 ½" in lines[0].text
    assert "out r1" in lines[1].text
    assert lines[1].parts[0][1] == "dim"
    assert lines[2].text.lstrip().startswith("✓")
    assert entries_lines.counts(event) == "4 entries · 1 checked in · 1 withdrawn"


def test_the_counts_of_a_real_list_are_whole_beside_what_is_said_of_the_save() -> None:
    """`1 not paired in round …` was cut at 80 columns."""
    people = [Entrant("", f"P{n}") for n in range(1, 21)]
    event = after(
        event_of(*people),
        SetBye("1", 1, HALF),
        Withdraw("20"),
        CheckIn(tuple(str(n) for n in range(1, 18))),
    )
    told = entries_lines.counts(event)
    assert told == "20 entries · 17 checked in · 1 withdrawn · 1 not in round 1"
    assert len(f" {told}") <= 80 - SAVED_CELLS


def test_no_title_is_cut_beside_long_names() -> None:
    people = (Entrant("1", "W" * 70, title="WFM", rating=1900), *PEOPLE)
    _, lines = entries_lines.entry_lines(people, event_of(*people), 80)
    assert "WFM" in lines[0].text


def test_a_wide_list_says_what_everybody_has_played_and_cuts_no_name_for_it() -> None:
    long = Entrant("5", "de la Fuente y Martínez de Irujo, José Eduardo", club="Castle Lane Club")
    event = played(event_of(*PEOPLE, long))
    numbers = {e.id: int(e.id) for e in event.entrants}
    facts = entries_lines.RoundsSoFar.of_event(event, FORMAT, numbers)

    def listed(room: int) -> tuple[str, list[str]]:
        head, lines = entries_lines.entry_lines(
            event.entrants, event, room, numbers=numbers, played=facts
        )
        return head.text, [shown.text for shown in lines]

    head, rows = listed(120)
    assert head.split()[-2:] == ["R1", "Pts"]
    assert [row.split()[-2:] for row in rows[:4]] == [
        ["3w1", "1"], ["4b½", "½"], ["1b0", "0"], ["2w½", "½"],
    ]  # fmt: skip
    for room in range(80, 121):
        head, rows = listed(room)
        assert ("Pts" in head) <= (long.name in rows[4] and long.club in rows[4]), room


def test_a_late_entry_says_from_which_round() -> None:
    event = after(played(event_of(*PEOPLE)), AddEntrant(Entrant("", "Late, Lena")))
    assert entries_lines.rounds_text(event.entrants[-1], event) == "from r2"
    event = after(event, SetBye(event.entrants[-1].id, 1, Decimal("0.5")))
    assert entries_lines.rounds_text(event.entrants[-1], event) == "from r2, r1 ½"


def test_find_ignores_accents_and_case() -> None:
    event = event_of(*PEOPLE)
    found = entries_lines.listed(event, FORMAT, needle="zukova")
    assert [e.name for e in found] == ["Żukova, Niall"]


def test_not_seen_leaves_out_those_checked_in_and_those_withdrawn() -> None:
    event = after(event_of(*PEOPLE), CheckIn(("1", "3")), Withdraw("4"))
    assert [e.id for e in entries_lines.listed(event, FORMAT, unseen=True)] == ["2"]


def test_sorting_by_rating_puts_the_unrated_last() -> None:
    event = event_of(*PEOPLE)
    by_rating = entries_lines.listed(event, FORMAT, sort="rating")
    assert [e.id for e in by_rating] == ["1", "4", "2", "3"]


def row(rank: int, id: str, name: str, points: str, **more: object) -> StandingRow:
    return StandingRow(rank, id, int(id), name, Decimal(points), **more)  # type: ignore[arg-type]


TABLE = StandingTable(
    "Overall",
    ("DE", "BH"),
    (
        row(1, "1", "Ashgrove, Liam", "2.5", tiebreaks={"DE": None, "BH": Decimal("4.5")},
            working={"BH": "2 + 2½"}),
        row(2, "2", "Żukova, Niall", "2", remark="-½ in round 2: late"),
        row(2, "4", "Quilty, Petra", "2", status="withdrawn"),
    ),
)  # fmt: skip


def test_shared_places_are_shown_as_shared() -> None:
    _, lines = standings.standing_lines(TABLE, 80)
    assert [x.text.split()[0] for x in lines] == ["1", "2=", "2="]


def test_points_and_tie_breaks_are_written_as_people_write_them() -> None:
    _, lines = standings.standing_lines(TABLE, 80)
    assert lines[0].text.split()[-2:] == ["2½", "4½"]


def test_withdrawn_is_said_and_an_adjustment_has_a_foot_note() -> None:
    _, lines = standings.standing_lines(TABLE, 80)
    assert lines[1].text.endswith("*1")
    assert lines[2].text.endswith("withdrawn")
    assert standings.note_lines(TABLE, 80) == ["*1 Żukova, Niall: -½ in round 2: late"]


def test_on_a_narrow_screen_withdrawn_stays_and_the_last_tie_break_goes() -> None:
    head, lines = standings.standing_lines(TABLE, 42)
    assert lines[2].text.endswith("withdrawn")
    assert "BH" not in head.text


def test_a_tie_break_without_room_is_named() -> None:
    assert standings.left_out(TABLE, 80) == ()
    assert "BH" in standings.left_out(TABLE, 42)


def test_the_working_of_a_tie_break_is_shown_under_its_name() -> None:
    assert standings.working_lines(TABLE.rows[0], TABLE, 80) == [
        "DE none (direct encounter)", "BH 4½ (Buchholz): 2 + 2½"
    ]  # fmt: skip


def test_a_cross_table_of_many_rounds_keeps_the_last_ones() -> None:
    rounds = tuple(range(1, 16))
    row = TABLE.rows[0], tuple("12w1" for _ in rounds)
    cross = CrossTable(rounds, (row,), tuple(map(str, rounds)))
    head, _, cut = standings.cross_lines(TABLE, cross, 60)
    assert cut
    assert "R15" in head.text
    assert "R1 " not in head.text
    shown = [word for word in head.text.split() if word.lstrip("<")[:1] == "R" and word != "Rk"]
    assert [word.startswith("<") for word in shown] == [True, *[False] * (len(shown) - 1)]
    head, _, cut = standings.cross_lines(TABLE, cross, 200)
    assert "<" not in head.text
    assert not cut


def test_a_card_shows_every_round_with_opponent_colour_points_and_why() -> None:
    event = played(event_of(*PEOPLE))
    head, lines = card.card_lines(event, format_named("kjca"), "1", 80)
    assert head.text.split()[:3] == ["Rd", "Bd", "Col"]
    assert lines[0].text.split()[:3] == ["1", "1", "White"]
    assert "Müller, Zoë" in lines[0].text
    assert "won" in lines[0].text
    assert "same school" in lines[1].text
    assert lines[0].key == 1
    assert lines[1].key is None


def test_a_card_shows_a_bye_and_an_adjustment_with_its_reason() -> None:
    bye = Round(1, RoundState.PUBLISHED, (), (Bye("1", Decimal(1)),))
    event = after(event_of(*PEOPLE).with_round(bye), Adjust("1", Decimal("-0.5"), "phone rang"))
    _, lines = card.card_lines(event, format_named("kjca"), "1", 80)
    assert "the bye" in lines[0].text
    foot = card.foot_lines(event, "1", 80)
    assert "-½ in round 1: phone rang" in foot


def test_a_card_has_the_floats_of_its_format() -> None:
    """A bye is a downfloat in C.04.3 (1.4), and nothing of the kind in `kjca`."""
    bye = Round(1, RoundState.PUBLISHED, (), (Bye("1", Decimal(1)),))
    event = event_of(*PEOPLE).with_round(bye)
    _, (told,) = card.card_lines(event, format_named("kjca"), "1", 80)
    assert told.text.split()[-1] == "1"
    dutch = format_named("dutch")
    event = replace(event, format="dutch", settings=dutch.settings({"rounds": 5}))
    _, (told,) = card.card_lines(event, dutch, "1", 80)
    assert told.text.split()[-1] == "down"


def log() -> list[LoggedAction]:
    actions = (
        CreateEvent("Kent", "kjca", {"rounds": 6}),
        AddEntrant(Entrant("", "Ashgrove, Liam")),
        AddEntrant(Entrant("", "Quilty, Petra")),
        Withdraw("2"),
        Undo(4),
    )
    return [
        LoggedAction(n, a, "anna", "desk2", "2026-02-28T14:02:31+00:00")
        for n, a in enumerate(actions, 1)
    ]


def test_history_tells_each_action_as_of_its_time_and_marks_what_is_undone() -> None:
    all_lines = history.lines_of(log(), lambda _: FORMAT)
    assert [x.text for x in all_lines] == [
        "undo of 4: withdrawn from round 1 on: Quilty, Petra",
        "withdrawn from round 1 on: Quilty, Petra",
        "entry: Quilty, Petra",
        "entry: Ashgrove, Liam",
        "event made: Kent (kjca)",
    ]
    assert [x.undone for x in all_lines] == [False, True, False, False, False]
    assert [x.can_be_undone for x in all_lines] == [False, False, True, True, False]
    assert all_lines[0].who == "anna@desk2"


def test_history_is_sifted_by_words_in_any_order() -> None:
    all_lines = history.lines_of(log(), lambda _: FORMAT)
    assert [x.n for x in history.sifted(all_lines, "petra entry")] == [3]


def test_a_number_finds_whole_numbers_not_parts_of_a_time() -> None:
    all_lines = history.lines_of(log(), lambda _: FORMAT)
    assert [x.n for x in history.sifted(all_lines, "4 undo")] == [5]
    assert history.sifted(all_lines, "8") == []


def test_the_event_list_says_where_each_event_stands() -> None:
    event = event_of(*PEOPLE)
    assert listed_events.state_text(event, FORMAT) == "entries, 4 so far"
    one = played(event)
    assert listed_events.state_text(one, FORMAT) == "round 1 of 6 complete"
    open_board = after(one, EnterResult(1, "-", was="1-0", replace=True))
    assert listed_events.state_text(open_board, FORMAT) == "round 1 of 6, 1 missing"
    put_off = after(one, EnterResult(1, "?", was="1-0", replace=True))
    assert listed_events.state_text(put_off, FORMAT) == "round 1 of 6, 1 adjourned"


def test_an_event_whose_last_game_is_adjourned_is_not_finished() -> None:
    last = played(event_of(*PEOPLE, rounds=1))
    assert listed_events.state_text(last, FORMAT) == "finished, 1 round"
    adjourned = after(last, EnterResult(1, "?", was="1-0", replace=True))
    assert listed_events.state_text(adjourned, FORMAT) == "round 1 of 1, 1 adjourned"


def test_a_damaged_event_is_listed_with_the_reason() -> None:
    found = listed_events.ListedEvent(Path("/x"), "kent", problem="event.toml: cut at line 3")
    _, lines = listed_events.event_lines([found], 80)
    assert "cut at line 3" in lines[0].text


@pytest.mark.parametrize("width", [1, 5, 12, 79])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_cell_takes_exactly_its_width(name: str, width: int) -> None:
    assert cell_len(columns.cell(name, width)) == width


def test_figures_are_never_cut_where_names_are_long() -> None:
    columns = (Column("No", 2, 4, right=True), Column("Name", 20, 400, names=True))
    assert dict(widths(columns, [("106", "Χατζηγεωργίου, Γεώργιος" * 2)], 30)) == {0: 3, 1: 26}


def test_no_club_is_cut_for_a_column_that_is_blank_or_says_nothing_new() -> None:
    """`Salthill Bisho…` stood beside a tie-break that nobody has, and beside the trend."""
    club = "Salthill Bishops of Galway"[:24]
    rows = tuple(row(n, f"{n}", f"Newcastlewest {n}, Jarlath", "2") for n in range(1, 5))
    table = StandingTable("", ("DE", "BH"), rows)
    facts = standings.RowFacts(
        {each.id: Entrant(each.id, each.name, club=club) for each in rows},
        trends={each.id: "▆▆▇▇" for each in rows},
    )
    cut, trend = [], []
    for room in range(100, 130):
        heads, lines = standings.standing_lines(table, room, facts)
        cut.append("Club" in heads.text and club not in lines[0].text)
        trend.append("Trend" in heads.text)
    assert not any(both for both in zip(cut, trend, strict=True) if all(both))


def test_two_byes_are_read_whole_before_a_column_of_years_has_room() -> None:
    """At 80 cells they were cut (`r2 ½, r6…`) beside years of birth that few entries had."""
    people = tuple(
        Entrant(
            str(n), f"Surname-Long{n}, Given", 2000 - n, club="Greystones", federation="IRL",
            title="FM", birth="2004-05-06" if n == 1 else "",
            byes=(RequestedBye(2, HALF), RequestedBye(6, HALF)) if n == 2 else (),
        )
        for n in range(1, 9)
    )  # fmt: skip
    event = replace(build("Ann Bea", "A-B"), entrants=people)
    for room in range(60, 100):
        heads, lines = entries_lines.entry_lines(people, event, room)
        if "Born" in heads.text:
            assert "r2 ½, r6 ½" in lines[1].text
