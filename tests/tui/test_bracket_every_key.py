"""Every key of Bracket does what the table of keys says of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot

from engine.actions import EnterResults, ImportEntrants
from engine.entrants import Entrant
from saves.store import Store
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import front_place, text_of, until
from tui.app import TopboardApp
from tui.keys.commands import BRACKET
from tui.places.bracket.keys import BRACKET as BRACKET_KIND
from tui.places.bracket.picture import ways_of
from tui.places.entries import ENTRIES
from tui.places.pairings import PAIRINGS
from tui.places.screen import PlaceScreen
from tui.places.shape import PlaceKind
from tui.places.standings import STANDINGS as STANDINGS_KIND
from tui.screens.choice_dialog import ChoiceDialog
from tui.screens.dialogs import Telling

START = "W2.2"
GOES_TO = {
    "left": "W1.3",
    "right": "W3.1",
    "above": "W2.1",
    "below": "W2.3",
    "page_above": "W2.1",
    "page_below": "W2.4",
    "top": "W2.1",
    "bottom": "W2.4",
    "next_stage": "L2.1",
    "last_stage": "G2",
    "loser": "L2.4",
    "winner": "W3.1",
    "next_open": "W4.1",
    "last_open": "L3.2",
}
"""From match 2 of the winners' second round, of sixteen in a double knockout before round 4."""
OPENS = {"details", "beside", "find", "go_to_match", "choose", "draw", "finals"}
KEYS = [(command.id, key) for command in BRACKET for key in command.keys]


def place(app: TopboardApp) -> PlaceScreen:
    return front_place(app, "bracket")


async def press(app: TopboardApp, pilot: Pilot[None], key: str) -> None:
    app.post_message(Key(key, key if len(key) == 1 else None))
    await pilot.pause()


def keys_of(id: str) -> list[str]:
    return [key for one, key in KEYS if one == id]


def test_every_key_is_tried_here() -> None:
    assert {id for id, _ in KEYS} == GOES_TO.keys() | OPENS


def test_every_key_that_moves_goes_where_it_says(tmp_path: Path) -> None:
    store = cup(tmp_path, 16, 4, "double_knockout")
    bracket = Driver(BRACKET_KIND, MemoryDesk(store.event, store.format))
    went = {}
    for id, key in KEYS:
        if id in GOES_TO:
            bracket.state = replace(bracket.state, at=START)
            bracket.type(key)
            went[id, key] = bracket.state.at
    assert went == {(id, key): GOES_TO[id] for id, key in KEYS if id in GOES_TO}


def at_the_choice(folder: Path) -> Store:
    return played_to(teams_event(folder), 3, choosing=True)


async def test_the_keys_that_open_something_open_it(tmp_path: Path) -> None:
    app = TopboardApp(at_the_choice(tmp_path).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for id, said in (("details", "Match 1"), ("beside", "Lucky losers of Match 1")):
            for key in keys_of(id):
                await press(app, pilot, key)
                await until(pilot, lambda: isinstance(app.screen, Telling))
                assert said in " ".join(one.text for one in app.screen.text_lines)  # type: ignore[attr-defined]
                await pilot.press("escape")
                await until(pilot, lambda: not isinstance(app.screen, Telling))
        for key in keys_of("choose"):
            await press(app, pilot, key)
            await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, ChoiceDialog))
        for id, label in (("find", "find a name"), ("go_to_match", "go to table or name")):
            for key in keys_of(id):
                await press(app, pilot, key)
                await until(pilot, lambda: place(app).typing == (label, ""))  # noqa: B023
                await pilot.press("escape")


async def test_the_key_that_draws_goes_to_pairings_and_draws(tmp_path: Path) -> None:
    store = cup(tmp_path, 4, 1)
    store.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    for key in keys_of("draw"):
        app = TopboardApp(store.folder, "bracket")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await press(app, pilot, key)
            await until(pilot, lambda: app.desk.event.proposal is not None)  # noqa: B023
            assert app.current_mode == "pairings"
            await until(pilot, lambda: app.desk.beside is None)  # noqa: B023


@pytest.mark.parametrize(("size", "beside"), [((80, 24), False), ((120, 40), False),
                                              ((160, 50), True), ((240, 60), True)])  # fmt: skip
async def test_the_swiss_stands_beside_where_the_terminal_is_wide(
    tmp_path: Path, size: tuple[int, int], beside: bool
) -> None:
    app = TopboardApp(played_to(teams_event(tmp_path), 6).folder, "bracket")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        tabs, first = text_of(app).splitlines()[1:3]
        assert "Double knockout" in (first if size[0] >= 110 else tabs)
        assert ("── Swiss" in first) is beside
        if beside:
            await pilot.press("s", "s")
            node = ways_of(place(app).view).node(place(app).state.at)  # type: ignore[union-attr]
            assert node.stage == "swiss"
            rows = [one for one in text_of(app).splitlines() if "▌" in one]
            assert len(rows) == 2
            assert all(one.index("▌") >= first.index("── Swiss") - 1 for one in rows)
            column = rows[0].index("▌")
            await pilot.click("#body", offset=(column + 3, 4))
            assert place(app).state.at != ""
            assert ways_of(place(app).view).node(place(app).state.at).stage == "swiss"  # type: ignore[union-attr]


async def test_the_next_stage_is_gone_to_at_the_same_time_of_the_event(tmp_path: Path) -> None:
    app = TopboardApp(played_to(teams_event(tmp_path), 8).folder, "bracket")
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        shown = text_of(app)
        heads = [f"SKO round {n}" for n in (4, 5, 6)]
        assert any(all(head in one for head in heads) for one in shown.splitlines())
        seen = [place(app).state.at]
        for _ in range(3):
            await pilot.press("s")
            seen.append(place(app).state.at)
        rounds = [ways_of(place(app).view).node(at).round for at in seen]  # type: ignore[union-attr]
        assert rounds == [7, 7, 7, 2], seen


def test_a_key_of_another_place_says_what_does_it_here() -> None:
    """Before the first draw: `d`, which draws in Pairings, was silent below `D draw`."""
    bracket = Driver(BRACKET_KIND, MemoryDesk.created("knockout"))
    bracket.type("d")
    assert bracket.message == "d: Draw the next round is D here"
    bracket.type("x")
    assert bracket.message.startswith("x does nothing here; in Entries (F1): Withdraw, re-enter")
    standings = Driver(STANDINGS_KIND, MemoryDesk.playing(8, 1))
    standings.type("d")
    assert standings.message == "d does nothing here; in Pairings (F2): Draw the next round"
    nowhere = Driver(BRACKET_KIND, MemoryDesk.created("knockout"))
    nowhere.type("~")
    assert nowhere.message == ""


@pytest.mark.parametrize("kind", [PAIRINGS, STANDINGS_KIND, ENTRIES])
@pytest.mark.parametrize("key", ["1", "0", "=", "+", ".", "7"])
def test_a_key_of_results_says_where_they_are_entered(kind: PlaceKind[Any], key: str) -> None:
    place = Driver(kind, MemoryDesk.playing(8, 1))
    place.type(key)
    said = f"{key} does nothing here; results are entered in Results (F3)"
    assert place.message == said


@pytest.mark.parametrize(
    ("format", "told"), [("knockout", False), ("round_robin", False), ("dutch", True)]
)
def test_byes_are_not_named_where_nobody_can_have_one(format: str, told: bool) -> None:
    place = Driver(STANDINGS_KIND, MemoryDesk.created(format))
    place.type("y")
    assert ("Byes by round" in place.message) is told


def test_the_text_before_the_draw_names_the_key_of_the_place() -> None:
    desk = MemoryDesk.created("knockout")
    desk.do(ImportEntrants(tuple(Entrant("", f"P{n}") for n in range(1, 5))))
    bracket = Driver(BRACKET_KIND, desk)
    text = " ".join(one.text for one in bracket.shown.body)
    (key,) = keys_of("draw")
    assert f"{key}  draws the first round, in F2 Pairings" in text


def test_the_arrows_come_back_from_a_stage_of_one_match(tmp_path: Path) -> None:
    """Between the semi-finals and the match for third place; Up went to the first round."""
    store = cup(tmp_path, 16, 4, third_place=True)
    bracket = Driver(BRACKET_KIND, MemoryDesk(store.event, store.format))
    bracket.state = replace(bracket.state, at="R3.2")
    bracket.type("down")
    assert bracket.state.at == "T"
    bracket.type("up")
    assert bracket.state.at == "R3.2"
    store = cup(tmp_path / "two", 8, 3, "double_knockout")
    double = Driver(BRACKET_KIND, MemoryDesk(store.event, store.format))
    last = max(ways_of(double.view).columns["losers"])  # type: ignore[union-attr]
    double.state = replace(double.state, at=last[-1])
    double.type("down")
    assert double.state.at == "G1", "where the winner plays, not the match beside it"


def test_who_has_won_comes_into_view_behind_the_last_match(tmp_path: Path) -> None:
    """At 80 x 24 too, where the tree is longer than the screen."""
    store = cup(tmp_path, 16, 4, third_place=True)
    store.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    bracket = Driver(BRACKET_KIND, MemoryDesk(store.event, store.format), (80, 24))
    third, first = (
        bracket.event.entrant(m.white).name for m in reversed(store.event.published[-1].matches)
    )
    for at, told, other in (
        ("R1.8", f"Winner: {first}", "Third place:"),
        ("T", f"Third place: {third}", "Winner:"),
    ):
        bracket.state = replace(bracket.state, at=at)
        bracket.type("left")  # nowhere: the picture is made anew
        shown = bracket.shown
        assert shown.focus is not None
        text = " ".join(one.text for one in shown.body[: shown.focus.lower + 1])
        assert told in text
        assert other not in text, "of the matches shown alone"
