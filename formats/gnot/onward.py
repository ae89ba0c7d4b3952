"""Where teams without a board are: whose walkover it is, and who of two went on by the draws that
stand, where their match does not say so."""

from __future__ import annotations

from collections.abc import Iterable

from engine.entrants import EntrantId
from engine.event import Bye, Match, Round
from formats.gnot.calendar import Key, key_of, onward


def of_stage(bye: Bye, key: Key) -> bool:
    """Whether a walkover may be one of that stage's round."""
    return key_of(bye) in (None, key)


def elsewhere(round: Round, key: Key) -> frozenset[EntrantId]:
    """Who has a walkover in that half in another stage."""
    return frozenset(bye.entrant for bye in round.byes if not of_stage(bye, key))


def went_on(rounds: Iterable[Round], number: int, match: Match, few: bool) -> EntrantId | None:
    """The one who stands where the winner of that match of half `number` goes, with a walkover
    too; else the other of one who plays on as the loser. None where these rounds do not tell."""
    key = key_of(match)
    after = onward(key, few) if key is not None else None
    up, below = set[EntrantId](), set[EntrantId]()
    for round in rounds:
        if round.number <= number:
            continue
        for later in round.matches:
            won = after is not None and key_of(later) == after
            (up if won else below).update(set(later.pair) - up - below)
        for bye in round.byes:
            won = after is not None and key_of(bye) == after
            (up if won else below).update({bye.entrant} - up - below)
    one, other = match.pair
    if (one in up) != (other in up):
        return one if one in up else other
    if (one in below) != (other in below):
        return other if one in below else one
    return None
