"""What the whole field of a tournament means for norms (FIDE B.01, 1.4.3d and 1.5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.entrants import Entrant
from engine.event import Event, derived
from engine.event_data import detail
from engine.history import PairingCard, RoundKind, cards
from engine.norm_rules import NO_FEDERATION, OUTSIDE
from engine.rating_change import average, fide_rating
from engine.results import Outcome

FOREIGNERS, FOREIGN_FEDERATIONS, FOREIGN_TITLES = 20, 3, 10
"""In every round of a Swiss whose players need no foreign opponents (1.4.3d)."""
MASTERS = frozenset({"GM", "IM", "WGM", "WIM"})
PARTICIPANTS, PARTICIPANTS_AVERAGE = 40, 2000
"""In every round of an event of the kind that a title asks for once (1.5.6a)."""


@dataclass(frozen=True, slots=True)
class ForeignField:
    """The fewest in any round so far: rated players not of the host federation, their
    federations, and how many of them are GM, IM, WGM or WIM."""

    players: int
    federations: int
    titled: int

    @property
    def waives(self) -> bool:
        """Whether the demands on federations are waived (1.4.3d)."""
        return (
            self.players >= FOREIGNERS
            and self.federations >= FOREIGN_FEDERATIONS
            and self.titled >= FOREIGN_TITLES
        )


def host(event: Event) -> str:
    """The federation that holds the event; empty where its details do not say it."""
    return detail(event, "federation").strip().upper()


@derived
def foreign_field(event: Event) -> ForeignField | None:
    """None where the host federation is not known, in a round robin, and before round 1."""
    at_home = host(event)
    if not at_home or not _swiss(event):
        return None
    without = NO_FEDERATION | {OUTSIDE, at_home}
    rounds = list(_rounds(event, lambda entrant: entrant.federation not in without))
    if not rounds:
        return None
    return ForeignField(
        min(map(len, rounds)),
        min(len({e.federation for e in there}) for there in rounds),
        min(sum(e.title in MASTERS for e in there) for there in rounds),
    )


@derived
def many_and_strong(event: Event) -> bool:
    """Whether every round had 40 rated players, the best of them 2000 on average (1.5.6a)."""
    if not _swiss(event):
        return False
    rounds = list(_rounds(event, lambda entrant: entrant.federation != OUTSIDE))
    best = [sorted((e.rating or 0 for e in there), reverse=True) for there in rounds]
    return bool(best) and all(
        len(them) >= PARTICIPANTS and (average(them[:PARTICIPANTS]) or 0) >= PARTICIPANTS_AVERAGE
        for them in best
    )


def _swiss(event: Event) -> bool:
    """A Swiss of single players; matches of teams are none."""
    return not predetermined(event) and bool(getattr(event.settings, "single_games", True))


def predetermined(event: Event) -> bool:
    """Whether all pairings are fixed beforehand: a round robin."""
    return bool(getattr(event.settings, "predetermined", False))


def _rounds(event: Event, counts: Callable[[Entrant], bool]) -> Iterator[list[Entrant]]:
    """For each round those rated players of that kind who played or had the bye of the draw; only
    who missed no more than one round."""
    known = [
        card for card in cards(event).values()
        if fide_rating(card.entrant) and counts(card.entrant) and _missed(card) <= 1
    ]  # fmt: skip
    for round in event.published:
        yield [card.entrant for card in known if _there(card, round.number)]


def _there(card: PairingCard, number: int) -> bool:
    line = card.line(number)
    return line is not None and (line.met or line.kind is RoundKind.PAIRING_BYE)


def _missed(card: PairingCard) -> int:
    """Rounds without a game, but for the bye of the draw and an opponent who did not come."""
    return sum(
        not x.met
        and x.kind is not RoundKind.PAIRING_BYE
        and not (x.kind is RoundKind.FORFEIT and x.outcome is Outcome.WIN)
        for x in card.lines
    )
