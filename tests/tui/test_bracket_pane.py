"""A match beside the bracket: who plays, how both came here, where it leads, who waits."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from engine.actions import EditEntrant, EnterResult, ImportEntrants, Withdraw
from engine.entrants import Entrant
from tests.playing import enter, play, propose, publish
from tests.tui.cups import played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tui.desk import lately_line
from tui.places.bracket.keys import BRACKET
from tui.places.bracket.picture import AROUND, BracketState, ways_of
from tui.places.entries import ENTRIES
from tui.places.pairings import PAIRINGS
from tui.places.results import RESULTS

WIDE = (160, 50)


def cup(format: str = "knockout", players: int = 8) -> Driver[BracketState]:
    """The first round drawn, and the first two of its matches played."""
    desk = MemoryDesk.created(format)
    people = tuple(Entrant("", f"Ash {n}, Ann", rating=1900 - n) for n in range(1, players + 1))
    desk.do(ImportEntrants(people))
    desk.draw()
    return Driver(BRACKET, desk, WIDE)


def pane_of(place: Driver[BracketState]) -> str:
    """Its text."""
    assert place.pane is not None
    return "\n".join(line.rstrip() for line in place.pane)


def test_a_match_says_who_plays_and_where_it_leads() -> None:
    place = cup()
    text = pane_of(place)
    assert re.search(r"Quarter-finals +R1.1$", text, re.MULTILINE)
    assert "Ash 1, Ann" in text
    assert "winner → Semi-finals (R2.1)" in text
    assert "loser → out" in text


def test_the_way_in_is_told_as_each_of_both_saw_it() -> None:
    place = cup()
    current = place.desk.event.current
    assert current is not None
    for match in current.matches:
        place.desk.do(EnterResult(match.board, "0-1", round=1))
    place.desk.draw()
    place.paint()
    ways = ways_of(place.view)
    assert ways is not None
    winners = {m.black for m in current.matches}
    at = next(id for id, each in ways.filled.fixtures.items() if each.pair and each.pair <= winners)
    place.state = replace(place.state, at=at)
    lines = [line.strip() for line in pane_of(place).split("\n")]
    beaten = [line for line in lines if "beat" in line]
    assert len(beaten) == 2
    assert all(line.endswith("1-0") for line in beaten), beaten


def test_who_waits_for_an_opponent_is_listed() -> None:
    place = cup("double_knockout")
    assert "Who waits" not in pane_of(place)
    current = place.desk.event.current
    assert current is not None
    place.desk.do(EnterResult(current.matches[0].board, "1-0", round=1))
    place.paint()
    name = place.desk.event.entrant(current.matches[0].white).name
    assert f" W2.1  {name}" in pane_of(place)


def test_a_match_of_another_desk_stands_out_in_the_tree() -> None:
    place = cup()
    board = place.desk.event.current
    assert board is not None
    place.other_desk(EnterResult(board.matches[2].board, "1-0"))
    bright = [text.strip() for line in place.shown.body for text, style in line.parts
              if style == "fresh"]  # fmt: skip
    names = [place.desk.event.entrant(id).name for id in board.matches[2].pair]
    assert {name for name in names for text in bright if name in text} == set(names)
    told = lately_line(place.view)
    assert told is not None
    assert "by anna@desk2" in told.text


def test_teams_say_sessions_tables_and_boards(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 5)
    place = Driver(BRACKET, MemoryDesk(store.event, store.format), WIDE)
    text = pane_of(place)
    assert "28 boards" in text
    assert "seed" in text
    assert "loser → SKO" in text


def test_at_80_columns_one_stage_stands_alone_and_s_goes_through_them(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 6)
    place = Driver(BRACKET, MemoryDesk(store.event, store.format), (80, 24))
    assert place.shown.status.text.startswith(" [Double knockout (DKO)] SKO ")
    place.type("s")
    assert " DKO [Single knockout (SKO)] Swiss " in place.shown.status.text
    assert place.shown.focus is not None
    assert not any("knockout" in line for line in place.lines), "one stage, named once"
    place.type("s", "s", "s")
    assert place.shown.status.text.startswith(" [Double knockout (DKO)] SKO ")


def test_at_160_columns_the_swiss_stands_beside_the_knockouts(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 6)
    place = Driver(BRACKET, MemoryDesk(store.event, store.format), WIDE)
    first = place.lines[0]
    assert "Double knockout (DKO)" in first
    assert first.rstrip("─ ").endswith("── Swiss")


def test_a_list_beside_the_pane_has_what_its_names_need() -> None:
    desk = MemoryDesk.created("knockout")
    people = (Entrant("", f"Fallonby-Wex {n:02}, Ann", rating=1900 - n) for n in range(1, 9))
    desk.do(ImportEntrants(tuple(people)))
    desk.draw()
    place = Driver(BRACKET, desk, (120, 40))
    assert not any("…" in line for line in place.lines), place.lines


def test_names_that_are_cut_alike_are_told_apart_in_the_tree() -> None:
    desk = MemoryDesk.created("knockout")
    firsts = ("Wanda", "Viktor", "Ciara", "Orla")
    people = [Entrant("", f"Claregalway, {first}", rating=2000) for first in firsts]
    people += [Entrant("", f"Ash {n}, Ann", rating=1900 - n) for n in range(12)]
    desk.do(ImportEntrants(tuple(people)))
    desk.draw()
    lines = Driver(BRACKET, desk, (80, 24)).shown.body
    text = "\n".join(each.text for each in lines)
    cut = re.findall(r"Claregalway \w", text)
    assert len(cut) == len(set(cut)) == 4, text


def eleven(
    *results: str, size: tuple[int, int] = (80, 24), third: bool = True
) -> Driver[BracketState]:
    """Eleven players of whom few have a name of fourteen letters, so many rounds played."""
    desk = MemoryDesk.created("knockout", third_place=third)
    surnames = ("Cobblestane", "Drakenmoor", "Quarrington", "Kettlewick", "Vântescu")
    people = (
        Entrant("", f"{surnames[n % 5]}, {'ABC'[n // 5]}nnabel", rating=2000 - n) for n in range(11)
    )
    desk.do(ImportEntrants(tuple(people)))
    for result in results:
        publish(desk)
        enter(desk, result)
    if len(results) < 4:
        propose(desk)
    return Driver(BRACKET, desk, size)


def test_a_name_without_room_is_surname_and_initial() -> None:
    text = "\n".join(eleven().lines)
    assert "Cobblestane A" in text
    assert "…" not in text, "no letter is cut where a shorter form of the name has room"


def test_a_tree_of_eleven_fits_into_80x24_and_stays_as_it_is_when_it_is_won() -> None:
    """One row too many turned the list, and its headings were gone."""
    places = [eleven(), eleven("1-0", "1-0"), eleven("1-0", "1-0", "1-0", "1-0")]
    for place in places:
        heads = place.shown.heads
        assert heads is not None
        assert "Semi-finals" in heads.text
        assert "Final" in heads.text
        assert len(place.shown.body) <= 24 - AROUND - 1
    assert len({len(place.shown.status.text.split("]")[0]) for place in places}) == 1
    assert "Winner: " in places[-1].lines[-1]


def test_where_losers_go_is_said_over_columns_in_which_nothing_else_stands() -> None:
    assert "losers → Third place" in "\n".join(eleven().lines)


def test_at_160_columns_four_rounds_stand_beside_each_other_where_all_names_fit() -> None:
    place = eleven(size=WIDE, third=False)
    assert place.shown.heads is not None
    assert place.shown.heads.text.rstrip().endswith("Final")


def test_a_match_of_a_proposal_is_called_proposed_before_it_is_on_a_board() -> None:
    """As Pairings calls it: nothing is to be drawn."""
    place = eleven()
    assert "3 proposed (F2, P publishes)" in place.shown.status.text
    assert "to be drawn" not in place.shown.status.text
    assert place.shown.detail[0].text.endswith("proposed, not published")
    publish(place.desk)
    place.paint()
    assert "3 open" in place.shown.status.text


def test_a_line_above_the_keys_is_not_blank_where_no_board_is() -> None:
    """Blanks stood in place of the result keys, as if keys were missing."""
    place = eleven("1-0", "1-0", "1-0")
    place.paint()
    assert [text.strip() for _, text in place.shown.first_keys] == [""]
    publish(place.desk)
    place.state = replace(place.state, at="R4.1")
    place.paint()
    assert "upper" in place.shown.first_keys[0][1]


def test_who_went_through_the_first_round_without_a_match_had_a_bye() -> None:
    """It was called a walkover, which is a win over somebody who did not come."""
    place = cup(players=6)
    enter(place.desk, "1-0")
    place.desk.draw()
    place.state = replace(place.state, at="R2.1")
    place.paint()
    assert "R1.1: bye" in pane_of(place)
    assert "walkover" not in pane_of(place)


def test_a_pane_never_hides_the_final_of_a_tree_that_fits_without_it() -> None:
    """Four rounds in 120 columns: three of them and the pane left the final out."""
    for players, beside in ((8, True), (16, False), (128, True)):
        desk = cup(players=players).desk
        desk.do(EditEntrant("1", {"name": "Ashworth-Smith, Ann"}))
        assert (Driver(BRACKET, desk, (120, 40)).pane is not None) == beside, players
        assert Driver(BRACKET, desk, WIDE).pane is not None


def test_who_has_withdrawn_is_marked_before_the_walkover_is_published() -> None:
    """The opponent waited for somebody who was said to come."""
    place = cup()
    enter(place.desk, "1-0")
    gone = place.desk.event.round(1).match(1).white
    place.desk.do(Withdraw(gone))
    place.state = replace(place.state, at="R2.1")
    place.paint()
    name = place.desk.event.entrant(gone).name
    assert any(re.search(rf"{name} +x ┐", text) for text in place.lines)
    assert any("x: has withdrawn" in text for text in place.lines)
    assert f"{name} (withdrawn)" in place.shown.detail[1].text
    assert " withdrawn · rated" in pane_of(place)
    place.desk.draw()
    place.paint()
    assert any(re.search(rf"{name} +- ┐", text) for text in place.lines), "a walkover"


def test_entries_of_a_cup_mark_who_has_been_knocked_out() -> None:
    place = cup()
    enter(place.desk, "1-0")
    beaten = {match.black for match in place.desk.event.round(1).matches}
    entries = Driver(ENTRIES, place.desk, WIDE)
    assert " · 4 out" in entries.shown.status.text
    names = {place.desk.event.entrant(id).name for id in beaten}
    marked = [text for text in entries.lines if re.search(r" out\b", text)]
    assert len(marked) == 4
    assert all(any(name in text for name in names) for text in marked)
    entries.state = replace(entries.state, selected=min(beaten))
    entries.paint()
    assert entries.pane is not None
    assert "knocked out" in [text.strip() for text in entries.pane]


def test_pairings_and_results_list_who_waits_and_nobody_who_is_out() -> None:
    """Round 2 of a double knockout of seven: six have a board, the seventh stood nowhere."""
    desk = MemoryDesk.created("double_knockout")
    desk.do(ImportEntrants(tuple(Entrant("", f"Ash {n}", rating=1900 - n) for n in range(1, 8))))
    play(desk, 1)
    propose(desk)
    words = "no match in this round; next: Losers, round 2"
    for size in (WIDE, (80, 24)):
        assert str(Driver(PAIRINGS, desk, size).shown).count(words) == 1
    publish(desk)
    for place in (Driver(PAIRINGS, desk, WIDE), Driver(RESULTS, desk, WIDE)):
        shown = str(place.shown)
        assert all(f"Ash {n}" in shown for n in range(1, 8))
        assert shown.count(words) == 1
    enter(desk)
    play(desk, 2, last_open=True)
    shown = str(Driver(RESULTS, desk, WIDE).shown)
    assert shown.count("no match in this round") == 2
    assert sum(f"Ash {n}" in shown for n in range(1, 8)) == 4
