"""Fixed boards, first boards and rooms: where a drawn match sits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import ChangeSettings, EditEntrant
from engine.entrants import Entrant
from engine.event import Event, Round
from engine.fingerprint import fingerprint
from engine.protocol import Proposal, seated
from engine.refusal import Refused
from engine.rules import conflicts
from formats.registry import format_named

DUTCH = format_named("dutch")


def field(players: int = 12, **settings: object) -> Event:
    entrants = tuple(Entrant(str(n), f"P{n}", 2000 - n) for n in range(1, players + 1))
    chosen = {"initial_colour": "white", **settings}
    return Event("Open", "dutch", DUTCH.settings(chosen), entrants=entrants, next_id=players + 1)


def at(event: Event, id: str, board: int) -> Event:
    return EditEntrant(id, {"fixed_board": board}).apply(event, DUTCH)


def drawn(event: Event) -> Proposal:
    return seated(event, DUTCH, DUTCH.draw(event))


def boards(proposal: Proposal) -> dict[str, int]:
    return {id: m.board for m in proposal.matches for id in m.pair}


def told(event: Event, proposal: Proposal) -> list[tuple[str, int | None]]:
    round = Round(1, matches=proposal.matches, byes=proposal.byes)
    found = conflicts(DUTCH, event, round)
    return [(c.text, c.board) for c in found if c.rule == "fixed-board"]


def test_who_has_a_fixed_board_sits_there_and_the_others_keep_their_order() -> None:
    event = at(field(), "2", 5)
    where = boards(drawn(event))
    assert where["2"] == where["8"] == 5
    assert [where[id] for id in ("1", "3", "4", "5", "6")] == [1, 2, 3, 4, 6]
    assert told(event, drawn(event)) == []


def test_only_the_numbers_change_never_who_meets_whom() -> None:
    event = at(at(field(), "2", 5), "11", 40)
    own, moved = DUTCH.draw(event), drawn(event)
    assert {m.pair for m in own.matches} == {m.pair for m in moved.matches}
    assert boards(moved)["11"] == 40
    assert [m.board for m in moved.matches] == sorted(m.board for m in moved.matches)


def test_of_two_who_want_one_board_the_higher_match_has_it_and_the_other_is_told() -> None:
    event = at(at(field(), "4", 1), "3", 1)
    proposal = drawn(event)
    assert boards(proposal)["3"] == 1
    ((text, board),) = told(event, proposal)
    assert text == "P4 always plays at board 1"
    assert board == boards(proposal)["4"] != 1


def test_of_two_who_meet_the_one_entered_first_stays_where_he_is() -> None:
    event = at(at(field(), "7", 4), "1", 6)
    proposal = drawn(event)
    assert boards(proposal)["1"] == boards(proposal)["7"] == 6
    assert told(event, proposal) == [("P7 always plays at board 4", 6)]


def test_boards_begin_where_the_setting_says() -> None:
    assert [m.board for m in drawn(field(first_board=101)).matches] == list(range(101, 107))
    moved = boards(drawn(at(field(first_board=101), "1", 3)))
    assert moved["1"] == 3
    assert moved["2"] == 101


def test_sections_begin_at_boards_of_their_own() -> None:
    galway = format_named("galway")
    settings = {"sections": 2, "sizes": "10", "rounds": 4, "closed_rounds": 3, "first_board": 5}
    chosen = galway.settings({**settings, "section_boards": "b 101"})
    event = replace(field(20), format="galway", settings=chosen)
    proposal = seated(event, galway, galway.draw(event))
    inside = {m.section for m in proposal.matches if m.board >= 101}
    assert inside == {"B"}
    below = [m.board for m in proposal.matches if m.board < 101]
    assert below == list(range(5, 5 + len(below)))
    assert all(m.board >= 101 for m in proposal.matches if m.section == "B")


def test_a_round_robin_keeps_the_order_of_its_table() -> None:
    table = format_named("round_robin")
    event = replace(field(6), format="round_robin", settings=table.settings({"first_board": 11}))
    event = at(event, "3", 99)
    assert [m.board for m in seated(event, table, table.draw(event)).matches] == [11, 12, 13]


def test_a_room_begins_at_its_first_board() -> None:
    seating = DUTCH.seating(field(rooms="101 Annexe, 1 Main hall"))
    assert seating is not None
    assert [seating.room(board) for board in (1, 100, 101, 350)] == [
        *("Main hall", "Main hall", "Annexe", "Annexe"),
    ]
    assert DUTCH.seating(field(rooms="50 Annexe")).room(49) == ""  # type: ignore[union-attr]


def test_a_room_named_otherwise_makes_no_draw_out_of_date() -> None:
    event = field()
    named = ChangeSettings({"rooms": "1 Main hall"}).apply(event, DUTCH)
    assert fingerprint(named) == fingerprint(event)
    assert fingerprint(ChangeSettings({"first_board": 9}).apply(event, DUTCH)) != fingerprint(event)


@pytest.mark.parametrize("rooms", ["Main hall", "0 Main hall", "1 A, 1 B", f"1 {'x' * 41}"])
def test_rooms_that_cannot_be_read_are_refused(rooms: str) -> None:
    with pytest.raises(Refused, match="rooms"):
        field(rooms=rooms)


@pytest.mark.parametrize("board", [0, 10_000])
def test_a_board_out_of_bounds_is_refused(board: int) -> None:
    with pytest.raises(Refused, match="1 to 9999"):
        at(field(), "1", board)
