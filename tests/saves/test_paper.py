"""Paper as PDF: every list of a round, in letters of every script, in the order for cutting."""

from __future__ import annotations

import re
import zlib
from functools import partial
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.actions import ChangeSettings, SetBye, Withdraw
from engine.actions.team_play import EnterBoardResult, EnterBoardResults
from engine.entrants import Entrant
from engine.event import Event
from engine.match_words import between_matches
from engine.points import NIL
from engine.protocol import Format
from engine.refusal import Refused
from formats.registry import format_named
from saves.card_sheets import card
from saves.pages import round_pages, slips_page
from saves.paper import PAGES, _said, pdf, pdf_pages, possible
from saves.paper.fonts import FAMILY, FontChoice, fonts_for
from saves.sheets import Grid, SheetColumn, by_name, bye_text, pairings
from saves.site.pages import site_pages
from saves.table_cards import stacked
from saves.text_tables import round_text
from tests.playing import InMemory, begun, enter, play, propose, publish
from tests.saves.test_trf_teams import teams
from tests.tui.cups import played_to, teams_event
from tui.exports import PAPER_PAGES, PRIZE_PAGES
from tui.places.result_words import bye_words

NAMES = ("Łukasz Żółkiewski", "Ωνάσης, Ελένη", "Ђорђевић, Љубица", "محمد علي حسن", "כהן, אברהם",
         "विश्वनाथन आनंद", "กนกวรรณ ศรีสุข", "ბერიძე, გიორგი", "Nguyễn Thị Hồng Nhung",
         "#[*_$\\")  # fmt: skip


def _event(name: str, rounds: int, last_open: bool = True) -> tuple[Event, Format]:
    format = format_named(name)
    people = [
        Entrant(str(at), f"{text} {at}", rating=2300 - at)
        for at, text in enumerate(NAMES * 2, start=1)
    ]
    memory = begun(format, people)
    if rounds:
        play(memory, rounds, "1-0", last_open=last_open)
    return memory.event, format


def _sheets(data: bytes) -> int:
    """How many sheets of A4 a PDF has."""
    assert data.startswith(b"%PDF")
    return max(int(count) for count in re.findall(rb"/Count (\d+)", data))


def test_each_page_of_a_round_is_a_file_and_all_are_one() -> None:
    event, format = _event("dutch", 2)
    files = pdf_pages(event, format, head="0123456789abcdef")
    apart = {name: _sheets(data) for name, data in files.items()}
    assert apart == {
        "round-02-pairings.pdf": 1, "round-02-names.pdf": 1, "round-01-standings.pdf": 1,
        "round-01-crosstable.pdf": 1, "round-02-slips.pdf": 3, "cards.pdf": apart["cards.pdf"],
        "players.pdf": 1, "namecards.pdf": 3, "boards.pdf": 3,
    }  # fmt: skip
    assert apart["cards.pdf"] <= 4
    assert _sheets(pdf(event, format)) == 1 + 1 + 1 + 1 + 3


def test_a_schedule_is_hung_up_with_its_days_of_rest() -> None:
    memory = begun(format_named("dutch"), [Entrant("", f"P{n}") for n in range(6)], rounds=4)
    assert "schedule" not in possible(memory.event, memory.format)
    days = "2026-12-04 18:00, 2026-12-05 10:00, 2026-12-07 10:00, -"
    memory.do(ChangeSettings(details={"schedule": days}))
    assert "schedule" in possible(memory.event, memory.format)
    (part,) = PAGES["schedule"](memory.event, memory.format, None)
    assert part["tables"][0]["rows"] == [
        ["Round 1", "2026-12-04", "18:00"], ["Round 2", "2026-12-05", "10:00"],
        ["rest day", "2026-12-06", ""], ["Round 3", "2026-12-07", "10:00"],
        ["Round 4", "-", ""],
    ]  # fmt: skip
    info = site_pages(memory.event, memory.format, "site")["info.html"]
    assert "5 December 2026 10:00" in info
    assert "rest day" in info
    memory.do(ChangeSettings(details={"schedule": "2026-12-04, 2026-12-11, 2026-12-18, -"}))
    (part,) = PAGES["schedule"](memory.event, memory.format, None)
    assert "rest day" not in str(part), "a week between the rounds of a season is none"


def test_a_bracket_and_a_timetable_have_their_pages() -> None:
    cup, table = _event("knockout", 0), _event("round_robin", 1)
    assert "schedule.pdf" in pdf_pages(*table)
    with pytest.raises(Refused, match="no page schedule"):
        pdf(*cup, page="schedule")
    memory = begun(cup[1], cup[0].entrants)
    play(memory, 1)
    assert _sheets(pdf(memory.event, cup[1], page="brackets")) == 1


def _black_rows(picture: bytes) -> int:
    """On how many rows of a PNG as Typst makes it (8 bits of red, green, blue, opacity) anything in
    its left sixth is black."""
    chunks, at = [], 8
    while at < len(picture):
        size = int.from_bytes(picture[at : at + 4], "big")
        chunks.append((picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]))
        at += size + 12
    (_, head), *_ = chunks
    width = int.from_bytes(head[:4], "big") * 4
    assert head[8:10] == b"\x08\x06"
    data = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    above, black = bytearray(width // 6), 0
    for start in range(0, len(data), width + 1):
        filter, row = data[start], bytearray(data[start + 1 : start + 1 + width // 6])
        if filter == 2 and not any(row):  # as most are: the row above once more
            row = above
        else:
            for x in range(len(row)):
                left, corner = (row[x - 4], above[x - 4]) if x >= 4 else (0, 0)
                up = above[x]
                near = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                nearest = (left, up, corner)[near.index(min(near))]
                row[x] = (row[x] + (0, left, up, (left + up) // 2, nearest)[filter]) & 255
        black += any(red < 100 for red in row[::4])
        above = row
    return black


@pytest.mark.parametrize("page", ["brackets", "pairings", "slips", "namecards"])
def test_letters_that_hang_below_their_line_are_printed_whole(
    monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Ogonek, comma, y and g: a page of such names has black on as many more rows as they have
    lines, whatever page it is."""
    import typst

    monkeypatch.setattr(typst, "compile", partial(typst.compile, format="png", ppi=90))
    rows = []
    for letters in ("xxxxx", "gyjpą"):
        memory = begun(format_named("knockout"), [Entrant("", f"{letters} {at}") for at in (1, 2)])
        play(memory, 1, last_open=page == "brackets")
        rows.append(_black_rows(pdf(memory.event, memory.format, page=page)))
    assert rows[1] - rows[0] >= 2


@pytest.mark.parametrize("page", ["pairings", "names"])
def test_a_word_too_long_for_its_column_goes_on_in_the_next_line(
    monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """It is not printed over the rating or the board beside it."""
    import typst

    monkeypatch.setattr(typst, "compile", partial(typst.compile, format="png", ppi=90))
    rows = []
    for letters in ("x" * 8, "x" * 78):
        people = [Entrant("", f"{letters}{at}") for at in (1, 2)]
        memory = begun(format_named("dutch"), people, rounds=1)
        play(memory, 1)
        rows.append(_black_rows(pdf(memory.event, memory.format, page=page)))
    assert rows[1] - rows[0] >= 5


def test_pages_that_the_event_has_none_of_are_not_offered() -> None:
    for name, lacks in (("dutch", {"brackets", "schedule"}), ("round_robin", {"brackets"})):
        event, format = _event(name, 2)
        assert lacks.isdisjoint(possible(event, format))
        # no result of round 2 is in: the file says the round that its heading says
        assert {f"round-01-{n}.pdf" for n in ("standings", "crosstable")} <= set(
            pdf_pages(event, format)
        )
    memory = begun(format_named("dutch"), _event("dutch", 0)[0].entrants)
    propose(memory)
    publish(memory)
    assert {"standings", "crosstable"}.isdisjoint(possible(memory.event, memory.format))


def test_a_page_that_is_not_there_says_what_it_is_missing() -> None:
    event, format = _event("dutch", 1)
    for page, why in (("it1", "nobody has made a norm"), ("schedule", "has no schedule")):
        with pytest.raises(Refused, match=why):
            pdf(event, format, page=page)


def test_before_round_1_there_is_the_player_list() -> None:
    event, format = _event("dutch", 0)
    assert _sheets(pdf(event, format)) == 1
    assert {"players.pdf", "namecards.pdf", "boards.pdf"} <= pdf_pages(event, format).keys()
    with pytest.raises(Refused, match="no round is published"):
        pdf(event, format, page="pairings")


def test_the_same_event_gives_the_same_file() -> None:
    event, format = _event("dutch", 1)
    assert pdf(event, format, page="pairings") == pdf(event, format, page="pairings")


def test_piles_of_cut_sheets_are_sorted() -> None:
    sheets = [stacked(range(1, 11), 4)[at : at + 4] for at in range(0, 12, 4)]
    assert sheets == [[1, 4, 7, 10], [2, 5, 8, None], [3, 6, 9, None]]
    piles = [sheet[place] for place in range(4) for sheet in sheets]
    assert [board for board in piles if board is not None] == list(range(1, 11))


def test_the_shipped_letters_suffice_for_most_scripts() -> None:
    fonts = fonts_for(NAMES)
    assert (fonts.families, fonts.missing, fonts.remark) == ((FAMILY,), frozenset(), "")


def test_letters_without_a_font_are_said_and_marked() -> None:
    """Whatever fonts this machine has: no font has an ideograph of a plane without any."""
    fonts = fonts_for(["Ashgrove", "Բ", "\U0003fff0"])
    assert "\U0003fff0" in fonts.missing
    choice = FontChoice((FAMILY,), (Path("x"),), frozenset("Հ王"))
    assert choice.printable("IM Հակոբյան 王小明 12") == "IM ? ? 12"
    assert choice.remark == (
        "No font here for letters of Armenian, CJK, printed as ?:"
        " install fonts-noto-cjk, fonts-noto-core"
    )
    thumb = FontChoice((FAMILY,), (Path("x"),), frozenset("👍\U0001f3fd"))
    assert thumb.remark.endswith("of Emoji, printed as ?: install fonts-noto-color-emoji")


def test_what_is_set_can_harm_no_reader() -> None:
    from saves.languages import language

    document = {"name": "Eve\x1b]52;c;x\x07", "rows": [["rtl\u202eevil\u2066"]], "code": None}
    said = str(_said(document, language("de")))
    assert not {"\x1b", "\x07", "\u202e", "\u2066"} & set(said)


def test_the_command_line_names_every_page() -> None:
    assert (*PAGES, *PRIZE_PAGES) == PAPER_PAGES


def test_one_page_alone_is_one_file_and_one_that_is_not_there_is_refused() -> None:
    event, format = _event("dutch", 1)
    assert list(pdf_pages(event, format, only="slips")) == ["round-01-slips.pdf"]
    with pytest.raises(Refused, match="there is no page brackets"):
        pdf_pages(event, format, only="brackets")


def test_without_a_folder_for_temporary_files_the_remedy_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*_: object, **__: object) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found in ['/tmp', '/']")

    monkeypatch.setattr("saves.paper.TemporaryDirectory", none)
    event, format = _event("dutch", 1)
    with pytest.raises(Refused, match="set TMPDIR") as caught:
        pdf(event, format)
    assert "[" not in str(caught.value)


def _flat(data: bytes) -> bool:
    """Whether a PDF lies on its side."""
    found = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", data)
    assert found is not None
    return float(found[1]) > float(found[2])


def test_a_bracket_fills_its_page_and_one_of_many_rows_stands_upright() -> None:
    """Eleven players stood in small letters on the upper third; forty ran off the page."""
    for players, flat in ((11, True), (40, False)):
        people = [Entrant("", f"Featherstone, Player {n}") for n in range(players)]
        memory = begun(format_named("knockout"), people, third_place=players == 11)
        play(memory, 1)
        made = pdf(memory.event, memory.format, page="brackets")
        assert _sheets(made) == 1
        assert _flat(made) is flat


def walked_over() -> InMemory:
    """A cup of four in which the final was not played: one of its two has left."""
    people = [Entrant("", f"Player {n}") for n in range(1, 5)]
    memory = begun(format_named("knockout"), people)
    play(memory, 1)
    memory.do(Withdraw(memory.event.round(1).matches[0].white))
    publish(memory)
    assert not memory.event.round(2).matches
    return memory


def test_a_round_without_a_board_has_no_slips_and_says_so() -> None:
    """A white page was written."""
    memory = walked_over()
    event, format = memory.event, memory.format
    assert "round-02-slips.pdf" not in pdf_pages(event, format)
    assert not any("slips" in name for name in round_pages(event, format))
    with pytest.raises(Refused, match="round 2 has no slips: no board is played in it"):
        slips_page(event, format)
    assert _sheets(pdf(event, format)) > 0


def test_a_slip_of_a_cup_has_room_for_the_tie_break_and_one_of_a_league_table_has_none() -> None:
    for name, asked in (("knockout", True), ("dutch", False)):
        event, format = _event(name, 1)
        (part,) = PAGES["slips"](event, format, None)
        assert {one["tie_break"] for one in part["slips"] if one} == {asked}
        assert part["entry"] == "game"
        assert ("Tie-break:" in slips_page(event, format)) is asked


def test_a_slip_of_a_match_in_imps_says_so_and_asks_for_vps_and_tie_breaks_where_these_count(
    tmp_path: Path,
) -> None:
    """In the Swiss of `gnot` ties stand and VPs count; in its knockouts a tie is broken."""
    store = played_to(teams_event(tmp_path), 3)
    event, format = store.event, store.format
    (part,) = PAGES["slips"](event, format, None)
    asked = {
        "Swiss" in one["about"]: (one["figures"], one["tie_break"]) for one in part["slips"] if one
    }
    assert asked == {True: (("IMPs:", "VPs:"), False), False: (("IMPs:",), True)}
    page = slips_page(event, format)
    assert "Result:" not in page
    assert 0 < page.count("VPs:") < page.count("IMPs:")


def test_a_slip_of_a_cup_in_imps_says_so() -> None:
    people = [Entrant("", f"Team {n}") for n in range(1, 5)]
    memory = begun(format_named("knockout"), people, score="imps")
    publish(memory)
    page = slips_page(memory.event, memory.format)
    assert page.count("IMPs:") == page.count("Tie-break:") == 2
    assert "VPs:" not in page


def test_who_asked_to_sit_out_without_points_is_absent_everywhere() -> None:
    """`bye asked for +0` stood in Pairings, `bye 0` on paper, `bye by request` on the card."""
    people = [Entrant("", f"Player {n}", 1900 - n) for n in range(1, 6)]
    memory = begun(format_named("dutch"), people, rounds=3)
    memory.do(SetBye("1", 1, NIL))
    play(memory, 1, last_open=True)
    event, format = memory.event, memory.format
    (bye,) = event.round(1).byes
    assert bye_words(format, event, 1, bye) == "absent, no points"
    assert bye_text(event, format, 1, bye) == "absent"
    assert "by request" not in str(card(event, format, "1").rows)
    assert SetBye("1", 2, NIL).describe(event) == "Player 1 (1): absent, no points, in round 2"


def test_points_of_a_bye_do_not_read_as_its_number() -> None:
    people = [Entrant("", f"Player {n}", 1900 - n) for n in range(1, 6)]
    memory = begun(format_named("kjca"), people, rounds=3)
    play(memory, 1, last_open=True)
    event, format = memory.event, memory.format
    (bye,) = event.round(1).byes
    assert bye_text(event, format, 1, bye) == "bye +1"


def test_a_bye_of_a_cup_goes_through_on_paper_and_on_phones_too() -> None:
    """`bye 0` stood there; on the screen it went through."""
    people = [Entrant("", f"Player {n}") for n in range(1, 4)]
    memory = begun(format_named("knockout"), people)
    play(memory, 1, last_open=True)
    event, format = memory.event, memory.format
    shown = [*round_pages(event, format).values(), *site_pages(event, format, "cup").values()]
    for page in shown:
        assert "bye 0" not in page
    assert any("bye, goes through" in page for page in shown)
    said = str([*PAGES["pairings"](event, format, None), *PAGES["names"](event, format, None)])
    assert said.count("bye, goes through") == 2


def test_who_is_still_in_a_cup_and_does_not_play_is_told_where_it_goes_on() -> None:
    """In round 2 of a double knockout of seven the loser who has nobody to play stood on no list,
    as did the two who wait for others in round 4; who is out stands on none."""
    people = [Entrant("", f"Player {n}", 2000 - n) for n in range(1, 8)]
    memory = begun(format_named("double_knockout"), people)
    play(memory, 2, last_open=True)
    event, format = memory.event, memory.format
    shown = [*round_pages(event, format).values(), *site_pages(event, format, "cup").values()]
    words = "no match in this round; next: Losers, round 2"
    assert sum(escape(words) in page for page in shown) >= 4
    said = str([*PAGES["pairings"](event, format, None), *PAGES["names"](event, format, None)])
    assert said.count(words) == 2
    enter(memory)
    play(memory, 2, last_open=True)
    event = memory.event
    for grid in (by_name(event, format, event.round(4)), pairings(event, format, event.round(4))):
        waiting = {str(cell) for row in grid.rows for cell in row if "no match" in str(cell)}
        assert waiting == {
            "no match in this round; next: Losers' final",
            "no match in this round; next: Grand final",
        }
        assert len({id for people in grid.people for id in people}) == 4
    event = memory.do(Withdraw("1", 5))
    assert "1" not in between_matches(format, event, event.round(4))


def test_when_a_cup_is_over_its_site_begins_with_everybody() -> None:
    """The first page had the winner alone, and the last round `0 of 0 results`."""
    memory = walked_over()
    pages = site_pages(memory.event, memory.format, "cup")
    assert all(f"Player {n}" in pages["index.html"] for n in range(1, 5))
    assert "no board is played" in pages["rounds.html"]
    assert "0 of 0" not in pages["rounds.html"]


def _texts(picture: bytes) -> dict[int, list[float]]:
    """Where the texts of an SVG as Typst makes it begin: by their height, from the left."""
    found: dict[int, list[float]] = {}
    for x, y in re.findall(rb"matrix\(1 0 0 -1 ([\d.]+) ([\d.]+)\)", picture):
        found.setdefault(round(float(y)), []).append(float(x))
    return {y: sorted(xs) for y, xs in found.items()}


def test_figures_of_players_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one, the performance, stood alone at the other edge of the page."""
    import typst

    monkeypatch.setattr(typst, "compile", partial(typst.compile, format="svg"))
    squad = tuple(Entrant("", f"P{n}", rating=1500) for n in (1, 2))
    teams = [Entrant("", name, players=squad) for name in ("Kent", "Hove")]
    memory = begun(format_named("team_swiss"), teams, boards=2, rounds=1)
    publish(memory)
    memory.do(EnterBoardResults(((1, 1, "1-0"), (1, 2, "1-0"))))
    made = pdf(memory.event, memory.format, page="standings")
    rows = [xs for xs in _texts(made).values() if len(xs) == 8]
    assert rows  # with rank, name, team, rating, games, points, per cent, performance
    for xs in rows:
        assert max(b - a for a, b in pairwise(xs[3:])) < 60


def test_notes_are_on_no_page_without_a_row_of_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 47 players the meaning of the tie-breaks alone was a second sheet for the wall."""
    import typst

    sheets: list[list[bytes]] = []

    def compiled(*args: Any, **options: Any) -> bytes:
        made = compiler(*args, format="svg", **options)
        sheets.append(made if isinstance(made, list) else [made])
        return sheets[-1][0]

    compiler: Any = typst.compile  # its stubs do not know a source without an output
    monkeypatch.setattr(typst, "compile", compiled)
    for count in range(44, 51):
        people = [Entrant("", f"P{n}", rating=2300 - n) for n in range(count)]
        memory = begun(format_named("dutch"), people, rounds=3)
        play(memory, 1)
        pdf(memory.event, memory.format, page="standings")
    assert {len(pages) for pages in sheets} == {1, 2}
    for _, *more in sheets:
        for page in more:
            assert sum(len(xs) > 6 for xs in _texts(page).values()) > 1, "more than the heading"


def test_results_in_a_cross_table_do_not_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    import typst

    monkeypatch.setattr(typst, "compile", partial(typst.compile, format="svg"))
    people = [Entrant("", f"P{n}", rating=2300 - n) for n in range(30)]
    memory = begun(format_named("dutch"), people, rounds=3)
    play(memory, 3, "1/2-1/2")
    made = pdf(memory.event, memory.format, page="crosstable")
    widest = 2.68 * 9  # of 12w½, in letters of nine points
    rows = [xs for xs in _texts(made).values() if len(xs) == 8]
    assert len(rows) >= 30
    assert all(b - a > widest + 4 for xs in rows[1:12] for a, b in pairwise(xs[4:7]))


def test_a_match_of_teams_is_one_slip_of_all_its_boards_with_room_for_their_results() -> None:
    memory = begun(format_named("team_swiss"), teams(4), boards=2, rounds=3)
    round = publish(memory)
    memory.do(EnterBoardResult(1, 1, "1-0"))
    heading, tables = _tables(memory, "slips")
    assert heading == "Round 1, result slips"
    assert len(tables) == len(round.matches) == 2
    players = {player.id: player.name for team in memory.event.entrants for player in team.players}
    for match, table in zip(round.matches, tables, strict=True):
        texts = [" ".join(row) for row in table["rows"]]
        for board, text in zip(match.lineups, texts, strict=False):
            assert players[board.home] in text
            assert players[board.away] in text
        assert "1" not in _column(table, "Result"), "the slip is written by hand"
    _, filled = _tables(memory, "pairings")
    assert any("1" in cell for table in filled for cell in _column(table, "Result"))


def test_the_list_of_players_has_the_players_of_each_team() -> None:
    memory = begun(format_named("team_swiss"), teams(4), boards=2, rounds=3)
    _, tables = _tables(memory, "players")
    listed = {table["title"]: _column(table, "Name") for table in tables}
    assert listed == {t.name: [p.name for p in t.players] for t in memory.event.entrants}
    text = round_text(memory.event, memory.format)
    pages = round_pages(memory.event, memory.format)["entries.html"]
    for player in (p for t in memory.event.entrants for p in t.players):
        assert player.name in text
        assert player.name in pages


def _tables(memory: InMemory, page: str) -> tuple[str, list[dict[str, Any]]]:
    """The last part of a page: of teams their matches."""
    part = list(PAGES[page](memory.event, memory.format, None))[-1]
    return part["heading"], part["tables"]


def _column(table: dict[str, Any], name: str) -> list[str]:
    at = [column["name"] for column in table["columns"]].index(name)
    return [row[at] for row in table["rows"]]


@pytest.mark.parametrize(("format", "page"), [("team_swiss", "norms"), ("knockout", "ratings")])
def test_pages_of_single_players_are_not_there_for_teams(format: str, page: str) -> None:
    """A knockout of teams knows its players by name alone."""
    people = [Entrant("", f"Team {n}", members=(f"One {n}", f"Two {n}")) for n in range(1, 17)]
    memory = begun(format_named(format), people)
    publish(memory)
    with pytest.raises(Refused, match=f"there is no page {page}"):
        pdf(memory.event, memory.format, page=page)


@pytest.mark.parametrize(("cell", "columns"), [("10-2 15-18", 10), ("2½ 1½", 40), ("½", 40)])
def test_a_cross_table_of_long_results_stays_on_its_page(
    monkeypatch: pytest.MonkeyPatch, cell: str, columns: int
) -> None:
    """Triangles of bridge teams stood over the names, and the last sessions off the page."""
    import typst

    grid = Grid(
        "Cross-table",
        (
            SheetColumn("No", right=True),
            SheetColumn("Name", person=True),
            SheetColumn("Rating", right=True),
            *(SheetColumn(f"R{n}", right=True, even=True) for n in range(columns)),
        ),
        tuple(((n, f"Queenhithe {n}", "1770", *[cell] * columns)) for n in range(12)),
    )
    monkeypatch.setattr("saves.paper.cross_table", lambda *_: grid)
    monkeypatch.setattr(typst, "compile", partial(typst.compile, format="svg"))
    memory = begun(format_named("dutch"), [Entrant("", f"P{n}") for n in range(4)], rounds=3)
    play(memory, 1, "1/2-1/2")
    made = pdf(memory.event, memory.format, page="crosstable")
    found = re.search(rb'viewBox="0 0 ([\d.]+)', made)
    assert found is not None
    room = float(found[1]) - 79  # without the margins of 14 mm
    rows = [xs for xs in _texts(made).values() if len(xs) >= columns + 3]
    assert len(rows) >= 12
    for xs in rows[1:]:
        assert 0 <= xs[0] < xs[-1] < room
        assert xs[1] - xs[0] > 4
        assert xs[3] - xs[1] > 40, "the name stands free"
