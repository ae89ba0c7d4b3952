"""Who was not there: whom the next draw must be told of, and how many are left out of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.points import counted
from engine.protocol import Format
from engine.results import Outcome

WhyAbsent = Literal["forfeit", "not-checked-in"]


@dataclass(frozen=True, slots=True)
class Absence:
    """Somebody who would be drawn although he did not come, or has not been seen."""

    entrant: EntrantId
    why: WhyAbsent
    round: int | None = None
    """The last one that he did not come to; in those after it he was left out."""


def absences(event: Event, format: Format) -> tuple[Absence, ...]:
    """Those for whom the next draw needs the arbiter's word (`RollCall`, `Withdraw`): who lost
    the round before, or the seat in it, by not coming, or was left out of it since such a one, and
    who is not checked in, where anybody is."""
    number = len(event.published) + 1
    if number > event.settings.rounds:
        return ()
    missed = _did_not_come(event)
    checked = any(e.present for e in event.entrants)
    absences: list[Absence] = []
    for entrant in format.expected(event, number):
        if entrant.expected == number or not entrant.to_be_paired(number):
            continue
        if entrant.id in missed:
            absences.append(Absence(entrant.id, "forfeit", missed[entrant.id]))
        elif checked and not entrant.present:
            absences.append(Absence(entrant.id, "not-checked-in"))
    return tuple(absences)


def _did_not_come(event: Event) -> Mapping[EntrantId, int]:
    """By entrant the round that he did not come to: the one before the next draw, or one since
    which he was left out of every round."""
    missed: dict[EntrantId, int] = {}
    for round in event.published:
        out = {bye.entrant for bye in round.byes if bye.kind == "absent"}
        lost = _lost_by_forfeit(round)
        missed = {id: number for id, number in missed.items() if id in out}
        missed |= dict.fromkeys(lost, round.number)
    return missed


def _lost_by_forfeit(round: Round) -> set[EntrantId]:
    return {bye.entrant for bye in round.byes if bye.taken_by} | {
        id
        for match in round.matches
        if match.result is not None and not match.result.played
        for id in match.pair
        if match.result.outcome(match.side(id)) is Outcome.LOSS
    }


def round_size(matches: Sequence[Match], byes: Iterable[Bye], board_word: str = "board") -> str:
    """`97 boards, 1 bye, 5 absent`: who asked for points has a word of his own."""
    return ", ".join(
        (
            counted(len(matches), board_word),
            *left_out("walkover" if bye.left else bye.called for bye in byes),
        )
    )


def left_out(kinds: Iterable[str]) -> list[str]:
    """`1 bye`, `1 walkover`, `2 byes asked for`, `5 absent`: what there is of each."""
    count = Counter(kinds)
    parts = []
    if count["walkover"]:
        parts.append(counted(count["walkover"], "walkover"))
    if count["pairing"]:
        parts.append(counted(count["pairing"], "bye"))
    if count["requested"]:
        parts.append(f"{counted(count['requested'], 'bye')} asked for")
    if count["absent"]:
        parts.append(f"{count['absent']} absent")
    if count["missed"]:
        parts.append(f"{count['missed']} entered later")
    return parts
