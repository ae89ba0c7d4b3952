"""The draw by choice in front of the captains: who chooses, who is barred, what is taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from engine.actions import ChooseOpponent, EditEntrant, Instruct
from engine.entrants import EntrantId
from engine.event import Instruction, Match
from engine.reasons import Reason
from saves.store import Store
from tests.playing import propose
from tests.tui.cups import played_to, teams_event
from tests.tui.places import HOSTILE, on_disk, text_of, until
from tui.app import TopboardApp
from tui.screens.choice_dialog import ChoiceDialog
from tui.screens.choice_lines import choice_lines, hint, why_text


def choosing(folder: Path, half: int = 2) -> Store:
    """Before the draw by choice of that half."""
    return played_to(teams_event(folder), half, choosing=True)


def chooser(store: Store) -> EntrantId:
    choice = store.format.next_step(store.event).choice
    assert choice is not None
    return choice.chooser


def said(app: TopboardApp) -> list[tuple[str, str, str]]:
    return [(c.chooser, c.kind, c.opponent) for c in app.desk.event.choices]


def test_a_barred_team_that_is_selected_tells_the_whole_reason(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    choice = store.format.next_step(store.event).choice
    assert choice is not None
    team = choice.pool[0]
    choice = choice._replace(
        pool=choice.pool[1:], barred=((team, Reason.of("forces-repeats", team=team)),)
    )
    name = store.event.entrant(team).name
    why = "others would have to meet again"
    assert hint(store.event, store.format, choice, team)[0].text == f" {name}: {why}"
    others = hint(store.event, store.format, choice, choice.pool[0])
    assert why not in " ".join(row.text for row in others)


@pytest.mark.parametrize("half", [2, 3, 4, 5])
def test_every_team_of_the_stage_is_told_why_it_can_be_chosen_or_not(
    tmp_path: Path, half: int
) -> None:
    """Later choosers by name, others by their place: nobody is left with *not to be chosen*."""
    store = choosing(tmp_path, half)
    event, format = store.event, store.format
    step = format.next_step(event)
    choice = step.choice
    assert choice is not None
    lines = {str(one.key): one.text for one in choice_lines(event, format, step, choice)}
    for team in choice.order:
        if team in choice.pool or team == choice.chooser or team in dict(choice.barred):
            continue
        ends = (
            ("chooses later",)
            if team in choice.waiting
            else (
                "its place cannot be chosen",
                "chosen only if it offers itself (a)",
            )
        )
        assert lines[team].endswith(ends), lines[team]
    first = choice.order[-1]
    assert f"{event.entrant(choice.chooser).name} can choose" in why_text(
        event, format, choice, first
    )


def dialog(app: TopboardApp) -> ChoiceDialog:
    assert isinstance(app.screen, ChoiceDialog)
    return app.screen


@pytest.mark.parametrize(("place", "key"), [("pairings", "C"), ("pairings", "d"), ("bracket", "C")])
async def test_it_is_reached_from_pairings_and_from_the_bracket(
    tmp_path: Path, place: str, key: str
) -> None:
    store = choosing(tmp_path)
    name = store.event.entrant(chooser(store)).name
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"DRAW BY CHOICE: {name} chooses" in text_of(app)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await until(pilot, lambda: f"choice 1: {name}" in text_of(app))
        await pilot.press("escape")
        assert not isinstance(app.screen, ChoiceDialog)


async def test_without_a_choice_to_make_it_says_what_comes_next(tmp_path: Path) -> None:
    app = TopboardApp(teams_event(tmp_path).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        assert "nobody is to choose an opponent now: session 1.1 is to be drawn" in text_of(app)
        assert not isinstance(app.screen, ChoiceDialog)


async def test_enter_chooses_and_the_next_team_is_asked(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    first = chooser(store)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(said(app)) == 1)
        chosen = said(app)[0]
        assert chosen[:2] == (first, "opponent")
        await until(pilot, lambda: "choice 2" in text_of(app))
        shown = text_of(app)
        assert f"chose {app.desk.event.entrant(chosen[2]).name}" in shown
        assert f"taken by {app.desk.event.entrant(first).name}" in shown
    assert [c.opponent for c in on_disk(store).event.choices] == [chosen[2]]


async def test_a_forfeit_is_one_key_and_the_last_choice_is_taken_back(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    first = chooser(store)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await pilot.press("f")
        await until(pilot, lambda: said(app) == [(first, "forfeit", "")])
        assert "forfeited its choice" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: len(said(app)) == 2)
        await pilot.press("u")
        await until(pilot, lambda: len(said(app)) == 1)
        assert "undone" in text_of(app)
        await pilot.press("u")
        await until(pilot, lambda: not said(app))
        await pilot.press("u")
        await until(pilot, lambda: "was not a choice: nothing undone" in text_of(app))
        # the results that came before are still there
        assert app.desk.event.round(1) == store.event.round(1)


async def test_who_is_barred_or_out_of_turn_is_refused_in_words(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await pilot.press("home", "enter")
        await until(pilot, lambda: "cannot be chosen" in text_of(app))
        await pilot.press("o")
        await until(pilot, lambda: "cannot opt out of being chosen now" in text_of(app))
        assert said(app) == []


async def test_the_keys_stand_below_the_reason_of_a_barred_team(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    choice = store.format.next_step(store.event).choice
    assert choice is not None
    store.do(Instruct(Instruction("bar", choice.chooser, choice.pool[0], 2)))
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        dialog(app).list.select(choice.pool[0])
        name = store.event.entrant(choice.pool[0]).name
        await until(pilot, lambda: f"{name}: " in text_of(app))
        await until(pilot, lambda: "u take the last choice back   esc back" in text_of(app))


async def test_a_team_makes_itself_available_before_the_first_choice(tmp_path: Path) -> None:
    store = choosing(tmp_path, 3)
    choice = store.format.next_step(store.event).choice
    assert choice is not None
    able = [id for id, kind in choice.wishes if kind == "available"]
    assert able, "in DKO round 1 the fourth and fifth can"
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await until(pilot, lambda: "chosen only if it offers itself (a)" in text_of(app))
        dialog(app).list.select(able[0])
        await pilot.press("a")
        await until(pilot, lambda: (able[0], "available", "") in said(app))
        await until(pilot, lambda: "made itself available" in text_of(app))


async def test_every_team_stands_with_what_it_is_ranked_by(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    choice = store.format.next_step(store.event).choice
    assert choice is not None
    assert choice.figures[0].startswith("+")
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        rows = {line.key: line.text for line in dialog(app).list.lines}
        for id, figure in zip(choice.order, choice.figures, strict=True):
            name = store.event.entrant(id).name
            assert rows[id].split(name, 1)[1].split()[:2] == [figure, "IMPs"]


async def test_a_refusal_is_told_in_full_at_80_columns(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    choice = store.format.next_step(store.event).choice
    assert choice is not None
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await pilot.press("home", "down", "o")
        name = store.event.entrant(choice.order[1]).name
        await until(pilot, lambda: f"{name} (" in text_of(app))
        said = [line.text for line in dialog(app).said.lines]
        assert "cannot opt out of being chosen" in " ".join(said)
        assert "nobody can at this point" in " ".join(" ".join(said).split())
        assert all(cell_len(text) <= 74 for text in said)


async def test_the_rest_is_not_drawn_before_all_have_chosen_and_says_so(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    name = store.event.entrant(chooser(store)).name
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await pilot.press("d")
        await until(pilot, lambda: f"{name} chooses now" in text_of(app))
        assert isinstance(app.screen, ChoiceDialog)


async def test_when_all_have_chosen_d_draws_the_rest(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        for number in range(1, 13):
            if app.desk.format.next_step(app.desk.event).choice is None:
                break
            await pilot.press("enter")
            await until(pilot, lambda n=number: len(said(app)) == n)  # type: ignore[misc]
        await until(pilot, lambda: "All choices are made" in text_of(app))
        first, _, taken = said(app)[0]
        names = [app.desk.event.entrant(id).name for id in (first, taken)]
        assert " chose ".join(names) in text_of(app), "to be read to the captains"
        await pilot.press("d")
        await until(pilot, lambda: app.desk.event.proposal is not None)
        await until(pilot, lambda: app.desk.beside is None)
        drawn = {frozenset(m.pair) for m in app.desk.event.round(2).matches}
        assert {frozenset((a, b)) for a, kind, b in said(app) if kind == "opponent"} <= drawn


async def test_a_bar_on_others_and_a_redraw_leave_the_choices_alone(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    while (step := store.format.next_step(store.event)).choice is not None:
        store.do(ChooseOpponent(step.choice.chooser, "opponent", step.choice.pool[0]))
    propose(store)
    drawn = store.event.round(2)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Pool B" in text_of(app))
        last = drawn.matches[-1]
        assert last.section == "B"
        await pilot.press("end", "b", "r")
        await until(pilot, lambda: not _meet(app, last))
        await until(pilot, lambda: app.desk.beside is None)
        assert app.desk.event.proposal is not None
        assert said(app)
        assert all(_meet(app, m) for m in drawn.matches if m.section == "A")


def _meet(app: TopboardApp, match: Match) -> bool:
    standing = app.desk.event.proposal
    return standing is not None and match.pair in {m.pair for m in standing.matches}


async def test_a_word_of_another_desk_is_shown(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        store.do(ChooseOpponent(chooser(store), "forfeit"))
        await until(pilot, lambda: "choice 2" in text_of(app))
        await pilot.press("u")
        await until(pilot, lambda: "nothing undone" in text_of(app))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_hostile_names_do_no_harm_in_front_of_captains(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    store = teams_event(tmp_path)
    for number, name in enumerate(HOSTILE, start=1):
        store.do(EditEntrant(str(number), {"name": name}, insist=True))
    played_to(store, 2, choosing=True)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=size) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await pilot.press("enter", "f")
        await until(pilot, lambda: len(said(app)) == 2)
        shown = text_of(app)
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert all(cell_len(one) <= size[0] for one in shown.splitlines())


async def test_w_says_why_the_selected_team_can_be_chosen_or_not(tmp_path: Path) -> None:
    store = choosing(tmp_path)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "draw by choice" in text_of(app))
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await until(pilot, lambda: "DRAW BY CHOICE" in text_of(app))
        await pilot.press("w")
        await until(pilot, lambda: "can be chosen; " in text_of(app))
