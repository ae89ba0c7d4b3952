"""The place Prizes: the list, why, what open games give, and the forms of the plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResult
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.prizes.allocation import allocate
from engine.prizes.contenders import PrizeEvent
from engine.prizes.outlook import ENDINGS, BoardOutlook, PrizeRange, open_games, outlooks
from engine.prizes.plan import (
    NEW_PLAN,
    Conditions,
    PlacePrize,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    Ungraded,
)
from engine.refusal import BadSetting, Refused
from engine.results import GameResult
from formats.registry import format_named
from saves.prizes.file import EXAMPLE, keep_plan, list_of, list_row, plan_of
from tests.playing import begun, play
from tests.tui.conftest import EventMaker
from tests.tui.places import made, text_of, type_text, until
from tui.app import TopboardApp
from tui.places.prizes import PRIZES, GamesSeen, PlanRead, PrizesState, pane, picture, remove
from tui.places.shape import Converse, DeskView, Fetch, Run, Step
from tui.screens.dialogs import Telling
from tui.screens.entry_form import EntryForm
from tui.screens.prize_form import LIST_FIELDS, event_names, event_of, row_of, texts_of
from tui.widgets.lines import Line

FORMAT = format_named("round_robin")
PLAN = PrizePlan(
    (
        PrizeList("Open", (PlacePrize(9000), PlacePrize(5000), PlacePrize(1000))),
        PrizeList("U1500", (PlacePrize(6000),), who=Conditions(rating_below=1500)),
        PrizeList("Women", (PlacePrize(3000),), who=Conditions(sex="w")),
    ),
    currency="EUR",
)


def _by_rating(event: Event, match: Match) -> str:
    white, black = (event.entrant(id).rating or 0 for id in match.pair)
    return "1-0" if white > black else "0-1"


@pytest.fixture(scope="module")
def event() -> Event:
    """Six all against all; the last round has three open games."""
    ratings = {"Ann": 2100, "Bea": 1900, "Cid": 1700, "Dan": 1450, "Eve": 1400, "Fay": 1300}
    memory = begun(FORMAT, [Entrant("", n, rating=r) for n, r in ratings.items()])
    return play(memory, 5, _by_rating, last_open=True)


def _of_eight() -> Event:
    """Eight all against all; the last round has four open games."""
    people = [Entrant("", n, rating=2100 - 100 * i) for i, n in enumerate("ABCDEFGH")]
    return play(begun(FORMAT, people), 7, _by_rating, last_open=True)


def _desk(event: Event, width: int = 80) -> DeskView:
    list_width = width if width < 110 else width - 50
    return DeskView(event, FORMAT, width=list_width, across=width, height=24)


def _state(event: Event, **more: Any) -> PrizesState:
    return PrizesState(plan=PLAN, read=True, **more)


def _text(lines: Sequence[Line]) -> str:
    return "\n".join(one.text for one in lines)


def test_the_list_says_who_has_what_and_that_it_is_provisional(event: Event) -> None:
    shown = picture(_desk(event), _state(event))
    assert "provisional, 3 games open" in shown.status.text
    assert "Open, 1st" in _text(shown.body)
    assert "nobody who has entered can win it" in _text(shown.under)
    dead = next(one for one in shown.body if "Women" in one.text)
    assert "nobody is eligible" in dead.text


def test_beside_other_desks_what_the_first_line_has_no_room_for_goes_whole(event: Event) -> None:
    """`3 of 6 prizes gi… with root` stood there."""
    alone, beside = _desk(event), _desk(event)._replace(company="with root@hall, anna@hall · ")
    whole = picture(alone, _state(event)).status.text
    text = picture(beside, _state(event)).status.text
    assert whole.startswith(text)
    assert len(whole) > len(text)
    assert len(text) <= 80 - len("saved 12:00") - len(beside.company)
    assert "provisional" in text


def test_a_high_screen_has_every_warning_and_a_low_one_says_how_many_more(event: Event) -> None:
    dead = [
        PrizeList(f"{sex}{no}", (PlacePrize(100),), who=Conditions(sex=sex))
        for no, sex in enumerate("wwwww")
    ]
    state = PrizesState(plan=replace(PLAN, lists=(PLAN.lists[0], *dead)), read=True)
    low = _text(picture(_desk(event), state).under)
    assert low.count("nobody who has entered") + int(low.split()[-7]) == len(dead)
    assert low.endswith("more: a taller window shows them")
    high = _text(picture(_desk(event)._replace(height=50), state).under)
    assert high.count("nobody who has entered") == len(dead)


def test_the_pane_tells_who_shares_a_prize_and_why(event: Event) -> None:
    desk, first = _desk(event, 160), PrizeEvent("", "", event, FORMAT)
    award = next(a for a in allocate(PLAN, [first]).awards if a.prize.list.name == "U1500")
    lines = pane(desk, _state(event, selected=award.prize.key), 48, 40)
    assert lines is not None
    text = " ".join(_text(lines).split())
    assert "Dan 30.00 Eve 30.00 2 level on 1 point share U1500: 60.00" in text
    assert "rated below 1500" in text


def test_open_games_are_looked_at_in_every_combination(event: Event) -> None:
    one = PrizeEvent("", "", event, FORMAT)
    games = open_games(one)
    assert len(games) == 3
    number, match = games[0]
    expected: dict[GameResult, list[int]] = {}
    for results in product(ENDINGS, repeat=3):
        then = event
        for (_, game), result in zip(games, results, strict=True):
            then = then.with_round(then.round(number).with_match(replace(game, result=result)))
        had = {r.contender.id: r.money for r in allocate(PLAN, [replace(one, event=then)]).receipts}
        expected.setdefault(results[0], []).append(had.get(match.white, 0))
    for result, white, _ in outlooks(PLAN, [one], "")[0].prospects:
        assert (white.least, white.most) == (min(expected[result]), max(expected[result]))


def test_of_more_than_three_open_games_the_others_count_as_draws() -> None:
    event = _of_eight()
    one = PrizeEvent("", "", event, FORMAT)
    games = open_games(one)
    found = outlooks(PLAN, [one], "", 1, 2)
    assert [outlook.match for outlook in found] == [match for _, match in games[1:3]]
    for outlook in found:
        assert outlook.drawn
        for result, white, black in outlook.prospects:
            then = event
            for number, game in games:
                ends = result if game == outlook.match else GameResult.DRAW
                then = then.with_round(then.round(number).with_match(replace(game, result=ends)))
            receipts = allocate(PLAN, [replace(one, event=then)]).receipts
            had = {r.contender.id: r.money for r in receipts}
            for had_of, id in ((white, outlook.match.white), (black, outlook.match.black)):
                assert had_of.least == had_of.most == had.get(id, 0)


def test_nothing_is_foretold_before_the_last_round_nor_before_any_result() -> None:
    people = [Entrant("", n) for n in "ABCD"]
    before = begun(FORMAT, people).event
    assert open_games(PrizeEvent("", "", before, FORMAT)) == ()
    second = play(begun(FORMAT, people), 2, last_open=True)
    assert open_games(PrizeEvent("", "", second, FORMAT)) == ()


def test_who_loses_the_semi_finals_shares_third_and_fourth_prize() -> None:
    knockout = format_named("knockout")
    entrants = [Entrant("", name, seed=n) for n, name in enumerate("ABCDEFGH", start=1)]
    cup = play(begun(knockout, entrants), 3, lambda _, m: "1-0")
    plan = PrizePlan((PrizeList("Cup", tuple(PlacePrize(a) for a in (800, 400, 200, 100))),))
    outcome = allocate(plan, [PrizeEvent("", "", cup, knockout)])
    assert sorted(r.money for r in outcome.receipts) == [150, 150, 400, 800]


def test_what_open_games_give_stands_under_the_prizes_of_that_state_alone(event: Event) -> None:
    found = outlooks(PLAN, [PrizeEvent("", "", event, FORMAT)], "")
    state = _state(event, outlooks=found, looked=3, looked_at=(event.revision,))
    assert "what the open games would give" in _text(picture(_desk(event), state).body)
    later = replace(event, revision=event.revision + 1)
    assert "open games would give" not in _text(picture(_desk(later), state).body)


def test_a_game_is_shown_where_a_prize_may_come_of_it_and_not_where_none_can(event: Event) -> None:
    """White has 50.00 from a win only if the other games end well for him."""
    match = event.round(5).matches[0]
    none, perhaps = PrizeRange(0, 0), PrizeRange(0, 5000)
    for won, shown in ((perhaps, True), (none, False)):
        rows = tuple((end, won if end is GameResult.WHITE else none, none) for end in ENDINGS)
        found = (BoardOutlook("", 5, match, rows, drawn=False),)
        state = _state(event, outlooks=found, looked=3, looked_at=(event.revision,))
        text = _text(picture(_desk(event), state).body)
        assert ("what the open games would give" in text) is shown


def test_without_a_plan_the_place_says_how_to_begin(event: Event) -> None:
    shown = picture(_desk(event), PrizesState(read=True))
    assert "a  adds a list" in _text(shown.body)
    assert {"edit", "remove"} <= shown.idle
    bad = picture(_desk(event), PrizesState(read=True, trouble="prizes.toml:3:1: wrong"))
    assert "prizes.toml:3:1: wrong" in _text(bad.body)


def test_why_a_plan_cannot_be_read_stands_whole_at_80_columns(event: Event) -> None:
    why = (
        "prizes.toml:6:1: amounts: '3x0' is not an amount; write it as \"35.00\"; correct the file"
    )
    shown = picture(_desk(event), PrizesState(read=True, trouble=why))
    assert why in " ".join(_text(shown.body).split())
    assert all(len(one.text) <= 80 for one in shown.body)


def test_a_list_is_taken_away_after_a_question(event: Event) -> None:
    desk = _desk(event)
    key = ("", "women", 1, False)
    asked = PRIZES.commands["remove"](desk, _state(event, selected=key)).state
    assert "Take Women out of the plan?" in asked.questions[0].text
    (write,) = asked.questions[0].purpose.yes(desk, asked).effects
    assert isinstance(write, Fetch)
    plan, before, _ = write.arguments
    assert before == PLAN
    assert isinstance(plan, PrizePlan)
    assert [one.name for one in plan.lists] == ["Open", "U1500"]


def test_the_form_asks_and_gives_back_all_of_a_list() -> None:
    who = Conditions(rating_below=1800, ungraded=Ungraded.IN, sex="w", club=("Voss", "Oslo"),
                     age_below=18, age_on="2026-09-01")  # fmt: skip
    one = PrizeList("Best", (PlacePrize(5050, goods="cup"), PlacePrize(2000)), who=who,
                    ties=TieRule.HORT, beside=True, least=(3, 6), otherwise="half",
                    lot=("Ash, Tom", "Lee"))  # fmt: skip
    for each in (one, replace(one, board=2), replace(one, board="reserve")):
        texts = {field.key: texts_of(list_row(each)).get(field.key, "") for field in LIST_FIELDS}
        assert list_of(row_of(texts), None) == each


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("amounts", "3O"),
        ("rating_below", "high"),
        ("beside", "perhaps"),
        ("ties", "x"),
        ("board", "top"),
    ],
)
def test_the_form_goes_to_the_field_that_cannot_be_taken(field: str, text: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        list_of(row_of({"name": "A", "amounts": "5", field: text}), None)
    assert refusal.value.key == field


def _run(state: PrizesState, name: str, desk: DeskView) -> Step[PrizesState]:
    return PRIZES.commands[name](desk, state)


def _text_of_message(state: PrizesState) -> str:
    return state.message.text if state.message is not None else ""


@pytest.mark.parametrize("typed", ["60 30", "60/30", "60; 30", "60 | 30"])
def test_amounts_without_commas_are_asked_for_with_them(typed: str) -> None:
    with pytest.raises(BadSetting) as refused:
        row_of({"amounts": typed})
    assert refused.value.remedy == "write a comma between places: 60, 30"
    assert row_of({"amounts": "60, 30 EUR"}) == {"amounts": ["60", "30 EUR"]}


def test_open_games_are_looked_at_a_few_at_a_time_until_the_event_moves_on(event: Event) -> None:
    late = _of_eight()
    desk = _desk(late)
    step = PlanRead().answered(desk, PrizesState(), PLAN)
    looked = []
    while step.effects:
        (fetch,) = step.effects
        assert isinstance(fetch, Fetch)
        found = cast("tuple[BoardOutlook, ...]", fetch.function(None, *fetch.arguments))
        looked.append(len(found))
        step = fetch.then.answered(desk, step.state, found)
    assert looked == [3, 1]
    assert [one.match.board for one in step.state.outlooks] == [
        match.board for _, match in open_games(PrizeEvent("", "", late, FORMAT))
    ]
    moved_on = _desk(replace(late, revision=late.revision + 1))
    seen = GamesSeen((late.revision,), 0, 3)
    assert seen.answered(moved_on, step.state, ()) == Step(step.state)
    assert PlanRead().answered(desk, step.state, PLAN) == Step(step.state), "nothing is left"
    other = PlanRead().answered(desk, step.state, replace(PLAN, currency="NOK"))
    assert other.state.outlooks == ()
    assert other.effects


def test_a_plan_that_cannot_be_read_is_neither_changed_nor_replaced(event: Event) -> None:
    desk = _desk(event)
    bad = Refused("amounts: '3x' is not an amount", where="prizes.toml:3:1")
    broken = PlanRead().answered(desk, _state(event), bad).state
    assert broken.plan is None
    assert "'3x' is not an amount" in broken.trouble
    for name in ("add", "terms"):
        with pytest.raises(Refused, match="the plan cannot be read"):
            _run(broken, name, desk)
    with pytest.raises(Refused, match="there is a plan already"):
        _run(broken, "example", desk)
    assert PlanRead().answered(desk, broken, None) == Step(PrizesState(read=True))


def test_the_example_is_written_only_where_no_plan_is(event: Event) -> None:
    desk = _desk(event)
    step = _run(PrizesState(read=True), "example", desk)
    (write,) = step.effects
    assert isinstance(write, Fetch)
    assert write.arguments == (replace(EXAMPLE, goods_count=True), None, False)
    assert "change its lists with e" in _text_of_message(step.state)
    with pytest.raises(Refused, match="there is a plan already"):
        _run(_state(event), "example", desk)


def test_forms_begin_with_the_plan_as_it_was_read(event: Event) -> None:
    desk, key = _desk(event), ("", "u1500", 1, False)
    (added,) = _run(_state(event), "add", desk).effects
    (edited,) = _run(_state(event, selected=key), "edit", desk).effects
    (terms,) = _run(_state(event), "terms", desk).effects
    assert isinstance(added, Converse)
    assert isinstance(edited, Converse)
    assert isinstance(terms, Converse)
    assert added.arguments == (PLAN, PLAN, None, {}, False)
    assert edited.arguments == (PLAN, PLAN, PLAN.lists[1], {}, False)
    assert terms.arguments == (PLAN, False)
    (first,) = _run(PrizesState(read=True), "add", desk).effects
    assert isinstance(first, Converse)
    assert first.arguments == (NEW_PLAN, None, None, {}, False)
    with pytest.raises(Refused, match="no prize is selected"):
        _run(_state(event), "edit", desk)


def test_behind_a_form_the_file_is_read_again_and_a_refusal_said(event: Event) -> None:
    desk = _desk(event)
    (added,) = _run(_state(event), "add", desk).effects
    assert isinstance(added, Converse)
    assert added.then is not None
    step = added.then.answered(desk, _state(event), Refused("the disk is full"))
    assert _text_of_message(step.state) == "the disk is full"
    assert isinstance(step.effects[0], Fetch)
    assert not _text_of_message(added.then.answered(desk, _state(event), None).state)


async def test_a_new_prize_is_said_and_stays_selected_and_so_does_a_changed_one(
    make_event: EventMaker,
) -> None:
    folder = make_event().folder
    keep_plan(folder, PLAN, None)
    app = TopboardApp(folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: "Women" in text_of(app))
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await type_text(pilot, "Best guest")
        await pilot.press("down")
        await type_text(pilot, "40, 20")
        await pilot.press("enter")
        await until(pilot, lambda: "2 prizes added: Best guest" in text_of(app))
        await until(pilot, lambda: app.here.state.selected == ("", "best guest", 1, False))
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await pilot.press("down")
        await type_text(pilot, ", 10")
        await pilot.press("enter")
        await until(pilot, lambda: "changed: Best guest, 3 prizes" in text_of(app))
        assert app.here.state.selected == ("", "best guest", 1, False)


def test_a_list_stays_after_a_no_and_undo_says_where_it_is_not(event: Event) -> None:
    desk, state = _desk(event), _state(event, selected=("", "women", 1, False))
    asked = _run(state, "remove", desk).state
    assert asked.questions[0].purpose.no(desk, asked) == Step(asked)
    with pytest.raises(Refused, match="the plan of prizes is not in the history"):
        _run(state, "undo", desk)


def test_why_tells_all_about_the_selected_prize_or_that_none_is(event: Event) -> None:
    desk = _desk(event)
    assert _text_of_message(_run(_state(event), "why", desk).state) == "no prize is selected"
    (told,) = _run(_state(event, selected=("", "u1500", 1, False)), "why", desk).effects
    assert isinstance(told, Converse)
    lines = cast("Sequence[Line]", told.arguments[0])
    assert "rated below 1500" in " ".join(_text(lines).split())


def test_find_shows_the_lines_with_a_text_and_goes_back_to_all(event: Event) -> None:
    desk = _desk(event)
    found = replace(_state(event), needle="women")
    assert [one.key for one in picture(desk, found).body] == [("", "women", 1, False)]
    assert "nothing of that kind" in _text(picture(desk, replace(found, needle="zzz")).body)
    everything = _run(found, "all", desk).state
    assert everything.needle == ""
    assert _run(found, "leave", desk).state.needle == ""
    (back,) = _run(everything, "leave", desk).effects
    assert back == Run("back")
    empty = PrizesState(plan=PrizePlan(), read=True)
    assert "the plan has no prizes" in _text(picture(desk, empty).body)
    assert "reading the plan" in _text(picture(desk, PrizesState()).body)
    assert pane(desk, PrizesState(), 48, 40) == ()
    assert pane(desk, PrizesState(read=True), 48, 40) is None


async def to_prizes(pilot: Pilot[None], key: str = "p") -> None:
    """To the prizes of an event that has no plan."""
    await pilot.press(key)
    await until(pilot, lambda: "No prizes are planned" in text_of(pilot.app))  # type: ignore[arg-type]


async def test_export_from_the_prizes_begins_at_them(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await to_prizes(pilot)
        await pilot.press("i")
        await until(pilot, lambda: "an example" in text_of(app))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert isinstance(app.screen, Telling)
        assert app.screen.list.selected == "prizes"
        assert not any("…" in row for row in text_of(app).splitlines() if "│" in row[:3]), "whole"
        await until(pilot, lambda: "prizes " in text_of(app))


async def test_the_key_of_standings_leads_back_from_the_prizes_on_top(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event().folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: "prizes" in text_of(app))
        await pilot.press("f4")
        await until(pilot, lambda: "Rk" in text_of(app) and len(app.screen_stack) == 1)


async def test_the_key_of_standings_shows_them_though_prizes_were_left_on_top(
    make_event: EventMaker,
) -> None:
    """F3 said "F4 final standings", and F4 showed the prizes."""
    app = TopboardApp(make_event().folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await to_prizes(pilot)
        await pilot.press("f3")
        await until(pilot, lambda: app.current_mode == "results")
        await pilot.press("f4")
        await until(pilot, lambda: "Rk" in text_of(app))
        assert "No prizes are planned" not in text_of(app)


@pytest.mark.parametrize("key", ["E", "e"])
async def test_a_form_saved_without_a_change_does_not_say_that_the_plan_is_changed(
    make_event: EventMaker, key: str
) -> None:
    folder = make_event().folder
    keep_plan(folder, PLAN, None)
    before = (folder / "prizes.toml").read_bytes()
    app = TopboardApp(folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: "U1500" in text_of(app))
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, EntryForm))
        assert "plan is changed" not in text_of(app)
        assert "changed: " not in text_of(app)
    assert (folder / "prizes.toml").read_bytes() == before


async def test_a_plan_changed_by_hand_is_shown_at_once(make_event: EventMaker) -> None:
    folder = make_event().folder
    app = TopboardApp(folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await to_prizes(pilot)
        plan = '[[prizes]]\nname = "Best guest"\namounts = ["50"]\n'
        (folder / "prizes.toml").write_text(plan)
        await until(pilot, lambda: "Best guest" in text_of(app))
        (folder / "prizes.toml").write_text(plan.replace("guest", "junior"))
        await until(pilot, lambda: "Best junior" in text_of(app))
        (folder / "prizes.toml").write_text("[[prizes]]\nname = ")
        await until(pilot, lambda: "The plan cannot be read" in text_of(app))
        (folder / "prizes.toml").unlink()
        await until(pilot, lambda: "No prizes are planned" in text_of(app))


async def test_undo_in_prizes_takes_nothing_back_that_is_not_seen_there(
    make_event: EventMaker,
) -> None:
    store = make_event(players=8, published=1)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.current_mode == "standings")
        await app.desk.do(EnterResult(1, "1-0", round=1))
        await to_prizes(pilot, "$")
        await pilot.press("u")
        await until(pilot, lambda: "the plan of prizes is not in the history" in text_of(app))
        assert app.desk.event.round(1).match(1).result is GameResult.WHITE


async def test_a_lot_is_drawn_for_schools_that_are_level_and_kept_in_the_plan(
    tmp_path: Path,
) -> None:
    people = [Entrant("", n, rating=2000, school=s) for n, s in zip("ABCD", "XYYX", strict=True)]
    store = made(tmp_path / "rr", people, format="round_robin")
    play(store, 3, lambda event, match: "1/2-1/2")
    cup = PrizeList("Best school", (PlacePrize(goods="cup"),), by=PrizeMeasure.SCHOOL)
    keep_plan(store.folder, PrizePlan((cup,)), None)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "F4" in text_of(app))
        await pilot.press("p")
        await until(pilot, lambda: "no lot is drawn" in text_of(app))
        await until(pilot, lambda: "L draws the lot" in text_of(app))
        await pilot.press("L")
        await until(pilot, lambda: "Draw a lot for Best school?" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "kept in the plan" in text_of(app))
        await until(pilot, lambda: "no lot is drawn" not in text_of(app))
        plan = plan_of(store.folder)
        assert plan is not None
        first, other = plan.lists[0].lot
        await pilot.press("w")
        await until(pilot, lambda: f"by lot {first} before {other}" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "1 of 1 prize given" in text_of(app))
        await pilot.press("L")
        await until(pilot, lambda: "nobody waits for a lot" in text_of(app))


def test_the_prize_for_schools_shows_how_every_school_did() -> None:
    """Parents and teachers ask for more than the winner."""
    schools = ("Oak", "Elm", "Oak", "Elm")
    people = [
        Entrant("", name, rating=2000 - at, school=school)
        for at, (name, school) in enumerate(zip("ABCD", schools, strict=True))
    ]
    event = play(begun(FORMAT, people), 3, _by_rating)
    best = PrizeList("Best school", (PlacePrize(goods="shield"),), by=PrizeMeasure.SCHOOL)
    state = PrizesState(plan=PrizePlan((best,)), read=True)
    first = next(one.key for one in picture(_desk(event), state).body if one.key is not None)
    told = pane(_desk(event, 160), replace(state, selected=first), 48, 30)
    assert told is not None
    rows = [one.text.split() for one in told]
    assert ["1", "Oak", "4"] in rows
    assert ["2", "Elm", "2"] in rows


CONGRESS = {"../w-open": "Western open", "../w-minor": "Western minor", "../old": "Western open"}


@pytest.mark.parametrize(
    ("typed", "folder"),
    [
        ("", ""),
        ("Western minor", "../w-minor"),
        ("western MINOR", "../w-minor"),
        ("Western m", "../w-minor"),
        ("../w-open", "../w-open"),
        ("Western open (../old)", "../old"),
    ],
)
def test_the_event_of_a_prize_is_named_as_on_every_screen(typed: str, folder: str) -> None:
    assert event_of(typed, CONGRESS) == folder


@pytest.mark.parametrize("typed", ["Western open", "Western", "w-open", "Junior"])
def test_a_prize_of_no_event_is_refused_in_the_form(typed: str) -> None:
    with pytest.raises(BadSetting, match="no event of the congress is called") as refused:
        event_of(typed, CONGRESS)
    assert refused.value.key == "event"
    assert "Western minor" in str(refused.value)
    assert [*event_names(CONGRESS).values()][1] == "Western minor"


def test_the_list_behind_one_that_is_removed_is_selected(event: Event) -> None:
    """The selection went back to the first line."""
    desk, state = _desk(event), _state(event)
    keys = [one.key for one in picture(desk, state).body if one.key is not None]
    second = next(key for key in keys if "u1500" in str(key))
    asked = remove(desk, replace(state, selected=second)).state.questions[0]
    left = asked.purpose.yes(desk, state).state.selected
    assert "women" in str(left)


def test_a_list_for_girls_says_that_no_entry_has_a_sex(event: Event) -> None:
    told = " ".join(_text(picture(_desk(event), _state(event)).under).split())
    assert "Women: nobody who has entered can win it: no entry says the sex" in told
    known = replace(event.entrants[0], sex="m")
    some = replace(event, entrants=(known, *event.entrants[1:]))
    told = " ".join(_text(picture(_desk(some), _state(some)).under).split())
    assert "can win it" in told
    assert "no entry says the sex" not in told
