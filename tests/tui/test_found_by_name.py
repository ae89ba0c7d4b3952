"""Commands of other places by name, hand edits put off, finding, words on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from textual.command import CommandPalette

from engine.entrants import Away, Entrant
from engine.tables import StandingRow, StandingTable
from tests.engine.build import build
from tests.tui.conftest import EventMaker
from tests.tui.places import juniors, made, text_of, until
from tui.app import TopboardApp
from tui.screens.dialogs import Telling, shown_in_help
from tui.screens.entries_lines import rounds_text
from tui.screens.handing_out import export_folder
from tui.screens.import_files import ImportDialog
from tui.screens.standings_lines import standing_lines


async def test_a_command_of_another_place_goes_there_and_is_carried_out(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event(proposal=True).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 entries" in text_of(app))
        await pilot.press(":")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"turn colours")
        await until(pilot, lambda: "Pairings: Turn" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "pairings")
        await until(pilot, lambda: (p := app.desk.event.proposal) is not None and p.altered)


async def test_an_export_is_found_by_its_name_and_written(make_event: EventMaker) -> None:
    """Norms were only in the list of exports, below what is seen of it."""
    store = make_event()
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 entries" in text_of(app))
        await pilot.press(":")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"norm")
        await until(pilot, lambda: "Export: norms" in text_of(app))
        assert text_of(app).index("Export: norms") < text_of(app).index("Card")
        await pilot.press("enter")
        await until(pilot, lambda: "no norms here: a norm takes 9 games" in text_of(app))
    there = {file.name for file in export_folder(store.folder).iterdir()}
    assert there == {"norms.pdf", "it3.pdf"}


async def test_hand_edits_put_off_are_said_and_asked_about_at_the_next_change(
    make_event: EventMaker,
) -> None:
    store = make_event()
    file = store.folder / "round-01.toml"
    file.write_text(file.read_text().replace('group = "0 points"', 'group = "by hand"', 1))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert isinstance(app.screen, Telling)
        assert app.screen.title_text.count("edited by hand") == 1
        await pilot.press("escape")
        await until(pilot, lambda: app.front is app.screen)
        assert "EDITED BY HAND" in text_of(app)
        assert "saved" not in text_of(app).splitlines()[1]
        await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("enter")
        await until(pilot, lambda: app.desk.event.round(1).matches[0].group == "by hand")
        await until(pilot, lambda: "EDITED BY HAND" not in text_of(app))


async def test_find_selects_the_first_hit_while_it_is_typed(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "41 entries" in text_of(app))
        await pilot.press("end", "slash", *"kilb")
        assert app.front is not None
        body = app.front.body
        await until(pilot, lambda: 1 < len(body.lines) < 41)
        assert body.cursor == 0
        assert "Kilbracken" in body.lines[0].text


async def test_a_long_working_can_be_read_to_its_end(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=6).folder, "standings")
    async with app.run_test(size=(80, 20)) as pilot:
        await until(pilot, lambda: "FINAL" in text_of(app))
        await pilot.press("w")
        await until(pilot, lambda: "w  shows all of it" in text_of(app))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert isinstance(app.screen, Telling)
        told = " ".join(one.text for one in app.screen.text_lines)
        assert "WIN " in told
        assert all(len(one.text) <= 72 for one in app.screen.text_lines)
        await pilot.press("escape")
        await until(pilot, lambda: "BH/C1" not in text_of(app).splitlines()[-4])


async def test_a_file_that_is_not_there_is_not_offered_in_another_encoding(tmp_path: Path) -> None:
    app = TopboardApp(made(tmp_path / "kent", []).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "no entries" in text_of(app))
        await pilot.press("i", "p", "ctrl+u", *"/nope.csv", "enter")
        await until(pilot, lambda: "nope.csv" in text_of(app) and "esc  another" in text_of(app))
        assert isinstance(app.screen, ImportDialog)
        assert "latin-1" not in text_of(app)
        assert "nope.csv:1" not in text_of(app)


def test_a_withdrawal_taken_back_names_the_rounds_out() -> None:
    def text(*away: Away) -> str:
        return rounds_text(replace(Entrant("1", "A"), away=away), event)

    event = build("A B", total=6)
    last = event.settings.rounds

    assert text(Away(4, 5)) == "out r4"
    assert text(Away(4, 7)) == "out r4-r6"
    assert text(Away(4)) == "out r4 on"
    assert text(Away(last)) == f"out r{last} on"
    assert text(Away(last + 1)) == f"left after r{last}"


def test_a_tie_break_with_quarters_has_two_decimals_in_every_row() -> None:
    def row(id: str, value: str) -> StandingRow:
        return StandingRow(
            1, id, int(id), f"Player {id}", Decimal(1), tiebreaks={"SB": Decimal(value)}
        )

    def shown(values: Sequence[str]) -> list[str]:
        rows = tuple(row(str(n), value) for n, value in enumerate(values, start=1))
        return [
            one.text.split()[-1]
            for one in standing_lines(StandingTable("Overall", ("SB",), rows), 80)[1]
        ]

    assert shown(["3.75", "3.5", "2"]) == ["3.75", "3.50", "2.00"]
    assert shown(["3.5", "2"]) == ["3½", "2"]


@pytest.mark.parametrize("place", ["events", "entries", "standings", "history", "card"])
def test_the_help_of_a_place_lists_no_key_twice(place: str) -> None:
    keys = [key for command in shown_in_help(place) for key in command.keys]
    assert len(keys) == len(set(keys))
    assert "q" in keys
    if place == "events":
        assert not {"U", "H", "f1", "f2", "f3", "f4", "tab"} & set(keys)
