"""Random tournaments written, read as an event, and written again say the same."""

from __future__ import annotations

import pytest

from engine.actions import CreateEvent
from engine.event import Event
from engine.trial.random_events import Recipe, random_event
from formats.registry import format_for_files
from saves.trf_read import read_trf
from saves.trf_write import write_trf
from tests.sampling import sampled
from tui.commands.entry_files import Given
from tui.commands.generating import RandomOptions
from tui.commands.tournament_files import as_event, draw_settings, entrants_of

DUTCH = format_for_files("dutch")
PER_MILLE = 1_000


def tournament(seed: int) -> Event:
    """Everything that happens to a tournament, now and then half played, in any scoring."""
    lot = RandomOptions(seed)
    players = 4 + seed % 20
    rounds = lot.rounds(players, players - 1)
    settings = {
        "tiebreaks": lot.tie_breaks(DUTCH),
        "acceleration": lot.acceleration if players > 5 else "none",
        "initial_colour": ("white", "black")[seed % 2],
        **(
            {"win_points": 3, "draw_points": 1, "bye_points": 1 + seed % 3} if seed % 5 == 0 else {}
        ),
    }
    recipe = Recipe(
        players, rounds, seed, rounds - (seed % 3 == 0),
        half_byes=30 * PER_MILLE, full_byes=5 * PER_MILLE, zero_byes=20 * PER_MILLE,
        forfeit_wins=20 * PER_MILLE, forfeit_losses=20 * PER_MILLE,
        double_forfeits=10 * PER_MILLE, odd_results=20 * PER_MILLE, late=40 * PER_MILLE,
        withdrawals=15 * PER_MILLE, reentries=250 * PER_MILLE, unrated=50 * PER_MILLE,
        bars=seed % 3 if players > 9 else 0, settings=settings,
    )  # fmt: skip
    return random_event(DUTCH, recipe, f"Open {seed}").event


def taken_over(data: bytes) -> Event:
    """The event that `new --with-rounds` makes of a file."""
    file = read_trf(data, "open.trf")
    entrants = tuple(entrants_of(file))
    fitted, lots = as_event(file, DUTCH, {})
    given = Given("open.trf", entrants, fitted, file.notes, lots)
    settings = {**given.settings(with_rounds=True), **draw_settings(fitted, DUTCH)}
    event = CreateEvent(file.title, DUTCH.name, settings, 1, given.details).begin(DUTCH)
    for action in (given.entries(insist=True), *given.play(insist=True)):
        event = action.apply(event, DUTCH)
    return event


def check(seed: int) -> None:
    """The first time the word is added that rounds were imported; in TRF16, which has no line for
    tie-breaks, ranks go by the format's own. From then on nothing changes."""
    event = tournament(seed)
    going_on = len(event.rounds) < event.settings.rounds
    for trf26 in (True, False):
        ahead = going_on and not trf26
        first = write_trf(event, DUTCH, trf26=trf26, next_round=ahead)
        second = write_trf(taken_over(first), DUTCH, trf26=trf26, next_round=ahead)
        assert write_trf(taken_over(second), DUTCH, trf26=trf26, next_round=ahead) == second
        if trf26:
            assert said(second) == said(first)


def said(data: bytes) -> list[bytes]:
    """Every line but comments."""
    return [line for line in data.splitlines() if not line.startswith(b"### ")]


@pytest.mark.parametrize("seed", sampled(range(40), range(0, 40, 5)))
def test_a_tournament_written_read_and_written_is_the_same_file(seed: int) -> None:
    check(seed)


@pytest.mark.slow
def test_a_thousand_tournaments_written_read_and_written_are_the_same_files() -> None:
    for seed in range(100, 1_100):
        check(seed)
