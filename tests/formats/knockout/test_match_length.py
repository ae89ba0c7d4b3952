"""A match is as long, and is scored, as the settings of its draw said; a change of them after the
draw is never let pass unsaid."""

from __future__ import annotations

import pytest

from engine.actions import ChangeSettings, PublishRound
from engine.protocol import length_of
from engine.refusal import Refused
from engine.staleness import drawn_again, redraw_in_words
from engine.warning_words import warning_words
from tests.formats.knockout.cups import Cup
from tests.playing import propose, publish

IMPS = {"score": "imps", "boards": 24}


@pytest.mark.parametrize("format", ["knockout", "double_knockout"])
@pytest.mark.parametrize(
    ("before", "after", "was", "now"),
    [
        ({}, IMPS, "1 game", "24 boards in IMPs"),
        (IMPS, {"boards": 32}, "24 boards in IMPs", "32 boards in IMPs"),
        (IMPS, {"score": "games"}, "24 boards in IMPs", "1 game"),
        ({}, {"games": 2}, "1 game", "2 games"),
    ],
)
def test_a_proposal_of_another_length_is_drawn_again_before_it_is_published(
    format: str, before: dict[str, object], after: dict[str, object], was: str, now: str
) -> None:
    cup = Cup(8, format, **before)
    propose(cup)
    cup.do(ChangeSettings(after))
    words = redraw_in_words(drawn_again(cup.event, cup.format), cup.event)
    assert words == f"drawn again, its matches would be over {now}, not {was}"
    with pytest.raises(Refused, match=f"over {was}: .*now over {now}.*redraw"):
        cup.do(PublishRound(1, insist=True))
    cup.do(ChangeSettings({"score": "games", "games": 1, **before}))
    publish(cup, insist=False)


def test_a_setting_without_effect_on_the_matches_leaves_the_proposal_good() -> None:
    cup = Cup(8)
    propose(cup)
    cup.do(ChangeSettings({"boards": 40}))  # which count in IMPs alone
    assert drawn_again(cup.event, cup.format).same
    publish(cup, insist=False)


@pytest.mark.parametrize("scored", [False, True])
def test_open_matches_of_a_published_round_stay_and_the_arbiter_reads_so(scored: bool) -> None:
    cup = Cup(8)
    publish(cup)
    if scored:
        cup.enter("1-0", "1-0", "1-0", "1-0")
    change = ChangeSettings(IMPS)
    told = [warning_words(w, cup.event) for w in change.warnings(cup.event, cup.format)]
    cup.do(change)
    assert told == (
        [] if scored else ["the open matches of round 1 stay over 1 game; matches drawn from now "
                           "on are over 24 boards in IMPs"]
    )  # fmt: skip
    if not scored:
        cup.enter("1-0", "1-0", "1-0", "1-0")
    assert {str(length_of(match)) for match in propose(cup).matches} == {"24 boards in IMPs"}


@pytest.mark.parametrize(
    ("chosen", "sides", "home"),
    [
        ({"games": 2}, ("White first", "Black first"), "home is P1"),
        ({"games": 1}, ("White", "Black"), ""),
        ({"score": "imps"}, ("Home", "Away"), ""),
    ],
)
def test_in_a_match_of_several_games_nobody_has_white_alone(
    chosen: dict[str, object], sides: tuple[str, str], home: str
) -> None:
    """The head says who begins with White; a tie-break, which says home, is told who that is."""
    cup = Cup(8, "knockout", **chosen)
    round = cup.draw()
    assert cup.format.sides(cup.event) == sides
    match = next(m for m in round.matches if cup.event.entrant(m.white).name == "P1")
    assert cup.format.entry_hint(cup.event, 1, match) == home
