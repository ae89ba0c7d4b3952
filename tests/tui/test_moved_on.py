"""Standings that are looked at again later, and of earlier rounds."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from engine.actions import Adjust, EnterResults, PublishRound, Withdraw
from engine.standings import as_of
from engine.waiting import missing_boards
from saves.paper import pdf_pages
from saves.store import open_event
from tests.playing import propose
from tests.tui.places import juniors, text_of, until
from tui.app import TopboardApp


async def test_standings_come_back_at_the_newest_table_once_a_round_was_played(
    tmp_path: Path,
) -> None:
    store = juniors(tmp_path / "kent", rounds=2)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "after round 2" in text_of(app))
        await pilot.press("<", "right", "f1", "f4")
        await until(pilot, lambda: "(2 of" in text_of(app) and "after round 2" in text_of(app))
        await pilot.press("f1")
        other = open_event(store.folder, session="other")
        propose(other)
        other.do(PublishRound(3, insist=True))
        boards = other.event.round(3).matches
        other.do(EnterResults(tuple((m.board, "1-0") for m in boards)))
        await until(pilot, lambda: len(app.desk.event.published) == 3)
        await until(pilot, lambda: not missing_boards(app.desk.event.round(3)))
        await pilot.press("f4")
        await until(pilot, lambda: "Overall (1 of" in text_of(app))
        assert "after round 3" in text_of(app)


async def test_the_table_of_an_earlier_round_shows_nothing_that_came_later(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=4)
    gone, fined = store.event.entrants[0].id, store.event.entrants[1].id
    store.do(Withdraw(gone))
    store.do(Adjust(fined, Decimal(-1), "late phone"))
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(120, 60)) as pilot:
        await until(pilot, lambda: "after round 4" in text_of(app))
        assert "withdrawn" in text_of(app)
        assert "late phone" in text_of(app)
        await pilot.press("<")
        await until(pilot, lambda: "after round 3" in text_of(app))
        assert "withdrawn" not in text_of(app)
        assert "late phone" not in text_of(app)


def test_a_withdrawal_from_the_next_round_on_stands_in_the_last_table_alone(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=2)
    event = store.do(Withdraw("1"))
    format = store.format
    last = {row.id: row.status for row in format.standings(as_of(event, 2))[0].rows}
    before = {row.id: row.status for row in format.standings(as_of(event, 1))[0].rows}
    assert last["1"] == "withdrawn"
    assert before["1"] is None


async def test_before_the_first_result_the_table_on_paper_is_named_and_a_key_shows_it(
    tmp_path: Path,
) -> None:
    """The bye of a round counts once it is out: the two tables differ."""
    store = juniors(tmp_path / "kent", rounds=1)
    propose(store)
    store.do(PublishRound(2, insist=True))
    (before, *_) = pdf_pages(store.event, store.format, only="standings")
    assert before == "round-01-standings.pdf"
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(160, 50)) as pilot:
        await until(pilot, lambda: "in play · printed: after round 1" in text_of(app))
        await pilot.press("<")
        await until(pilot, lambda: "after round 1" in text_of(app))
        assert "printed:" not in text_of(app)
        await pilot.press(">")
        store.do(EnterResults(((1, "1-0"),)))
        await until(pilot, lambda: "round 2 in play" in text_of(app))
        await until(pilot, lambda: "printed:" not in text_of(app))
    assert list(pdf_pages(store.event, store.format, only="standings")) == [
        "round-02-standings.pdf"
    ]
