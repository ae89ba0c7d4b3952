"""Small things that a newcomer stumbled over: keys as they are, names whole where there is room."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.command import CommandPalette

from engine.entrants import Entrant
from engine.event import Bye
from tests.playing import play, propose
from tests.tui.places import juniors, made, text_of, until
from tests.tui.test_pairings_keys import SIZE
from tui.app import TopboardApp
from tui.places.pairings.talks import WhyDialog
from tui.places.screen import tab_line

LONG = "Nightingale-Ashworth, Philippa Henrietta"
FIELD = tuple(
    Entrant("", name, rating=1900 - 10 * at)
    for at, name in enumerate(
        ("Ash, Tom", "Bo, Al", "Cy, Jo", "Dee, Ed", "Eve, Bo", "Fay, Al", LONG)
    )
)


async def test_why_offers_what_its_keys_do(tmp_path: Path) -> None:
    store = made(tmp_path / "open", FIELD, format="dutch")
    propose(store)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.front is not None and app.front.body.lines)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WhyDialog))
        await until(pilot, lambda: "n  in full      w  why not somebody else?" in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: "n  in short      w  why not somebody else?" in text_of(app))


def _said(app: TopboardApp) -> str:
    return " ".join(text_of(app).split())


@pytest.mark.parametrize(("place", "rounds"), [("pairings", 0), ("standings", 3)])
async def test_a_long_name_is_whole_where_there_is_room(
    tmp_path: Path, place: str, rounds: int
) -> None:
    """The bye of round 1 is that of the last in the list; nobody sits beside him."""
    store = made(tmp_path / "open", FIELD, format="dutch")
    if rounds:
        play(store, rounds)
    else:
        propose(store)
        assert store.event.proposal is not None
        assert [type(bye) for bye in store.event.proposal.byes] == [Bye]
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and app.front.body.lines)
        if place == "standings":
            await pilot.press("x")
            await until(pilot, lambda: "cross-table" in text_of(app))
        assert app.front is not None
        (row,) = [one.text for one in app.front.body.lines if "Nightingale" in one.text]
        assert LONG in row


@pytest.mark.parametrize(("format", "offered"), [("dutch", False), ("knockout", True)])
async def test_a_command_that_the_format_has_no_use_for_is_not_offered(
    tmp_path: Path, format: str, offered: bool
) -> None:
    app = TopboardApp(made(tmp_path / "open", FIELD[:4], format=format).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(":")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"draw")
        await until(pilot, lambda: "Draw the next round" in text_of(app))
        assert ("Draw by choice" in text_of(app)) == offered


async def test_the_palette_of_results_begins_with_what_a_round_needs(tmp_path: Path) -> None:
    """What decides where a slip differs is for a pass alone, and a day for another match for a
    league."""
    app = TopboardApp(made(tmp_path / "open", FIELD[:4], format="dutch").folder, "results")
    async with app.run_test(size=(80, 50)) as pilot:
        await pilot.press(":")
        await until(pilot, lambda: "Verification pass" in text_of(app))
        shown = text_of(app)
        assert shown.index("Go to a board") < shown.index("Verification pass")
        assert shown.index("Verification pass") < shown.index("What is saved is right")
        assert "Line-up" not in shown
        assert "Another day" not in shown


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("ro", "Previous round"),
        ("bye", "Entries: Byes by round"),
        ("rounds", "Setting: rounds"),
        ("window", "Setting: correction window"),
    ],
)
async def test_an_action_of_that_name_comes_before_a_setting(
    tmp_path: Path, typed: str, first: str
) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", *typed)
        await until(pilot, lambda: first in text_of(app))
        found = [row for row in text_of(app).splitlines() if "Setting:" in row or first in row]
        assert first in found[0]


async def test_print_finds_what_prints_alone(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(":")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"print")
        await until(pilot, lambda: "Export" in text_of(app))
        assert "Publish" not in text_of(app)


async def test_the_key_that_takes_a_result_back_is_in_the_key_line(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1, all_in=False).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "u undo" in text_of(app).splitlines()[-1])


def test_a_title_is_cut_only_where_it_does_not_fit() -> None:
    right = ("Millbridge Weekend", "R1/5")
    line = partial(tab_line, width=80, right=right)
    assert line("pairings").line.text.rstrip().endswith("│ F4 Standings Millbridge Weekend · R1/5")
    assert "Millbridge Weeke… · R1/5" in line("standings").line.text
