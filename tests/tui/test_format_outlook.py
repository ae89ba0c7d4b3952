"""What the list of formats and the new event say of a format before anything is played."""

from __future__ import annotations

import pytest

from engine.actions import CreateEvent
from engine.entrants import Entrant
from formats.registry import all_formats, format_named
from tests.playing import begun
from tests.saves.test_trf_teams import teams
from tui.screens.advice import advice_of
from tui.screens.import_files import Taken
from tui.screens.new_event import (
    _in_words,
    always_so_long,
    outlook_anew,
    outlook_for,
    outlook_lines,
    usual_length,
)


def _people(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant("", f"P{i}", rating=2000 - i) for i in range(count))


@pytest.mark.parametrize("format", ["knockout", "double_knockout", "round_robin", "diagonal"])
def test_the_rounds_said_of_a_format_are_those_of_the_event_made(format: str) -> None:
    outlook = outlook_for(format_named(format), _people(12))
    made = begun(format_named(format), _people(12))
    assert outlook.rounds == made.format.rounds_planned(made.event)
    said = " ".join(outlook_lines(made.format, outlook, 12, 70))
    assert "99 rounds" not in said


@pytest.mark.parametrize("format", ["dutch", "kjca", "ecf"])
def test_another_format_is_said_to_have_the_rounds_that_it_takes_over(format: str) -> None:
    """Not its own usual number, which may be too many for the field."""
    memory = begun(format_named("dutch"), _people(8), rounds=3)
    outlook = outlook_anew(memory.event, memory.format, format_named(format))
    assert outlook.refused is None
    assert outlook.rounds == 3
    whole = outlook_anew(memory.event, memory.format, format_named("round_robin"))
    assert (whole.rounds, whole.boards) == (7, 4), "as many as everybody has opponents"


def test_a_format_that_cannot_take_the_event_over_says_why() -> None:
    memory = begun(format_named("team_swiss"), teams(4), boards=2, rounds=3)
    outlook = outlook_anew(memory.event, memory.format, format_named("dutch"))
    said = " ".join(outlook_lines(format_named("dutch"), outlook, 4, 70))
    assert "teams with players" in said


def test_the_length_of_a_format_is_said_in_its_own_words() -> None:
    said = {f.name: (usual_length(f), always_so_long(f)) for f in all_formats()}
    assert said["gnot"] == ("5 sessions", True)
    assert said["kjca"] == ("6 rounds", False)
    assert said["knockout"][0] == ""


def test_a_field_too_small_for_its_format_is_said_at_once_with_the_way_out() -> None:
    format, people = format_named("gnot"), _people(12)
    create = CreateEvent("Cup", "gnot", {}, 1)
    said = _in_words(create, Taken("12.csv", people))
    assert "12 entries imported" in said
    assert "5 sessions" not in said
    assert "12 teams cannot play this format: it takes 16 to 32" in said
    assert "Another format (:) makes it anew" in said
    event = begun(format, people).event
    assert "Another format (:) makes it anew" in [a.text for a in advice_of(event, format)]
    assert "Another format" not in _in_words(create, Taken("16.csv", _people(16)))
