"""Whatever criterion decides, an arbiter hears why in words of his own, without its numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.trial.random_events import Recipe, random_event
from formats.registry import format_named
from tests.formats.ecf.events import ECF, as_round, by_chance, event, published

FORMATS: list[tuple[str, dict[str, Any], int]] = [
    ("kjca", {}, 15),
    ("dutch", {}, 15),
    ("galway", {}, 37),
    ("ecf", {}, 15),
    ("ecf", {"pairing": "seeded"}, 15),
    ("ecf", {"acceleration": "basic"}, 21),
    ("ecf", {"acceleration": "advanced"}, 21),
    ("team_swiss", {"colour_preferences": "B"}, 9),
    ("round_robin", {}, 7),
    ("knockout", {"separate_clubs": True}, 11),
    ("double_knockout", {}, 11),
]


@pytest.mark.parametrize(("name", "settings", "players"), FORMATS)
def test_every_criterion_has_its_reason(name: str, settings: dict[str, Any], players: int) -> None:
    format = format_named(name)
    recipe = Recipe(players, 6, 7, 6, zero_byes=30_000, settings=settings)
    made = random_event(format, recipe, "Reasons").event
    found = [m for r in made.rounds for m in format.measures(made.until(r.number - 1), r)]
    assert found
    assert [m.name for m in found if not m.reason] == []
    criteria = [m for m in found if re.search(r"\b[Cc]\d|\bsum|squared|\(.*=", m.reason)]
    assert criteria == [], "the numbers have their own place"


def test_who_must_have_the_other_colour_is_said_by_name() -> None:
    now = event(15, rounds=5)
    told = set()
    for seed in range(4):
        before = now
        for _ in range(4):
            drawn = ECF.draw(before)
            told |= {
                m.reason
                for m in ECF.measures(before, as_round(drawn))
                if m.name == "median" and m.value
            }
            before = published(before, drawn, by_chance(seed))
    assert told
    seat = r"P\d+ must have (White|Black)"
    assert all(re.fullmatch(rf"{seat}( · {seat})*: nearest the median", one) for one in told)
