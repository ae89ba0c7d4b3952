"""The projector's pages as pure functions: everybody on them once, nothing beyond the screen."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from engine.actions import (
    ChangeSettings,
    EnterResult,
    EnterResults,
    ImportEntrants,
    PublishRound,
)
from engine.entrants import Entrant
from engine.protocol import bracket_of
from formats.registry import format_named
from saves.projectors import MESSAGE_LIMIT, Wish
from saves.round_clock import RoundClock
from saves.store import Store, open_event
from tests.formats.knockout.cups import Cup
from tests.playing import begun, propose, publish
from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import HOSTILE, hostile
from tui.demo import make_demo
from tui.places.standings import STANDINGS
from tui.projector.contents import Content, Row, contents
from tui.projector.drawn_pages import tree_pages
from tui.projector.layout import Around, Page, banner_lines, frame, pages
from tui.projector.letters import GLYPHS, ROWS, large
from tui.projector.show import Show, kinds
from tui.projector.tables import shortened
from tui.projector.watching import Seen
from tui.projector.words import countdown, open_boards, ticker
from tui.screens.columns import Column
from tui.widgets.lines import Line

NOW = datetime(2026, 2, 28, 14, 9, 31, tzinfo=UTC)
SIZES = ((80, 24), (120, 40), (200, 60), (60, 20), (40, 12), (20, 6), (200, 4), (10, 30), (1, 1))
COLUMNS = (
    Column("Name", 14, 30),
    Column("Board", 2, 10, right=True),
    Column("Colour", 5, 24),
    Column("Opponent", 14, 30, rank=1),
)


def width_of(shown: Line) -> int:
    return cell_len(shown.text)


def no_control(text: str) -> bool:
    return not any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Zl", "Zp") for c in text)


def people(count: int, names: tuple[str, ...] = ("Ashgrove, Liam",)) -> Content:
    rows = tuple(
        Row((f"P{n:04} {names[n % len(names)]}", str(n), "White", "Somebody"), (n,), f"p{n:04}")
        for n in range(count)
    )
    return Content("names", "Round 4 · pairings by name", COLUMNS, rows)


@settings(max_examples=40)
@given(
    count=st.integers(0, 90),
    width=st.integers(1, 260),
    height=st.integers(1, 80),
    names=st.lists(st.text(max_size=90), min_size=1, max_size=5),
)
@example(count=400, width=200, height=60, names=["Ashgrove, Liam"])
@example(count=400, width=1, height=1, names=[""])
def test_every_row_is_on_one_page_and_no_line_is_wider_than_the_screen(
    count: int, width: int, height: int, names: list[str]
) -> None:
    content = people(count, (*names, *HOSTILE))
    made = pages(content, width, height)
    assert [row for page in made for row in page.rows] == list(content.rows)
    for page in made:
        assert all(width_of(one) <= width for one in page.lines)
        assert all(no_control(one.text) for one in page.lines)


@settings(max_examples=40)
@given(count=st.integers(1, 120), width=st.integers(50, 260), height=st.integers(5, 80))
@example(count=300, width=120, height=26)
def test_every_player_is_read_exactly_once(count: int, width: int, height: int) -> None:
    content = people(count)
    read = "\n".join(one.text for page in pages(content, width, height) for one in page.lines)
    large_ones = "▀" in read or "█" in read
    if not large_ones:
        assert [n for n in range(count) if read.count(f"P{n:04} Ash") != 1] == []


@settings(max_examples=40)
@given(count=st.integers(1, 120), width=st.integers(50, 260), height=st.integers(5, 80))
@example(count=3, width=130, height=12)
@example(count=300, width=260, height=80)
def test_no_page_is_higher_than_its_room(count: int, width: int, height: int) -> None:
    assert all(len(page.lines) <= height for page in pages(people(count), width, height))


def test_wide_screens_have_several_columns_of_names() -> None:
    content = people(300, ("Ashgrove, Liam Bartholomew",))
    heads = {w: pages(content, w, 30)[0].lines[0].text.count("Board") for w in (80, 120, 200)}
    assert heads == {80: 1, 120: 2, 200: 4}


def test_rows_fill_a_page_of_which_only_half_can_be_sent() -> None:
    """Eleven boards on a large terminal: six on a page, the seventh is on the next."""
    rows = tuple(
        Row((str(n), f"Ashgrove, Liam {n}", "½-½", "Brackenbury, Tom"), (n,)) for n in range(11)
    )
    columns = (Column("Board", 2, 4, right=True), COLUMNS[0], Column("", 3, 5), COLUMNS[3])
    content = Content("boards", "Round 2", columns, rows, number=0, part="boards")
    made = pages(content, 160, 46)
    assert len(made) == 2
    last = max(at for at, one in enumerate(made[0].lines) if one.text.strip())
    assert last > 30, "no lower half stands empty"


@pytest.mark.parametrize(
    "name", ["Иванов, Сергей", "Щербакова-Юсуф", "Ђорђевић, Љиљана", "Παπαδόπουλος", "Łódź ß"]
)
def test_names_in_latin_greek_and_cyrillic_have_large_letters(name: str) -> None:
    assert large(name, 200, 3), "none stands in small letters among large ones"


def test_names_run_down_the_first_column_before_the_second() -> None:
    first = pages(people(100), 120, 26)[0]
    left = [one.text.split()[0] for one in first.lines[1:]]
    assert left == sorted(left)
    assert left[0] == "P0000"
    assert left[1] == "P0001"


def test_the_last_page_does_not_hold_one_name_alone() -> None:
    sizes = [len(page.rows) for page in pages(people(41), 80, 41)]
    sizes += [len(page.rows) for page in pages(people(42), 80, 22)]
    assert min(sizes) > 1


def test_a_few_boards_stand_in_large_letters_and_many_do_not() -> None:
    columns = (Column("Bd", 2, 5), Column("White", 14, 30), Column("", 3, 9))
    rows = tuple(Row((str(n), "Ødegren – Žukova", "1-0"), (n,)) for n in range(1, 6))
    few = Content("boards", "", columns, rows)
    [page] = pages(few, 120, 30)
    assert any("█" in one.text for one in page.lines)
    assert page.rows == few.rows
    assert not any("█" in one.text for one in pages(few, 60, 30)[0].lines)
    assert not any("█" in one.text for one in pages(people(40), 200, 60)[0].lines)


def boards_of(count: int) -> Content:
    columns = (Column("Bd", 2, 5), Column("White", 14, 30), Column("", 3, 9), Column("B", 14, 30))
    rows = [
        Row(
            (str(n), f"Newcastlewest, Jarlath {chr(64 + n)}", "½-½", f"Ødegren, {chr(64 + n)}"),
            (n,),
        )
        for n in range(1, count + 1)
    ]
    return Content("boards", "", columns, tuple(rows), number=0, part="boards", headed=False)


@pytest.mark.parametrize(("width", "height"), [(120, 36), (160, 46), (200, 56)])
def test_a_round_of_29_boards_stands_in_large_letters_on_a_wall_of_small_ones(
    width: int, height: int
) -> None:
    """It was one page of text that nobody reads from ten metres, half of it blank."""
    made = pages(boards_of(29), width, height)
    assert [row.boards for page in made for row in page.rows] == [(n,) for n in range(1, 30)]
    for page in made:
        drawn = [one.text for one in page.lines if set(one.text) & set("▛▜▙▟▘▝▖▗")]
        assert len(drawn) == 3 * len(page.rows)
        assert all(cell_len(one.text) <= width for one in page.lines)
    assert len(made) <= 5
    plain = pages(boards_of(29), width, height, quarters=False)
    assert not any(set(one.text) & set("▛▜▙▟▘▝▖▗") for page in plain for one in page.lines)


def test_nobody_waits_for_the_large_letters_of_many_events(make_event: EventMaker) -> None:
    store = make_event(players=58)
    store.do(EnterResult(1, "1-0"))
    for events, large_ones in ((1, True), (4, False)):
        show = Show()
        for at in range(events):
            show.take(seen(store), NOW, at)
        drawn = "".join(one.text for one in show.picture(160, 50, NOW))
        assert bool(set(drawn) & set("▛▜▙▟")) is large_ones, events
        assert show.count <= 10


def test_letters_that_are_read_from_ten_metres_are_left_as_they_are() -> None:
    [page] = pages(boards_of(12), 120, 26)
    assert any("Jarlath" in one.text for one in page.lines)


def test_a_given_name_is_shortened_as_far_as_it_tells_people_apart() -> None:
    columns = (Column("Name", 14, 30), Column("Bd", 2, 5))
    names = ("Žukova, Niall", "Žukova, Nora", "Byrne, Ann", "Byrne, Anna", "The Weir", "Li, Bo")
    short = shortened(Content("names", "", columns, tuple(Row((name, "1")) for name in names)))
    assert [row.cells[0] for row in short.rows] == [
        "Žukova Ni", "Žukova No", "Byrne Ann", "Byrne Anna", "The Weir", "Li B",
    ]  # fmt: skip


def test_a_half_point_is_one_letter() -> None:
    """2½ was drawn as 21/2."""
    for rows in (3, ROWS):
        assert large("2½", 200, rows) not in {(), large("21/2", 200, rows)}
        assert cell_len(large("2½", 200, rows)[0]) < cell_len(large("21/2", 200, rows)[0])


@pytest.mark.parametrize("kind", ["one long name", "long names of one colour"])
def test_a_long_name_among_few_leaves_the_others_large(kind: str) -> None:
    """Four boards stood in small letters on the widest wall: each colour had half of it."""
    columns = (Column("Bd", 2, 5), Column("White", 14, 30), Column("", 3, 9), Column("B", 14, 30))
    long = "Vandersteen, Oskar-Lu" if kind == "one long name" else "Vandersteen, Oskar"
    whites = [long if kind != "one long name" or n == 2 else "Ødegren, Al" for n in range(4)]
    rows = tuple(Row((str(n), white, "1-0", "Li, Bo"), (n,)) for n, white in enumerate(whites, 1))
    width = 130 if kind == "one long name" else 140
    drawn = [one for page in pages(Content("boards", "", columns, rows), width, 46)
             for one in page.lines]  # fmt: skip
    assert any("█" in one.text for one in drawn)
    assert any(long in one.text for one in drawn) is (kind == "one long name"), "whole, not cut"


def test_a_message_as_long_as_one_can_be_stands_in_large_letters() -> None:
    message = "Women, men and marshals: main hall now, for the memorial match. " * 2
    message += "We await the whole room warmly."
    assert 150 <= len(message) <= MESSAGE_LIMIT
    for width, height in ((120, 36), (160, 46), (200, 56)):
        assert any("▀" in one.text for one in banner_lines((message,), width, height))


def test_a_table_of_the_formats_own_loses_no_column_to_large_letters() -> None:
    columns = tuple(Column(name, 3, 24, rank=at) for at, name in enumerate(("team", "lost by")))
    rows = (Row(("Ødegren", "4")), Row(("Žukova", "tie")))
    [wide] = pages(Content("panels", "Lucky losers", columns, rows), 120, 30)
    assert any("█" in one.text for one in wide.lines)
    longer = tuple(Row((row.cells[0], "a word that is far too long")) for row in rows)
    [page] = pages(Content("panels", "Lucky losers", columns, longer), 120, 30)
    text = "\n".join(one.text for one in page.lines)
    assert "Ødegren" in text
    assert "a word that is far" in text


def test_new_results_are_marked_and_no_others() -> None:
    page = pages(people(20), 80, 24, frozenset({3, 7}))[0]
    marked = [text for one in page.lines for text, style in one.parts if "mark" in style]
    assert [text.split()[0] for text in marked if "P0" in text] == ["P0003", "P0007"]


@pytest.mark.parametrize("letter", list(GLYPHS))
def test_every_large_letter_is_five_dots_high_and_even(letter: str) -> None:
    drawn = GLYPHS[letter].split()
    assert len(drawn) == ROWS
    assert len({len(row) for row in drawn}) == 1


@settings(max_examples=40)
@given(st.text(max_size=60), st.integers(0, 200), st.integers(0, 8))
def test_large_letters_never_take_more_than_they_are_given(
    text: str, width: int, rows: int
) -> None:
    made = large(text, width, rows)
    assert len(made) <= rows
    assert all(cell_len(row) <= width for row in made)
    assert set("".join(made)) <= set(" ▀▄█")


def test_letters_are_as_large_as_they_fit() -> None:
    dots = len(large("ABBA", 1000, ROWS)[0]) // 2
    assert len(large("ABBA", 2 * dots, ROWS)) == ROWS, "exactly as wide"
    assert len(large("ABBA", 2 * dots - 1, ROWS)) == len(large("ABBA", dots, ROWS)) == 3
    assert large("ABBA", dots - 1, ROWS) == ()


def test_accents_are_no_obstacle_to_large_letters_and_other_scripts_stay_small() -> None:
    """A letter with two accents is written without, rather than in small letters."""
    assert large("Žukova", 100, 3) == large("ŽUKOVA", 100, 3) != ()
    assert large("Nguyễn", 100, 3) == large("NGUYEN", 100, 3) != ()
    assert large("漢字", 100, 3) == ()
    assert any("漢字" in one.text for one in banner_lines(("漢字",), 80, 10))


@settings(max_examples=40)
@given(
    st.lists(st.text(max_size=170), min_size=1, max_size=4),
    st.integers(1, 220),
    st.integers(1, 70),
)
def test_a_banner_stays_on_the_screen(texts: list[str], width: int, height: int) -> None:
    lines = banner_lines(texts, width, height)
    assert len(lines) <= height
    assert all(width_of(one) <= width and no_control(one.text) for one in lines)


@settings(max_examples=40)
@given(
    st.builds(Around, event=st.text(max_size=90), title=st.text(max_size=90),
              place=st.sampled_from(["", "page 2 of 7", "FROZEN page 12 of 13"]),
              message=st.text(max_size=170), news=st.text(max_size=300),
              clock=st.sampled_from(["", "14:09:31"])),
    st.integers(1, 220),
    st.integers(1, 70),
)  # fmt: skip
def test_the_picture_is_exactly_as_high_and_never_wider_than_the_screen(
    around: Around, width: int, height: int
) -> None:
    page = Page("", tuple(Line((("x" * width, "plain"),)) for _ in range(height)))
    lines = frame(around, width, height).picture(page, width, height)
    assert len(lines) == height
    assert all(width_of(one) <= width and no_control(one.text) for one in lines)


# An event's pages


def seen(store: Store, **more: object) -> Seen:
    return replace(Seen(store.event, store.format), **more)  # type: ignore[arg-type]


def shown(store: Store, width: int = 80, height: int = 24, **more: object) -> list[str]:
    show = Show()
    show.take(seen(store, **more), NOW)
    return [one.text for one in show.picture(width, height, NOW)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", ["auto", "names", "boards", "standings", "welcome", "preparing"])
def test_hostile_names_stay_harmless_text_on_every_page_and_size(
    tmp_path: Path, page: str, size: tuple[int, int]
) -> None:
    store = hostile(tmp_path / "evil")
    clock = RoundClock(1, NOW + timedelta(minutes=5), 60)
    wish = Wish(page, HOSTILE[1])
    show = Show(clock_shown="seconds")
    show.take(seen(store, wish=wish, clock=clock), NOW)
    for _ in range(4):
        lines = show.picture(*size, NOW)
        assert len(lines) == size[1]
        assert all(width_of(one) <= size[0] and no_control(one.text) for one in lines)
        show.turn()


def test_every_entrant_is_on_the_names_page_byes_included(make_event: EventMaker) -> None:
    store = make_event(players=33)
    [content] = contents(store.event, store.format, "names")
    read = [row.cells[0] for page in pages(content, 120, 30) for row in page.rows]
    assert sorted(read) == sorted(e.name for e in store.event.entrants)
    text = "\n".join(one.text for page in pages(content, 120, 30) for one in page.lines)
    assert "bye +1" in text


def test_every_board_is_on_the_boards_page_with_its_result(make_event: EventMaker) -> None:
    store = make_event(players=12)
    store.do(EnterResult(2, "1/2-1/2"))
    [content] = contents(store.event, store.format, "boards")
    results = {row.cells[0]: row.cells[2].strip() for row in content.rows}
    assert results == {"1": "·", "2": "½-½", "3": "·", "4": "·", "5": "·", "6": "·"}


@pytest.mark.parametrize("page", ["names", "boards", "standings"])
def test_two_who_look_alike_are_told_apart_by_their_start_numbers(
    make_event: EventMaker, page: str
) -> None:
    long = "Ashgrove, Liam Bartholomew Frederick"
    others = (f"Fallonby, {letter}" for letter in "ABCDEF")
    names = (f"{long} the Elder", f"{long} the Younger", *others)
    store = make_event(players=8, names=names, published=2)
    alike = {f"({e.start_number})" for e in store.event.entrants if e.name.startswith("Ash")}
    [content, *_] = contents(store.event, store.format, page)
    shown = {text for row in content.rows for text in row.cells if text.startswith("Ash")}
    assert {text.split()[-1] for text in shown} >= alike
    text = "\n".join(one.text for made in pages(content, 80, 24) for one in made.lines)
    assert all(no in text for no in alike)


def test_initials_behind_a_section_are_not_read_as_sections() -> None:
    event = begun(format_named("galway"), [Entrant("", f"{c}, Ann", rating=2000 - n)
                  for n, c in enumerate("ABCDEFGH" * 4)]).event  # fmt: skip
    [content, *_] = contents(event, format_named("galway"), "sections")
    page, *_ = pages(content, 80, 40)
    assert page.title.startswith("Sections: Section A · proposed · A – ")


def test_the_welcome_says_when_round_1_begins(make_event: EventMaker) -> None:
    store = make_event(published=0)
    store.do(ChangeSettings(details={"schedule": "2026-12-04 18:00" + ", -" * 5}))
    [content] = contents(store.event, store.format, "welcome")
    assert "2026-12-04 18:00" in " ".join(content.banner)


def test_the_state_of_the_round_chooses_the_page(make_event: EventMaker) -> None:
    store = make_event(published=0)
    assert kinds(store.event, store.format) == ["welcome", "sections"]
    propose(store)
    assert kinds(store.event, store.format) == ["preparing"]


def test_names_when_published_boards_when_play_has_started_standings_when_it_ends(
    make_event: EventMaker,
) -> None:
    store = make_event()
    assert kinds(store.event, store.format) == ["names"]
    assert kinds(store.event, store.format, started=True) == ["boards"]
    store.do(EnterResult(1, "1-0"))
    assert kinds(store.event, store.format) == ["boards"]
    store.do(EnterResults(tuple((m.board, "1-0") for m in store.event.rounds[0].matches[1:])))
    assert kinds(store.event, store.format) == ["standings"]
    propose(store)
    assert kinds(store.event, store.format) == ["preparing", "standings"]


def test_the_wall_of_a_cup_shows_its_bracket_and_the_places_when_it_is_over() -> None:
    """After a round of a cup a table says of everybody only that he is still in, or out."""
    cup = Cup(8, third_place=True)
    cup.draw()
    cup.enter("1-0", "1-0", "1-0", "1-0")
    assert [k for k in kinds(cup.event, cup.format) if k in ("bracket", "standings")] == ["bracket"]
    propose(cup)
    assert kinds(cup.event, cup.format) == ["preparing", "bracket"]
    cup.do(PublishRound(2))
    cup.enter("1-0", "1-0")
    cup.draw()
    cup.enter("1-0", "1-0")
    assert [k for k in kinds(cup.event, cup.format) if k in ("bracket", "standings")] == [
        "bracket", "standings",
    ]  # fmt: skip


@pytest.mark.parametrize("size", SIZES[:3])
def test_the_hall_reads_who_comes_to_a_match_without_the_ids_of_matches(
    size: tuple[int, int],
) -> None:
    cup = Cup(8, third_place=True)
    cup.draw()
    text = "\n".join(line.text for page in tree_pages(cup.event, cup.tree)(*size) for line in page)
    assert re.search(r"loser( of Semi-finals)?, match 1", text)
    assert not re.search(r"R\d\.\d", text)


def test_a_league_shows_its_fixtures_with_the_results_that_are_in() -> None:
    store = open_event(make_demo("league"))
    assert kinds(store.event, store.format) == ["standings", "panels"]
    propose(store)
    store.do(PublishRound(3))
    first = store.event.published[-1].matches[0].board
    store.do(EnterResult(first, "3-1"))
    assert kinds(store.event, store.format) == ["boards", "panels"]
    [content, *_] = contents(store.event, store.format, "panels")
    row = next(row.cells for row in content.rows if row.cells[2] == str(first))
    assert row[5] == "3-1"


def test_a_proposal_is_never_seen_in_the_hall(make_event: EventMaker) -> None:
    store = make_event(proposal=True)
    assert store.event.proposal is not None
    for page in ("auto", "names", "boards", "preparing"):
        text = "\n".join(shown(store, wish=Wish(page)))
        assert "Round 2 · pairings".upper() not in text.upper()
    assert "PAIRINGS IN PREPARATION" in "\n".join(
        t.upper() for t in shown(store, 26, 24, wish=Wish("preparing"))
    )


def test_standings_in_a_running_round_are_those_after_the_last_one(make_event: EventMaker) -> None:
    store = make_event(published=2)
    [content, *_] = contents(store.event, store.format, "standings")
    assert "after round 1" in content.title
    assert sum(float(row.cells[2].replace("½", ".5")) for row in content.rows) == 4


@pytest.mark.parametrize("name", ["gnot", "knockout", "double_knockout"])
def test_brackets_and_panels_fit_every_screen(name: str) -> None:
    store = open_event(make_demo(name), read_only=True)
    kinds_found = set()
    for kind in ("bracket", "panels", "choice"):
        for content in contents(store.event, store.format, kind):
            kinds_found.add(kind)
            for width, height in ((80, 20), (120, 33), (200, 53), (60, 16)):
                for page in pages(content, width, height):
                    assert len(page.lines) <= height
                    assert all(width_of(one) <= width for one in page.lines)
    assert kinds_found >= ({"panels", "choice"} if name == "gnot" else {"bracket"})


@pytest.mark.parametrize("size", [(80, 20), (215, 35), (60, 5), (30, 8)])
def test_lots_stand_on_the_wall_word_for_word(size: tuple[int, int]) -> None:
    store = open_event(make_demo("gnot"), read_only=True)
    [panel] = [p for p in store.format.panels(store.event) if p.name == "Lots"]
    [content] = [c for c in contents(store.event, store.format, "panels") if c.title == "Lots"]
    read = [one.text for page in pages(content, *size) for one in page.lines[1:]]
    assert " ".join(" ".join(read).split()) == " ".join(cell for row in panel.rows for cell in row)
    whole = pages(content, 80, 20)
    assert len(whole) == 1
    assert whole[0].lines[1].text.strip().startswith("lot 1")


def test_every_match_of_a_bracket_is_on_some_page() -> None:
    store = open_event(make_demo("knockout"), read_only=True)
    [content] = contents(store.event, store.format, "bracket")
    read = "\n".join(one.text for page in pages(content, 60, 16) for one in page.lines)
    for match in store.event.rounds[0].matches:
        for id in match.pair:
            assert store.event.entrant(id).name[:8] in read


def test_large_letters_have_their_accents() -> None:
    """Ł was an L, and Ñ an N: a name on the wall was misspelt."""
    seen = set()
    for letter, base in zip("ÉÈÊÖÜÄÅÑŁØÇÍÓÚŠŽĄĘÝ", "EEEOUAANLOCIOUSZAEY", strict=True):
        drawn = large(letter, 80, 5)
        assert drawn != large(base, 80, 5), letter
        assert len(drawn) == 5
        assert drawn == large(letter.lower(), 80, 5)
        assert drawn == large(unicodedata.normalize("NFD", letter), 80, 5)
        seen.add(drawn)
    assert len(seen) == 19, "all different"
    assert large("Ærø ß", 120, 3) == large("Aerø ss", 120, 3)


@pytest.mark.parametrize("size", [(60, 16), (80, 20), (160, 24)])
@pytest.mark.parametrize(("format", "players"), [("knockout", 32), ("double_knockout", 16)])
def test_no_match_of_a_bracket_is_cut_by_the_end_of_a_page(
    format: str, players: int, size: tuple[int, int]
) -> None:
    """Its two sides stood on two pages, with a line that led nowhere."""
    cup = Cup(players, format)
    cup.draw()
    tree = bracket_of(cup.format, cup.event)
    assert tree is not None
    whole = 0
    for page in tree_pages(cup.event, tree)(*size):
        corners = [{x for x, letter in enumerate(one.text) if letter in "┐┘"} for one in page]
        for x in set().union(*corners):
            column = "".join(one.text[x : x + 1] for one in page)
            ends = "".join(letter for letter in column if letter in "┐┘")
            assert ends == "┐┘" * (len(ends) // 2), [one.text for one in page]
            whole += len(ends) // 2
    assert whole >= len(tree.bracket.nodes)


def test_standings_are_called_final_once_all_is_played(make_event: EventMaker) -> None:
    store = make_event(players=10, published=5, format="dutch", proposal=True)
    store.do(PublishRound(6))
    (table,) = contents(store.event, store.format, "standings")
    assert table.title == "Standings after round 5"
    *most, last = store.event.round(6).matches
    store.do(EnterResults((*((m.board, "1-0") for m in most), (last.board, "?"))))
    (table,) = contents(store.event, store.format, "standings")
    assert table.title == "Standings after round 6", "a game is adjourned"
    store.do(EnterResults(((last.board, "1-0"),), replace=True))
    (table,) = contents(store.event, store.format, "standings")
    assert table.title == "Standings after round 6 (final)"


# Clock and ticker


def test_the_clock_of_a_finished_round_is_not_shown_beside_its_end(make_event: EventMaker) -> None:
    store = make_event()
    clock, next_one = (RoundClock(n, NOW + timedelta(minutes=5), 60) for n in (1, 2))
    assert any("Round 1 starts" in text for text in shown(store, clock=clock))
    store.do(EnterResults(tuple((m.board, "1-0") for m in store.event.rounds[0].matches)))
    assert any("Round 1 is finished" in text for text in shown(store, clock=clock))
    assert not any("Round 1 starts" in text for text in shown(store, clock=clock))
    assert any("Round 2 starts" in text for text in shown(store, clock=next_one))


def test_the_ticker_calls_late_boards_by_name(make_event: EventMaker) -> None:
    store = make_event(players=40)
    event = store.event
    told = ticker(event, store.format, None, NOW, 80)
    assert told == ["20 boards"], "nobody is late before play"
    store.do(EnterResults(tuple((n, "1-0") for n in range(1, 11))))
    assert ticker(store.event, store.format, None, NOW, 80) == ["10 of 20 results in"]
    store.do(EnterResults(tuple((n, "1-0") for n in range(11, 18))))
    told = ticker(store.event, store.format, None, NOW, 80)
    assert all(cell_len(one) <= 79 for one in told)
    assert [m.board for m in open_boards(store.event)] == [18, 19, 20]
    assert told == ["17 of 20 results in · still playing: 18 19 20"]


def test_the_ticker_calls_everybody_when_the_time_is_over(make_event: EventMaker) -> None:
    store = make_event(players=40)
    store.do(EnterResult(1, "1-0"))
    over = RoundClock(1, NOW - timedelta(minutes=61), 60)
    told = " ".join(ticker(store.event, store.format, over, NOW, 60))
    assert set(map(str, range(2, 21))) <= set(told.split())


def test_the_ticker_says_that_the_round_is_finished(make_event: EventMaker) -> None:
    store = make_event()
    store.do(EnterResults(tuple((m.board, "1-0") for m in store.event.rounds[0].matches)))
    assert ticker(store.event, store.format, None, NOW, 80) == [
        "Round 1 is finished: all results are in"
    ]


def test_an_adjourned_game_is_not_among_the_results_that_are_in(make_event: EventMaker) -> None:
    store = make_event()
    first, *others = (m.board for m in store.event.rounds[0].matches)
    store.do(EnterResult(first, "?"))
    told = ticker(store.event, store.format, None, NOW, 80)
    assert told[0].startswith("0 of 4 results in")
    store.do(EnterResults(tuple((board, "1-0") for board in others)))
    assert ticker(store.event, store.format, None, NOW, 80) == [
        "Round 1: all results due are in; 1 still to come"
    ]


def test_a_match_of_two_games_is_in_with_both(tmp_path: Path) -> None:
    memory = begun(format_named("diagonal"), (Entrant("", name) for name in "ABCD"))
    publish(memory, insist=False)
    memory.do(EnterResults(((1, "1,"), *((board, "1,0") for board in (2, 3, 4)))))
    told = ticker(memory.event, memory.format, None, NOW, 80)
    assert told == ["3 of 4 results in · still playing: 1"]


@pytest.mark.parametrize(
    ("minutes", "long", "told"),
    [
        (5.4, None, "Round 4 starts at 14:14, in 6 min"),
        (-21.5, None, "Round 4 began at 13:48, 21 min ago"),
        (-21.5, 90, "Round 4: 1 h 09 left"),
        (-60, 60, "Round 4: the time is over"),
    ],
)
def test_the_countdown_in_words(minutes: float, long: int | None, told: str) -> None:
    clock = RoundClock(4, NOW + timedelta(minutes=minutes), long)
    assert countdown(clock, NOW, format_named("kjca").settings({}).round_name) == told


def test_the_countdown_in_seconds() -> None:
    clock = RoundClock(4, NOW + timedelta(seconds=75), 60)
    told = countdown(clock, NOW, format_named("kjca").settings({}).round_name, exact=True)
    assert told == "Round 4 starts at 14:10, in 1:15"


def test_the_countdown_calls_a_half_session_as_its_format_does() -> None:
    clock = RoundClock(4, NOW + timedelta(minutes=-21.5), 90)
    told = countdown(clock, NOW, format_named("gnot").settings({}).round_name)
    assert told == "Session 2.2: 1 h 09 left"


def test_the_room_stands_beside_the_board_where_rooms_are_named() -> None:
    store = open_event(make_demo("kjca"))
    (bare,) = contents(store.event, store.format, "names")
    store.do(ChangeSettings({"rooms": "1 Main hall, 5 Annexe"}))
    (named,) = contents(store.event, store.format, "names")
    assert len(named.columns) == len(bare.columns) + 1
    assert all(len(row.cells) == len(named.columns) for row in named.rows)
    by_board = {row.cells[1]: row.cells[2] for row in named.rows if row.cells[1]}
    assert (by_board["4"], by_board["5"]) == ("Main hall", "Annexe")


def test_a_session_whose_matches_run_on_is_in_play_until_they_end() -> None:
    desk = MemoryDesk.created("gnot")
    desk.do(ImportEntrants(tuple(Entrant("", f"Team {n}") for n in range(16))))
    desk.draw()
    desk.draw()
    place = Driver(STANDINGS, desk)
    for board in range(1, 9):
        (table,) = contents(desk.event, desk.format, "standings")
        assert table.title == "Standings · session 1.2 in play"
        assert "session 1.2 in play" in place.shown.status.text
        desk.do(EnterResult(board, "45-31"))
        place.paint()
    (table,) = contents(desk.event, desk.format, "standings")
    assert table.title == "Standings after session 1.2"
    assert "after session 1.2" in place.shown.status.text
