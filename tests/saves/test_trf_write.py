"""TRF files written: exact columns, and an event that comes back as it was."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Adjust, ChangeSettings
from engine.entrants import Entrant, RequestedBye
from engine.event import Adjustment, Event, Instruction, Match
from engine.event_data import data_given
from engine.points import HALF
from engine.protocol import Format, numbers
from engine.refusal import Refused
from engine.results import GameResult
from engine.trial.random_events import Recipe, random_event
from formats.registry import format_named
from saves.trf_read import read_trf
from saves.trf_write import write_trf
from tests.playing import begun, play, publish
from tests.saves.played import DATA, PLAIN, entrants, played

ADJOURNED = GameResult.ADJOURNED
EIGHT = [Entrant(str(n), f"Player {n}", rating=2000 - n) for n in range(1, 9)]
THREE = {"win_points": 3, "draw_points": 1, "bye_points": 1}


def results(event: Event, by: dict[str, str]) -> list[tuple[object, ...]]:
    """Every game and bye with the entrants called by `by`, in no order of boards."""
    found: list[tuple[object, ...]] = []
    for round in event.published:
        games = {(by[m.white], by[m.black], m.result) for m in round.matches}
        byes = {(by[b.entrant], b.points) for b in round.byes if b.points}
        found.append((round.number, games, byes))
    return found


def same(event: Event) -> dict[str, str]:
    return {e.id: e.id for e in event.entrants}


def as_numbered(event: Event) -> dict[str, str]:
    return {id: str(no) for id, no in numbers(PLAIN, event).items()}


@given(
    players=st.integers(4, 17),
    rounds=st.integers(1, 7),
    seed=st.integers(0, 10_000),
    trf26=st.booleans(),
    three=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_an_event_written_and_read_has_the_same_results(
    players, rounds, seed, trf26, three
) -> None:
    people = [Entrant(str(n), f"Player {n}", rating=1000 + n * 7) for n in range(1, players + 1)]
    event = played(people, rounds, seed)
    if three:
        event = replace(event, settings=PLAIN.settings(THREE, event.settings))
        event = _scored(event)
    again = read_trf(write_trf(event, PLAIN, trf26=trf26), "again.trf")
    assert again.warnings == ()
    read = replace(event, entrants=again.entrants, rounds=again.rounds)
    assert results(read, same(read)) == results(event, as_numbered(event))
    assert again.total_rounds == event.settings.rounds
    if three:
        assert again.settings["win_points"] == 3


def _scored(event: Event) -> Event:
    """Byes worth what the event's own points say."""
    worth = {HALF: Decimal(1), Decimal(1): event.settings.bye_points}
    for round in event.rounds:
        byes = tuple(replace(b, points=worth.get(b.points, b.points)) for b in round.byes)
        event = event.with_round(replace(round, byes=byes))
    return event


def test_every_field_stands_in_its_column() -> None:
    person = Entrant(
        id="1",
        name="Żukova, Zoë",
        title="WFM",
        federation="IRL",
        sex="w",
        rating=1987,
        fide_id="2500001",
        birth="2001-02-03",
    )
    event = played([person, Entrant("2", "Lee", birth="2012")], 1, results=[GameResult.WHITE])
    lines = write_trf(event, PLAIN).decode().split("\r\n")
    zoe, lee = (line for line in lines if line.startswith("001"))
    columns = [(5, 8), (10, 10), (11, 13), (15, 47), (49, 52), (54, 56), (58, 68), (70, 79)]
    assert [zoe[a - 1 : b].strip() for a, b in columns] == [
        *("1", "w", "WFM", "Żukova, Zoë", "1987", "IRL", "2500001", "2001/02/03"),
    ]
    assert lee[69:79] == "2012/00/00"
    white = event.round(1).matches[0].white == "1"
    assert zoe[80:84] == (" 1.0" if white else " 0.0")
    assert zoe[85:89].strip() == ("1" if white else "2")
    assert zoe[91:] == ("   2 w 1" if white else "   2 b 0")
    assert all(zoe[column - 1] == " " for column in (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91))
    assert "XXR 1" in lines


def test_a_pairing_bye_is_u_and_the_rest_h_f_z() -> None:
    event = played(entrants("juniors-41.csv"), 2)
    text = write_trf(event, PLAIN).decode()
    cells = {line[4:8].strip(): line[101:109] for line in text.split("\r\n") if line[:3] == "001"}
    numbered = as_numbered(event)
    assert cells[numbered["1"]] == "0000 - H"
    assert cells[numbered["2"]] == "0000 - Z"
    assert cells[numbered["3"]] == "0000 - Z"
    first = [line[91:99] for line in text.split("\r\n") if line[:3] == "001"]
    assert first.count("0000 - U") == 1


def test_a_file_of_another_program_comes_out_with_the_same_games() -> None:
    data = (DATA / "trf" / "t0086.trf").read_bytes()
    found = read_trf(data, "t0086.trf")
    event = Event("x", "plain", PLAIN.settings({"rounds": 9}), 0, found.entrants, found.rounds)
    ours = write_trf(event, PLAIN).decode().split("\r\n")
    theirs = data.decode().split("\r")
    assert {x[91:].rstrip() for x in ours if x[:3] == "001"} == {
        x[91:].rstrip() for x in theirs if x[:3] == "001"
    }


def test_no_file_while_a_game_is_adjourned() -> None:
    event = played(entrants("diagonal-26.csv"), 1, results=[GameResult.ADJOURNED])
    with pytest.raises(Refused, match="round 1, board 1 is adjourned"):
        write_trf(event, PLAIN)


def test_matches_of_two_games_have_no_columns() -> None:
    event = played(entrants("diagonal-26.csv"), 1)
    round = event.round(1)
    event = event.with_round(round.with_match(replace(round.matches[0], games=2)))
    with pytest.raises(Refused, match="one game a player and round"):
        write_trf(event, PLAIN)
    twice = replace(round, matches=(*round.matches, Match(99, "1", "2")))
    with pytest.raises(Refused, match="somebody has two games in round 1"):
        write_trf(event.with_round(twice), PLAIN)


def test_adjustments_stay_out_of_the_points_and_are_told() -> None:
    event = played(entrants("diagonal-26.csv"), 1)
    event = replace(event, adjustments=(Adjustment("3", -HALF, "phone\nrang", 1),))
    text = write_trf(event, PLAIN).decode()
    number = as_numbered(event)["3"]
    assert f"### player {number}: -0.5 points after round 1, not in columns 81-84: phone" in text
    assert len(read_trf(text.encode(), "a.trf").rounds) == 1


def test_bars_and_byes_to_come_are_said() -> None:
    event = played(entrants("diagonal-26.csv"), 1)
    event = replace(event, settings=PLAIN.settings({"rounds": 5}))
    event = replace(event, instructions=(Instruction("bar", "1", "2"),))
    event = event.with_entrant(replace(event.entrant("3"), byes=(RequestedBye(2, HALF),)))
    numbered = as_numbered(event)
    pair = {numbered["1"], numbered["2"]}
    for trf26 in (False, True):
        again = read_trf(write_trf(event, PLAIN, trf26=trf26, next_round=not trf26), "a.trf")
        assert [{i.a, i.b} for i in again.forbidden] == [pair]
        asked = {e.id: [(b.round, b.points) for b in e.byes] for e in again.entrants if e.byes}
        assert asked == {numbered["3"]: [(2, HALF)]}


@given(st.text(min_size=1, max_size=60), st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_name_breaks_out_of_its_line(name, title) -> None:
    people = [Entrant("1", f"A{name}"), Entrant("2", "Lee")]
    text = write_trf(played(people, 1, title=title), PLAIN).decode()
    assert sum(line.startswith("001") for line in text.split("\r\n")) == 2
    assert not set("\x1b\x9b\x00\t\u202e\u2028") & set(text)
    assert "\r" not in text.replace("\r\n", "")
    assert len(read_trf(text.encode(), "a.trf").rounds) == 1


def test_a_letter_that_the_encoding_lacks_is_refused() -> None:
    event = played(entrants("juniors-41.csv"), 1)
    with pytest.raises(Refused, match="cannot be written in latin-1"):
        write_trf(event, PLAIN, encoding="latin-1")


def lines_of(event: Event, format: Format, trf26: bool = True) -> dict[str, str]:
    """The lines that are no players, by code."""
    text = write_trf(event, format, trf26=trf26).decode()
    return {line[:3]: line for line in text.split("\r\n") if line and line[:3] != "001"}


@pytest.mark.parametrize(
    ("name", "settings", "code"),
    [
        ("dutch", {}, "FIDE_DUTCH"),
        ("dutch", {"acceleration": "baku"}, "FIDE_DUTCH_BAKU"),
        ("kjca", {}, "CUSTOM_SWISS"),
        ("ecf", {}, "CUSTOM_SWISS"),
        ("galway", {}, "CUSTOM_SWISS"),
        ("knockout", {}, "CUSTOM_KNOCKOUT"),
        ("double_knockout", {}, "CUSTOM_KNOCKOUT"),
        ("round_robin", {}, "FIDE_ROUNDROBIN"),
        ("round_robin", {"double": True}, "FIDE_DOUBLEROUNDROBIN"),
        ("round_robin", {"double": True, "exchange": False}, "BERGER_DOUBLEROUNDROBIN"),
    ],
)
def test_every_format_says_what_it_is(name: str, settings: dict[str, Any], code: str) -> None:
    """By FIDE's table of types; a system of nobody else is told by its title."""
    format = format_named(name)
    people = tuple(Entrant(str(no), f"P{no}", rating=2400 - no) for no in range(1, 25))
    told = (("system", "FIDE_DUBOV"), ("type", "Open"))
    event = Event("x", name, format.settings(settings), 0, people, details=told)
    found = lines_of(event, format)
    assert found["192"] == f"192 {code}"
    custom = code.startswith("CUSTOM")
    assert found["092"] == f"092 {format.title if custom else 'Open'}"
    assert found["182"] == "182 Topboard"
    assert found["142"] == f"142 {format.rounds_planned(event)}"
    assert "192" not in lines_of(event, format, trf26=False)


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({}, None),
        ({"win_points": 3, "draw_points": 1, "bye_points": 3}, "162  W 3.0    D 1.0"),
        ({"bye_points": "0.5"}, "162  P 0.5"),
        ({"loss_points": 1, "forfeit_points": "0.5"}, "162  L 1.0    A 0.5"),
    ],
)
def test_scoring_says_only_what_is_not_usual(settings: dict[str, Any], line: str | None) -> None:
    """162 is wanted only where something differs, and other engines refuse more than that."""
    event = played(entrants("diagonal-26.csv"), 1)
    event = replace(event, settings=PLAIN.settings(settings))
    assert lines_of(event, PLAIN).get("162") == line
    engines = lines_of(event, PLAIN, trf26=False)
    said = [code for code in engines if code.startswith("BB")]
    assert len(said) == (len(line.split()) // 2 if line else 0)
    assert ("XXS" in engines) is (line is not None)


def test_scoring_of_trf16_is_said_to_either_kind_of_engine() -> None:
    event = played(entrants("diagonal-26.csv"), 1)
    event = replace(event, settings=PLAIN.settings(THREE))
    found = lines_of(event, PLAIN, trf26=False)
    assert (found["BBW"], found["BBD"], found["BBU"]) == ("BBW  3.0", "BBD  1.0", "BBU  1.0")
    assert found["XXS"] == "XXS W=3.0 D=1.0 PAB=1.0"


def test_dates_of_rounds_stand_over_their_rounds() -> None:
    details = (("deputies", "Ann Lee; Bo Oak"), ("schedule", "2025-09-01, -, 2025-09-08"))
    event = replace(played(entrants("diagonal-26.csv"), 3), details=details)
    text = write_trf(event, PLAIN, trf26=True).decode()
    dates = next(line for line in text.split("\r\n") if line.startswith("132"))
    assert [dates[91:99], dates[101:109], dates[111:119]] == ["25/09/01", " " * 8, "25/09/08"]
    assert dates[3:91].isspace()
    assert dates == dates.rstrip()
    assert [line for line in text.split("\r\n") if line[:3] == "112"] == [
        "112 Ann Lee",
        "112 Bo Oak",
    ]
    again = dict(read_trf(text.encode(), "a.trf").details)
    assert again["schedule"] == "2025-09-01, -, 2025-09-08"
    assert again["deputies"] == "Ann Lee; Bo Oak"


def test_the_head_of_a_file_has_all_that_the_event_says() -> None:
    said = {
        "place": "Ulm",
        "federation": "GER",
        "schedule": "2026-11-20 18:00, 2026-11-21 10:00, 15:30",
        "time_control": "90 minutes + 30 seconds a move",
        "time_control_code": "5400+30",
        "organiser": "Rooks",
        "arbiter": "Lee, Ann 12345678",
    }
    event = played(entrants("diagonal-26.csv"), 3)
    event = ChangeSettings(details=data_given({}, said, 3)).apply(event, PLAIN)
    old, new = lines_of(event, PLAIN, trf26=False), lines_of(event, PLAIN)
    same = {
        "022": "Ulm",
        "032": "GER",
        "042": "2026/11/20",
        "052": "2026/11/21",
        "062": "26",
        "102": "Lee, Ann (12345678)",
        "122": "90 minutes + 30 seconds a move",
    }
    for code, text in same.items():
        assert old[code] == new[code] == f"{code} {text}"
    assert (new["222"], old.get("222")) == ("222 5400+30", None)
    assert new["132"].split() == ["132", "26/11/20", "26/11/21", "26/11/21"]
    comments = [
        line
        for line in write_trf(event, PLAIN, trf26=True).decode().split("\r\n")
        if line.startswith("###")
    ]
    assert comments[0] == "### organiser: Rooks"
    # record 132 has no column for the time of day
    assert comments[1].startswith("### schedule: 2026-11-20 18:00, 2026-11-21 10:00, ")


def test_what_is_no_list_of_dates_stays_as_it_is() -> None:
    event = replace(played(entrants("diagonal-26.csv"), 1), details=(("schedule", "Mon to Wed"),))
    assert lines_of(event, PLAIN)["132"] == "132 Mon to Wed"


def open_and_adjourned(event: Event) -> Event:
    """With an adjourned game in the first round and an open one in the last."""
    first, last = event.rounds[0], event.rounds[-1]
    event = event.with_round(first.with_match(replace(first.matches[0], result=ADJOURNED)))
    return event.with_round(last.with_match(replace(last.matches[1], result=None)))


@pytest.mark.parametrize("trf26", [False, True])
def test_an_interim_file_has_open_and_adjourned_games(trf26) -> None:
    event = open_and_adjourned(played(EIGHT, 4, 3))
    with pytest.raises(Refused, match="round 1, board 1 is adjourned"):
        write_trf(event, PLAIN, trf26=trf26)
    data = write_trf(event, PLAIN, trf26=trf26, interim=True)
    assert (b"162  X 0.5" in data) == trf26
    again = read_trf(data, "again.trf")
    by = {id: str(no) for id, no in numbers(PLAIN, event).items()}
    for number in (0, -1):
        before = {(by[m.white], by[m.black], m.result) for m in event.rounds[number].matches}
        assert {(m.white, m.black, m.result) for m in again.rounds[number].matches} == before


def test_the_report_of_a_tournament_needs_every_result() -> None:
    event = played(EIGHT, 4, 3)
    last = event.rounds[-1]
    event = event.with_round(last.with_match(replace(last.matches[1], result=None)))
    event = replace(event, settings=PLAIN.settings({"rounds": 4}))
    with pytest.raises(Refused, match="round 4, board 2 has no result"):
        write_trf(event, PLAIN, trf26=True)
    goes_on = replace(event, settings=PLAIN.settings({"rounds": 5}))
    again = read_trf(write_trf(goes_on, PLAIN), "again.trf")
    assert [m.open for m in again.rounds[-1].matches].count(True) == 1


def test_games_that_the_standings_leave_out_are_told_in_comments() -> None:
    """Who leaves a round robin before half of it has no games there; the file has them."""
    table = format_named("round_robin")
    event = random_event(table, Recipe(8, 7, 9, 7, withdrawals=40_000), "Table").event
    assert [e.id for e in event.entrants if e.withdrawn] == ["4"]
    text = write_trf(event, table, trf26=True).decode()
    comments = [line for line in text.splitlines() if line.startswith("###")]
    assert comments == ["### round 1: the game of 1 against 8 does not count in the standings"]


def test_a_bye_that_no_code_of_trf16_is_worth_is_refused_and_written_in_trf26() -> None:
    quarter = RequestedBye(2, Decimal("0.2"))
    people = [replace(EIGHT[0], byes=(quarter,)), *EIGHT[1:]]
    memory = begun(format_named("dutch"), people, rounds=4)
    play(memory, 2)
    with pytest.raises(Refused) as caught:
        write_trf(memory.event, memory.format)
    assert caught.value.what == "TRF16 has no code for a bye of 0.2 points"
    assert "TRF26" in caught.value.remedy
    told = write_trf(memory.event, memory.format, trf26=True).decode()
    assert "299 Z         0.2  002 0001" in told


def test_points_that_have_no_room_in_their_column_are_refused_by_name() -> None:
    memory = begun(format_named("dutch"), EIGHT, rounds=3, draw_points=Decimal("0.25"))
    play(memory, 1, "1/2-1/2")
    with pytest.raises(Refused, match=r"Player \d: 0\.25 points do not fit into TRF") as caught:
        write_trf(memory.event, memory.format)
    assert caught.value.remedy == "export as csv"


def test_rounds_in_imps_have_no_columns_even_where_the_next_are_in_games() -> None:
    memory = begun(format_named("knockout"), EIGHT, score="imps")
    publish(memory)
    memory.do(ChangeSettings({"score": "games"}))
    with pytest.raises(Refused, match="TRF has games of two players") as caught:
        write_trf(memory.event, memory.format)
    assert "round 1 are scored in IMPs" in caught.value.why


def test_what_the_arbiter_says_of_points_stands_in_the_file_and_what_a_file_said_does_not() -> None:
    memory = begun(format_named("dutch"), EIGHT, rounds=3)
    play(memory, 1)
    memory.do(Adjust("3", HALF, "the clock was wrong", 1))
    written = write_trf(memory.event, memory.format, trf26=True)
    assert written.decode().count("the clock was wrong") == 1
    again = read_trf(written, "again.trf")
    assert [(a.points, a.round) for a in again.adjustments] == [(HALF, 1)]
    read = replace(memory.event, adjustments=again.adjustments)
    once_more = write_trf(read, memory.format, trf26=True).decode()
    assert "given" not in "".join(x for x in once_more.splitlines() if x.startswith("###"))
