"""Start numbers on disk: kept in the save files, and found anew where an earlier version has
saved none."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Action, EditEntrant
from engine.event import Event
from engine.protocol import Format, numbers
from saves.journal import FIRST_SCHEMA
from saves.store import open_event
from saves.verify import SOUND, verify
from tests.saves.toy import made, reopened, toy_named


def without(event: Event, before: Event | None, format: Format) -> Event:
    """As before there were start numbers."""
    return event


def test_numbers_are_saved_and_read_again(folder: Path) -> None:
    store = made(folder, players=9, rounds=2)
    given = numbers(store.format, store.event)
    assert sorted(given.values()) == list(range(1, 10))
    store.do(EditEntrant("1", {"rating": 2999}))
    again = reopened(folder)
    assert again.event == store.event
    assert numbers(again.format, again.event) == given


def test_an_event_of_an_earlier_version_gets_the_numbers_it_had_in_round_1(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as old:
        for module in ("engine.log", "engine.actions.base"):
            old.setattr(f"{module}.with_numbers", without)
        old.setattr("saves.store.SCHEMA", FIRST_SCHEMA)
        old.setattr("saves.store.facts_table", lambda *facts: {})
        old.setattr(EditEntrant, "warnings", Action.warnings)
        store = made(folder, players=9, rounds=2)
        expected = numbers(store.format, store.event)
        store.do(EditEntrant("1", {"rating": 2999}))
        assert numbers(store.format, store.event) != expected
    assert "start_number =" not in (folder / "players.toml").read_text()
    report = verify(folder, format_named=toy_named)
    assert report.status == SOUND
    assert any("start numbers" in line for line in report.lines)
    # shown to who only reads, and written when somebody may
    read = open_event(folder, read_only=True, format_named=toy_named)
    assert numbers(read.format, read.event) == expected
    opened = reopened(folder)
    assert numbers(opened.format, opened.event) == expected
    assert "start_number =" in (folder / "players.toml").read_text()
    # also by an undo that has to go back before what was saved then
    opened.do(EditEntrant("2", {"rating": 2998}))
    opened.undo()
    assert numbers(opened.format, opened.event) == expected
    assert reopened(folder).event.entrants == opened.event.entrants
