"""Facts about an entrant so far, derived from the published rounds: scores, opponents, floats, and
which colours he has had and may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Literal

from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Match, Round, derived
from engine.match_results import TeamResult
from engine.points import NIL, Points
from engine.results import Outcome, Result

Colour = Literal["W", "B"]
OTHER: dict[Colour, Colour] = {"W": "B", "B": "W"}
MOST_DIFFERENCE = 2
"""Games with one colour more than with the other that nobody exceeds (C.04.1)."""


class RoundKind(Enum):
    """What an entrant did in a round."""

    GAME = "game"
    FORFEIT = "forfeit"
    OPEN = "open"
    PAIRING_BYE = "pairing bye"
    REQUESTED_BYE = "requested bye"
    ABSENT = "absent"
    MISSED = "missed"
    """A round drawn before the entrant came, who has points for it."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of an entrant's card: a match or a round without one.

    `points` are what it scored; `score` and `opponent_score` what the two had before the round
    (the opponent's is None without an opponent).
    """

    round: int
    kind: RoundKind
    points: Points
    score: Points
    opponent: EntrantId | None = None
    opponent_score: Points | None = None
    colour: Colour | None = None
    board: int | None = None
    outcome: Outcome | None = None
    result: Result | None = None
    secondary: Points = NIL
    """For a chess team: its other score beside `points`."""

    @property
    def met(self) -> bool:
        """Whether they met: played, adjourned or not yet finished. A forfeit does not count
        (C.04.1)."""
        return self.kind in (RoundKind.GAME, RoundKind.OPEN)


@dataclass(frozen=True)
class PairingCard:
    """An entrant's pairing card: everything so far, round by round."""

    entrant: Entrant
    lines: tuple[CardLine, ...] = ()
    adjustment: Points = NIL

    @cached_property
    def score(self) -> Points:
        """Points over all rounds, adjustments included."""
        return sum((line.points for line in self.lines), self.adjustment)

    @cached_property
    def opponents(self) -> frozenset[EntrantId]:
        """Whom the entrant has met."""
        return frozenset(x.opponent for x in self.lines if x.met and x.opponent is not None)

    @cached_property
    def colours(self) -> str:
        """Colours of the games met, first to last; rounds without a game leave no gap: `WBB`."""
        return "".join(x.colour for x in self.lines if x.met and x.colour)

    @cached_property
    def pairing_byes(self) -> int:
        """How often the bye fell to this entrant."""
        return sum(x.kind is RoundKind.PAIRING_BYE for x in self.lines)

    @cached_property
    def downfloats(self) -> tuple[int, ...]:
        """Rounds in which the entrant was paired with somebody on fewer points."""
        return tuple(x.round for x in self.lines if _unequal(x, -1))

    @cached_property
    def upfloats(self) -> tuple[int, ...]:
        """Rounds in which the entrant was paired with somebody on more points."""
        return tuple(x.round for x in self.lines if _unequal(x, 1))

    def met_in(self, opponent: EntrantId) -> int | None:
        """The first round in which the two met, if they did."""
        return next((x.round for x in self.lines if x.met and x.opponent == opponent), None)

    def line(self, round_number: int) -> CardLine | None:
        """The first line of that round."""
        return next((x for x in self.lines if x.round == round_number), None)


def _unequal(line: CardLine, sign: int) -> bool:
    if line.opponent_score is None:
        return False
    difference = line.opponent_score - line.score
    return difference * sign > 0


@dataclass
class _Draft:
    entrant: Entrant
    score: Points = NIL
    adjustment: Points = NIL
    lines: list[CardLine] = field(default_factory=list)


@derived
def cards(event: Event) -> Mapping[EntrantId, PairingCard]:
    """Every entrant's card over the published rounds, in order of entry."""
    drafts = {e.id: _Draft(e) for e in event.entrants}
    _adjust(drafts, event, 0)
    for round in event.published:
        _add_round(drafts, event, round)
        _adjust(drafts, event, round.number)
    return {id: PairingCard(d.entrant, tuple(d.lines), d.adjustment) for id, d in drafts.items()}


def _adjust(drafts: dict[EntrantId, _Draft], event: Event, number: int) -> None:
    for adjustment in event.adjustments:
        if adjustment.round == number and adjustment.entrant in drafts:
            drafts[adjustment.entrant].adjustment += adjustment.points
            drafts[adjustment.entrant].score += adjustment.points


def _add_round(drafts: dict[EntrantId, _Draft], event: Event, round: Round) -> None:
    before = {id: draft.score for id, draft in drafts.items()}
    new: list[tuple[EntrantId, CardLine]] = []
    for match in round.matches:
        new += _match_lines(match, round.number, before, event)
    new += [(bye.entrant, _bye_line(bye, round.number, before)) for bye in round.byes]
    placed = {id for id, _ in new}
    new += [
        (id, CardLine(round.number, RoundKind.ABSENT, NIL, before[id]))
        for id in drafts
        if id not in placed
    ]
    for id, line in new:
        drafts[id].lines.append(line)
        drafts[id].score += line.points


def _match_lines(
    match: Match, number: int, before: Mapping[EntrantId, Points], event: Event
) -> list[tuple[EntrantId, CardLine]]:
    lines: list[tuple[EntrantId, CardLine]] = []
    result = match.result
    for me, other, colour in (
        (match.white, match.black, "W"),
        (match.black, match.white, "B"),
    ):
        side = match.side(me)
        kind = RoundKind.OPEN
        if result is not None:
            kind = RoundKind.GAME if result.played else RoundKind.FORFEIT
        line = CardLine(
            round=number,
            kind=kind,
            points=NIL if result is None else result.points(side, event.settings),
            score=before[me],
            opponent=other,
            opponent_score=before[other],
            colour="W" if colour == "W" else "B",
            board=match.board,
            outcome=None if result is None else result.outcome(side),
            result=result,
            secondary=result.secondary(side, event.settings)
            if isinstance(result, TeamResult)
            else NIL,
        )
        lines.append((me, line))
    return lines


def _bye_line(bye: Bye, number: int, before: Mapping[EntrantId, Points]) -> CardLine:
    kinds = {
        "pairing": RoundKind.PAIRING_BYE,
        "requested": RoundKind.REQUESTED_BYE,
        "absent": RoundKind.ABSENT,
        "missed": RoundKind.MISSED,
    }
    score = before[bye.entrant]
    return CardLine(number, kinds[bye.kind], bye.points, score, secondary=bye.secondary)


def last_colour(colours: str) -> Colour | None:
    """The colour of the latest game, byes skipped; None before the first."""
    if not colours:
        return None
    return "W" if colours[-1] == "W" else "B"


def third_running(colours: str, new: Colour) -> bool:
    """Whether `new` would be the third game running with the same colour."""
    return len(colours) >= 2 and colours[-1] == colours[-2] == new


def difference(colours: str) -> int:
    """Games with White less games with Black."""
    return colours.count("W") - colours.count("B")


def exceeds(colours: str, new: Colour) -> bool:
    """Whether `new` takes the difference beyond two, further than it was."""
    return abs(difference(colours + new)) > max(MOST_DIFFERENCE, abs(difference(colours)))
