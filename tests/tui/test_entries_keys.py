"""Entries by keys: asserted on the event, mostly as another program reads it from disk."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.events import Key, Paste
from textual.widgets import Input

from engine.entrants import Entrant
from engine.protocol import numbers
from tests.tui.places import (
    HOSTILE,
    JUNIORS,
    SCREENS,
    front_place,
    hostile,
    is_in_front,
    juniors,
    made,
    on_disk,
    question_of,
    still,
    text_of,
    type_text,
    until,
)
from tests.tui.snapshot import Picture, picture
from tui.app import TopboardApp
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import AskLine
from tui.screens.entry_form import EntryForm
from tui.screens.entry_saving import fields_for
from tui.screens.import_files import ImportDialog

PEOPLE = (
    Entrant("", "Ashgrove, Liam", rating=1712),
    Entrant("", "Żukova, Niall", rating=1214),
    Entrant("", "Müller, Zoë", rating=1301),
    Entrant("", "Quilty, Petra"),
)


def console(folder: Path) -> TopboardApp:
    return TopboardApp(folder, "entries")


def entries(app: TopboardApp) -> PlaceScreen:
    return front_place(app, "entries")


# Adding and editing


async def test_a_filter_that_stays_on_is_seen_and_gives_way_to_a_new_entry(tmp_path: Path) -> None:
    app = console(made(tmp_path / "kent", PEOPLE).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"quil", "enter", "f4", "f1")
        await until(pilot, lambda: "only 'quil'" in text_of(app))
        await pilot.press("a", *"Newcomer", "enter")
        await until(pilot, lambda: "entered: Newcomer" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "1712" in text_of(app) and "only 'quil'" not in text_of(app))
        assert entries(app).body.selected == "5"


async def test_entries_are_added_one_after_the_other_with_one_key_each(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", ())
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Ashgrove, Liam")
        await pilot.press("tab")
        await type_text(pilot, "1712")
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
        await type_text(pilot, "Quilty, Petra")
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 2)
        await pilot.press("escape")
        await until(pilot, lambda: is_in_front(app, "entries"))
    found = [(e.id, e.name, e.rating) for e in on_disk(store).event.entrants]
    assert found == [("1", "Ashgrove, Liam", 1712), ("2", "Quilty, Petra", None)]


async def test_a_rating_typed_as_the_next_name_is_asked_about(tmp_path: Path) -> None:
    """Enter begins the next entry: who takes it for the way to the next field learns it there."""
    store = made(tmp_path / "kent", ())
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Brindle, Marcus")
        await until(pilot, lambda: "enter saves, next entry" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
        await type_text(pilot, "1872")
        await pilot.press("enter")
        await until(pilot, lambda: "name '1872' has no letter" in question_of(app))
        await pilot.press("n")
        await until(pilot, lambda: question_of(app) == "")
        assert isinstance(app.screen, EntryForm)
        assert app.screen.typed()["name"] == "1872"
        assert len(on_disk(store).event.entrants) == 1
        await pilot.press("enter")
        await until(pilot, lambda: "has no letter" in question_of(app))
        await pilot.press("y")  # a club may be called 64
        await until(pilot, lambda: len(app.desk.event.entrants) == 2)


async def test_an_entry_saved_without_the_rating_that_others_have_says_how_it_gets_one(
    tmp_path: Path,
) -> None:
    rated = tuple(Entrant("", name, rating=1500) for name in ("Ann", "Bea", "Cid"))
    store = made(tmp_path / "kent", rated)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Brindle, Marcus")
        await pilot.press("enter")
        await until(pilot, lambda: "without a rating: esc and e add it" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: is_in_front(app, "entries"))
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await pilot.press("tab")
        await type_text(pilot, "1712")
        await pilot.press("enter")
        await until(pilot, lambda: app.desk.event.entrants[-1].rating == 1712)
    assert on_disk(store).event.entrants[-1].name == "Brindle, Marcus"


async def test_every_field_of_the_form_reaches_the_entry(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", (), format="kjca")
    app = console(store.folder)
    typed: list[object] = [
        *("Ashgrove, Liam", "1712", "Priory Fields", "Ashgrove-1", "fm", "Salthill", "U18", "A"),
        *("2009", "w", "IRL", "2500123", "40", "0351 1234", "3", "left-handed"),
    ]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        for text in typed:
            await type_text(pilot, str(text))
            await pilot.press("down")
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
    e = on_disk(store).event.entrant("1")
    found = [e.name, e.rating, e.school, e.family, e.title, e.club, e.category, e.section,
             e.birth, e.sex, e.federation, e.fide_id, e.k_factor, e.contact, e.fixed_board,
             e.note]  # fmt: skip
    typed[1], typed[4], typed[12], typed[14] = 1712, "FM", 40, 3
    assert found == typed


def test_school_and_family_are_asked_only_where_they_count(tmp_path: Path) -> None:
    for name, entrants, asked in (
        ("kjca", (), {"school", "family"}),
        ("dutch", (), set()),
        ("dutch", (Entrant("", "Ashgrove, Liam", school="Priory Fields"),), {"school"}),
    ):
        store = made(tmp_path / f"{name}{len(entrants)}", entrants, format=name)
        fields = {field.key for field in fields_for(store.event, store.format)}
        assert fields & {"school", "family"} == asked


@pytest.mark.parametrize("wrong", ["17x2", "9999", "\N{ARABIC-INDIC DIGIT ONE}7"])
async def test_a_wrong_rating_is_refused_in_place_and_nothing_typed_is_lost(
    tmp_path: Path, wrong: str
) -> None:
    store = made(tmp_path / "kent", ())
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Ashgrove, Liam")
        await pilot.press("tab")
        await type_text(pilot, wrong)
        await pilot.press("enter")
        form = app.screen
        assert isinstance(form, EntryForm)
        await until(pilot, lambda: "rating" in form.said[0])
        assert form.typed()["name"] == "Ashgrove, Liam"
        assert form.current == "rating"
        assert not app.desk.event.entrants
        await pilot.press("ctrl+u")
        await type_text(pilot, "1712")
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
    assert on_disk(store).event.entrant("1").rating == 1712


async def test_an_entry_without_a_name_is_refused(tmp_path: Path) -> None:
    app = console(made(tmp_path / "kent", ()).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a", "enter")
        form = app.screen
        assert isinstance(form, EntryForm)
        await until(pilot, lambda: "needs a name" in form.said[0])
        assert not app.desk.event.entrants


async def test_keys_typed_faster_than_a_save_go_into_the_next_entry(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", ())
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        for name in ("Ann", "Bob", "Cyd", "Dee"):
            for character in name:
                app.post_message(Key(character, character))
            app.post_message(Key("enter", "\r"))
        await until(pilot, lambda: len(app.desk.event.entrants) == 4)
    assert [e.name for e in on_disk(store).event.entrants] == ["Ann", "Bob", "Cyd", "Dee"]


async def test_a_namesake_is_asked_about_and_taken_when_insisted_on(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Quilty, Petra")
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        assert len(app.desk.event.entrants) == 4
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.entrants) == 5)
    assert on_disk(store).event.entrant("5").name == "Quilty, Petra"


async def test_the_list_stands_at_the_entry_added_last_and_stays_where_none_was(
    tmp_path: Path,
) -> None:
    app = console(made(tmp_path / "kent", PEOPLE).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "a", "escape")
        await until(pilot, lambda: is_in_front(app, "entries"))
        assert entries(app).body.selected == "2"
        await pilot.press("a")
        await type_text(pilot, "Newbliss, Greta")
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 5)
        await pilot.press("escape")
        await until(pilot, lambda: entries(app).body.selected == "5")


async def test_a_late_entry_is_told_into_which_round_it_comes(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=8)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Late, Lena")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await pilot.press("enter")  # no points for the round that is missed
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        form = app.screen
        assert isinstance(form, EntryForm)
        await until(pilot, lambda: "from round 2 on; without a rating" in form.said[0])
    assert on_disk(store).event.entrant("9").joined == 2


async def test_a_paste_with_control_characters_comes_in_harmless(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", ())
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await pilot.pause()
        app.screen.post_message(Paste("Evil\x1b]52;c;aGk=\x07\tEve\nsecond line\n\nthird\n"))
        said = "only the first line was pasted, 2 lines left out: esc, then i reads a list"
        await until(pilot, lambda: said in " ".join(text_of(app).split()))
        await pilot.press("enter")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
    name = on_disk(store).event.entrant("1").name
    assert name == "Evil\ufffd]52;c;aGk=\ufffd Eve"


async def test_editing_saves_only_what_was_changed(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "e", "tab", "ctrl+u")
        await type_text(pilot, "1250")
        await pilot.press("enter")
        await until(pilot, lambda: is_in_front(app, "entries"))
    last = on_disk(store).entries[-1].action
    assert last.kind == "edit"
    assert last.changes == {"rating": 1250}  # type: ignore[attr-defined]
    assert on_disk(store).event.entrant("2").rating == 1250


async def test_an_edit_that_changes_nothing_leaves_no_action(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    before = len(store.entries)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e", "enter")
        await until(pilot, lambda: is_in_front(app, "entries"))
    assert len(on_disk(store).entries) == before


# Check-in


async def test_space_checks_in_and_goes_on_to_the_next(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "space", "down", "space")
        await until(pilot, lambda: "3 checked in" in text_of(app))
        await pilot.press("home", "space")
        await until(pilot, lambda: "2 checked in" in text_of(app))
    assert [e.id for e in on_disk(store).event.entrants if e.present] == ["2", "4"]


async def test_not_seen_only_shrinks_while_people_are_checked_in(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "space", "space")
        await until(pilot, lambda: [x.key for x in entries(app).body.lines] == ["3", "4"])
        await pilot.press("n")
        assert len(entries(app).body.lines) == 4
    assert [e.id for e in on_disk(store).event.entrants if e.present] == ["1", "2"]


async def test_absent_ones_are_out_of_the_next_draw_only_after_a_yes(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "space", "o")
        await until(pilot, lambda: question_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: is_in_front(app, "entries"))
        assert not any(e.byes for e in app.desk.event.entrants)
        await pilot.press("o")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: any(e.byes for e in app.desk.event.entrants))
    out = [e.id for e in on_disk(store).event.entrants if not e.to_be_paired(1)]
    assert out == ["3", "4"]


async def test_nobody_checked_in_is_refused_without_a_question(tmp_path: Path) -> None:
    app = console(made(tmp_path / "kent", PEOPLE).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await until(pilot, lambda: "nobody is checked in" in text_of(app))
        assert is_in_front(app, "entries")


# In and out


async def test_withdrawing_asks_and_the_same_key_brings_back(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=8)
    first = next(e.id for e in store.event.entrants if e.start_number == 1)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await until(pilot, lambda: question_of(app))
        await pilot.press("n")
        await until(pilot, lambda: is_in_front(app, "entries"))
        assert not app.desk.event.entrant(first).withdrawn
        await pilot.press("x")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.entrant(first).withdrawn)
        assert not on_disk(store).event.entrant(first).active(2)
        await until(pilot, lambda: is_in_front(app, "entries"))
        assert re.search(r"^▌ x   1 ", text_of(app), re.MULTILINE), "told apart without a colour"
        await pilot.press("space")
        await until(pilot, lambda: "has withdrawn" in text_of(app))
        assert not app.desk.event.entrant(first).present
        await pilot.press("x")
        await until(pilot, lambda: not app.desk.event.entrant(first).withdrawn)
    assert on_disk(store).event.entrant(first).active(2)


async def test_withdrawing_under_a_proposal_says_that_it_no_longer_holds(tmp_path: Path) -> None:
    from tests.playing import propose

    store = made(tmp_path / "kent", PEOPLE)
    propose(store)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(
            pilot,
            lambda: "results changed after this draw was made" in " ".join(text_of(app).split()),
        )


async def test_what_a_form_changes_under_a_proposal_says_that_it_no_longer_holds(
    tmp_path: Path,
) -> None:
    """A rating, or a setting, changed in a form moved the draw without a word."""
    from tests.playing import propose

    def told(app: TopboardApp, changed: str) -> bool:
        shown = " ".join(text_of(app).split())
        return f"{changed}; entries or results changed after this draw was made" in shown

    store = made(tmp_path / "kent", PEOPLE)
    propose(store)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await pilot.press("down", "ctrl+u", *"1100", "enter")
        await until(pilot, lambda: told(app, "changed: Ashgrove, Liam"))
        await pilot.press("E")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await pilot.press("down", "ctrl+u", "3", "enter")
        await until(pilot, lambda: told(app, "→ 3"))


async def test_an_entry_is_removed_before_round_1_and_only_then(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("delete")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.entrants) == 3)
    assert [e.id for e in on_disk(store).event.entrants] == ["2", "3", "4"]
    later = juniors(tmp_path / "later", rounds=1, players=8)
    app = console(later.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("X")
        await until(pilot, lambda: "withdraw instead" in " ".join(text_of(app).split()))
        assert len(app.desk.event.entrants) == 8


BYE_LINES = (
    ("2 0.5", ((2, "0.5"),)),
    ("2 4 =", ((2, "0.5"), (4, "0.5"))),
    ("2 4 0,5", ((2, "0.5"), (4, "0.5"))),
    ("2,4,0,5", ((2, "0.5"), (4, "0.5"))),
    ("r3 0", ((3, "0"),)),
    ("6 1", ((6, "1"),)),
    ("3", ((3, "0.5"),)),  # a round alone, as the line has just said
)


async def test_byes_are_arranged_by_round_from_one_line(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)

    def has(byes: int) -> bool:
        return len(app.desk.event.entrant("1").byes) == byes and is_in_front(app, "entries")

    async with app.run_test(size=(80, 24)) as pilot:
        for line, expected in BYE_LINES:
            await pilot.press("y")
            await until(pilot, lambda: isinstance(app.screen, AskLine))
            await type_text(pilot, line)
            await pilot.press("enter")
            await until(pilot, partial(has, len(expected)))
            arranged = on_disk(store).event.entrant("1").byes
            as_typed = [(n, Decimal(p)) for n, p in expected]
            assert [(b.round, b.points) for b in arranged] == as_typed, line
            for left in reversed(range(len(expected))):  # each round is an action of its own
                await pilot.press("u")
                await until(pilot, partial(has, left))


async def test_a_bye_is_taken_back_with_a_minus(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        for line in ("2 0.5", "2 -"):
            await pilot.press("y")
            await until(pilot, lambda: isinstance(app.screen, AskLine))
            await type_text(pilot, line)
            await pilot.press("enter")
            await until(pilot, lambda: is_in_front(app, "entries"))
    assert on_disk(store).event.entrant("1").byes == ()
    assert [e.action.kind for e in on_disk(store).entries][-2:] == ["bye", "bye"]


async def test_a_bye_that_cannot_be_is_refused_where_it_is_typed(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=8)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        for line in ("1", "0.5", "2 7", "9 0.5", "x 0.5", "1 0.5 0.5"):
            await type_text(pilot, line)
            await pilot.press("enter")
            await still(pilot)
            assert isinstance(app.screen, AskLine), line
            assert app.screen.query_one(Input).value == line, "it can be mended"
            assert not app.desk.event.entrant("1").byes
            await pilot.press("ctrl+u")


async def test_points_are_adjusted_with_a_reason_and_never_without(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=8)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, "-0.5")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, AskLine)
        await type_text(pilot, " phone rang")
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.desk.event.adjustments))
    (given,) = on_disk(store).event.adjustments
    assert (given.points, given.why) == (Decimal("-0.5"), "phone rang")
    assert store.event.entrant(given.entrant).start_number == 1


# Looking


async def test_find_narrows_at_once_without_accents_and_escape_shows_all(tmp_path: Path) -> None:
    app = console(made(tmp_path / "kent", PEOPLE).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", "z", "u", "k")
        await until(pilot, lambda: [x.key for x in entries(app).body.lines] == ["2"])
        await pilot.press("enter", "space")
        await until(pilot, lambda: app.desk.event.entrant("2").present)
        assert not app.desk.event.entrant("1").present
        await pilot.press("escape")
        assert len(entries(app).body.lines) == 4
        await pilot.press("slash", "q", "escape")
        assert len(entries(app).body.lines) == 4


async def test_sort_goes_through_number_rating_and_name(tmp_path: Path) -> None:
    app = console(made(tmp_path / "kent", PEOPLE).folder)
    orders = []
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(3):
            await pilot.pause()
            orders.append([x.key for x in entries(app).body.lines])
            await pilot.press("s")
    assert orders == [["1", "2", "3", "4"], ["1", "3", "2", "4"], ["1", "3", "4", "2"]]


async def test_enter_opens_the_card_and_escape_comes_back(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent", rounds=2, players=8).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "enter")
        await until(pilot, lambda: is_in_front(app, "card"))
        card = front_place(app, "card")
        assert card.state.entrant == "2"
        await until(pilot, lambda: card.body.selected == 1)
        await pilot.press("enter")
        other = card.state.entrant
        assert other != "2"
        assert other in {m.opponent("2") for m in app.desk.event.round(1).matches if "2" in m.pair}
        await pilot.press("escape")
        assert card.state.entrant == "2"
        await pilot.press("escape")
        await until(pilot, lambda: is_in_front(app, "entries"))


async def test_draw_goes_to_pairings_and_draws_there(tmp_path: Path) -> None:
    people = [Entrant("", f"Player {letter}") for letter in "ABCDEFGHIJ"]
    app = console(made(tmp_path / "kent", people, format="kjca").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("D")
        await until(pilot, lambda: app.desk.event.proposal is not None)
        assert app.current_mode == "pairings"
        await still(pilot)


async def test_a_damaged_event_is_read_only_and_every_change_says_so(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", PEOPLE)
    journal = store.folder / "journal.log"
    damaged = b"garbage\n" + journal.read_bytes()
    journal.write_bytes(damaged)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "The journal is damaged" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "The journal is damaged" not in text_of(app))
        await pilot.press("space")
        await until(pilot, lambda: "NOT SAVED" in text_of(app))
        await pilot.press("a")
        await type_text(pilot, "Newbliss, Greta")
        await pilot.press("enter")
        form = app.screen
        assert isinstance(form, EntryForm)
        await until(pilot, lambda: "NOT SAVED" in form.said[0])
        assert form.typed()["name"] == "Newbliss, Greta"
    assert journal.read_bytes() == damaged


# Import


async def test_a_file_is_looked_at_before_it_is_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "juniors.csv").write_bytes(JUNIORS.read_bytes())
    monkeypatch.chdir(tmp_path)
    store = made(tmp_path / "kent", ())
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "enter")
        await until(pilot, lambda: "41 entries" in text_of(app))
        assert not app.desk.event.entrants
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.entrants) == 41)
    assert on_disk(store).event.entrant("6").name == "Ashgrove, Éabha"


async def test_namesakes_in_a_file_are_said_and_taken_after_a_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "more.csv").write_text('name,rating\n"Quilty, Petra",1500\n"New, One",1400\n')
    monkeypatch.chdir(tmp_path)
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "enter")
        await until(pilot, lambda: "entered already, as No " in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.entrants) == 6)


async def test_of_a_list_with_namesakes_only_the_new_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is there is named by the number that the list of entries shows."""
    (tmp_path / "more.csv").write_text('name,rating\n"Quilty, Petra",1500\n"New, One",1400\n')
    monkeypatch.chdir(tmp_path)
    store = made(tmp_path / "kent", PEOPLE)
    there = next(e.id for e in store.event.entrants if e.name == "Quilty, Petra")
    number = numbers(store.format, store.event)[there]
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "enter")
        await until(pilot, lambda: f"entered already, as No {number}" in text_of(app))
        await until(pilot, lambda: "n takes only the 1 new, y all" in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: len(app.desk.event.entrants) == 5)
        assert [e.name for e in app.desk.event.entrants].count("Quilty, Petra") == 1


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bad.csv", b"qui,elo\nx,1\n", "no 'name' column"),
        ("bad.csv", b'name,rating\n"Open,1\nNext,2\n', "quote"),
        ("bad.trf", b"\x1f\x8b\x08", "gzip"),
        ("bad.csv", b"", "is empty"),
        ("bad.csv", b"name\nM\xfcller\n", "not UTF-8"),
    ],
)
async def test_a_bad_file_is_refused_with_its_place_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    store = made(tmp_path / "kent", PEOPLE)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "enter")
        await until(pilot, lambda: said in " ".join(text_of(app).split()))
        assert f"{name}:" in text_of(app)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, ImportDialog)
    assert len(on_disk(store).event.entrants) == 4


async def test_a_latin_1_file_is_read_with_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old.csv").write_bytes("name\nMüller Anna\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    store = made(tmp_path / "kent", ())
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "enter")
        await until(pilot, lambda: "not UTF-8" in text_of(app))
        assert "l reads it as latin-1" in text_of(app)
        assert "--encoding" not in text_of(app)
        await pilot.press("l")
        await until(pilot, lambda: "1 entry" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.entrants) == 1)
    assert on_disk(store).event.entrant("1").name == "Müller Anna"


# How it looks


@pytest.mark.parametrize("size", SCREENS, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_entry_list_looks_right(
    tmp_path: Path,
    size: tuple[int, int],
    snapshot: SnapshotAssertion,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TOPBOARD_USER", "anna")
    app = console(juniors(tmp_path / "kent", rounds=1).folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("down", "down")
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


async def test_the_form_looks_right(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    app = console(made(tmp_path / "kent", PEOPLE).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e", "tab")
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_hostile_names_neither_crash_a_screen_nor_reach_the_terminal(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = console(hostile(tmp_path / "kent").folder)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        texts = [text_of(app)]
        for _ in HOSTILE if size == (80, 24) else HOSTILE[:1]:
            for key, text in (
                ("enter", "card"),
                ("e", "Entry "),
                ("x", "Withdraw"),
                ("y", "Byes of "),
            ):
                await pilot.press(key)
                await until(pilot, lambda text=text: text in text_of(app))  # type: ignore[misc]
                texts.append(text_of(app))
                await pilot.press("escape")
                await until(pilot, lambda: is_in_front(app, "entries"))
            await pilot.press("down")
        for text in texts:
            assert not set(text) & set("\x1b\x07\u202e\u200b")
        assert "[/b] Bobby" in texts[0]
