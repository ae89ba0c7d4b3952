"""The next draw as a proposal: from what, under which orders, at which boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import (
    AddEntrant,
    Discard,
    EditEntrant,
    Instruct,
    Propose,
    PublishRound,
    TurnBoard,
)
from engine.entrants import Entrant
from engine.event import Instruction
from engine.fingerprint import fingerprint
from engine.next_draw import DrawOrders, drawn, extra_boards_due, next_draw
from engine.refusal import Refused, Stale
from engine.trial.chance import Chance
from engine.trial.play import Odds, play_out
from formats.registry import format_named
from tests.engine.desk import PLAIN, Desk
from tests.engine.test_boards import DUTCH, at, field


def test_a_fixed_board_is_kept_in_every_draw_of_a_trial() -> None:
    event = at(field(8, rounds=3), "2", 4)
    played = play_out(event, DUTCH, Odds(Chance(1, "results"), 300_000))
    boards = [[m.board for m in r.matches if "2" in m.pair] for r in played.event.published]
    assert boards == [[4], [4], [4]]


def test_a_draw_of_an_event_that_has_changed_since_is_out_of_date() -> None:
    desk = Desk("A", "B", "C", "D")
    proposal = next_draw(desk.event, PLAIN)
    assert proposal.drawn_from == fingerprint(desk.event)
    desk.do(EditEntrant("1", {"rating": 1900}))
    with pytest.raises(Stale):
        desk.do(Propose.of(proposal))


def test_orders_are_in_the_fingerprint_and_have_to_be_done_first() -> None:
    event = field(8, rounds=5)
    lock = Instruct(Instruction("lock", "1", "2", 1))
    proposal = next_draw(event, DUTCH, DrawOrders((lock,)))
    assert {"1", "2"} in [set(m.pair) for m in proposal.matches]
    with pytest.raises(Stale):
        Propose.of(proposal).apply(event, DUTCH)
    locked = lock.apply(event, DUTCH)
    assert Propose.of(proposal).apply(locked, DUTCH).proposal is not None
    assert event.instructions == ()


def test_a_redraw_knows_nothing_of_the_standing_proposal() -> None:
    desk = Desk("A", "B", "C", "D")
    desk.draw()
    first = desk.event.proposal
    desk.do(TurnBoard(1))
    proposal = next_draw(desk.event, PLAIN, DrawOrders(redraw=True))
    desk.do(Propose.of(proposal))
    assert desk.event.proposal == first
    with pytest.raises(Refused):
        desk.do(Propose.of(replace(proposal, redraw=False)))
    desk.do(Discard())
    assert desk.event.proposal is None


def test_nothing_is_drawn_while_results_are_missing_nor_after_the_last_round() -> None:
    desk = Desk("A", "B", rounds=1)
    desk.publish()
    with pytest.raises(Refused):
        next_draw(desk.event, PLAIN)
    desk.results("1-0")
    with pytest.raises(Refused):
        next_draw(desk.event, PLAIN)
    with pytest.raises(Refused):
        next_draw(Desk("A").event, PLAIN)


def test_late_cards_have_extra_boards_in_the_round_in_play() -> None:
    kjca = format_named("kjca")
    cards = tuple(Entrant(str(n), f"P{n}", category="U18") for n in range(1, 9))
    event = replace(field(8, rounds=5), format="kjca", settings=kjca.settings({}), entrants=cards)
    event = PublishRound(1).apply(drawn(event, kjca), kjca)
    assert not extra_boards_due(event, kjca)
    for name in ("Late One", "Late Two"):
        event = AddEntrant(Entrant("", name, category="U18")).apply(event, kjca)
    assert extra_boards_due(event, kjca)
    proposal = next_draw(event, kjca)
    assert (proposal.round, [set(m.pair) for m in proposal.matches]) == (1, [{"9", "10"}])
    again = next_draw(drawn(event, kjca), kjca, DrawOrders(redraw=True))
    assert [m.pair for m in again.matches] == [m.pair for m in proposal.matches]
