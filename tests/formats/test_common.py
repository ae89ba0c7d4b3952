"""What formats share: settings refused in an arbiter's words."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.actions import CreateEvent, ImportEntrants
from engine.entrants import Entrant
from engine.refusal import Refused
from formats.registry import all_formats, format_named

ROUNDS = {"gnot": "at least 10, at most 10", "hutton": "at least 1, at most 59"}
"""Formats with other bounds than 1 to 99."""
PLAYED_OUT = "diagonal"
"""Ends when one is left; it has no number of rounds."""


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("rounds", "0", "it must be at least 1, at most 99"),
        ("rounds", "five", "it must be a whole number, at least 1, at most 99"),
        ("rounds", "2.5", "it must be a whole number, at least 1, at most 99"),
        ("win_points", "x", "it must be a number, at least -10, at most 100"),
        ("win_points", "0.125", "it must be a number of two decimals, at least -10, at most 100"),
    ],
)
def test_a_setting_out_of_bounds_is_refused_with_its_bounds(
    key: str, value: str, said: str
) -> None:
    for format in all_formats():
        with pytest.raises(Refused) as refusal:
            format.settings({key: value})
        if key == "rounds" and format.name == PLAYED_OUT:
            assert refusal.value.what == "the diagonal has no fixed number of rounds"
            continue
        assert refusal.value.what == f"setting {key} cannot be {value!r}"
        bounds = ROUNDS.get(format.name, "") if key == "rounds" else ""
        said_here = said.replace("at least 1, at most 99", bounds) if bounds else said
        assert refusal.value.why == said_here


@pytest.mark.parametrize(
    ("format", "key", "values"),
    [
        ("dutch", "rounds", (0, 100, 10**20)),
        ("dutch", "bye_points", (Decimal("0.125"), -11, 101.0)),
        ("galway", "sizes", ((24, 1), (24, 201))),
        ("galway", "sections", (1, 27)),
        ("diagonal", "max_losses", (Decimal("0.49"), Decimal("2.125"), 100)),
    ],
)
def test_numbers_beyond_a_limit_are_refused_as_texts_are(
    format: str, key: str, values: tuple[object, ...]
) -> None:
    for value in values:
        with pytest.raises(Refused, match=f"setting {key} cannot be"):
            format_named(format).settings({key: value})


@pytest.mark.parametrize("many", range(5))
def test_every_format_has_its_advice_while_the_first_are_entered(many: int) -> None:
    for format in all_formats():
        event = CreateEvent("Hall", format.name, {}, 1).begin(format)
        team = tuple(Entrant("", f"Player {n}") for n in (1, 2))
        squads = team if format.of_teams(event) else ()
        entered = tuple(Entrant("", f"Entry {n}", players=squads) for n in range(many))
        if entered:
            event = ImportEntrants(entered).apply(event, format)
        said = [advice.text for advice in format.advise(event)]
        assert all(said), format.name
        if format.name in ("round_robin", "team_round_robin") and many == 2:
            assert said[0].startswith("2 "), said
            assert "takes 3 to" in said[0], said
