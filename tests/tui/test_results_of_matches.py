"""Results of matches typed as lines: IMPs, ties with their tie-break, corrections played on."""

from __future__ import annotations

from pathlib import Path

from engine.actions import (
    CreateEvent,
    EditEntrant,
    EnterResults,
    ImportEntrants,
    PublishRound,
    Withdraw,
)
from engine.entrants import Entrant
from saves.cells import text_width
from saves.store import Store, create_event
from tests.playing import propose, publish
from tests.tui.cups import played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import on_disk, question_of, text_of, type_text, until
from tests.tui.test_results_keys import results, settled
from tui.app import TopboardApp
from tui.places.pairings import PAIRINGS
from tui.places.results import RESULTS


def teams(folder: Path, count: int = 8, **settings: object) -> Store:
    """A knockout of teams, its first round published."""
    chosen = {"score": "imps", "boards": 14, **settings}
    store = create_event(folder / "cup", CreateEvent("Cup", "knockout", chosen, seed=7))
    entrants = (Entrant("", f"Team {letter}") for letter in "ABCDEFGH"[:count])
    store.do(ImportEntrants(tuple(entrants)))
    propose(store)
    store.do(PublishRound(1))
    return store


async def test_a_digit_opens_the_line_and_the_next_board_follows(tmp_path: Path) -> None:
    store = teams(tmp_path)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await type_text(pilot, "45-31")
        assert "table 1 (45-31; a tie: 40-40 home bam)" in text_of(app)
        await pilot.press("enter")
        await type_text(pilot, "0-12")
        await pilot.press("enter")
        await type_text(pilot, "+/-")
        await pilot.press("enter")
        place = await settled(pilot)
        assert results(app.desk.event) == ["45-31", "0-12", "+/-", None]
        assert place.body.selected == 4
    assert results(on_disk(store).event) == ["45-31", "0-12", "+/-", None]


async def test_a_tie_asks_for_its_tie_break_and_keeps_what_was_typed(tmp_path: Path) -> None:
    app = TopboardApp(teams(tmp_path).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await type_text(pilot, "40-40")
        await pilot.press("enter")
        await settled(pilot)
        assert "40-40 is a tie, and the match needs a winner" in text_of(app)
        assert results(app.desk.event)[0] is None
        await type_text(pilot, " away playoff 5")
        await pilot.press("enter")
        await settled(pilot)
        assert results(app.desk.event)[0] == "40-40 away playoff 5"
        assert "40-40 away playoff 5" in text_of(app)


async def test_what_is_no_score_is_refused_in_words_and_can_be_put_right(tmp_path: Path) -> None:
    app = TopboardApp(teams(tmp_path).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await type_text(pilot, "1000-3")
        await pilot.press("enter")
        assert "1,000 IMPs are not possible" in text_of(app)
        await pilot.press(*["backspace"] * 6)
        await type_text(pilot, "100-3")
        await pilot.press("enter")
        await settled(pilot)
        assert results(app.desk.event)[0] == "100-3"


async def test_a_slip_misread_as_minus_is_no_walkover(tmp_path: Path) -> None:
    app = TopboardApp(teams(tmp_path).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await type_text(pilot, "-")
        assert "table 1 (+/- or -/+: a walkover)" in text_of(app)
        await type_text(pilot, "5-3")
        await settled(pilot)
        assert results(app.desk.event) == [None] * 4
        await pilot.press("enter")
        await settled(pilot)
        assert "-5 IMPs are not possible" in text_of(app)
        assert results(app.desk.event) == [None] * 4
        await pilot.press(*["backspace"] * 4)
        await type_text(pilot, "-/+")
        await pilot.press("enter")
        await settled(pilot)
        assert results(app.desk.event) == ["-/+", None, None, None]


async def test_a_sign_and_enter_is_a_walkover(tmp_path: Path) -> None:
    app = TopboardApp(teams(tmp_path).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        for sign in ("+", "-"):
            await type_text(pilot, sign)
            await pilot.press("enter")
        place = await settled(pilot)
        assert results(app.desk.event) == ["+/-", "-/+", None, None]
        assert place.body.selected == 3


async def test_a_single_game_is_one_key_and_its_draw_a_line(tmp_path: Path) -> None:
    app = TopboardApp(teams(tmp_path, score="games").folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "0")
        await type_text(pilot, "= away blitz")
        await pilot.press("enter")
        await settled(pilot)
        assert results(app.desk.event) == ["1-0", "0-1", "½-½ away blitz", None]


async def test_a_correction_that_was_played_on_says_what_it_undoes(tmp_path: Path) -> None:
    store = teams(tmp_path, 4)
    store.do(EnterResults(((1, "30-20"), (2, "30-20"))))
    propose(store)
    store.do(PublishRound(2))
    store.do(EnterResults(((1, "9-3"),)))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("left_square_bracket")
        await type_text(pilot, "20-30")
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        told = " ".join(text_of(app).split())
        told = " ".join(told.replace("║", " ").split())
        assert "Team D against Team B instead of Team A against Team B (9-3)" in told
        assert "30-20" in told, "entered at another console: asked once, with what stands"
        await pilot.press("y")
        await until(pilot, lambda: results(app.desk.event, 1)[0] == "20-30")
        final = app.desk.event.round(2).matches[0]
        assert {app.desk.event.entrant(id).name for id in final.pair} == {"Team D", "Team B"}
        assert final.open


async def test_matches_of_several_stages_say_theirs_where_ratings_leave_no_room(
    tmp_path: Path,
) -> None:
    """A match over 28 boards is told from one over 14 at 80 columns."""
    store = played_to(teams_event(tmp_path), 3)
    for entrant in store.event.entrants:
        store.do(EditEntrant(entrant.id, {"rating": 2000}))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "DKO round 1 · 28 boards" in text_of(app))
        assert "SKO round 1 · 14 boards" in text_of(app)
        assert "2000" not in text_of(app)


def test_a_long_name_has_the_room_that_the_other_side_leaves() -> None:
    """At 80 columns a name was cut, and blanks stood beside a shorter opponent."""
    desk = MemoryDesk.created("knockout", third_place=True)
    names = ("Ashgrove, Ann", "Dunloy, Ben", "Featherstonehaugh, Charles", "Gort, Dee")
    desk.do(ImportEntrants(tuple(Entrant("", n, rating=2000 - i) for i, n in enumerate(names))))
    propose(desk)
    pairings = Driver(PAIRINGS, desk)
    assert any(names[2] in one for one in pairings.lines)
    publish(desk)
    results = Driver(RESULTS, desk)
    assert any(names[2] in one for one in results.lines), "points that a cup has not, take no cells"
    heads = results.shown.heads
    assert heads is not None
    assert all(text_width(one) <= 79 for one in results.lines)
    rows = [one for one in results.lines if names[0] in one or names[1] in one]
    begins = {min(at for at in map(one.find, names) if at > 10) for one in rows}
    assert begins == {heads.text.index("Black")}, "in one column, below its head"


def test_a_round_in_which_no_board_is_played_says_that() -> None:
    """`0/0 all in`, as if there had been results, and slips to print."""
    desk = MemoryDesk.created("knockout")
    desk.do(ImportEntrants(tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(4))))
    publish(desk)
    desk.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    desk.do(Withdraw(desk.event.round(1).matches[0].white))
    propose(desk)
    pairings = Driver(PAIRINGS, desk)
    pairings.type("P", "y")
    pairings.acknowledge()
    assert pairings.state.message is not None
    assert "F prints pairings" in pairings.state.message.text
    assert "slips" not in pairings.state.message.text
    text = Driver(RESULTS, desk).shown.status.text
    assert "no board is played" in text
    assert "0/0" not in text


def test_help_says_what_the_words_for_tie_breaks_mean(tmp_path: Path) -> None:
    store = teams(tmp_path)
    place = Driver(RESULTS, MemoryDesk(store.event, store.format))
    help = {one.id: one.help for one in RESULTS.extra_help(place.view, place.state)}
    assert "home bam, enter (bam: board-a-match, total: total points)" in help["result.line"]
