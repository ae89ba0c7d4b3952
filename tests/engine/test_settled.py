"""What round 1 settles: warnings of who changes it then."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.actions import CreateEvent, EnterResults, ImportEntrants, Propose, PublishRound
from engine.entrants import Entrant
from engine.event import Event
from engine.next_draw import next_draw
from engine.settled import settings_warnings
from engine.warnings import Level
from formats.registry import format_named

DUTCH = format_named("dutch")


def played(seed: int) -> Event:
    """Fourteen players, four rounds, the last of them just drawn; no game is drawn."""
    chance = Random(seed)
    settings = {"rounds": 4, "initial_colour": "white"}
    event = CreateEvent("Open", "dutch", settings, 1, mode="strict").begin(DUTCH)
    players = tuple(Entrant("", f"P{i:02}", rating=2400 - i * 10) for i in range(14))
    event = ImportEntrants(players).apply(event, DUTCH)
    for number in range(1, 5):
        event = Propose.of(next_draw(event, DUTCH)).apply(event, DUTCH)
        event = PublishRound(number).apply(event, DUTCH)
        if number < 4:
            boards = [m.board for m in event.round(number).matches]
            results = tuple((board, chance.choice(["1-0", "1-0", "0-1"])) for board in boards)
            event = EnterResults(results).apply(event, DUTCH)
    return event


def codes(event: Event, rounds: int) -> list[str]:
    changed = DUTCH.settings({"rounds": rounds}, event.settings)
    return [warning.code for warning in settings_warnings(event, changed, DUTCH)]


def test_a_round_that_is_no_longer_the_last_is_drawn_again_and_compared() -> None:
    """Colours of topscorers do not count in the last round (C.04.3, 1.8): the fourth round of the
    first event would be another one if a fifth followed, that of the second would not."""
    assert codes(played(30), 5) == ["rounds-changed", "last-round-differs"]
    assert codes(played(1), 5) == ["rounds-changed"]
    assert codes(played(1).until(3), 5) == ["rounds-changed"]


@pytest.mark.parametrize(
    ("added", "told"), [("1 2-4 no1-4", [(2, 3, 4)]), ("1 4 no1-4", [(4,)]), ("1 5 no1-4", [])]
)
def test_points_added_for_rounds_that_are_drawn_are_told(
    added: str, told: list[tuple[int, ...]]
) -> None:
    """A tournament file says of these rounds too that they were drawn by them."""
    event = replace(played(1), mode="free")
    event = replace(event, settings=DUTCH.settings({"rounds": 5}, event.settings))
    changed = DUTCH.settings({"extra_points": added}, event.settings)
    warnings = settings_warnings(event, changed, DUTCH)
    assert [w.facts["rounds"] for w in warnings if w.level is Level.ACKNOWLEDGE] == told
