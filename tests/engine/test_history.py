"""Cards: what an entrant has done so far, from the published rounds."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.actions import Adjust, EnterResult, Propose, PublishRound, SetBye, Withdraw
from engine.event import Bye, Match
from engine.fingerprint import fingerprint
from engine.history import RoundKind, cards
from engine.results import GameResult, Outcome, parse_game
from tests.engine.desk import Desk


def played(desk: Desk, pairs: list[tuple[str, str, str]], byes: tuple[Bye, ...] = ()) -> None:
    """Propose, publish and play a round of (white, black, result)."""
    number = len(desk.event.rounds) + 1
    matches = tuple(Match(n, w, b) for n, (w, b, _) in enumerate(pairs, start=1))
    desk.do(Propose(number, matches, byes))
    desk.do(PublishRound(number))
    for n, (_, _, text) in enumerate(pairs, start=1):
        if text:
            desk.do(EnterResult(n, text))


def test_scores_colours_and_opponents_over_three_rounds() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    played(desk, [("1", "2", "1-0"), ("3", "4", "1/2-1/2")])
    played(desk, [("3", "1", "0-1"), ("2", "4", "1-0")])
    played(desk, [("1", "4", "0-0"), ("2", "3", "1/2-0")])
    facts = {
        id: (card.score, card.colours, set(card.opponents))
        for id, card in cards(desk.event).items()
    }
    assert facts == {
        "1": (2, "WBW", {"2", "3", "4"}),
        "2": (Decimal("1.5"), "BWW", {"1", "4", "3"}),
        "3": (Decimal("0.5"), "WWB", {"4", "1", "2"}),
        "4": (Decimal("0.5"), "BBB", {"3", "2", "1"}),
    }


def test_a_forfeit_is_neither_a_meeting_nor_a_colour_but_scores() -> None:
    desk = Desk("Ada", "Bob")
    played(desk, [("1", "2", "+/-")])
    ada, bob = cards(desk.event)["1"], cards(desk.event)["2"]
    assert (ada.score, ada.colours, ada.opponents) == (1, "", frozenset())
    assert (bob.score, bob.colours, bob.lines[0].kind) == (0, "", RoundKind.FORFEIT)


def test_an_adjourned_game_is_a_meeting_and_counts_as_a_draw() -> None:
    desk = Desk("Ada", "Bob")
    played(desk, [("1", "2", "?")])
    assert cards(desk.event)["1"].score == Decimal("0.5")
    assert cards(desk.event)["2"].opponents == {"1"}


def test_floats_are_the_unequal_scores_at_the_time_of_the_draw() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    played(desk, [("1", "2", "1-0"), ("3", "4", "1-0")])
    played(desk, [("1", "4", "0-1"), ("3", "2", "1-0")])
    assert {id: (c.downfloats, c.upfloats) for id, c in cards(desk.event).items()} == {
        "1": ((2,), ()),
        "2": ((), (2,)),
        "3": ((2,), ()),
        "4": ((), (2,)),
    }


def test_a_corrected_result_corrects_the_floats_after_it() -> None:
    # Ada and Cy were drawn as equals; Ada had in truth lost, so that Cy played somebody below.
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    played(desk, [("1", "2", "1-0"), ("3", "4", "1-0")])
    played(desk, [("1", "3", "1-0"), ("2", "4", "1-0")])
    desk.do(EnterResult(1, "0-1", was="1-0", round=1, replace=True))
    assert {id: (c.downfloats, c.upfloats) for id, c in cards(desk.event).items()} == {
        "1": ((), (2,)),
        "2": ((2,), ()),
        "3": ((2,), ()),
        "4": ((), (2,)),
    }


def test_byes_of_every_kind() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee", "Eve")
    desk.do(SetBye("4", 1, Decimal("0.5")))
    desk.do(Withdraw("5"))
    played(
        desk,
        [("1", "2", "1-0")],
        (Bye("3", Decimal(1)), Bye("4", Decimal("0.5"), "requested")),
    )
    lines = {id: (c.lines[0].kind, c.score) for id, c in cards(desk.event).items()}
    assert lines["3"] == (RoundKind.PAIRING_BYE, 1)
    assert lines["4"] == (RoundKind.REQUESTED_BYE, Decimal("0.5"))
    assert lines["5"] == (RoundKind.ABSENT, 0)
    assert cards(desk.event)["3"].pairing_byes == 1


def test_an_adjustment_counts_in_the_floats_of_the_next_round() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    played(desk, [("1", "2", "1-0"), ("3", "4", "1-0")])
    desk.do(Adjust("1", Decimal(-1), "phone"))
    played(desk, [("1", "3", "1-0"), ("2", "4", "1-0")])
    assert cards(desk.event)["1"].upfloats == (2,)


def test_a_table_of_an_earlier_round_knows_nothing_of_later_ones() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    played(desk, [("1", "2", "1-0"), ("3", "4", "1-0")])
    first = desk.event
    played(desk, [("1", "3", "1-0"), ("2", "4", "1-0")])
    assert {i: c.score for i, c in cards(desk.event.until(1)).items()} == {
        i: c.score for i, c in cards(first).items()
    }


def test_the_fingerprint_changes_with_what_a_draw_depends_on_and_with_nothing_else() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    before = fingerprint(desk.event)
    desk.draw()
    assert fingerprint(desk.event) == before
    desk.do(PublishRound(1))
    published = fingerprint(desk.event)
    assert published != before
    desk.do(EnterResult(1, "1-0"))
    assert fingerprint(desk.event) != published


@pytest.mark.parametrize("result", list(GameResult))
def test_every_result_is_read_back_and_turned_twice_is_itself(result: GameResult) -> None:
    assert parse_game(result.text) is result
    turned = result.turned()
    assert turned.turned() is result
    assert turned.outcome("white") is result.outcome("black")
    assert turned.played is result.played


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [
        ("1-0", Outcome.WIN, Outcome.LOSS),
        ("=", Outcome.DRAW, Outcome.DRAW),
        ("½-0", Outcome.DRAW, Outcome.LOSS),
        ("0-0", Outcome.LOSS, Outcome.LOSS),
        ("-/+", Outcome.LOSS, Outcome.WIN),
        ("-/-", Outcome.LOSS, Outcome.LOSS),
        ("?", Outcome.DRAW, Outcome.DRAW),
    ],
)
def test_what_a_result_means_for_each_side(text: str, white: Outcome, black: Outcome) -> None:
    result = parse_game(text)
    assert (result.outcome("white"), result.outcome("black")) == (white, black)
