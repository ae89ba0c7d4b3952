"""Standings on a wide terminal: more columns in the list, and the selected player beside it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.actions import EnterResult, EnterResults, ImportEntrants
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.performance import performances
from engine.prospects import prospects
from engine.refusal import Refused
from saves.cells import text_width
from tests.playing import play
from tests.tui.driver import Driver, MemoryDesk
from tui.places.standings import STANDINGS, StandingsState, field_lines, race_lines
from tui.screens.player_lines import change_lines, next_text, performed_text, places, rated_text

PLAYERS = 24


def hall(format: str = "dutch", rounds: int = 5, surname: str = "Surname") -> MemoryDesk:
    desk = MemoryDesk.created(format, rounds=9)
    entrants = (
        Entrant("", f"{surname}{n:02}, Given", rating=2500 - 40 * n, title="IM" if n < 4 else "",
                federation="IRL", club="Castle Lane", birth="1980")
        for n in range(PLAYERS)
    )  # fmt: skip
    desk.do(ImportEntrants(tuple(entrants)))

    def result(event: Event, match: Match) -> str:
        return ("1-0", "0-1", "1/2-1/2")[(match.board + len(event.published)) % 3]

    play(desk, rounds, result, last_open=True)
    return desk


def console(desk: MemoryDesk, width: int, height: int = 40) -> Driver[StandingsState]:
    return Driver(STANDINGS, desk, (width, height))


def heads(shown: Driver[StandingsState]) -> list[str]:
    assert shown.shown.heads is not None
    return shown.shown.heads.text.split()


def test_columns_come_with_the_width_in_the_order_of_what_matters() -> None:
    desk = hall()
    narrow, wide, widest = (heads(console(desk, width)) for width in (80, 160, 200))
    assert {"Ti", "Rtg", "Perf"} <= set(narrow)
    assert {"Ti", "Fed", "Rtg", "Club", "Perf", "R5"} <= set(wide)
    assert {"Club", "R1", "R2", "R3", "R4", "R5", "Perf"} <= set(widest)
    assert [one for one in wide if re.fullmatch("R[0-9]", one)][-1] == "R5"


@pytest.mark.parametrize("width", range(66, 220, 11))
def test_no_figure_is_ever_cut(width: int) -> None:
    shown = console(hall(), width)
    assert all("…" not in row.text.replace("Castle La…", "") for row in shown.shown.body)


def test_the_pane_has_the_rounds_the_performance_and_what_the_game_in_play_can_bring() -> None:
    desk = hall()
    shown = console(desk, 120)
    event, id = desk.event, str(shown.state.selected)
    pane = "\n".join(shown.pane or ())
    for round in event.published:
        match = next(m for m in round.matches if id in m.pair)
        assert event.entrant(match.opponent(id)).name in pane
    assert performed_text(performances(event)[id]) in pane
    table = desk.format.standings(event)[0]
    foreseen = prospects(event, desk.format, table, id)
    assert len(foreseen) == 3
    assert all(places(one) in pane for one in foreseen)


def test_names_in_the_race_have_the_room_that_its_cells_leave() -> None:
    desk = hall(rounds=4, surname="Newcastlewest")
    table = desk.format.standings(desk.event)[0]
    wide, narrow = (race_lines(desk.event, table, width, 40) for width in (48, 38))
    assert all("…" not in one.text for one in wide)
    assert any("…" in one.text for one in narrow)
    assert all(text_width(one.text) <= 48 for one in wide)


def test_the_race_stands_still_whether_or_not_somebody_can_hope_for_a_norm() -> None:
    """It went up and down with the lines above it: 2.5 kB a move."""
    shown = console(hall(), 200, 60)
    panes = []
    for _ in range(PLAYERS):
        panes.append(shown.pane or [])
        shown.type("j")
    starts = {[*("race of the leaders" in text for text in pane)].index(True) for pane in panes}
    assert len(starts) == 1
    assert {any("norms" in text for text in pane) for pane in panes} == {True, False}


def test_bars_in_line_below_line_stay_apart() -> None:
    desk = hall(rounds=4)
    table = desk.format.standings(desk.event)[0]
    race = race_lines(desk.event, table, 48, 40)
    for shown in (race, field_lines(table, 48, 40)):
        assert len(shown) > 3
        assert not any("█" in one.text for one in shown), "a full cell has no gap above it"
    leader, *_, last = (one.text for one in race[2:-1])
    assert leader.count("■") > last.count("■") > 0
    assert "·" in last
    assert "·" not in leader


def test_a_move_leaves_the_race_and_the_field_as_they_are() -> None:
    shown = console(hall(), 200, 60)
    before = shown.pane or []
    shown.type("j")
    after = shown.pane or []
    start = next(at for at, text in enumerate(before) if "race of the leaders" in text)
    assert before[:start] != after[:start]
    assert before[start:] == after[start:]
    assert any("points of the field" in text for text in before)


def test_without_a_pane_two_lines_below_the_list_say_the_most_important_of_it() -> None:
    desk = hall()
    shown = console(desk, 80, 24)
    first, second, *_ = (one.text for one in shown.shown.under)
    id = str(shown.state.selected)
    assert performed_text(performances(desk.event)[id]) in first
    match = next(m for m in desk.event.round(5).matches if id in m.pair)
    assert desk.event.entrant(match.opponent(id)).name in second
    assert not any("performs" in one.text for one in console(desk, 120).shown.under)


@pytest.mark.parametrize("format", ["knockout", "double_knockout", "diagonal"])
def test_a_format_that_does_not_rank_by_points_has_no_race_and_no_places(format: str) -> None:
    desk = MemoryDesk.created(format)
    entrants = (Entrant("", f"Player {n:02}", rating=2500 - 40 * n) for n in range(8))
    desk.do(ImportEntrants(tuple(entrants)))
    play(desk, 1, last_open=True)
    pane = "\n".join(console(desk, 200, 60).pane or ())
    assert "rounds" in pane
    assert not any(words in pane for words in ("race", "can bring", "of the field"))


def test_nobody_performs_in_an_event_without_ratings() -> None:
    desk = MemoryDesk.created("dutch", rounds=5)
    desk.do(ImportEntrants(tuple(Entrant("", f"Player {n:02}") for n in range(8))))
    play(desk, 2)
    shown = console(desk, 200, 60)
    assert "performance" not in "\n".join(shown.pane or ())
    assert "Perf" not in heads(shown)


def click(shown: Driver[StandingsState], head: str) -> None:
    assert shown.shown.heads is not None
    assert STANDINGS.on_head is not None
    at = shown.shown.heads.text.index(head)
    shown.state = STANDINGS.on_head(shown.view, shown.state, at, 0).state
    shown.paint()


def test_a_click_on_a_head_sorts_the_standings_and_leaves_the_ranks() -> None:
    shown = console(hall(), 160)
    event, ranked = shown.desk.event, [one.key for one in shown.shown.body]
    by_rank = {one.key: one.text.split()[0] for one in shown.shown.body}
    click(shown, "Rtg")
    ids = [str(one.key) for one in shown.shown.body]
    assert [event.entrant(id).rating for id in ids] == sorted(
        (e.rating or 0 for e in event.entrants), reverse=True
    )
    assert {one.key: one.text.split()[0] for one in shown.shown.body} == by_rank
    assert "Rtg↓" in heads(shown)
    click(shown, "BH ")
    table = shown.desk.format.standings(event)[0]
    values = {row.id: row.tiebreaks["BH"] or 0 for row in table.rows}
    shares = [values[str(one.key)] for one in shown.shown.body]
    assert shares == sorted(shares, reverse=True)
    click(shown, "Rk")
    assert [one.key for one in shown.shown.body] == ranked


def test_s_goes_through_rank_number_name_and_rating_in_every_list_of_the_standings() -> None:
    shown = console(hall(), 80)
    for keys in ((), ("x",)):
        shown.type(*keys)
        told = []
        for _ in range(4):
            shown.type("s")
            told.append(shown.message)
        assert told == [f"sorted by {by}" for by in ("number", "name", "rating", "rank")]
    shown.type("s", "s")
    names = [shown.desk.event.entrant(str(one.key)).name for one in shown.shown.body]
    assert names == sorted(names)


def test_the_list_is_not_sorted_by_a_round() -> None:
    shown = console(hall(), 200)
    with pytest.raises(Refused, match="not sorted by that column"):
        click(shown, "R3")


@pytest.mark.parametrize("width", [110, 120, 140, 160])
def test_the_rating_change_beside_the_list_is_never_cut(width: int) -> None:
    shown = console(hall(), width)
    shown.type("home")
    (told,) = [text for text in shown.pane or [] if text.startswith("rating ")]
    form = r"rating [+-]?[0-9.]+ +(exp(ected|\.) )?[0-9.]+ of 4( rated games)?( · K 20 assumed)?"
    assert re.fullmatch(form, told)


@pytest.mark.parametrize(("k_factor", "told"), [(None, "K 20 assumed"), (20, "K 20")])
def test_an_assumed_k_and_one_rated_game_are_named(k_factor: int | None, told: str) -> None:
    """Nothing on the card explains a question mark; the expected score counts rated games alone."""
    desk = MemoryDesk.created("dutch", rounds=1)
    desk.do(ImportEntrants((
        Entrant("", "Ann", rating=1900, birth="1980", k_factor=k_factor),
        Entrant("", "Bo", rating=1750, birth="1980"),
    )))  # fmt: skip
    desk.draw()
    desk.do(EnterResult(1, "1-0"))
    ann = next(e.id for e in desk.event.entrants if e.name == "Ann")
    text = rated_text(desk.event, ann)
    assert text.endswith(f"expected 0.7 of 1 rated game · {told}")
    (line,) = change_lines(desk.event, ann, 80)
    assert line.text.endswith(f"expected 0.7 of 1 rated game · {told}")
    (line,) = change_lines(desk.event, ann, 37)
    assert "exp" in line.text
    assert "?" not in line.text


def test_esc_closes_the_working_then_ends_what_is_looked_for() -> None:
    shown = console(hall(), 80)
    shown.state = replace(shown.state, needle="surname01")

    def seen(*keys: str) -> tuple[int, str]:
        shown.type(*keys)
        shown.paint()
        return len(shown.shown.body), "\n".join(one.text for one in shown.shown.under)

    rows, notes = seen()
    assert rows == 1
    rows, working = seen("w")
    assert rows == 1
    assert "Surname01" in working
    assert working != notes
    assert seen("escape") == (1, notes)
    assert seen("escape")[0] == PLAYERS


@pytest.mark.parametrize(
    "keys", [("x",), ("<",), ("<", "<", "x"), ("x", "w"), ("<", "/", "0", "1")]
)
def test_esc_leads_back_to_the_table_of_now_from_every_view(keys: tuple[str, ...]) -> None:
    shown = console(hall(), 80)

    def seen() -> list[str]:
        shown.paint()
        return [shown.shown.status.text, *(one.text for one in shown.shown.body)]

    before = seen()
    shown.type(*keys)
    assert seen() != before
    shown.type(*["escape"] * len(keys))
    assert seen() == before


def test_whoever_has_no_game_left_can_finish_the_round_between_two_places() -> None:
    desk = hall()
    current = desk.event.current
    assert current is not None
    desk.do(EnterResult(6, "1-0", round=current.number))
    table = desk.format.standings(desk.event)[0]
    told = next_text(desk.event, desk.format, table, current.match(6).white, 78)
    assert re.fullmatch(r"can finish this round \d+\w\w to \d+\w\w, by points", told), told


def test_the_next_game_is_named_with_board_colour_and_opponent() -> None:
    desk = hall()
    current = desk.event.current
    assert current is not None
    match, table = current.match(6), desk.format.standings(desk.event)[0]
    white, black = (desk.event.entrant(id).name for id in match.pair)
    for id, colour, opponent in ((match.white, "White", black), (match.black, "Black", white)):
        told = next_text(desk.event, desk.format, table, id, 120)
        assert told.startswith(f"next: board 6, {colour}, {opponent} · ")


def test_the_race_goes_by_the_points_after_its_own_last_round() -> None:
    """With boards of the round in play it ran 3, 2½, 2½, 3."""
    desk = hall(rounds=4)
    current = desk.event.current
    assert current is not None
    desk.do(EnterResults(tuple((m.board, "0-1") for m in current.matches[::2])))
    table = desk.format.standings(desk.event)[0]
    lines = race_lines(desk.event, table, 48, 40)[2:-1]
    points = [float(one.text.split()[-1].replace("½", ".5")) for one in lines]
    assert points == sorted(points, reverse=True)
    assert [row.points for row in table.rows[: len(points)]] != points, "the table is further on"


@pytest.mark.parametrize(
    ("format", "names"),
    [("dutch", ["cross-table", "table"]), ("round_robin", ["cross-table"])],
)
def test_where_there_is_one_table_the_key_of_the_next_says_so_and_what_x_shows(
    format: str, names: list[str]
) -> None:
    shown = Driver(STANDINGS, MemoryDesk.playing(8, 2, format))
    shown.enter("c")
    assert shown.message == f"there is no other table here; x shows the {names[0]}"
    shown.enter("x")
    assert "cross-table" in shown.shown.status.text
    for name in names[1:]:
        shown.enter("c")
        assert shown.message == f"there is no other table here; x shows the {name}"


def test_the_cells_of_the_cross_table_by_rounds_are_explained_below_it() -> None:
    """On paper they were; on the screen `12w1` and `4-14` stood without a word."""
    told = "12w1: won with White against number 12"
    shown = Driver(STANDINGS, MemoryDesk.playing(24, 2))
    assert not any(told in one.text for one in shown.shown.under)
    shown.enter("x")
    assert any(told in one.text for one in shown.shown.under)


@pytest.mark.parametrize(
    ("width", "said"),
    [(120, "after round 2"), (160, "without round 3"), (200, "without round 3")],
)
def test_the_race_says_which_round_it_leaves_out(width: int, said: str) -> None:
    """Its points of the same players were others than those beside it."""
    desk = hall(rounds=3)
    (title,) = [one for one in console(desk, width, 60).pane or () if "race of the" in one]
    assert title.startswith("── race of the leaders ")
    assert title.rstrip().endswith(said)
    played = MemoryDesk.playing(24, 3)
    for match in played.event.round(3).matches:
        if match.open:
            played.do(EnterResult(match.board, "1-0", round=3))
    (title,) = [one for one in console(played, width, 60).pane or () if "race of the" in one]
    assert title.rstrip().endswith("after round 3")
