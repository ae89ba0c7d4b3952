"""Why, and why not somebody else: asked in Pairings, answered by the program itself."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from engine.actions import Instruct, SetBye
from engine.entrants import Entrant
from engine.event import Instruction, PlaceInRound
from saves.store import Store, open_event
from tests.playing import propose
from tests.tui.children import use_child
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup
from tests.tui.places import is_in_front, made, text_of, type_text, until
from tests.tui.snapshot import Picture, picture
from tests.tui.test_pairings_keys import SIZE, console, place_of, proposal, told
from tui.app import TopboardApp
from tui.places.pairings.talks import WhyDialog
from tui.screens.dialogs import Telling

HOSTILE = ("Ash [b]grove\x1b[31m", "[/red] Wójtowska \u202etxt", "Řez\x07níkova", "</b>Fallonby")


def words(app: TopboardApp) -> str:
    return " ".join(text_of(app).replace("│", " ").split())


async def opened(pilot: Pilot[None]) -> WhyDialog:
    """The dialog of the selected board, with all that there is to read."""
    await place_of(pilot)
    await pilot.press("w")
    await until(pilot, lambda: isinstance(pilot.app.screen, WhyDialog))
    dialog = pilot.app.screen
    assert isinstance(dialog, WhyDialog)
    await until(pilot, lambda: dialog._child is None)
    return dialog


async def asked(pilot: Pilot[None], name: str) -> WhyDialog:
    dialog = await opened(pilot)
    await pilot.press("slash")
    await type_text(pilot, name)
    await pilot.press("enter")
    await until(pilot, lambda: bool(dialog.costs))
    return dialog


async def test_an_answer_to_a_dialog_that_closes_is_no_failure(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        dialog = await opened(pilot)
        # as a screen closes: what is in it goes first, then its child is stopped
        await dialog.query(".dialog-box").remove()
        dialog._show()
        dialog._bad("refused")


async def test_another_opponent_is_found_by_a_few_letters_without_accents(
    make_event: EventMaker,
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        dialog = await opened(pilot)
        await pilot.press("w")
        await until(pilot, lambda: "Ashgrove, Liam, then" in words(app))
        await type_text(pilot, "rezn")
        assert [one.key for one in dialog.list.lines] == ["3"]
        await pilot.press("backspace", "backspace", "backspace", "backspace")
        shown = {one.key for one in dialog.list.lines}
        assert shown == {e.id for e in app.desk.event.entrants} - {"1", "6"}, (
            "the two are not offered"
        )


async def test_the_answer_says_for_both_players_what_it_would_cost(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await asked(pilot, "quilty")
        seen = words(app)
        assert "Ashgrove, Liam - Quilty, Petra" in seen
        assert "Vesterhav, Karol - Quilty, Petra" in seen
        assert "2 boards change" in seen
        assert "worse: places off the half: 6, would be 8" in seen
        await pilot.press("escape", "escape")
        assert (await place_of(pilot)).is_current


async def test_n_shows_every_criterion_that_comes_out_otherwise(make_event: EventMaker) -> None:
    app = console(make_event(players=8, published=1, proposal=True))
    async with app.run_test(size=(100, 40)) as pilot:
        dialog = await asked(pilot, "fallonby")
        assert "what else comes out otherwise" not in words(app)
        await pilot.press("n")
        await until(pilot, lambda: "what else comes out otherwise" in words(app))
        deciding = [cost["decided_by"]["sentence"] for cost in dialog.costs if cost["decided_by"]]
        told = " ".join(one.text.strip() for one in dialog.list.lines)
        assert all(f"decides: {sentence}" in " ".join(told.split()) for sentence in deciding)
        measured = [one for cost in dialog.costs for one in cost["measures"]]
        assert measured
        assert all(one["sentence"] in " ".join(told.split()) for one in measured)
        # the help of its keys, and back step by step: the answer, the dialog
        await pilot.press("?")
        await until(pilot, lambda: "Why these two" in text_of(app) and app.screen is not dialog)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is dialog)
        await pilot.press("slash", *"ash", "escape")
        assert (dialog.needle, bool(dialog.costs)) == (None, True)
        await pilot.press("z", "escape")
        assert (dialog.costs, app.screen is dialog) == ((), True)
        await pilot.press("escape")
        await until(pilot, lambda: is_in_front(app, "pairings"))


async def test_the_pair_is_locked_and_the_rest_drawn_again(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await asked(pilot, "Fallonby")
        await pilot.press("l")
        await until(pilot, lambda: bool(app.desk.event.instructions))
        assert [(i.kind, i.pair, i.round) for i in app.desk.event.instructions] == [
            ("lock", frozenset({"1", "4"}), 2)
        ]
        await until(pilot, lambda: app.desk.event.proposal is not None and proposal(app).altered)


async def test_the_pair_that_is_selected_is_named_locked_and_selected_behind_the_draw(
    make_event: EventMaker,
) -> None:
    """Asked for one, the arbiter is told of two pairs: `l` says which it takes."""
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await asked(pilot, "Fallonby")
        await until(pilot, lambda: "lock Ashgrove, Liam - Fallonby, Nadia, redraw" in words(app))
        other = "Vesterhav, Karol - Fallonby, Nadia"
        for _ in range(12):
            await pilot.press("down")
        await until(pilot, lambda: f"lock {other}, redraw" in words(app))
        await pilot.press("l")
        place = await place_of(pilot)
        await until(pilot, lambda: "3 times u" in words(app) or "2 times u" in words(app))
        assert [i.pair for i in app.desk.event.instructions] == [frozenset({"4", "6"})]
        assert f"drawn with {other} locked; 2 times u goes back" in words(app)
        assert proposal(app).match(place.state.selected).pair in (("4", "6"), ("6", "4"))
        before = len(app.desk.event.instructions)
        await pilot.press("u", "u")
        await until(pilot, lambda: len(app.desk.event.instructions) < before)


async def test_the_pair_to_lock_is_named_whole_where_it_fits(make_event: EventMaker) -> None:
    """`lock Lindenhurst, Ma… - Wrenfield, Perp…, redraw` left eight cells empty."""
    names = ("Lindenhurst, Magnus", "Ash, Ben", "Bede, Carl", "Wrenfield, Perpetua")
    app = console(make_event(proposal=True, players=4, published=0, names=names))
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(pilot, "Wrenfield")
        locked = "lock Lindenhurst, Magnus - Wrenfield, Perpetua, redraw"
        await until(pilot, lambda: locked in words(app))


async def test_nothing_is_locked_while_another_question_is_worked_out(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pair on the screen is that of the question before."""
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        dialog = await asked(pilot, "Fallonby")
        use_child(monkeypatch, "time.sleep(60)")
        await pilot.press("w")
        await type_text(pilot, "Quilty")
        await pilot.press("enter", "l")
        await until(pilot, lambda: dialog._asking)
        assert app.screen is dialog
        assert not app.desk.event.instructions
        await pilot.press("escape")
        await until(pilot, lambda: dialog._child is None)


async def test_a_lock_that_stands_against_the_wish_is_named_and_given_up(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True)
    store.do(Instruct(Instruction("lock", "1", "6", 2)))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await asked(pilot, "Fallonby")
        assert "the arbiter's lock of Ashgrove, Liam and Vesterhav, Karol prevents it" in words(app)
        await pilot.press("l")
        await until(pilot, lambda: any("4" in i.pair for i in app.desk.event.instructions))
        assert [i.pair for i in app.desk.event.instructions] == [frozenset({"1", "4"})]


async def test_the_answer_for_a_published_round_offers_no_lock(make_event: EventMaker) -> None:
    app = console(make_event())
    async with app.run_test(size=SIZE) as pilot:
        dialog = await asked(pilot, "Fallonby")
        assert "lock it" not in words(app)
        await pilot.press("l")
        assert "it is corrected, not drawn again" in words(app)
        assert app.screen is dialog
        assert not app.desk.event.instructions


async def test_a_question_that_takes_long_is_stopped_by_escape_and_blocks_nothing(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        dialog = await opened(pilot)
        use_child(monkeypatch, "time.sleep(60)")
        await pilot.press("slash")
        await type_text(pilot, "Fallonby")
        await pilot.press("enter")
        await until(pilot, lambda: "esc stop it" in words(app))
        await pilot.press("escape")
        await until(pilot, lambda: dialog._child is None)
        assert not dialog.costs
        assert "Board 1" in words(app)
        await pilot.press("q")
        assert (await place_of(pilot)).is_current


async def test_a_refusal_of_the_question_is_shown_in_the_dialog(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot)
        use_child(
            monkeypatch,
            """
from engine.refusal import Refused
from tui.commands.output import refuse
sys.exit(refuse(Refused("no draw", "all met", "ask")) or 2)
""",
        )
        await pilot.press("slash")
        await type_text(pilot, "Fallonby")
        await pilot.press("enter")
        dialog = app.screen
        assert isinstance(dialog, WhyDialog)
        await until(pilot, lambda: dialog._child is None)
        assert not dialog.costs
        assert "no draw: all met; ask" in words(app)


async def test_a_bye_is_explained_and_somebody_else_can_be_asked_for(
    make_event: EventMaker,
) -> None:
    app = console(make_event(players=7, proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("end")
        dialog = await opened(pilot)
        assert "Bye:" in words(app)
        await pilot.press("slash")
        assert dialog.needle == ""
        holder = str(dialog.key[1])  # type: ignore[index]
        other = next(e.id for e in app.desk.event.entrants if e.id != holder)
        await pilot.press(*other, "enter")
        await until(pilot, lambda: bool(dialog.costs))
        assert f"The bye for {app.desk.event.entrant(other).name}" in words(app)
        await pilot.press("l")
        await until(pilot, lambda: "moved by hand" in words(app))


async def test_a_bye_that_was_asked_for_says_so_and_offers_nobody_else(
    make_event: EventMaker,
) -> None:
    store = make_event(players=9, published=0)
    store.do(SetBye("3", 1, Decimal("0.5")))
    propose(store)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("end")
        dialog = await opened(pilot)
        assert [one.text.strip() for one in dialog.list.lines] == ["Bye asked for: +½"]
        assert "why not somebody else" not in words(app)
        await pilot.press("w")
        assert dialog.needle is None
        assert "nobody else would have it" in words(app)


@pytest.mark.parametrize(("height", "said"), [(14, True), (40, False)])
async def test_reasons_that_are_longer_than_the_box_say_that_they_go_on(
    tmp_path: Path, height: int, said: bool
) -> None:
    field = tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(12))
    store = made(tmp_path / "open", field, format="dutch")
    propose(store)
    app = console(store)
    async with app.run_test(size=(80, height)) as pilot:
        dialog = await opened(pilot)
        await pilot.press("n")
        assert (len(dialog.list.lines) > dialog.list.size.height) is said
        assert ("↑ ↓ more" in words(app)) is said


async def test_hostile_names_are_shown_harmless(make_event: EventMaker) -> None:
    app = console(make_event(players=4, proposal=True, names=HOSTILE))
    async with app.run_test(size=SIZE) as pilot:
        await asked(pilot, "4" if app.desk.event.proposal.match(1).pair != ("1", "4") else "3")  # type: ignore[union-attr]
        seen = text_of(app)
        assert "Ash [b]grove" in seen
        assert "\x1b" not in seen
        assert "\u202e" not in seen


async def test_what_is_published_by_hand_is_recorded_beside_the_engines_own(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("t", "P")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.published) == 2)
    event = open_event(store.folder).event
    found = event.round(2).departures
    names = {e.id: e.name for e in event.entrants}
    assert [(d.entrant, d.words(names)[0]) for d in found] == [
        ("1", "Black against Vesterhav, Karol"),
        ("6", "White against Ashgrove, Liam"),
    ]
    assert found[0].places == (PlaceInRound(1, "B", "6"),)
    assert found[0].own == (PlaceInRound(1, "W", "6"),)


async def test_a_round_without_a_legal_draw_offers_the_games_that_would_do(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The small format draws on; the child says what a format without a draw would."""
    store = make_event(proposal=False, published=1)
    finish(store)
    refusing(monkeypatch, tmp_path)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        seen = words(app)
        assert "round 2 has no legal draw" in seen
        assert "Ashgrove, Liam and Jarveaux, Hana can meet nobody" in seen
        assert "Ashgrove, Liam - Jarveaux, Hana" in seen
        await pilot.press("l")
        await until(pilot, lambda: app.desk.event.proposal is not None)
        assert [i.pair for i in app.desk.event.instructions] == [frozenset({"1", "5"})]


async def test_leaving_the_games_of_a_deadlock_locks_nothing(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    store = make_event(published=1)
    finish(store)
    refusing(monkeypatch, tmp_path)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        for key in ("enter", "escape"):
            await place_of(pilot)
            (tmp_path / "refused").unlink(missing_ok=True)
            await pilot.press("d")
            await until(pilot, lambda: isinstance(app.screen, Telling))
            await pilot.press(key)
            place = await place_of(pilot)
            assert "no legal draw" in told(place)
        assert app.desk.event.instructions == ()


def finish(store: Store) -> None:
    from engine.actions import EnterResults

    boards = store.event.round(1).matches
    store.do(EnterResults(tuple((m.board, "1-0") for m in boards)))


def refusing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A draw that is refused the first time, as by a format whose players have all met."""
    use_child(
        monkeypatch,
        f"""
import pathlib
from engine.refusal import NoDraw
from tests.tui.small import Small
drawn, once = Small.draw, pathlib.Path({str(folder / "refused")!r})
def draw(self, event):
    if once.exists():
        return drawn(self, event)
    once.touch()
    raise NoDraw("round 2 has no legal draw", "Ashgrove, Liam and Jarveaux, Hana can meet nobody",
                 "decide for a repeat", players=("1", "5"), pairs=(("1", "5"),))
Small.draw = draw
""",
    )


SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_answer_looks_right(
    make_event: EventMaker, snapshot: SnapshotAssertion, size: tuple[int, int]
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=size) as pilot:
        await asked(pilot, "Fallonby")
        await pilot.pause()
        assert picture(app) == snapshot.use_extension(Picture)


async def test_what_is_said_is_not_said_again_in_full(tmp_path: Path) -> None:
    """In a cup the reasons are the whole explanation: `n` repeated them."""
    app = console(cup(tmp_path, 4, 2, "double_knockout"))
    async with app.run_test(size=SIZE) as pilot:
        dialog = await opened(pilot)
        await until(pilot, lambda: "w  why not somebody else?" in text_of(app))
        await until(pilot, lambda: "n  in full" not in text_of(app))
        before = [one.text for one in dialog.list.lines]
        assert before
        await pilot.press("n")
        await until(pilot, lambda: dialog.numbers)
        assert [one.text for one in dialog.list.lines] == before
