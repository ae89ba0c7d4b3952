"""Who drops into the Swiss, when, and after which loss: what its draw and its scores begin from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.bridge import Quotient, quotient
from engine.entrants import EntrantId
from engine.event import Event, derived_from
from formats.gnot.calendar import STARTS, Key, half_of_swiss
from formats.gnot.flow import Flow, flow, parts

SWISS_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Loss:
    """The match that sent a team into the Swiss (2.4).

    `playoff` is the margin of a play-off that was lost, None for every other loss; `margin` the
    winner's IMPs less the loser's, `quotient` the winner's by the loser's.
    """

    playoff: int | None
    margin: Fraction
    quotient: Quotient

    @property
    def size(self) -> tuple[bool, int, Fraction, Quotient]:
        """The smaller the better: play-off losses first; the lot decides between equals."""
        return (self.playoff is None, self.playoff or 0, self.margin, self.quotient)


@dataclass(frozen=True, slots=True)
class DropIn:
    """A team that enters the Swiss for a round; `source` is the stage that it lost in."""

    team: EntrantId
    entering_round: int
    loss: Loss
    source: Key


def first_swiss_round(teams: int) -> int:
    """The first round of the Swiss that is played: 1, but 3 at 16 and 17 teams, 2 at 18, 19."""
    return {16: 3, 17: 3, 18: 2, 19: 2}.get(teams, 1)


@derived_from(parts)
def all_drop_ins(event: Event) -> tuple[DropIn, ...]:
    """Everybody who has dropped in by now, or will with the next draw, by round of entry."""
    now = flow(event)
    entries: list[DropIn] = []
    drawn = len(event.published)
    if not now.few and drawn >= STARTS["B"]:
        entries += _out_of(now, "B", "S1", 1)
    for number in range(1, 7):
        key: Key = f"S{number}"  # type: ignore[assignment]
        if drawn >= STARTS[key]:
            entries += _out_of(now, key, f"S{number + 1}", number + 1)  # type: ignore[arg-type]
    return tuple(entries)


def _out_of(now: Flow, key: Key, after: Key, entering: int) -> list[DropIn]:
    """Losers who did not go on as lucky losers."""
    if any(m.open for m in now.matches(key)):
        return []
    onward = set(now.lucky(key)) if key in ("B", "S1") else set()
    entering = max(entering, first_swiss_round(len(now.teams)))
    return [
        DropIn(team, entering, loss_of(now, key, team), key)
        for team in now.losers(key)
        if team not in onward
    ]


def loss_of(now: Flow, key: Key, team: EntrantId) -> Loss:
    """What the team lost by there. A tie settled otherwise than by a play-off is a loss by 0."""
    done = now.played(key, team)
    score = done.score
    return Loss(done.playoff, -score.net, quotient(score.lost, score.won))


def swiss_field(event: Event, swiss: int) -> tuple[EntrantId, ...]:
    """Everybody in the Swiss in that round who has not left, newcomers included, in order of
    entry."""
    number = half_of_swiss(swiss)
    return tuple(
        d.team for d in all_drop_ins(event)
        if d.entering_round <= swiss and event.entrant(d.team).active(number)
    )  # fmt: skip


def by_loss(teams: Iterable[DropIn]) -> list[list[EntrantId]]:
    """The smallest loss first; equals stand together, the lot decides among them."""
    ranked = sorted(teams, key=lambda each: each.loss.size)
    groups = groupby(ranked, key=lambda each: each.loss.size)
    return [[each.team for each in group] for _, group in groups]
