"""Seeds in Entries: by a number, up and down, by rating, by lot; teams imported and edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import ImportEntrants
from engine.actions.numbering import seeded
from engine.entrants import Entrant
from engine.event import Event
from engine.protocol import numbers
from engine.refusal import Refused
from formats.registry import format_named
from saves.store import Store
from tests.playing import begun
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import on_disk, question_of, text_of, type_text, until
from tui.app import TopboardApp
from tui.places.entries import ENTRIES, EntriesState, seeds_placed
from tui.screens.dialogs import Telling
from tui.screens.entries_lines import listed
from tui.screens.entry_saving import fields_for


def entries(store: Store) -> TopboardApp:
    return TopboardApp(store.folder, "entries")


def first(event: Event, count: int = 4) -> list[str]:
    return seeded(event)[:count]


async def test_a_team_goes_up_and_down_and_the_list_is_in_order_of_seeds(tmp_path: Path) -> None:
    store = teams_event(tmp_path)
    app = entries(store)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down", "K")
        await until(pilot, lambda: first(app.desk.event) == ["1", "3", "2", "4"])
        await until(pilot, lambda: app.front is not None and app.front.body.selected == "3")
        await pilot.press("K")
        await until(pilot, lambda: first(app.desk.event) == ["3", "1", "2", "4"])
        await pilot.press("K")
        await pilot.press("J")
        await until(pilot, lambda: first(app.desk.event) == ["1", "3", "2", "4"])
        assert "Seed↓" in text_of(app)
        await pilot.press("u")
        await until(pilot, lambda: first(app.desk.event) == ["3", "1", "2", "4"])
    assert first(on_disk(store).event) == ["3", "1", "2", "4"]
    assert len(seeded(on_disk(store).event)) == 23


def test_by_seed_those_without_one_stand_behind() -> None:
    cup = format_named("knockout")
    people = [Entrant("", name, seed=seed) for name, seed in (("A", None), ("B", 2), ("C", 1))]
    event = begun(cup, people).event
    assert [entrant.name for entrant in listed(event, cup, "seed")] == ["C", "B", "A"]


async def test_a_number_puts_a_team_there_and_the_others_move(tmp_path: Path) -> None:
    app = entries(teams_event(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "number_sign")
        await type_text(pilot, "2")
        await pilot.press("enter")
        await until(pilot, lambda: first(app.desk.event) == ["1", "23", "2", "3"])
        await pilot.press("number_sign")
        await type_text(pilot, "99")
        await pilot.press("enter")
        await until(pilot, lambda: "seeds go from 1 to 23" in text_of(app))
        await pilot.press("ctrl+u", "enter")
        await until(pilot, lambda: app.desk.event.entrant("23").seed is None)
        assert first(app.desk.event) == ["1", "2", "3", "4"]


def test_where_nobody_is_seeded_a_number_names_the_key_that_seeds_all() -> None:
    event = begun(format_named("knockout"), [Entrant("", "Ann"), Entrant("", "Bea")]).event
    with pytest.raises(Refused, match="nobody else has a seed yet") as refused:
        seeds_placed(event, "2", "3")
    assert "Z seeds all" in refused.value.remedy


async def test_seeds_by_lot_are_drawn_once_and_recorded(tmp_path: Path) -> None:
    store = teams_event(tmp_path)
    app = entries(store)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("Z")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("down", "enter")
        await until(pilot, lambda: question_of(app))
        assert "23 have a seed" in text_of(app)
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.lots) == 1)
        await until(pilot, lambda: "lot 1 of this event" in text_of(app))
        assert tuple(seeded(app.desk.event)) == app.desk.event.lots[0].order
    assert seeded(on_disk(store).event) == list(on_disk(store).event.lots[0].order)
    assert seeded(on_disk(store).event) != [str(n) for n in range(1, 24)]


async def test_players_of_a_knockout_are_seeded_by_rating(tmp_path: Path) -> None:
    app = entries(cup(tmp_path, 8, 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "K")
        await until(pilot, lambda: len(seeded(app.desk.event)) == 8)
        assert first(app.desk.event, 8)[-2:] == ["8", "7"]
        await pilot.press("Z")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: first(app.desk.event, 8)[-2:] == ["7", "8"])


async def test_seeds_stand_once_the_first_round_is_drawn(tmp_path: Path) -> None:
    app = entries(cup(tmp_path, 8, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "K")
        await until(pilot, lambda: "seeds cannot be changed now" in text_of(app))
        assert seeded(app.desk.event) == []


def round_robin(numbers: str) -> Driver[EntriesState]:
    desk = MemoryDesk.created("round_robin", numbers=numbers)
    desk.do(ImportEntrants(tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(1, 7))))
    return Driver(ENTRIES, desk)


def test_the_numbers_of_a_round_robin_are_given_by_hand_as_seeds() -> None:
    place = round_robin("seed")
    place.enter("down", "J")
    place.enter("#", *"1", "enter")
    order = [e.id for e in place.desk.event.entrants]
    by_number = numbers(place.desk.format, place.desk.event)
    assert sorted(order, key=by_number.__getitem__) == seeded(place.desk.event)
    assert seeded(place.desk.event)[0] == "2", place.message


@pytest.mark.parametrize(("how", "given"), [("lot", "drawn by lot"), ("rating", "given by rating")])
def test_numbers_that_do_not_go_by_seeds_say_how_they_are_given(how: str, given: str) -> None:
    place = round_robin(how)
    for key in ("#", "J", "K", "Z", "c"):
        place.enter(key)
        assert f"its numbers are {given}, unless its setting numbers is seed" in place.message
    assert seeded(place.desk.event) == []


def test_an_exchange_of_numbers_that_go_by_seeds_leads_to_the_seeds() -> None:
    place = round_robin("seed")
    place.enter("c")
    assert "they go by the seeds; change the seeds with # in Entries" in place.message


def test_an_empty_line_exchanges_no_numbers() -> None:
    desk = MemoryDesk.playing(8, published=0)
    place = Driver(ENTRIES, desk)
    place.enter("c", "enter")
    assert place.state.prompt is None
    assert place.message == ""


@pytest.mark.parametrize("key", ["#", "Z", "K", "J"])
def test_after_the_draw_no_key_offers_or_asks_for_a_seed_or_an_entry(key: str) -> None:
    place = Driver(ENTRIES, MemoryDesk.playing(8, format="knockout"))
    place.enter(key)
    place.acknowledge()
    assert place.message == "seeds cannot be changed now: the draw of round 1 is published"
    assert place.state.prompt is None
    place.paint()
    idle = place.shown.idle
    assert {"seed", "seeds", "seed_up", "seed_down", "add", "bring_in"} <= idle


async def test_a_swiss_knows_no_seeds(make_event: EventMaker) -> None:
    app = entries(make_event())
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("K", "J", "number_sign", "Z"):
            await pilot.press(key)
            await until(pilot, lambda: "seeds mean nothing here: it goes by rating" in text_of(app))
        assert "seed" not in text_of(app).splitlines()[-1]


async def test_teams_come_from_a_file_with_members_and_are_edited(tmp_path: Path) -> None:
    app = entries(teams_event(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.desk.event.entrant("1").members[0] == "Padraig Łabędzki"
        assert "Members" in text_of(app)
        assert "Rating" not in text_of(app)
        await pilot.press("e")
        await until(pilot, lambda: "Captain" in text_of(app))
        await pilot.press("down", "down")
        await type_text(pilot, "Zoë Ūdriene")
        await pilot.press("down", "end")
        await type_text(pilot, "; Neu Mitglied")
        await pilot.press(*["down"] * 4)
        await type_text(pilot, "tel 12")
        await pilot.press("enter")
        await until(pilot, lambda: app.desk.event.entrant("1").captain == "Zoë Ūdriene")
        team = app.desk.event.entrant("1")
        assert team.members[-1] == "Neu Mitglied"
        assert team.contact == "tel 12"
        assert "Captain" in text_of(app)


@pytest.mark.parametrize(
    ("format", "settings", "asked"),
    [
        ("knockout", {}, True),
        ("round_robin", {"numbers": "seed"}, True),
        ("round_robin", {}, False),
        ("team_swiss", {}, False),
        ("league", {"numbers": "seed"}, True),
        ("league", {}, False),
        ("diagonal", {}, False),
    ],
)
def test_the_form_asks_for_a_seed_where_the_format_goes_by_it(
    format: str, settings: dict[str, object], asked: bool
) -> None:
    desk = MemoryDesk.created(format, **settings)
    fields = {field.key for field in fields_for(desk.event, desk.format)}
    assert ("seed" in fields) == asked


async def test_a_player_of_a_knockout_has_a_seed_in_the_form(tmp_path: Path) -> None:
    app = entries(cup(tmp_path, 4, 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await until(pilot, lambda: "Seed" in text_of(app))
        await pilot.press("down", "down")
        await type_text(pilot, "3")
        await pilot.press("enter")
        await until(pilot, lambda: app.desk.event.entrant("1").seed == 3)


def test_what_is_typed_behind_a_seed_that_is_none_is_no_key_of_entries() -> None:
    """A space would check a team in, and digits go nowhere."""
    place = round_robin("seed")
    place.enter("#", *"99", "enter", *" 1", "ctrl+u", *"1", "enter")
    assert not any(e.present for e in place.desk.event.entrants)
    assert seeded(place.desk.event)[0] == "1"
    assert place.state.prompt is None
