"""Where a player sits on several boards of a round: what Pairings, cards and slips say."""

from __future__ import annotations

from pathlib import Path

from saves.pages import round_pages
from tests.tui.nearby import everybody, row
from tests.tui.places import front_place, is_in_front, text_of, until
from tests.tui.test_bursts import burst
from tui.app import TopboardApp
from tui.places.card import card_of
from tui.places.screen import PlaceScreen


def running_text(app: TopboardApp) -> str:
    return " ".join(text_of(app).split())


async def test_a_swap_and_a_turn_are_refused_in_words(tmp_path: Path) -> None:
    store = row(tmp_path / "row", rounds=0)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "d")
        await until(pilot, lambda: "PROPOSAL" in text_of(app))
        drawn = app.desk.event.proposal
        await burst(pilot, "t")
        await until(pilot, lambda: "each of the two has White in one game" in running_text(app))
        await burst(pilot, "s")
        await until(pilot, lambda: "each sits on several boards" in running_text(app))
        assert isinstance(app.front, PlaceScreen)
        assert app.front.state.picked is None, "nobody is marked for what is refused"
        keys = text_of(app).splitlines()[-1]
        assert all(word in keys for word in ("bar", "redraw", "publish"))
        assert not any(word in keys for word in ("swap", "turn", "lock", "by hand"))
        assert app.desk.event.proposal == drawn
        assert "of 99" not in text_of(app)


async def test_the_review_names_groups_and_marks_no_floats_and_no_colours(tmp_path: Path) -> None:
    app = TopboardApp(row(tmp_path / "row", rounds=1, left_open=0).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "d")
        await until(pilot, lambda: "PROPOSAL" in text_of(app))
        assert isinstance(app.front, PlaceScreen)
        body = "\n".join(one.text for one in app.front.body.lines)
        assert "in place of those who have met or are kept apart" in body
        assert body.count("middle games ") == 1, "headings between the boards would repeat"
        assert body.count("in place of those who have met") == 1
        assert not set(body) & set("↑↓")
        assert "White first" in app.front.heads.shown.text
        detail = app.front.feet.lines[0].text
        assert "(W" not in detail
        assert "(B" not in detail


async def test_a_round_robin_keeps_to_its_table_and_says_when_it_does_not(tmp_path: Path) -> None:
    app = TopboardApp(everybody(tmp_path / "all", rounds=1, left_open=0).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "d")
        await until(pilot, lambda: "PROPOSAL" in text_of(app))
        assert not set(text_of(app)) & set("↑↓")
        await burst(pilot, "sjs")
        await until(pilot, lambda: "the table has" in running_text(app))


async def test_the_card_has_every_match_and_no_colours(tmp_path: Path) -> None:
    store = row(tmp_path / "row", rounds=1)
    app = TopboardApp(store.folder, "standings")
    match = store.event.round(1).matches[0]
    played = [m for m in store.event.round(1).matches if match.white in m.pair]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(card_of(match.white))
        await until(pilot, lambda: is_in_front(app, "card"))
        text = "\n".join(one.text for one in front_place(app, "card").body.lines)
        for one in played:
            assert app.desk.event.entrant(one.opponent(match.white)).name in text
        assert "Col" not in text
        assert "Float" not in text


def test_a_slip_asks_for_both_games_and_their_lengths(tmp_path: Path) -> None:
    store = row(tmp_path / "row", rounds=1)
    pages = round_pages(store.event, store.format)
    slips = pages["round-01-slips.html"]
    boards = len(store.event.round(1).matches)
    assert slips.count("game 1:") == boards
    assert slips.count("game 2, colours turned:") == boards
    assert slips.count("moves ___") == 2 * boards
    single = everybody(tmp_path / "all", rounds=1)
    pages = round_pages(single.event, single.format)
    assert "moves" not in pages["round-01-slips.html"]
