"""What Pairings says about changes by hand, extra boards and what comes next."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from engine.actions import (
    AddEntrant,
    ChangeSettings,
    CreateEvent,
    EditEntrant,
    EnterResult,
    EnterResults,
    ImportEntrants,
    Instruct,
    Propose,
    PublishRound,
    Withdraw,
)
from engine.actions.base import applied
from engine.by_hand import weighed
from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Instruction, Match, Round, RoundState
from engine.next_draw import next_draw
from engine.proposal import swap
from engine.protocol import Conflict, Severity
from engine.staleness import drawn_again
from engine.waiting import NextStep, drawn_from_another
from formats.registry import format_named
from saves.as_drawn import as_drawn
from saves.store import open_event
from tests.formats.knockout.cups import Cup
from tests.playing import enter, play, propose
from tests.tui.conftest import EventMaker
from tests.tui.cups import played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import (
    question_of,
    still,
    text_of,
    until,
)
from tests.tui.test_pairings_keys import SIZE, console, place_of, proposal, told
from tui.app import TopboardApp
from tui.places.pairings import PAIRINGS
from tui.places.pairings.keys import new_conflicts
from tui.places.pairings.lines import (
    Review,
    detail_lines,
    in_order_of_weight,
    legend,
    mark,
    reasons,
)
from tui.places.pairings.picture import (
    PairingsState,
    described,
    late_notes,
    next_lines,
    no_proposal,
    picture,
    review_of,
    settle,
)
from tui.places.pairings.talks import altered_lines
from tui.places.results import RESULTS
from tui.places.results.picture import picture as results_picture
from tui.places.results.state import ResultsState
from tui.places.results.state import settle as settle_results
from tui.places.screen import PlaceScreen
from tui.places.shape import DeskView
from tui.screens.dialogs import Telling


async def swapped(pilot: Pilot[None], app: TopboardApp, *ids: EntrantId) -> PlaceScreen:
    """The two marked one after the other, by keys."""
    for id in ids:
        match = next(m for m in proposal(app).matches if id in m.pair)
        await pilot.press("home", *["down"] * (match.board - 1))
        await pilot.press("right" if match.black == id else "left", "s")
    return await place_of(pilot)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("length", [4, 14, 30, 60])
def test_names_below_the_list_leave_numbers_and_colours_in_sight(
    make_event: EventMaker, length: int, width: int
) -> None:
    event = make_event(players=12, published=4).event
    long = tuple(replace(e, name="Ö" * length) for e in event.entrants)
    review = Review(replace(event, entrants=long), format_named(event.format), event.rounds[-1])
    for match in review.matches:
        first = detail_lines(review, match.board, width, 4)[0].text
        assert cell_len(first) <= width
        for id in match.pair:
            assert f" {review.numbers[id]} Ö" in first
            assert f"({review.cards[id].colours})" in first
        if length == 4 or width == 120:
            assert first.count("Ö") == 2 * min(length, 30) - 2 * (length > 30)


async def test_a_swap_names_every_conflict_that_it_brings(make_event: EventMaker) -> None:
    app = console(make_event(players=4, proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        assert [set(m.pair) for m in proposal(app).matches] == [{"1", "4"}, {"2", "3"}]
        place = await swapped(pilot, app, "4", "3")
        said = told(place)
        assert "2 new: " in said
        assert "× board 1: they met in round 1; × board 2: they met in round 1" in said


def test_many_new_conflicts_are_all_named_in_short(make_event: EventMaker) -> None:
    text = "a long reason that would fill more than a line of the screen by itself, twice told"
    found = [Conflict("repeat", Severity.MUST, text, board) for board in range(1, 8)]
    said = new_conflicts(make_event().event, found)
    assert all(f"board {board} met" in said for board in range(1, 8))
    assert len(said) < 250


def test_late_entries_are_named_apart_though_names_have_commas(make_event: EventMaker) -> None:
    store = make_event(published=1, format="kjca")
    for name in ("Late, Fiadh", "Later, Oisin"):
        store.do(AddEntrant(Entrant("", name, rating=1400)))
    (note,) = late_notes(store.event, store.format)
    assert "no board in this round yet: Late, Fiadh · Later, Oisin; d proposes" in note


async def test_a_board_changed_by_hand_stays_marked_so_beside_its_conflict(
    make_event: EventMaker,
) -> None:
    app = console(make_event(players=4, proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        place = await swapped(pilot, app, "4", "3")
        assert "*× met" in place.body.lines[1].text
        assert "hand" in told(place)


async def test_a_board_that_another_ones_lock_has_moved_says_what_its_mark_means(
    make_event: EventMaker,
) -> None:
    store = make_event(players=8, published=0, format="dutch")
    store.do(Instruct(Instruction("lock", "1", "2", 1)))
    found = store.format.draw(store.event)
    store.do(Propose(1, found.matches, found.byes, drawn_from=""))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        await still(pilot)
        moved = next(m for m in proposal(app).matches if "1" not in m.pair)
        await pilot.press("home", *["down"] * (moved.board - 1))
        place = await place_of(pilot)
        order = (
            "FIDE's order of pairs (group numbers) in 0 points has 1 v 5, 2 v 6, 3 v 7, 4 v 8 "
            "before 1 v 2, 3 v 6"
        )
        assert f"! no criterion gets worse; {order}" in told(place)
        assert "The ideal pairing" not in told(place)


async def test_the_pane_and_the_question_before_publication_say_the_same_of_a_swap(
    make_event: EventMaker,
) -> None:
    """The pane said that FIDE's order got worse, the question that no criterion did."""
    store = make_event(players=8, published=1, proposal=True, format="dutch")
    first, second = store.event.proposal.matches[:2]  # type: ignore[union-attr]
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        place = await swapped(pilot, app, first.black, second.black)
        words = "no criterion gets worse; FIDE's order"
        await until(pilot, lambda: f"This change: ! {words}" in told(place))
        assert "worse: " not in told(place)
        await pilot.press("P")
        await until(pilot, lambda: "Publish round 2" in text_of(app))
        await until(pilot, lambda: f"! {words}" in " ".join(text_of(app).split()))


async def test_a_board_turned_twice_is_as_the_draw_made_it(make_event: EventMaker) -> None:
    app = console(make_event(players=8, proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        place = await place_of(pilot)
        await pilot.press("t")
        await until(pilot, lambda: "* by hand" in place.body.lines[1].text)
        await pilot.press("t")
        await until(pilot, lambda: "* by hand" not in place.body.lines[1].text)
        assert "hand" not in told(place)


async def test_extra_boards_are_gone_to_marked_and_named_before_they_are_published(
    make_event: EventMaker,
) -> None:
    store = make_event(players=41)
    (bye,) = store.event.round(1).byes
    store.do(AddEntrant(Entrant("", "Late, Ann", rating=1400)))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        open_event(store.folder, session="other").do(
            Propose(1, (Match(21, "42", bye.entrant),), drawn_from="")
        )
        await until(pilot, lambda: place.body.selected == 21)
        shown = next(one.text for one in place.body.lines if one.key == 21)
        assert shown.endswith("+ extra")
        await pilot.press("P")
        await pilot.pause()
        assert question_of(app)
        other = app.desk.event.entrant(bye.entrant).name
        assert f"1 extra board: Late, Ann – {other}?" in question_of(app)


async def test_a_late_entry_who_has_the_bye_is_named_before_it_is_published(
    make_event: EventMaker,
) -> None:
    store = make_event(players=40)
    store.do(AddEntrant(Entrant("", "Late, Ann", rating=1400)))
    store.do(Propose(1, (), (Bye("41", Decimal(1)),), drawn_from=""))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("P")
        await pilot.pause()
        assert question_of(app)
        assert "Publish round 1: bye: Late, Ann?" in question_of(app)


async def test_before_the_first_draw_s_says_that_there_is_no_proposal_yet(
    make_event: EventMaker,
) -> None:
    app = console(make_event(published=0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("s")
        said = told(await place_of(pilot))
        assert "there is no proposal yet" in said
        assert "d draws it" in said
        assert "published board" not in said


async def test_c_after_a_round_with_nothing_drawn_goes_to_the_round_to_correct(
    make_event: EventMaker,
) -> None:
    store = make_event(players=16, published=6)
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 9))))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("c")
        place = await place_of(pilot)
        assert " published " in place.status.shown.text
        assert "this is round 6" in told(place)
        await pilot.press("down", "c")
        await pilot.pause()
        assert isinstance(app.screen, Telling)
        assert app.screen.title_text.startswith("Round 6, board 2")


async def test_a_lock_of_two_whom_the_draw_has_paired_puts_it_out_of_date_only_with_more(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("l")
        place = await place_of(pilot)
        assert app.desk.event.instructions
        assert "changed after" not in place.body.lines[0].text
        assert drawn_again(app.desk.event, app.desk.format).same, "what E finds"
        other = open_event(store.folder, session="other")
        other.do(EnterResult(1, "0-1", "1-0", 1, replace=True))
        place = await place_of(pilot)
        await until(pilot, lambda: "changed since this draw: " in place.body.lines[0].text)


async def test_a_bar_of_two_who_do_not_meet_puts_no_draw_out_of_date(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        first, second, *_ = store.event.proposal.matches  # type: ignore[union-attr]
        other = open_event(store.folder, session="other")
        other.do(Instruct(Instruction("bar", first.white, second.white)))
        await until(pilot, lambda: app.desk.event.instructions)
        assert drawn_from_another(app.desk.event)
        await until(pilot, lambda: "changed after" not in place.body.lines[0].text)
        again = drawn_again(app.desk.event, app.desk.format)
        assert again.same, "what E finds"
        other.do(Instruct(Instruction("bar", *first.pair)))
        await until(pilot, lambda: "bars or allowed pairs changed" in place.body.lines[0].text)


async def test_a_bar_that_came_after_the_draw_is_not_said_to_have_left_no_other(
    make_event: EventMaker,
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("b")
        await place_of(pilot)
        await pilot.press("P")
        await until(pilot, lambda: "barred" in question_of(app))
        assert "found no draw" not in question_of(app)
        assert "The draw is out of date" in question_of(app)


async def test_in_strict_mode_a_draw_out_of_date_is_published_with_what_differs(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True, format="dutch", mode="strict")
    result = store.event.round(1).matches[0].result
    assert result is not None
    new = "0-1" if result.text == "1-0" else "1-0"
    store.do(EnterResult(1, new, result.text, 1, replace=True))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("P")
        await until(pilot, lambda: "placed differently from the computer draw" in text_of(app))
        assert "changed since this draw: round 1, board 1" in text_of(app)
        assert "E shows whether it matters" not in text_of(app), "no key of this question"
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.proposal is None)
        assert app.desk.event.round(2).departures


async def test_who_came_after_the_draw_is_named_and_nothing_is_asked_of_publishing(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True, format="dutch")
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await app.desk.do(AddEntrant(Entrant("", "Nowak, Zofia", 1500)))
        place = await place_of(pilot)
        await until(pilot, lambda: "Nowak, Zofia has no board" in place.body.lines[0].text)
        await pilot.press("P")
        await until(pilot, lambda: "Nowak, Zofia has no board in this proposal" in text_of(app))
        assert "y  yes" not in text_of(app)
        assert app.desk.event.proposal is not None


async def test_a_knockout_of_teams_has_home_and_away_and_no_floats(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 2)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        shown = text_of(app)
        assert "Home" in shown
        assert "Away" in shown
        assert "White" not in shown
        assert "Pts" not in shown
        levels = {card.score for card in review_of(place.view, place.state).cards.values()}  # type: ignore[union-attr]
        assert len(levels) > 1
        assert "↓" not in shown
        assert "↑" not in shown
        assert "(W" not in told(place)
        assert "(B" not in told(place)


def test_what_the_draw_itself_has_moved_is_no_stop_of_the_marks(make_event: EventMaker) -> None:
    store = make_event(proposal=True)
    event = store.event
    assert event.proposal is not None
    one, two, *rest = event.proposal.matches
    moved = replace(one, altered="opponents"), replace(two, altered="hand"), *rest
    review = Review(event, store.format, replace(event.proposal, matches=moved))
    keys = [m.board for m in moved]
    there = in_order_of_weight(review, keys)
    marked = {c.board for c in review.conflicts}
    assert {key for _, key in there} == marked | {two.board}
    kinds = [kind for kind, _ in there]
    assert kinds == sorted(kinds, key=["must", "should", "note", "changed"].index)


def test_what_two_have_in_common_is_said_once_with_its_mark() -> None:
    """Everybody of one club: no draw of round 2 keeps rule 8."""
    format = format_named("kjca")
    event = CreateEvent("Test", "kjca", {"rounds": 3}).begin(format)
    field = tuple(Entrant("", f"P{n}", rating=1500 - n, club="Salthill") for n in range(4))
    event = applied(ImportEntrants(field), event, format)
    for number in (1, 2):
        event = applied(Propose.of(next_draw(event, format)), event, format)
        if number == 1:
            event = applied(PublishRound(1), event, format)
            event = applied(EnterResults(((1, "1-0"), (2, "1-0"))), event, format)
    assert event.proposal is not None
    review = Review(event, format, event.proposal)
    for match in review.matches:
        text = " ".join(reasons(review, match.board))
        assert text.count("same club: Salthill") == 1
        assert text.startswith("! ")


def test_extra_boards_that_are_due_are_said_when_the_round_is_published() -> None:
    desk = MemoryDesk.created("kjca", rounds=3)
    desk.do(ImportEntrants(tuple(Entrant("", n, rating=1500) for n in ("A", "B", "C", "D"))))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    desk.do(AddEntrant(Entrant("", "Late, Fiadh", rating=1400)))
    pairings = Driver(PAIRINGS, desk)
    pairings.enter("P", "y")
    assert desk.event.current is not None
    message = pairings.state.message
    assert message is not None
    assert message.text.startswith("round 1 is published; no board in this round yet: Late, Fiadh")
    assert message.text.endswith("d proposes extra boards")


def test_the_question_names_for_each_criterion_the_boards_of_its_own_group() -> None:
    """One criterion gets worse in two groups: each line has the boards of its group alone."""
    format = format_named("dutch")
    players = tuple(Entrant(str(n), f"P{n}", rating=2200 - n) for n in range(1, 17))
    event = CreateEvent("Kent", "dutch", {"rounds": 6, "acceleration": "baku"}, 1).begin(format)
    event = applied(ImportEntrants(players), event, format)
    drawn = format.draw(event)
    made = Round(drawn.round, RoundState.PROPOSAL, drawn.matches, drawn.byes)
    for one, other in ((3, 4), (5, 6)):
        made = swap(made, made.match(one).white, made.match(other).white)
    event = event.with_round(made)
    review = Review(event, format, made, costs=weighed(event, format, made))
    text = " ".join(" ".join(line.text for line in altered_lines(review, 78, "publishes")).split())
    assert text.count("FIDE's order of pairs (group numbers) in") == 2
    assert "has 3 v 7, 4 v 8 before 3 v 4, 7 v 8 (boards 3, 4)" in text
    assert "the computer draw has the ideal" not in text
    assert "(boards 3, 4)" in text
    assert "(boards 5, 6)" in text


def test_a_reason_of_a_draw_before_a_change_is_told_as_of_then() -> None:
    """Seeded lines are no reason any more once all is drawn by lot."""
    cup = Cup(8)
    propose(cup)
    review = Review(cup.event, cup.format, cup.event.rounds[-1])
    assert reasons(review, 1) == ["match 1: line 1 of the bracket meets line 8"]
    cup.do(ChangeSettings({"placement": "drawn"}))
    review = Review(cup.event, cup.format, cup.event.rounds[-1])
    (told,) = reasons(review, 1)
    assert told == "drawn before that change: match 1: line 1 of the bracket meets line 8"


def test_a_round_made_by_hand_that_is_the_computer_draw_says_so_when_published() -> None:
    format = format_named("dutch")
    players = tuple(Entrant(str(n), f"P{n}", rating=2200 - n) for n in range(1, 9))
    event = CreateEvent("Kent", "dutch", {"rounds": 5}, 1).begin(format)
    event = applied(ImportEntrants(players), event, format)
    drawn = format.draw(event)
    made = Round(drawn.round, RoundState.PROPOSAL, drawn.matches, drawn.byes, altered=True)
    event = event.with_round(made)
    review = Review(event, format, made, costs=weighed(event, format, made))
    lines = [line.text.strip() for line in altered_lines(review, 78, "publishes")]
    assert [text for text in lines if text] == ["Everybody sits as in the computer draw."]


def test_where_a_draw_waits_for_a_result_only_what_helps_is_named() -> None:
    """A match that is adjourned already is not adjourned once more, and none of the last round."""
    cup = Cup(4)
    cup.draw()
    waits = "enter them (F3), or let the matches of their winners wait (A there)"
    assert _told_at_draw(cup).endswith(waits)
    cup.enter("?", "1-0")
    assert _told_at_draw(cup).endswith("board 1; enter them (F3)")
    cup.correct(1, 1, "1-0")
    cup.draw()
    assert _told_at_draw(cup).endswith("round 2: board 1; enter them (F3)")


def _told_at_draw(cup: Cup) -> str:
    driver = Driver(PAIRINGS, MemoryDesk(cup.event, cup.format))
    driver.type("d")
    return driver.message


def test_colours_that_not_both_can_have_are_not_said_to_be_turned() -> None:
    """All had White and won: in each ideal pair of the computer draw both are due Black."""
    desk = MemoryDesk.created("dutch", rounds=3)
    players = tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(8))
    desk.do(ImportEntrants(players))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    desk.do(PublishRound(1))
    desk.do(EnterResults(tuple((board, "1-0") for board in range(1, 5))))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    pairings = Driver(PAIRINGS, desk)
    review = review_of(pairings.view, pairings.state)
    assert review is not None
    assert [mark(review, match.board) for match in review.matches] == [("= colours", "note")] * 4
    assert ("  = colours 4", "dim") in legend(review, words=True)


async def test_whoever_leaves_is_marked_at_the_board_and_the_groups_stay_as_drawn(
    make_event: EventMaker,
) -> None:
    store = make_event(players=12, published=2, proposal=True, format="ecf")
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)

        def headings() -> list[str]:
            texts = [one.text for one in place.body.lines if one.key is None]
            return texts[next(n for n, text in enumerate(texts) if "──" in text) :]

        drawn = headings()
        assert any("games" in text for text in drawn)
        assert app.desk.event.proposal is not None
        match = app.desk.event.proposal.matches[0]
        app.desk.store.do(Withdraw(match.white))
        await until(pilot, lambda: "changed since" in place.body.lines[0].text)
        board = next(one.text for one in place.body.lines if one.key == match.board)
        assert board.rstrip().endswith("× out")
        assert "× forbidden 1" in place.status.shown.text
        assert headings() == drawn


@pytest.mark.parametrize("key", ["w", "s", "]"])
def test_what_needs_a_round_says_that_none_is_drawn(key: str) -> None:
    desk = MemoryDesk.created("dutch")
    desk.do(ImportEntrants(tuple(Entrant("", f"Player {n}") for n in range(8))))
    pairings = Driver(PAIRINGS, desk)
    pairings.type(key)
    assert "there is no proposal yet: round 1 is not drawn; d draws it" in pairings.message


@pytest.mark.parametrize("proposed", [False, True])
def test_behind_the_last_round_the_first_that_is_missing_is_named(proposed: bool) -> None:
    """With rounds 1 and 2 played, round 3 is the next; once it is drawn, round 4 is."""
    desk = MemoryDesk.playing(published=2)
    desk.do(EnterResults(tuple((m.board, "1-0") for m in desk.event.round(2).matches)))
    if proposed:
        desk.do(Propose.of(next_draw(desk.event, desk.format)))
    pairings = Driver(PAIRINGS, desk)
    pairings.type(">")
    assert pairings.message == f"round {4 if proposed else 3} is not drawn"


def test_before_round_1_and_after_the_last_there_is_no_round_to_be_drawn() -> None:
    desk = MemoryDesk.playing(published=6)
    pairings = Driver(PAIRINGS, desk)
    pairings.type("<", "<", "<", "<", "<", "<")
    assert pairings.message == "round 1 is the first"
    desk.do(EnterResults(tuple((m.board, "1-0") for m in desk.event.round(6).matches)))
    pairings = Driver(PAIRINGS, desk)
    pairings.type(">")
    assert pairings.message == "all rounds are played"


@pytest.mark.parametrize("width", [80, 160])
def test_who_is_marked_for_a_swap_reads_that_n_keeps_two_apart(width: int) -> None:
    """Two children of one family are often on different boards: the mark is the way to say it."""
    desk = MemoryDesk.playing(published=0)
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    pairings = Driver(PAIRINGS, desk, (width, 40))
    pairings.type("s")
    pairings.paint()
    foot = pairings.shown.foot.text
    assert cell_len(foot) <= pairings.view.width
    assert "N" in foot
    assert "never meet" in foot
    first = pairings.state.picked
    pairings.type("down", "N")
    pairings.acknowledge()
    (apart,) = desk.event.instructions
    assert (apart.kind, apart.round) == ("bar", None)
    assert first in apart.pair


def test_a_name_with_no_room_is_cut_visibly_where_it_is_marked_for_a_swap() -> None:
    desk = MemoryDesk.playing(published=0)
    long = "Newcastlewest, Bartholomew Aloysius"
    for entrant in desk.event.entrants:
        desk.do(EditEntrant(entrant.id, {"name": f"{long} {entrant.id}"}))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    pairings = Driver(PAIRINGS, desk, (80, 24))
    pairings.type("s")
    pairings.paint()
    foot = pairings.shown.foot.text
    assert foot.startswith(" * Newcastlewest, … marked; ")
    assert cell_len(foot) <= pairings.view.width


@pytest.mark.parametrize("mode", ["strict", "free"])
async def test_the_key_line_offers_a_bar_only_where_one_may_come(
    make_event: EventMaker, mode: str
) -> None:
    app = console(make_event(proposal=True, format="dutch", mode=mode))
    async with app.run_test(size=(160, 50)) as pilot:
        await until(pilot, lambda: "s swap" in text_of(app))
        assert ("b bar" in text_of(app)) is (mode == "free")


@pytest.mark.parametrize(
    ("format", "way"),
    [
        ("round_robin", "go on without them"),
        ("dutch", "count what is missing as drawn until it is entered, in the standings too"),
    ],
)
def test_what_is_missing_is_counted_as_drawn_only_where_the_draw_goes_by_results(
    format: str, way: str
) -> None:
    """A table of rounds says who meets whom, whatever the results are."""
    desk = MemoryDesk.created(format, **({"rounds": 5} if format == "dutch" else {}))
    desk.do(ImportEntrants(tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(8))))
    play(desk, 1, last_open=True)
    place = Driver(PAIRINGS, desk)
    place.type("d")
    assert f"enter them (F3), or {way} (A there)" in place.message
    results = Driver(RESULTS, desk)
    results.type("A")
    assert f"{way.capitalize()} (adjourned)?" in results.question


def test_who_wants_a_proposal_that_is_not_there_is_told_the_step_that_comes_next() -> None:
    """Not to enter the teams, where eighteen are entered and the next one is to choose."""
    event = MemoryDesk.playing().event
    draw, choose = NextStep("draw", 2), NextStep("choose", 2)
    for step, remedy in ((draw, "d draws it"), (choose, "C opens the draw by choice")):
        told = str(no_proposal(event, step))
        assert remedy in told
        assert "round 2 is not drawn" in told
        assert "F1" not in told
    playing = str(no_proposal(event, NextStep("play", 1)))
    assert "F3 Results" in playing
    assert "round 1 is not drawn" not in playing


def test_a_draw_with_somebody_who_has_left_is_to_be_redrawn_without_a_comparison() -> None:
    desk = MemoryDesk.playing(8, format="dutch")
    enter(desk, "1-0")
    propose(desk)
    place = Driver(PAIRINGS, desk)
    gone = desk.event.entrants[0]
    desk.do(Withdraw(gone.id))
    place.paint()
    told = " ".join(" ".join(place.lines).split())
    assert "changed since this draw" in told
    assert "r redraws" in told
    assert "whether it matters" not in told


def test_after_an_appeal_nobody_is_sent_to_draw_again_what_stands_by_the_rules(
    tmp_path: Path,
) -> None:
    """The regulations leave a draw as it is when a winner changes: `r takes the round back and
    draws it again` stood there, and the choices of the captains would have been lost."""
    store = played_to(teams_event(tmp_path), 4)
    first = next(m for m in store.event.round(3).matches if m.group == "SKO round 1")
    assert first.result is not None
    was = first.result.text
    store.do(EnterResult(first.board, "10-31", was=was, round=3, replace=True, insist=True))
    event, format = store.event, store.format
    desk = DeskView(event, format, recent=store.history.last(400), width=80, across=80, height=24,
                    as_drawn=lambda round: as_drawn(store.history, event, round))  # fmt: skip
    shown = picture(desk, settle(desk, PairingsState()))
    told = " ".join(" ".join(one.text for one in shown.body).split())
    assert "drawn before this result changed" in told
    assert "by the rules the draw stands" in told
    assert "r takes" not in told
    assert "redraw_rest" in shown.idle


def test_a_setting_left_to_the_format_is_told_as_that() -> None:
    """`sizes = none` named what had been taken back to the proposed sections."""
    event = MemoryDesk.created("galway").event
    assert described(ChangeSettings({"sizes": None}), event) == "sizes by default"
    assert described(ChangeSettings({"closed_rounds": 1}), event) == "closed rounds = 1"


def test_a_bridge_event_speaks_of_sessions(tmp_path: Path) -> None:
    event = played_to(teams_event(tmp_path), 2)
    texts = " ".join(one.text for one in next_lines(event.event, event.format, 80))
    assert "looks at session 1.2" in texts
    desk = DeskView(event.event, event.format, width=80, across=80, height=24)
    shown = results_picture(desk, settle_results(desk, ResultsState(round=1)))
    assert "session 1.1 (earlier session)" in shown.status.text


def test_the_bar_of_results_gives_way_to_what_is_said_beside_it() -> None:
    """`round 1 (earlier round)  3/4 █████████████▋░░  1 adjo… with anna` stood there."""
    played = MemoryDesk.playing(8, 2)
    played.do(EnterResult(1, "?", was="1-0", round=1, replace=True))
    company = "with anna · "
    desk = DeskView(played.event, played.format, width=80, across=80, height=24, company=company)
    text = results_picture(desk, settle_results(desk, ResultsState(round=1))).status.text
    assert text.endswith("1 adjourned")
    assert len(text) <= 80 - len("saved 12:00 ") - len(company)
