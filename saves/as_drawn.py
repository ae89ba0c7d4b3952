"""A published round as it was drawn: what the draw looked at, and the round that came of it.

A reason belongs to its round. Who comes late, leaves or is corrected afterwards is no part of it,
so a published board is explained from the event that its draw was made from. The journal has
that event; a round that came from a file or from save files without a journal has none.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import actions
from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.protocol import Bracketed, Format, part_of
from saves.journal import ActionHistory

Place = int | EntrantId
"""A board by its number, or a bye by who has it."""


@dataclass(frozen=True, slots=True)
class ResultSince:
    """A result that a draw looked at, and that is another now; None where it is cleared."""

    round: int
    board: int
    was: str
    now: str | None


@dataclass(frozen=True, slots=True)
class RoundAsDrawn:
    """`before` is the event that was drawn from; `round` is the round as published, or as it is
    proposed; `known` whether the journal has the draw, or the current event is used instead."""

    before: Event
    round: Round
    known: bool = True

    def match(self, board: int) -> Match | None:
        """The board as it was published, among the extra ones too."""
        extra = self.round.extra.matches if self.round.extra else ()
        return next((m for m in (*extra, *self.round.matches) if m.board == board), None)

    def bye(self, id: EntrantId) -> Bye | None:
        """His bye as it was published, among the extra ones too."""
        extra = self.round.extra.byes if self.round.extra else ()
        return next((b for b in (*extra, *self.round.byes) if b.entrant == id), None)

    def results_since(self, event: Event, format: Format) -> tuple[ResultSince, ...]:
        """Results before the round that were others at its draw, where it went by them and stands
        all the same; a turned board keeps its own."""
        cup = part_of(format, Bracketed)
        stands = cup is None or cup.draws_stay
        if not self.known or event.settings.predetermined or not stands:
            return ()
        now = {(r.number, m.board): m for r in event.published for m in r.matches}
        changed = []
        for round in self.before.published:
            for then in round.matches:
                match = now.get((round.number, then.board))
                if match is not None and then.result is not None and not _same(then, match):
                    text = match.result.text if match.result is not None else None
                    changed.append(ResultSince(round.number, then.board, then.result.text, text))
        return tuple(changed)


def _same(then: Match, now: Match) -> bool:
    if then.result is None or now.result is None or then.pair == now.pair:
        return then.pair == now.pair and then.result == now.result
    return all(
        id in now.pair and then.result.outcome(then.side(id)) is now.result.outcome(now.side(id))
        for id in then.pair
    )


def as_drawn(
    history: ActionHistory, event: Event, round: Round, place: Place | None = None
) -> RoundAsDrawn:
    """The round as it was drawn; of a round with extra boards the draw that `place` came from."""
    today = RoundAsDrawn(event.until(round.number - 1), round, known=False)
    for entry in history.standing("propose"):
        action = entry.action
        if not isinstance(action, actions.Propose) or action.round != round.number:
            continue
        extra = history.before(entry.n)
        late = extra.current is not None and extra.current.number == round.number
        if late and not _has(action, place):
            continue
        if not late and len(extra.published) != round.number - 1:
            continue
        return RoundAsDrawn(extra.until(round.number - 1), _as_published(history, round, entry.n))
    return today


def _has(draw: actions.Propose, place: Place | None) -> bool:
    if isinstance(place, int):
        return any(m.board == place for m in draw.matches)
    return any(b.entrant == place for b in draw.byes)


def _as_published(history: ActionHistory, round: Round, drawn: int) -> Round:
    """The round as it stood when the draw made by action `drawn` was published; as it stands
    now where that has not come yet."""
    publications = [e.n for e in history.standing("publish") if e.n > drawn
                    and getattr(e.action, "round", None) == round.number]  # fmt: skip
    if not publications:
        return round
    return history.before(min(publications)).round(round.number)
