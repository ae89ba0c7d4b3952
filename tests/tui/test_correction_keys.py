"""Corrections of published boards: what the console asks and says before it does them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import AddEntrant, CorrectBoard, EnterResult, EnterResults, Instruct
from engine.actions.base import applied
from engine.actions.team_play import EnterBoardResult
from engine.entrants import Entrant
from engine.event import Event, Instruction
from engine.history import cards
from formats.registry import format_named
from tests.engine.build import build
from tests.playing import begun, publish
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup
from tests.tui.desk_cli import CommandLine
from tests.tui.places import is_in_front, question_of, text_of, type_text, until
from tui.app import TopboardApp
from tui.places.result_entry import later_stay
from tui.screens.correction import changes, person
from tui.screens.dialogs import AskLine, Telling

DUTCH = format_named("dutch")


async def question(pilot: Pilot[None], app: TopboardApp) -> str:
    await until(pilot, lambda: question_of(app))
    assert question_of(app)
    return question_of(app)


async def asked(pilot: Pilot[None], app: TopboardApp, *keys: str) -> None:
    """The list of what can be corrected, the line chosen by keys."""
    await pilot.press("c")
    await until(pilot, lambda: isinstance(app.screen, Telling))
    await pilot.press(*keys, "enter")


async def first_of_board_1_absent(pilot: Pilot[None], app: TopboardApp) -> None:
    """That one did not come, nor one of another board: up to who that is."""
    await pilot.press("home")
    await asked(pilot, app, "down", "down", "down")
    await until(pilot, lambda: "Who of board 1 did not come?" in text_of(app))
    await pilot.press("enter")


async def answered(pilot: Pilot[None], app: TopboardApp, text: str) -> None:
    await until(pilot, lambda: isinstance(app.screen, AskLine))
    await type_text(pilot, text)
    await pilot.press("enter")


async def test_the_list_shows_what_is_selected_without_colour(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "▌colours were reversed" in text_of(app)
        await pilot.press("down", "down", "down", "down", "down")
        await pilot.pause()
        assert "▌another result" in text_of(app)


async def test_a_board_turned_under_a_proposal_says_that_it_is_to_be_drawn_again(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("home")
        await asked(pilot, app)
        said = await question(pilot, app)
        assert "The proposal of round 2 will be out of date" in said
        await pilot.press("y")
        await until(pilot, lambda: "proposal of round 2 is out of date" in text_of(app))


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("1-0", "; 1-0 becomes 0-1, because Ashgrove, Liam won."),
        ("0-1", "; 0-1 becomes 1-0, because Jarveaux, Hana won."),
        ("+/-", "; + - becomes - +, because Ashgrove, Liam won by forfeit."),
        ("1/2-1/2", "; ½-½ stays."),
    ],
)
async def test_a_turned_board_says_whose_result_it_keeps(
    make_event: EventMaker, result: str, told: str
) -> None:
    store = make_event()
    store.do(EnterResult(1, result))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("home")
        await asked(pilot, app)
        said = await question(pilot, app)
        assert "Board 1: Ashgrove, Liam - Jarveaux, Hana" in said
        assert f"becomes Jarveaux, Hana - Ashgrove, Liam{told}" in said


async def test_every_board_that_changes_is_named_with_the_result_that_it_loses(
    make_event: EventMaker,
) -> None:
    store = make_event()
    store.do(EnterResults(((1, "1-0"), (3, "1/2-1/2"))))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("home")
        await asked(pilot, app, "down", "down")
        await answered(pilot, app, "cel")
        said = await question(pilot, app)
        assert "Black on board 1: Çelikkan, Hugh (no 7, 1658, Club 3)." in said
        assert "Board 1: Ashgrove, Liam - Jarveaux, Hana\n" in said
        assert "becomes Ashgrove, Liam - Çelikkan, Hugh; its result 1-0 is taken off." in said
        assert "Board 3: " in said
        assert "its result ½-½ is taken off." in said
        assert "Board 2" not in said
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.round(1).match(1).pair == ("1", "7"))
        told = "board 1 is corrected: Ashgrove, Liam - Çelikkan, Hugh; its result is to be entered"
        await until(pilot, lambda: told in " ".join(text_of(app).split()))
        assert app.desk.event.round(1).match(1).result is None
        assert app.desk.event.round(1).match(3).result is None


@pytest.mark.parametrize("text", ["7", "celikkan", "Hugh cel"])
async def test_a_player_is_found_by_id_name_or_a_part_of_it(
    make_event: EventMaker, text: str
) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(pilot, app, "down", "down")
        await answered(pilot, app, text)
        assert "Çelikkan, Hugh (no 7" in await question(pilot, app)


async def test_of_several_who_are_meant_one_is_chosen(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(players=16).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(pilot, app, "down", "down")
        await answered(pilot, app, "hugh")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "Moyvane, Hugh (no 9, 1644" in text_of(app)
        await pilot.press("down", "up", "enter")
        assert "Çelikkan, Hugh (no 7" in await question(pilot, app)


async def test_nobody_of_that_name_is_said_and_nothing_asked(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(pilot, app, "down")
        await answered(pilot, app, "zzz")
        await pilot.pause()
        assert "nobody of that number or name is entered" in text_of(app)


async def test_the_same_result_again_is_no_correction(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(published=2).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        before = app.desk.event.revision
        await pilot.press("[")
        await asked(pilot, app, "end")
        await answered(pilot, app, "1-0")
        await until(pilot, lambda: app.screen is app.front)
        assert "has it already: nothing was changed" in text_of(app)
        await asked(pilot, app, "end")
        await answered(pilot, app, "0-1")
        said = await question(pilot, app)
        assert "1-0 becomes 0-1." in said
        assert "Round 2 stays as it was drawn; the standings are calculated again." in said
        assert app.desk.event.revision == before


async def test_the_opponents_of_two_no_shows_are_put_together_in_one_go(
    make_event: EventMaker,
) -> None:
    store = make_event()
    store.do(EnterResults(((1, "+/-"), (3, "-/+"))))
    white, absent = store.event.round(1).match(1).pair
    other_absent, black = store.event.round(1).match(3).pair
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await first_of_board_1_absent(pilot, app)
        await until(pilot, lambda: "Who else did not come, on another board?" in text_of(app))
        shown = text_of(app)
        assert f"▌{person(store.event.entrant(other_absent))[:20]}" in shown
        assert "somebody else" in shown
        await pilot.press("enter")
        said = await question(pilot, app)
        assert "Board 3: " in said
        assert "; its result - + is replaced by - -." in said
        before = app.desk.event.revision
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.round(1).match(1).pair == (white, black))
        assert app.desk.event.revision == before + 1
        assert app.desk.event.round(1).match(1).result is None
        third = app.desk.event.round(1).match(3)
        assert set(third.pair) == {absent, other_absent}
        assert third.result is not None
        assert third.result.text == "-/-"
        await pilot.press("u")
        await until(pilot, lambda: app.desk.event.round(1).match(1).pair == (white, absent))


async def test_what_the_two_who_came_would_break_is_said_before(make_event: EventMaker) -> None:
    store = make_event()
    store.do(EnterResults(((1, "+/-"), (3, "-/+"))))
    white, black = store.event.round(1).match(1).white, store.event.round(1).match(3).black
    store.do(Instruct(Instruction("bar", white, black)))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await first_of_board_1_absent(pilot, app)
        await until(pilot, lambda: "Who else did not come, on another board?" in text_of(app))
        await pilot.press("enter")
        said = await question(pilot, app)
        assert said.count("! Board") == 1
        assert "! Board 1: the arbiter has barred this pair." in said


async def test_a_no_show_without_a_forfeit_is_named_and_the_result_that_it_costs_told(
    make_event: EventMaker,
) -> None:
    store = make_event()
    store.do(EnterResults(((1, "+/-"), (2, "1-0"), (3, "-/+"))))
    absent = store.event.round(1).match(2).white
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await first_of_board_1_absent(pilot, app)
        await until(pilot, lambda: "somebody else" in text_of(app))
        await pilot.press("end", "enter")
        await answered(pilot, app, absent)
        said = await question(pilot, app)
        assert "Board 2: " in said
        assert "; its result 1-0 is replaced by - -." in said


def test_no_shows_by_command(topboard: CommandLine, event: Path) -> None:
    pairs = {
        p["board"]: (p["white"], p["black"]) for p in topboard.asked("round", event)["pairings"]
    }
    absent = (pairs[1][1], pairs[2][0])
    assert "--insist" in topboard.refused("correct", event, 2, "--no-shows", *absent)
    found = topboard.asked("correct", event, 2, "--no-shows", *absent, "--insist")
    now = {p["board"]: p for p in found["pairings"]}
    assert (now[2]["white"], now[2]["black"]) == (pairs[1][0], pairs[2][1])
    assert now[2]["result"] is None
    assert {now[1]["white"], now[1]["black"]} == set(absent)
    assert now[1]["result"] == "-/-"
    assert "are not at board 3" in topboard.refused("correct", event, 3, "--no-shows", *absent)


def test_the_rule_that_it_would_break_is_named_by_command(
    topboard: CommandLine, make_event: EventMaker
) -> None:
    store = make_event()
    first, second = (store.event.round(1).match(board) for board in (1, 2))
    store.do(Instruct(Instruction("bar", first.white, second.black)))
    said = topboard.refused("correct", store.folder, 1, "--black", second.black)
    assert said.count("board 1: the arbiter has barred this pair") == 1
    assert "barred" not in topboard.refused("correct", store.folder, 1, "--turn")


@pytest.mark.parametrize("place", ["pairings", "results"])
async def test_a_correction_made_here_is_not_undone_in_another_place(
    make_event: EventMaker, place: str
) -> None:
    app = TopboardApp(make_event(players=8, published=1).folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and app.front.place == place)
        await asked(pilot, app)
        await question(pilot, app)
        await pilot.press("y")
        await until(pilot, lambda: not question_of(app))
        await pilot.press("u")
        await until(pilot, lambda: "undone" in text_of(app))
        assert "undone: round 1, board 1 corrected" in text_of(app)


def test_floats_are_named_only_where_the_draw_looks_at_them() -> None:
    for name, floats in (("kjca", True), ("team_swiss", True), ("round_robin", False)):
        format = format_named(name)
        event = build("Ann Bea Cid Dan", "A-B 1-0, C-D 1-0", "A-C 1-0, B-D 1-0")
        assert ("floats" in later_stay(event, format, 1)) == floats


@pytest.mark.parametrize("knockout", [False, True])
async def test_no_seat_is_offered_where_the_format_takes_no_more_entries(
    make_event: EventMaker, tmp_path: Path, knockout: bool
) -> None:
    app = TopboardApp((cup(tmp_path, 8) if knockout else make_event()).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: "another result" in text_of(app))
        assert ("a latecomer takes the seat" in text_of(app)) != knockout


def shown(app: TopboardApp) -> str:
    return " ".join(text_of(app).split())


async def test_a_seat_for_a_late_entry_is_given_up_at_every_question(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(pilot, app, *["down"] * 4)
        await until(pilot, lambda: "nobody waits for a seat" in text_of(app))
        assert "nobody is absent from round 1 or entered after its draw" in shown(app)
        await app.desk.do(AddEntrant(Entrant("", "Zeller, Zoe")))
        before = app.desk.event.revision
        for questions in range(3):
            await asked(pilot, app, *["down"] * 4)
            for text in ("Who of board 1 did not come?", "Who has the seat?")[:questions]:
                await until(pilot, lambda text=text: text in text_of(app))  # type: ignore[misc]
                await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Telling))
            await pilot.press("escape")
            await until(pilot, lambda: is_in_front(app, "results"))
        assert app.desk.event.revision == before
        await pilot.press("1")
        await app.queue.idle()
        await pilot.press("home")
        await asked(pilot, app, *["down"] * 4)
        await until(pilot, lambda: "nobody can be given a seat on board 1" in text_of(app))


async def test_a_correction_is_given_up_at_every_question(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = app.desk.event.revision
        for way, said in (
            (1, "Who had White on board 1?"), (3, "Who of board 1 did not come?"),
            (5, "Result of board 1"),
        ):  # fmt: skip
            await asked(pilot, app, *["down"] * way)
            await until(pilot, lambda said=said: said in text_of(app))  # type: ignore[misc]
            if way == 5:
                await pilot.press("enter")
                await until(pilot, lambda: "! no result is given; known: 1-0" in text_of(app))
            await pilot.press("escape")
            await until(pilot, lambda: is_in_front(app, "results"))
        # nobody else has lost by default: whoever it is is typed
        await first_of_board_1_absent(pilot, app)
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        assert "Who else did not come, on another board?" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: is_in_front(app, "results"))
        assert app.desk.event.revision == before


def corrected(event: Event, new: CorrectBoard) -> list[str]:
    """What the question says of the boards and byes."""
    after = replace(new, insist=True).apply(event, DUTCH)
    return changes(event, event.round(new.round), after.round(new.round))


def test_who_has_no_seat_any_more_has_the_bye_or_is_absent_as_it_will_be() -> None:
    desk = begun(
        DUTCH, [Entrant("", name) for name in ("Ada", "Bob", "Cy", "Dee", "Eva")], rounds=3
    )
    publish(desk)
    desk.do(AddEntrant(Entrant("", "Late")))
    round = desk.event.round(1)
    match, (bye,) = round.match(1), round.byes
    white, black, rested = (desk.event.entrant(id).name for id in (*match.pair, bye.entrant))
    with_late = CorrectBoard(1, 1, match.white, "6")
    assert corrected(desk.event, with_late) == [
        f"Board 1: {white} - {black}\n  becomes {white} - Late, without a result.",
        f"{black} is absent, without points.",
    ]
    with_rested = CorrectBoard(1, 1, match.white, bye.entrant)
    assert corrected(desk.event, with_rested) == [
        f"Board 1: {white} - {black}\n  becomes {white} - {rested}, without a result.",
        f"{black} has the bye instead.",
    ]
    card = cards(applied(with_late, desk.event, DUTCH))[match.black]
    assert (card.score, cards(applied(with_rested, desk.event, DUTCH))[match.black].score) == (0, 1)


def test_a_turned_result_says_who_won_only_where_that_stays_true() -> None:
    desk = begun(DUTCH, [Entrant("", name) for name in ("Ada", "Bob")], rounds=1)
    publish(desk)
    match = desk.event.round(1).match(1)
    white, black = (desk.event.entrant(id).name for id in match.pair)
    turned = CorrectBoard(1, 1, match.black, match.white)
    board = f"Board 1: {white} - {black}\n  becomes {black} - {white}"
    for was, result, told in (
        ("1-0", None, f"; 1-0 becomes 0-1, because {white} won."),
        ("-/+", None, f"; - + becomes + -, because {black} won by forfeit."),
        ("1/2-1/2", None, "; ½-½ stays."),
        ("1-0", "1-0", "; 1-0 stays."),
        ("0-1", "1/2-1/2", "; 0-1 becomes ½-½."),
    ):
        event = applied(EnterResult(1, was), desk.event, DUTCH)
        assert corrected(event, replace(turned, result=result)) == [board + told]


@pytest.mark.parametrize(
    ("result", "lost"), [("2-0", " The results of 2 boards are taken off."), (None, "")]
)
def test_a_correction_says_that_results_of_boards_go(result: str | None, lost: str) -> None:
    teams = tuple(
        Entrant("", name, players=(Entrant("", f"{name} 1"), Entrant("", f"{name} 2")))
        for name in ("Kent", "Essex", "Devon", "Surrey")
    )
    event = begun(format_named("team_swiss"), teams, boards=2, rounds=3)
    publish(event)
    for board in (1, 2):
        event.do(EnterBoardResult(1, board, "1-0"))
    before = event.event.round(1)
    white, black = before.match(1).pair
    event.do(CorrectBoard(1, 1, black, white, was=(white, black), result=result, insist=True))
    told = changes(event.event, before, event.event.round(1))
    assert len(told) == 1
    assert told[0].partition(".")[2] == lost
