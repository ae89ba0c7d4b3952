"""What an event says of itself: dates that can be, a schedule, arbiters, a clock in code."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest

from engine.actions import ChangeSettings, CreateEvent
from engine.event import Event
from engine.event_data import (
    UNBOUNDED,
    Official,
    RoundTime,
    chief_arbiter,
    data_given,
    data_notes,
    deputy_arbiters,
    detail,
    event_dates,
    event_days,
    official,
    round_time,
    time_control_code,
    times_of,
)
from engine.refusal import BadSetting
from formats.registry import format_named

DUTCH = format_named("dutch")
SCHEDULE = "2026-11-20 18:00, 2026/11/21 10.00, 15:30, -, 22.11.2026"


def event(**details: str) -> Event:
    created = CreateEvent("Ulm Open", "dutch", {"rounds": 5})
    return ChangeSettings(details=given(details)).apply(created.begin(DUTCH), DUTCH)


def given(details: dict[str, str], **known: str) -> dict[str, str]:
    return data_given(known, details, 5)


def test_a_schedule_says_when_each_round_begins_and_so_the_days_of_the_event() -> None:
    one = event(schedule=SCHEDULE)
    times = [round_time(one, number) for number in range(7)]
    assert times == [
        None,
        RoundTime("2026-11-20", "18:00"),
        RoundTime("2026-11-21", "10:00"),
        RoundTime("2026-11-21", "15:30"),
        None,
        RoundTime("2026-11-22"),
        None,
    ]
    assert event_dates(one) == ("2026-11-20", "2026-11-22")
    assert event_days(one) == 3
    assert event_dates(event(schedule=SCHEDULE, end="2026-11-23"))[1] == "2026-11-23"
    assert event_days(event()) is None


@pytest.mark.parametrize(
    ("details", "key", "said"),
    [
        ({"start": "2026-02-30"}, "start", "no such day"),
        ({"start": "tomorrow"}, "start", r"first day \(start\) cannot be .*not a date"),
        ({"start": "5/6/2026"}, "start", "write 2026-06-05 or 2026-05-06"),
        ({"start": "13-13-2026"}, "start", "no such day"),
        ({"start": "0026-11-20"}, "start", "years go from"),
        ({"start": "2026-11-20", "end": "2026-11-19"}, "end", "before 2026-11-20"),
        ({"schedule": "2026-11-20, 2026-11-21"}, "schedule", "round 3 has no date"),
        ({"schedule": "18:00, -, -, -, -"}, "schedule", "round 1 has no date"),
        ({"schedule": "-,-,-,-,-,-"}, "schedule", "6 dates"),
        ({"schedule": "2026-11-20,2026-11-19,-,-,-"}, "schedule", "before the round"),
        ({"schedule": "2026-11-20 18:00, 9:00,-,-,-"}, "schedule", "before the round"),
        ({"schedule": "2026-11-20 24:00,-,-,-,-"}, "schedule", "not a time of day"),
        ({"schedule": SCHEDULE, "start": "2026-11-21"}, "schedule", "before the first day"),
        ({"schedule": SCHEDULE, "end": "2026-11-21"}, "schedule", "after the last day"),
        ({"federation": "Englandshire"}, "federation", "three letters"),
        ({"time_control_code": "90 min"}, "time_control_code", "not a time control in code"),
        ({"rating_type": "rapid, blitz"}, "rating_type", "exclude each other"),
        ({"rating_type": "fide"}, "rating_type", "not a type of rating"),
        ({"arbiter": "(12345678)"}, "arbiter", "no name"),
        ({"arbiter": "Smith (12ab)"}, "arbiter", "12ab is not a FIDE ID"),
        ({"deputies": "Bo Oak (123); Cy Elm"}, "deputies", "123 is not a FIDE ID"),
        ({"arbiter": "Lee, Ann (12345678) (1)"}, "arbiter", "12345678 is not"),
        ({"place": "x" * 121}, "place", "too long"),
    ],
)
def test_what_cannot_be_is_refused_at_its_key(details: dict[str, str], key: str, said: str) -> None:
    with pytest.raises(BadSetting, match=said) as refusal:
        event(**details)
    assert refusal.value.key == key


def test_a_change_is_held_against_what_stands_and_nothing_else_is() -> None:
    with pytest.raises(BadSetting, match="before the first day"):
        given({"start": "2026-11-21"}, schedule=given({"schedule": SCHEDULE})["schedule"])
    # what a file has in its own words stays, and does not stand in the way
    assert given({"place": "Ulm"}, start="in May", schedule="weekly") == {"place": "Ulm"}
    one = event(place="Ulm", start="2026-11-20")
    assert detail(ChangeSettings(details={"place": ""}).apply(one, DUTCH), "place") == ""


def test_arbiters_have_their_fide_ids() -> None:
    one = event(arbiter="Lee, Ann 12345678", deputies="Bo Oak; Cy Elm (87654321);")
    assert detail(one, "arbiter") == "Lee, Ann (12345678)"
    assert chief_arbiter(one) == Official("Lee, Ann", "12345678")
    assert deputy_arbiters(one) == (Official("Bo Oak"), Official("Cy Elm", "87654321"))
    assert chief_arbiter(event()) is None


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"time_control": "90 minutes"}, ""),
        ({"time_control": "90+30"}, ""),  # minutes, as people write it
        ({"time_control": "5400+30"}, "5400+30"),
        ({"time_control": "40/6000+30:900+30"}, "40/6000+30:900+30"),
        ({"time_control_code": "w300-b240", "time_control": "5 and 4"}, "W300-B240"),
    ],
)
def test_the_code_of_the_time_control_is_never_guessed(details: dict[str, str], code: str) -> None:
    assert time_control_code(event(**details)) == code


def test_what_is_unusual_is_a_note() -> None:
    assert data_notes(event(time_control_code="5400+30")) == []
    assert "90 seconds for a game" in data_notes(event(time_control_code="90"))[0]
    assert data_notes(event(federation="ger")) == []
    assert "XYZ" in data_notes(event(federation="xyz"))[0]
    long = event(start="2026-11-01", end="2026-12-01")
    assert ["31 days" in note for note in data_notes(long)] == [True]
    assert data_notes(event(start="2026-11-01", end="2026-11-30")) == []
    settings = DUTCH.settings({"tiebreaks": "BH,ARO"}, long.settings)
    assert "(ARO) are not advised" in data_notes(replace(long, settings=settings))[1]
    from_file = replace(long, details=(("start", "2026-02-30"), ("schedule", "weekly")))
    assert [note.split(",")[0] for note in data_notes(from_file)] == [
        "first day '2026-02-30' is not a date",
        "schedule 'weekly' is not a date",
    ]


def test_names_of_earlier_versions_are_read_as_those_of_today() -> None:
    old = (("city", "Ulm"), ("deputy", "Bo; Cy"), ("round_dates", "25/09/01 - 25/09/08"))
    one = CreateEvent("Old", "dutch", {"rounds": 3}, details=old).begin(DUTCH)
    assert (detail(one, "place"), detail(one, "deputies")) == ("Ulm", "Bo; Cy")
    assert detail(one, "schedule") == "2025-09-01, -, 2025-09-08"


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [
        ("Lee, Ann (12345678)", "Lee, Ann", "12345678"),
        ("Lee, Ann, 12345678", "Lee, Ann", "12345678"),
        ("Lee, Ann 1234 5678", "Lee, Ann 1234", "5678"),
        ("Lee, Ann", "Lee, Ann", ""),
        ("Lee, Ann 123", "Lee, Ann 123", ""),
        ("Lee-1234", "Lee-1234", ""),
        ("1234", "", "1234"),
    ],
)
def test_an_official_is_read_with_his_number(text: str, name: str, number: str) -> None:
    assert official(text) == Official(name, number)


@pytest.mark.parametrize("unit", [",", " ,", "1", "1234 ", "("])
def test_no_official_takes_long(unit: str) -> None:
    started = process_time()
    official(unit * 50_000)
    official(unit * 50_000 + "x")
    official(unit * 50_000 + " 12345678")
    assert process_time() - started < 1


@pytest.mark.parametrize("typed", ["2026-11-28", "28.11.2026", "28/11/2026", "28-11-2026"])
def test_a_day_may_be_first_where_it_can_be_no_month(typed: str) -> None:
    """As entry lists have dates of birth."""
    assert given({"start": typed})["start"] == "2026-11-28"
    assert given({"start": "6/6/2026"})["start"] == "2026-06-06"


@pytest.mark.parametrize("typed", ["28 November 2026", "28. nov 2026", "28 NOVEMBER 2026"])
def test_a_day_can_name_its_month_as_people_write_it(typed: str) -> None:
    assert given({"start": typed})["start"] == "2026-11-28"
    schedule = f"{typed} 18:00, 29 November 2026 9:30, 14:00, -, 30.11.2026"
    kept = "2026-11-28 18:00, 2026-11-29 09:30, 2026-11-29 14:00, -, 2026-11-30"
    assert given({"schedule": schedule})["schedule"] == kept
    with pytest.raises(BadSetting, match="no such day"):
        given({"start": "31 November 2026"})
    with pytest.raises(BadSetting, match="20 November 2026"):
        given({"start": "28 Nonember 2026"})


def test_a_day_of_the_schedule_without_a_year_is_refused_for_that() -> None:
    with pytest.raises(BadSetting, match="the year is missing"):
        data_given({}, {"schedule": "8 Sep 19:30, 15 Sep 19:30"}, 5)


@pytest.mark.parametrize(
    ("rule", "dates"),
    [
        ("2 Oct 2026 19:30 every week", "02 19:30, 09 19:30, 16 19:30, 23 19:30, 30 19:30"),
        ("2026-10-02, every 7 days, not 2026-10-09", "02, 16, 23, 30, 06"),
        ("2026-10-02 ,\nevery  2 weeks ,  not 2026-10-16", "02, 30, 13, 27, 11"),
        ("2026-10-01 every day except 3.10.2026, 2026-10-05", "01, 02, 04, 06, 07"),
    ],
)
def test_a_schedule_by_rule_is_a_date_a_round(rule: str, dates: str) -> None:
    (written,) = given({"schedule": rule}).values()
    assert [at.day[8:] + f" {at.time}" * bool(at.time) for at in times_of(written) if at] == (
        dates.split(", ")
    )
    assert written.count(",") == 4, "so many rounds, however many days are left out"
    assert given({"schedule": written}) == {"schedule": written}


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("2026-10-02 every 7 days, not 2026-10-10", "2026-10-10 is not one of these days"),
        ("- every 7 days", "needs a day"),
        ("2026-10-02 every 0 days", "no days are between"),
        ("2026-02-30 every 7 days", "no such day"),
        ("2190-10-02 every 999 weeks", "years go from"),
        ("2026-10-02 every 7 days, not on Friday", "not one date"),
    ],
)
def test_a_rule_that_gives_no_dates_says_why(rule: str, said: str) -> None:
    with pytest.raises(BadSetting, match=said) as refusal:
        given({"schedule": rule})
    assert refusal.value.key == "schedule"


@pytest.mark.parametrize(
    "text", ["a" + " " * 50_000 + "b", "2026-10-02 every 7 days" + ", " * 25_000]
)
def test_a_schedule_of_great_length_is_refused_at_once(text: str) -> None:
    began = process_time()
    with pytest.raises(BadSetting):
        given({"schedule": text + "b", "division_dates": f"Second: {text}b"})
    assert process_time() - began < 2


def test_a_rule_waits_for_the_number_of_rounds_and_each_division_has_its_own() -> None:
    with pytest.raises(BadSetting, match="number of rounds is not known"):
        data_given({}, {"schedule": "2026-10-02 every week"}, UNBOUNDED)
    both = "Second: 2026-10-09 every 14 days, not 2026-10-23; Third: -, 2026-10-30"
    assert data_given({}, {"division_dates": both}, 2) == {
        "division_dates": "Second: 2026-10-09, 2026-11-06; Third: -, 2026-10-30"
    }
