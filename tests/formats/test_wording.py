"""The English of reasons, once for every code: tests of the draws look at the facts alone."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.entrants import Entrant
from engine.event import Event
from engine.reasons import LOCKED, TURNED, Reason, said, sentence
from formats.kjca.wording import PHRASES as KJCA
from formats.registry import format_named
from formats.wording import COMMON, MORE

NAMES = {"1": "Ash", "2": "Bede", "3": "Cole", "4": "Dunn"}
EVENT = Event("", "kjca", None, entrants=tuple(Entrant(i, n) for i, n in NAMES.items()))  # type: ignore[arg-type]
MET = Reason.of("met", players=("1", "2"), round=3)
TAKEN = Reason.of("taken", player="3", by="2")
COMMON_WORDS = {
    MET: "they met in round 3",
    Reason.of("barred", players=("1", "2")): "the arbiter has barred them",
    Reason.of("locked-with", players=("1", "2")): "Ash and Bede locked",
    Reason.of("third-colour", players=("1", "2"), colour="W"): "both had White twice running",
    Reason.of("in-common", players=("1", "2"), shared=(("school", "Weald"), ("club", "Rook"))): (
        "same school: Weald, same club: Rook"
    ),
    Reason.of("had-bye", player="1"): "Ash has had the bye",
    LOCKED: "locked by the arbiter",
    TURNED: "turned by hand",
}
KJCA_WORDS = {
    Reason.of("ideal", high=3, low=10, opponent="4"): "ideal 3 v 10 (Dunn)",
    Reason.of("gives-way", high=1, low=8, because=MET): "gives way to 1 v 8: they met in round 3",
    Reason.of("exchanged", cards=(10, 11)): "10 and 11 exchanged",
    Reason.of("change-places", cards=(4, 5, 6)): "4, 5 and 6 change places",
    Reason.of("colours-turned", player="1", colour="B"): (
        "colours turned: Ash would have Black for the third time running"
    ),
    Reason.of("repeat-forced"): "every draw of this round repeats a game",
    Reason.of("third-colour-forced"): "no draw of this round avoids a third colour",
    Reason.of("avoiding-unpriced", cost=2): (
        "avoiding more of these would alter over 2 boards a game, if it can be done"
    ),
    Reason.of("avoiding-impossible"): "no legal draw of the group avoids it",
    Reason.of("avoiding-brings-another", boards=0): "avoiding it brings another such game",
    Reason.of("avoiding-brings-another", boards=1): (
        "avoiding it brings another such game and alters 1 more board"
    ),
    Reason.of("avoiding-costs", boards=3, most=2): (
        "avoiding it would alter 3 more boards, 2 may be"
    ),
    Reason.of("rule-8-powerless"): "rule 8 may alter no board",
    Reason.of("no-gain-instead", tried=("2", "3", "4"), more=1, cost=1): (
        "with Bede, Cole, Dunn and 1 more instead the round would have no fewer such games at "
        "1 board each"
    ),
    Reason.of("no-gain", player="2", cost=2): (
        "the round would have no fewer such games at 2 boards each (Bede)"
    ),
    Reason.of("every-draw-has-one", player="1", after_others=False, or_second_upfloat=True): (
        "with these floaters every draw within the rules gives Ash such a game or an opponent who "
        "has floated up"
    ),
    Reason.of("downfloat", player="1", because=(Reason.of("floated-down", player="2"),) * 3
              + (Reason.of(MORE, count=2),)): (
        "Ash floats down: Bede has floated down before, Bede has floated down before, "
        "Bede has floated down before and 2 more"
    ),
    Reason.of("downfloat-by-lock", player="1"): "Ash floats down by order of the arbiter",
    Reason.of("several-float", count=3, fewer=1, forced=True): (
        "3 float, with 1 what is left cannot be drawn legally"
    ),
    Reason.of("several-float", count=2, fewer=0, forced=False): (
        "2 float, with none somebody would have to pass by a legal opponent"
    ),
    Reason.of("second-downfloat", because=Reason.of("all-floated", score=Decimal("2.5"))): (
        "a second downfloat: everybody on 2½ has floated down before"
    ),
    Reason.of("all-floated", score=2): "everybody on 2 has floated down before",
    Reason.of("all-left-floated", score=2): "everybody left on 2 has floated down before",
    Reason.of("none-alone", score=2): (
        "nobody left on 2 without one can float alone within the rules"
    ),
    Reason.of("none-earlier", count=2): (
        "no 2 floaters who come before leave a draw within the rules"
    ),
    Reason.of("lowest-odd", score=1): "lowest on 1, an odd group",
    Reason.of("lowest-left-odd", score=1): "lowest of those left on 1, an odd number",
    Reason.of("floated-down", player="1"): "Ash has floated down before",
    Reason.of("rest-undrawable", player="1"): "without Ash the rest of the group cannot be drawn",
    Reason.of("below-undrawable", player="1"): (
        "with Ash floating what is left cannot be drawn legally"
    ),
    Reason.of("alone-undrawable", player="1"): (
        "with Ash alone floating what is left cannot be drawn legally"
    ),
    Reason.of("alone-passes-by", player="1"): (
        "with Ash alone floating somebody would have to pass by a legal opponent"
    ),
    Reason.of("floats-on", player="1", score=1, because=(Reason.of("none-alone-there"),)): (
        "Ash floats on from 1: nobody left there can float alone within the rules"
    ),
    Reason.of("none-alone-there"): "nobody left there can float alone within the rules",
    Reason.of("none-legal", player="1", score=Decimal("0.5")): "nobody on ½ can play Ash",
    Reason.of("passes-by", player="1", score=1, passed=("2", "3"), more=0): (
        "what is left cannot be drawn unless somebody passes by a legal opponent: "
        "Ash passes by Bede, Cole"
    ),
    Reason.of("none-free", player="1", score=1): "nobody on 1 who can play Ash is free",
    Reason.of("all-taken", player="1", score=1, because=(TAKEN,)): (
        "Cole was taken by Bede, nobody else on 1 is free to play Ash"
    ),
    TAKEN: "Cole was taken by Bede",
    Reason.of("upfloat", player="4", because=(Reason.of("highest"),)): (
        "Dunn floats up: highest of the group"
    ),
    Reason.of("highest"): "highest of the group",
    Reason.of("second-upfloat", because=Reason.of("none-fresh-legal", score=1, player="1")): (
        "a second upfloat: nobody left on 1 without one can play Ash"
    ),
    Reason.of("none-fresh-legal", score=1, player="1"): (
        "nobody left on 1 without one can play Ash"
    ),
    Reason.of("none-fresh-drawable", score=1, after_others=True): (
        "with these floaters, those above choosing first, nobody left on 1 without one gives a "
        "draw within the rules"
    ),
    Reason.of("floated-up", player="1"): "Ash has floated up before",
    Reason.of("hindered", player="2", because=MET): "they met in round 3 (Bede)",
    Reason.of("no-draw", player="2", after_others=False): (
        "with these floaters no draw within the rules (Bede)"
    ),
    Reason.of("then-undrawable", player="2"): (
        "what is left then cannot be drawn legally (Bede)"
    ),
    Reason.of("bye-again"): (
        "another bye: no legal draw gives it to somebody who has had fewer"
    ),
    Reason.of("none-left-may-have-bye", because=(Reason.of("had-bye", player="2"),)): (
        "nobody left in the last group can have the bye: Bede has had the bye"
    ),
    Reason.of("lowest-last"): "lowest of the last group",
    Reason.of("lowest-left-last"): "lowest of those left in the last group",
    Reason.of("passed-over", because=(Reason.of("had-bye", player="2"),)): "Bede has had the bye",
    Reason.of("late-bye", last=True): "last of the late entries, one is left over",
    Reason.of("late-bye", last=False): "of the late entries, one is left over",
    Reason.of("late-board"): (
        "entered after the draw of round 1; late cards pair in order of arrival"
    ),
    Reason.of("late-for-bye", opponent="1", player="2"): (
        "Ash had the bye; Bede entered after the draw of round 1"
    ),
}  # fmt: skip
TABLES = {"kjca": (KJCA_WORDS | COMMON_WORDS, KJCA)}


@pytest.mark.parametrize("name", TABLES)
def test_every_reason_has_its_words(name: str) -> None:
    table, phrases = TABLES[name]
    format = format_named(name)
    assert {format.worded(reason, EVENT): reason for reason in table} == {
        text: reason for reason, text in table.items()
    }
    assert {reason.code for reason in table} >= phrases.keys() | COMMON.keys()


def test_several_reasons_are_one_sentence() -> None:
    words = format_named("kjca").worded
    assert sentence((MET, *said("Bob wished it"), TURNED), EVENT, words) == (
        "they met in round 3; Bob wished it; turned by hand"
    )
    assert sentence((), EVENT, words) == ""


def test_who_is_not_entered_is_called_by_his_number_and_an_unknown_code_by_itself() -> None:
    assert format_named("kjca").worded(Reason.of("had-bye", player="9"), EVENT) == (
        "9 has had the bye"
    )
    assert format_named("kjca").worded(Reason.of("from-the-future", x=1), EVENT) == (
        "from-the-future"
    )
