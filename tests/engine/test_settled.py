"""What round 1 settles: warnings of who changes it then."""

from __future__ import annotations

from random import Random

from engine.actions import CreateEvent, EnterResults, ImportEntrants, Propose, PublishRound
from engine.entrants import Entrant
from engine.event import Event
from engine.next_draw import next_draw
from engine.settled import settings_warnings
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
