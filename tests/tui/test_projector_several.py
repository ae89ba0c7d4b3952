"""Several events on one projector, how long pages stay, the clock's page and messages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.actions import EnterResults, PublishRound
from saves.projectors import Wish
from saves.round_clock import RoundClock
from saves.store import Store
from tests.playing import propose
from tests.tui.conftest import EventMaker
from tests.tui.places import juniors
from tui.projector.layout import CLOCK_FIGURES, FIGURE_DOTS, Page, figures
from tui.projector.show import Show, short_titles
from tui.projector.watching import Seen
from tui.projector.words import clock_words
from tui.widgets.lines import line

NOW = datetime(2026, 2, 28, 14, 9, 31, tzinfo=UTC)


@pytest.fixture
def two(make_event: EventMaker, tmp_path: Path) -> tuple[Store, Store]:
    """Two events whose first rounds were published just now."""
    return make_event(), juniors(tmp_path / "other", 1, players=10, all_in=False)


def read(show: Show, width: int = 100, height: int = 24) -> str:
    return "\n".join(one.text for one in show.picture(width, height, NOW))


def walls(*stores: Store) -> Show:
    show = Show()
    for at, store in enumerate(stores):
        show.take(Seen(store.event, store.format), NOW, at)
    return show


def all_pages(show: Show, width: int = 100, height: int = 24) -> list[str]:
    pages = [read(show, width, height)]
    for _ in range(show.count - 1):
        show.turn()
        pages.append(read(show, width, height))
    return pages


def test_players_of_all_events_stand_in_one_alphabet(two: tuple[Store, Store]) -> None:
    show = walls(*two)
    text = "\n".join(all_pages(show))
    for store in two:
        for entrant in store.event.entrants:
            assert text.count(entrant.name) == 1
    assert "FIND YOUR NAME" in text
    assert text.index("Ashgrove") < text.index("Fallonby")


def test_an_event_whose_round_is_played_has_its_own_pages(two: tuple[Store, Store]) -> None:
    one, other = two
    one.do(EnterResults(((1, "1-0"),)))
    text = all_pages(walls(one, other))
    assert any("BOARDS 1" in page and one.event.title in page for page in text)
    assert any("FIND YOUR NAME" in page for page in text)


def test_what_is_new_of_one_event_comes_in_front_unless_the_page_is_held(
    two: tuple[Store, Store],
) -> None:
    one, other = two
    show = walls(one, other)
    read(show)
    one.do(EnterResults(tuple((m.board, "1-0") for m in one.event.rounds[0].matches)))
    show.take(Seen(one.event, one.format), NOW, 0)
    assert "STANDINGS AFTER ROUND 1" in read(show)
    show.held = True
    other.do(EnterResults(((1, "1-0"),)))
    show.take(Seen(other.event, other.format), NOW, 1)
    assert "STANDINGS AFTER ROUND 1" in read(show)


def test_a_proposal_of_any_event_is_never_seen(two: tuple[Store, Store]) -> None:
    one, other = two
    one.do(EnterResults(tuple((m.board, "1-0") for m in one.event.rounds[0].matches)))
    propose(one)
    text = "\n".join(all_pages(walls(one, other)))
    assert one.event.proposal is not None
    assert f"{one.event.title} · round 2" not in text
    assert "FIND YOUR NAME" in text, "of the other event"
    one.do(PublishRound(2, insist=True))
    listed = "\n".join(all_pages(walls(one, other)))
    assert all(listed.count(entrant.name) == 1 for entrant in one.event.entrants)


def test_titles_are_called_by_what_sets_them_apart() -> None:
    titles = ["Galway Congress Open", "Galway Congress Minor", "Galway Congress"]
    assert short_titles(titles) == ["Congress Open", "Congress Minor", "Congress"]
    assert short_titles(titles[:2]) == ["Open", "Minor"]
    assert short_titles(["Open", "Open"]) == ["Open", "Open"]


def test_a_message_comes_in_front_and_stands_below_the_other_pages(
    make_event: EventMaker,
) -> None:
    store = make_event()
    show = walls(store)
    read(show)
    said = Seen(store.event, store.format, Wish(message="Lunch until 14:30, in the Annexe"))
    show.take(said, NOW)
    assert "FROM THE DESK" in read(show, 160, 45)
    show.turn()
    assert "Lunch until 14:30, in the Annexe" in read(show, 160, 45)
    show.take(replace(said, wish=Wish()), NOW)
    assert all("Lunch" not in page for page in all_pages(show, 160, 45))


def test_a_page_stays_as_long_as_it_takes_to_read() -> None:
    from tui.projector.contents import Row

    rows = tuple(Row((str(n),)) for n in range(68))
    assert Page("", (), rows).seconds == pytest.approx(12.16)
    assert Page("", (), rows[:2]).seconds == 6
    words = (line(" ".join(["word"] * 20)),)
    assert Page("", words, kind="message").seconds == 12
    assert Page("", words, kind="bracket").seconds == 6


@pytest.mark.parametrize(
    ("minutes", "long", "title", "shown", "below"),
    [
        (5.4, None, "round 1 starts in", "0:06", "starts 14:14"),
        (4.5, None, "round 1 starts in", "4:30", "starts 14:14"),
        (-21.5, 90, "Time left", "1:09", "began 13:48 · ends 15:18 · 4 boards still playing"),
        (-87.5, 90, "Time left", "2:30", "began 12:42 · ends 14:12 · 4 boards still playing"),
        (-90, 60, "The time is over", "0:00", "began 12:39 · ended 13:39 · 4 boards still playing"),
        (-21.5, None, "Time played", "0:21", "began 13:48 · 4 boards still playing"),
    ],
)
def test_the_clocks_page_says_what_it_counts(
    make_event: EventMaker, minutes: float, long: int | None, title: str, shown: str, below: str
) -> None:
    store = make_event()
    clock = RoundClock(1, NOW + timedelta(minutes=minutes), long)
    words = clock_words(Seen(store.event, store.format, clock=clock), NOW)
    assert (words.title, words.figures, words.below) == (title, shown, below)


def test_the_clocks_page_is_the_time_of_day_where_no_round_is_timed(
    make_event: EventMaker,
) -> None:
    store = make_event()
    done = tuple((m.board, "1-0") for m in store.event.rounds[0].matches)
    clock = RoundClock(1, NOW - timedelta(minutes=5), 60)
    assert clock_words(Seen(store.event, store.format, clock=clock), NOW).figures == "0:55"
    store.do(EnterResults(done))
    assert clock_words(Seen(store.event, store.format, clock=clock), NOW).figures == "14:09"


def test_the_clock_of_an_earlier_round_says_nothing_of_this_one(make_event: EventMaker) -> None:
    store = make_event(players=40, published=2)
    store.do(EnterResults(((1, "1-0"),)))
    show = Show()
    clock = RoundClock(1, NOW - timedelta(minutes=90), 60)
    show.take(Seen(store.event, store.format, clock=clock), NOW)
    text = "\n".join(all_pages(show))
    assert "time is over" not in text.lower()
    assert "still playing" not in text
    assert "1 of 20 results in" in text


def test_of_several_events_a_trouble_is_said_with_its_event(two: tuple[Store, Store]) -> None:
    show = walls(*two)
    gone = Seen(two[1].event, two[1].format, trouble="the event's folder is missing")
    show.take(gone, NOW, 1)
    assert f"{two[1].event.title}: the event's folder is missing" in "\n".join(all_pages(show))


def test_figures_fill_what_there_is() -> None:
    for width, height in ((160, 40), (100, 25), (80, 20), (40, 10), (10, 3)):
        lines = figures("0:48", width, height)
        assert len(lines) <= height
        assert all(len(one.text) <= width for one in lines)
    assert len(figures("0:48", 160, 40)) == 4 * FIGURE_DOTS
    assert all(len(one.split()) == FIGURE_DOTS for one in CLOCK_FIGURES.values())


def test_a_message_goes_at_the_minute_that_was_said(make_event: EventMaker) -> None:
    store = make_event()
    until = NOW.replace(hour=14, minute=11, second=0)
    show = Show()
    show.take(Seen(store.event, store.format, Wish(message="Lunch", until=until)), NOW)
    assert any("FROM THE DESK" in page for page in all_pages(show))
    before = show.picture(100, 24, until - timedelta(seconds=1))
    assert any("Lunch" in one.text or "FROM THE DESK" in one.text for one in before)
    show.tick(until)
    after = [one.text for one in show.picture(100, 24, until)]
    assert not any("Lunch" in text for text in after)
    assert show.count == len([page for page in all_pages(show) if "FROM THE DESK" not in page])


def test_the_last_line_says_what_comes_next_in_turn(two: tuple[Store, Store]) -> None:
    store = two[0]
    store.do(EnterResults(((1, "1-0"),)))
    both = walls(store, two[1])
    last = [page.split("\n")[-1] for page in (*all_pages(both), *all_pages(both))]
    told = [text for text in last if "Next: " in text]
    assert 0 < len(told) < len(last), "it takes turns with what there is of the round"
    assert any("Boards" in text for text in told)


def test_a_page_that_is_held_has_none_behind_it(two: tuple[Store, Store]) -> None:
    both = walls(*two)
    both.held = True
    assert "Next: " not in read(both)
