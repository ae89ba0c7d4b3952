"""Who is level in everything: ordered by a lot that stands, or by the arbiter with a reason."""

from __future__ import annotations

import pytest

from engine.actions import EnterResult, ImportEntrants, OrderTied
from engine.actions.tied import shared_places
from engine.entrants import Entrant
from engine.fingerprint import fingerprint
from engine.refusal import Refused
from saves.trf_write import write_trf
from tests.playing import play
from tests.tui.driver import MemoryDesk


def drawn_games(format: str = "round_robin", rounds: int = 1) -> MemoryDesk:
    """Four players who draw every game: all share the first place."""
    settings = {} if format == "round_robin" else {"rounds": 3}
    desk = MemoryDesk.created(format, tiebreaks=("WIN",), **settings)
    desk.do(ImportEntrants(tuple(Entrant("", name) for name in ("Ann", "Bea", "Cid", "Dan"))))
    play(desk, rounds, lambda event, match: "1/2-1/2")
    return desk


def places(desk: MemoryDesk) -> list[tuple[int, str]]:
    return [(row.rank, row.id) for row in desk.format.standings(desk.event)[0].rows]


ALL = ("1", "2", "3", "4")


def test_a_lot_gives_each_a_place_of_its_own_and_stands_below_the_table() -> None:
    desk = drawn_games()
    assert sorted(places(desk)) == [(1, id) for id in ALL]
    desk.do(OrderTied(ALL))
    (lot,) = (lot for lot in desk.event.lots if lot.after == 1)
    assert places(desk) == list(enumerate(lot.order, start=1))
    first = desk.event.entrant(lot.order[0]).name
    (note,) = desk.format.standings(desk.event)[0].notes
    assert note.startswith(f"level after round 1, in the order of lot {lot.number}: {first} before")


def test_the_same_lot_comes_out_on_every_machine() -> None:
    one, other = drawn_games(), drawn_games()
    one.do(OrderTied(ALL))
    other.do(OrderTied(tuple(reversed(ALL))))
    assert one.event.lots == other.event.lots


def test_a_lot_is_drawn_once() -> None:
    desk = drawn_games()
    desk.do(OrderTied(ALL))
    with pytest.raises(Refused, match="the lot among them is drawn"):
        desk.do(OrderTied(ALL))


def test_the_arbiter_orders_by_hand_with_a_reason_over_a_lot_as_well() -> None:
    desk = drawn_games()
    desk.do(OrderTied(ALL))
    desk.do(OrderTied(("3", "1", "4", "2"), "play-off on Sunday"))
    assert places(desk) == [(1, "3"), (2, "1"), (3, "4"), (4, "2")]
    (note,) = desk.format.standings(desk.event)[0].notes
    order = "Cid before Ann before Dan before Bea"
    set_by = "in the order set by the arbiter (play-off on Sunday)"
    assert note == f"level after round 1, {set_by}: {order}"


def test_an_order_by_hand_may_be_that_of_the_lot_and_is_set_once() -> None:
    desk = drawn_games()
    desk.do(OrderTied(ALL))
    order = desk.event.lots[-1].order
    desk.do(OrderTied(order, "play-off on Sunday"))
    (note,) = desk.format.standings(desk.event)[0].notes
    assert note.startswith("level after round 1, in the order set by the arbiter (play-off")
    with pytest.raises(Refused, match="they are in that order already"):
        desk.do(OrderTied(order, "play-off on Sunday"))
    desk.do(OrderTied(order, "play-off on Monday"))


@pytest.mark.parametrize(
    ("level", "why"),
    [
        (("1", "2"), "not all who share the place"),
        (("1",), "not all who share the place"),
        ((), "no shared place"),
        (("1", "1", "2", "3", "4"), "not all who share the place"),
        (("1", "2", "3", "9"), "entrant 9"),
    ],
)
def test_all_who_share_the_place_and_nobody_else(level: tuple[str, ...], why: str) -> None:
    desk = drawn_games()
    with pytest.raises(Refused, match=why):
        desk.do(OrderTied(level))


def test_nobody_is_level_before_a_round_is_published() -> None:
    desk = drawn_games(rounds=0)
    with pytest.raises(Refused, match="nobody is level yet"):
        desk.do(OrderTied(ALL))


def test_it_holds_for_whoever_of_them_are_still_level_after_that_round() -> None:
    desk = drawn_games()
    desk.do(OrderTied(("4", "3", "2", "1"), "agreed"))
    match = desk.event.rounds[0].matches[0]
    desk.do(EnterResult(match.board, "1-0", "1/2-1/2", 1, replace=True))
    level = [id for id in ("4", "3", "2", "1") if id not in match.pair]
    assert [place for place in places(desk) if place[1] in level] == [(2, level[0]), (3, level[1])]


def test_the_next_round_asks_anew() -> None:
    desk = drawn_games()
    desk.do(OrderTied(ALL))
    play(desk, 1, lambda event, match: "1/2-1/2")
    assert sorted(places(desk)) == [(1, id) for id in ALL]


def test_no_draw_depends_on_it() -> None:
    desk = drawn_games("dutch")
    before = fingerprint(desk.event)
    desk.do(OrderTied(ALL))
    assert fingerprint(desk.event) == before


def test_a_format_that_goes_by_matches_orders_nobody() -> None:
    desk = MemoryDesk.created("knockout")
    names = ("Ann", "Bea", "Cid", "Dan")
    desk.do(ImportEntrants(tuple(Entrant("", name) for name in names)))
    play(desk, 1, lambda event, match: "1-0")
    level = shared_places(desk.event, desk.format)[0]
    with pytest.raises(Refused, match="does not order who is level"):
        desk.do(OrderTied(level))


def test_tournament_files_say_who_ordered_whom() -> None:
    """Acceptance 205 and 217: ranks alone do not tell a lot from a tie-break."""
    desk = drawn_games(rounds=3)
    assert "level after" not in write_trf(desk.event, desk.format, trf26=True).decode()
    desk.do(OrderTied(("3", "1", "4", "2"), "play-off on Sunday"))
    line = (
        "### level after round 3, in the order set by the arbiter (play-off on Sunday): Cid before"
    )
    assert line in write_trf(desk.event, desk.format, trf26=True).decode()
