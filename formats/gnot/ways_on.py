"""The flow of stages as a bracket: who came to each match from which other one, and where its teams
go on to before the next draw has them."""

from __future__ import annotations

from functools import partial

from engine.brackets import Onward
from engine.entrants import EntrantId
from engine.event import Event, Lot, Match, derived
from engine.fixtures import Filled, Stage, bracket_as_drawn
from engine.match_results import winning_side
from engine.phrases import phrase
from engine.points import counted
from formats.gnot.calendar import Key, in_triangle, key_of, swiss_round, swiss_title, title_of
from formats.gnot.calendar import onward as next_key
from formats.gnot.final import NATIONAL
from formats.gnot.flow import Flow, flow
from formats.gnot.lots import (
    RANK_IN_TRIANGLE,
    SEVEN,
    TOP_SEEDS,
    equal_before,
    first_of_swiss,
    lucky_losers_of,
    rank_in,
)
from formats.gnot.repechage import first_swiss_round
from formats.gnot.swiss import SWISS, repechage

DOWN: dict[Key, Key] = {"Q": "B", "A": "S1", "D1": "S3", "D2": "S5", "D3": "S7"}
"""Where the losers go who are still in a knockout; all others drop into the Swiss."""
LUCKY_TO: dict[Key, Key] = {"Q": "A", "A": "D1", "B": "S1", "S1": "S2"}
FROM_TRIANGLE = Onward(note="the first of the triangle → DKO round 1, the others → SKO round 1")
IN_SWISS = Onward(note="both play the next round of the Swiss")
LAST_IN_SWISS = Onward(note="the last round of the Swiss")
_Way = tuple[str, str, bool]
"""Where a loser goes, what more is known of it, whether as a lucky loser."""


def onward(event: Event, number: int, match: Match) -> Onward:
    """Where the winner, the loser and a lucky loser of a match of half `number` go."""
    if match.stage == SWISS:
        return LAST_IN_SWISS if swiss_round(number) == 8 else IN_SWISS
    key = key_of(match)
    if in_triangle(match):
        return FROM_TRIANGLE
    if key is None:
        return Onward()
    stages = flow(event)
    side = winning_side(match.result)
    loser = match.pair[side == "white"] if side else None
    where, note, lucky = _loser(event, stages, key, loser)
    if side and key == "Q" and stages.few and not any(m.open for m in event.round(1).matches):
        winner = match.pair[side != "white"]
        if winner not in stages.field("D1"):
            return Onward(where, where, "its winner is the ninth of nine", lucky)
    return Onward(_winner(stages, key), where, note, lucky)


def lots_behind(event: Event, number: int, match: Match) -> tuple[Lot, ...]:
    """The lots that helped to decide who plays this match of half `number`."""
    key, title = key_of(match), match.group
    if match.stage == SWISS:
        swiss = swiss_round(number)
        purposes = {first_of_swiss(swiss), equal_before(swiss)}
    elif number == 1:
        purposes = {TOP_SEEDS, SEVEN}
    else:
        purposes = {rank_in(title), *([RANK_IN_TRIANGLE] if number == 3 else [])}
        purposes |= {lucky_losers_of(k) for k, to in LUCKY_TO.items() if to == key}
    return tuple(
        lot for lot in event.lots if lot.purpose in purposes and set(match.pair) & set(lot.order)
    )


def _winner(stages: Flow, key: Key) -> str:
    if key == "D3":
        return NATIONAL
    if key == "S7":
        return f"second place, {NATIONAL}"
    after = next_key(key, stages.few)
    return title_of(after) if after else ""


def _loser(event: Event, stages: Flow, key: Key, loser: EntrantId | None) -> _Way:
    """Where, and what more is known: lucky losers, or the score that one drops in on."""
    if key == "S7":
        return phrase("third place"), "", False
    lucky = LUCKY_TO.get(key)
    places, matches = stages.places(key) if lucky else 0, len(stages.matches(key))
    # none of a round that is only proposed
    if lucky and 0 < matches <= places:
        return title_of(lucky), "all go on", False
    all_in = _all_in(stages, key)
    if lucky and loser is not None and all_in and loser in stages.lucky(key):
        return title_of(lucky), "as a lucky loser", True
    note = f"{counted(places, 'lucky loser')} → {title_of(lucky)}" if lucky and places else ""
    if stages.few and key == "Q":
        # of 16 and 17 teams eight win
        return title_of("S1"), "eight of nine play the DKO" * (len(stages.teams) > 17), False
    down = DOWN.get(key)
    if down is not None:
        return title_of(down), "" if all_in else note, False
    entering = 1 if key == "B" else int(key[1]) + 1
    entering = max(entering, first_swiss_round(len(stages.teams)))
    dropping = _drop_in(event, entering)
    return swiss_title(entering), dropping if all_in or not note else note, False


def _all_in(stages: Flow, key: Key) -> bool:
    return stages.drawn(key) and not any(m.open for m in stages.matches(key))


def _drop_in(event: Event, entering: int) -> str:
    """The score, where it is known; the second round's is added at its end."""
    if entering == 1:
        return "by lot"
    swiss = repechage(event)
    known = swiss_round(len(event.published)) + 1 >= entering and entering > 2
    return f"dropping in on {swiss.drop_in(entering).points} VP" if known else "with drop-in VPs"


STAGES = (
    Stage("dko", "DKO"),
    Stage("sko", "SKO"),
    Stage("swiss", "Swiss", loose=True),
    Stage("qualifying", "Qualifying", loose=True),
)


@derived
def played_so_far(event: Event) -> Filled | None:
    """All that is published or proposed; None before the first draw."""
    return bracket_as_drawn(event, STAGES, partial(onward, event)) if event.rounds else None
